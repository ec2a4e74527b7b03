/** Name and version of this tool, for reports, caches and fact sheets. A test compares the version with package.json. */
export const TOOL = { name: 'tallystick', version: '0.1.0' } as const;

/** The project on GitHub, defined only here. `__tests__/model/tool.test.ts` compares the manifest and the docs with it. */
export const PROJECT = 'OWNER/tallystick';

/**
 * Distinguishes builds of one version, so that no build reads another's cache: the bundle contains a hash of its sources here.
 */
export const BUILD: string = 'unbundled';
/** The value of `BUILD` without a bundle. */
export const UNBUNDLED = 'unbundled';
