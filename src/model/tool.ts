/** Name and version of this tool, as reports, caches and fact sheets carry them. A test keeps the version that of package.json. */
export const TOOL = { name: 'tallystick', version: '0.1.0' } as const;

/** The project on GitHub and its only place in the code. `__tests__/model/tool.test.ts` keeps the manifest and the docs to it. */
export const PROJECT = 'OWNER/tallystick';

/** Tells builds of one version apart, so that a cache of another is not read: the bundle carries a hash of its sources here. */
export const BUILD: string = 'unbundled';
/** What `BUILD` is before there is a bundle. */
export const UNBUNDLED = 'unbundled';
