import type { Profile } from '../profile.js';

/** What the reader of find-my-way resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const findMyWayProfile: Profile = {
  id: 'typescript/find-my-way',
  title: 'find-my-way',
  matching: {},
  resolves: [
    'routers in any file: `on` with one method or a list, `get` to `all`, parameters and patterns of paths',
    'what handlers send through the response of `node:http`',
  ],
  gaps: [
    'constraints: versions and hosts of a route',
    '`defaultRoute` and `onBadUrl`; paths that are only known when the service runs',
  ],
  signals: (text) => text.includes('find-my-way'),
};
