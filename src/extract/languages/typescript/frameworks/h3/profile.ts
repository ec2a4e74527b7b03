import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the h3 reader, in a module that does not load the parser. */
export const h3Profile: Profile = {
  id: 'typescript/h3',
  title: 'h3',
  signals: (text) => /["']h3["']/.test(text) && /\b(?:createApp|createRouter|H3)\b/.test(text),
};
