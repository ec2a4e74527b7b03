import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the Encore reader, in a module that does not load the parser. */
export const encoreProfile: Profile = {
  id: 'typescript/encore',
  title: 'Encore',
  signals: (text) => /["']encore\.dev\/api["']/.test(text),
};
