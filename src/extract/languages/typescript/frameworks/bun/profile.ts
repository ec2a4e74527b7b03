import type { Profile } from '../profile.js';

/** Documentation and signals of the Bun.serve reader, in a module that does not load the parser. */
export const bunProfile: Profile = {
  id: 'typescript/bun',
  title: 'Bun.serve',
  resolves: [
    '`Bun.serve({ routes })` and `serve` of `bun`: paths with functions, methods or responses',
    'what handlers return: `Response.json`, `new Response`',
  ],
  gaps: ['routes that are not written out; a `fetch` function that tells paths apart hides the service'],
  signals: (text) => /\bBun\.serve(?:<[^<>()]{0,80}>)?\(|["']bun["']/.test(text),
};
