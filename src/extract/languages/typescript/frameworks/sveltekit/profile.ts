import type { Profile } from '../profile.js';

const FILE = /(?:^|\/)\+server\.[cm]?[jt]s$/;
const HOOKS = /(?:^|\/)hooks\.server\.[cm]?[jt]s$/;

const CONFIG = /(?:^|\/)svelte\.config\.[cm]?[jt]s$/;

/** Documentation and signals of the SvelteKit reader, in a module that does not load the parser. */
export const sveltekitProfile: Profile = {
  id: 'typescript/sveltekit',
  title: 'SvelteKit',
  resolves: [
    '`src/routes/**/+server.ts` with its exported methods and `fallback`, in any package of a repository',
    '`paths.base` of the configuration, parameters, also with matchers and optional ones, rests, groups',
    'what handlers return: `json`, `text`, `Response.json`, `new Response`; hooks that make responses anew open bodies',
  ],
  gaps: ['pages and form actions'],
  signals: (text, path) => FILE.test(path) || HOOKS.test(path) || (CONFIG.test(path) && text.includes('base')),
};
