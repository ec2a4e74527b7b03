import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the find-my-way reader, in a module that does not load the parser. */
export const findMyWayProfile: Profile = {
  id: 'typescript/find-my-way',
  title: 'find-my-way',
  matching: {},
  signals: (text) => text.includes('find-my-way'),
};
