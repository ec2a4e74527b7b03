import type { Profile } from '../profile.js';

/** Documentation and signals of the Encore reader, in a module that does not load the parser. */
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
