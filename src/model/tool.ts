/** Name and version of this tool, as reports, caches and fact sheets carry them. A test keeps the version that of package.json. */
export const TOOL = { name: 'tallystick', version: '0.1.0' } as const;
