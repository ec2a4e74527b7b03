import type { Profile } from '../profile.js';

/** What the reader of Encore resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const encoreProfile: Profile = {
  id: 'typescript/encore',
  title: 'Encore',
  resolves: [
    '`api({ method, path, expose }, handler)` with one or several methods; endpoints that are not exposed answer nobody',
    'the declared or inferred result; middleware that sets a payload opens bodies',
  ],
  gaps: ['raw and streaming endpoints', 'statuses, headers and cookies among the members of a result'],
  signals: (text) => /["']encore\.dev\/api["']/.test(text),
};
