import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the ts-rest reader, in a module that does not load the parser. */
export const tsRestProfile: Profile = {
  id: 'typescript/ts-rest',
  title: 'ts-rest',
  signals: (text) => /["']@ts-rest\//.test(text),
};
