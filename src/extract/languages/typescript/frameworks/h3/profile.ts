import type { Profile } from '../profile.js';

/** Documentation and signals of the h3 reader, in a module that does not load the parser. */
export const h3Profile: Profile = {
  id: 'typescript/h3',
  title: 'h3',
  resolves: [
    '`createApp`, `createRouter` (1) and `new H3()` (2): methods, `use` with and without a path, `useBase`, `mount`, `on`',
    'what handlers return, as in Nitro',
  ],
  gaps: ['handlers given to `use` tell no paths apart'],
  signals: (text) => /["']h3["']/.test(text) && /\b(?:createApp|createRouter|H3)\b/.test(text),
};
