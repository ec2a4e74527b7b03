import type { Profile } from './profile.js';

const FILE = /(?:^|\/)\+server\.[cm]?[jt]s$/;
const HOOKS = /(?:^|\/)hooks\.server\.[cm]?[jt]s$/;

/** What the reader of SvelteKit resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const sveltekitProfile: Profile = {
  id: 'typescript/sveltekit',
  title: 'SvelteKit',
  resolves: [
    '`src/routes/**/+server.ts` with its exported methods and `fallback`, in any package of a repository',
    'parameters, also with matchers and optional ones, rests, groups',
    'what handlers return: `json`, `text`, `Response.json`, `new Response`; hooks that make responses anew open bodies',
  ],
  gaps: ['`paths.base` of the configuration', 'pages and form actions'],
  signals: (_, path) => FILE.test(path) || HOOKS.test(path),
};
