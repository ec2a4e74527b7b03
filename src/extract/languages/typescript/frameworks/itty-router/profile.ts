import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the itty-router reader, in a module that does not load the parser. */
export const ittyRouterProfile: Profile = {
  id: 'typescript/itty-router',
  title: 'itty-router',
  signals: (text) => /["']itty-router["'/]/.test(text),
};
