import type { Profile } from '../profile.js';

/** Documentation and signals of the find-my-way reader, in a module that does not load the parser. */
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
