/** Name and version of this tool, as reports, caches and fact sheets carry them. A test keeps the version that of package.json. */
export const TOOL = { name: 'tallystick', version: '0.1.0' } as const;

/** Tells builds of one version apart, so that a cache of another is not read: the bundle carries a hash of its sources here. */
export const BUILD = 'unbundled';
