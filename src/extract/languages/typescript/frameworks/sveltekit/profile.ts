import type { Profile } from '../../../../extractor.js';

const FILE = /(?:^|\/)\+server\.[cm]?[jt]s$/;
const HOOKS = /(?:^|\/)hooks\.server\.[cm]?[jt]s$/;

const CONFIG = /(?:^|\/)svelte\.config\.[cm]?[jt]s$/;

/** Documentation and signals of the SvelteKit reader, in a module that does not load the parser. */
export const sveltekitProfile: Profile = {
  id: 'typescript/sveltekit',
  title: 'SvelteKit',
  signals: (text, path) => FILE.test(path) || HOOKS.test(path) || (CONFIG.test(path) && text.includes('base')),
};
