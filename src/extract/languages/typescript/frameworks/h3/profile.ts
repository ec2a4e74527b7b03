import type { Profile } from '../profile.js';

/** What the reader of h3 resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
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
