import type { Profile } from '../../../../extractor.js';

const SIGNALS = /["']inversify-express-utils["']/;

/** Documentation and signals of the inversify-express-utils reader, in a module that does not load the parser. */
export const inversifyProfile: Profile = {
  id: 'typescript/inversify',
  title: 'inversify-express-utils',
  // as Express, which it registers with
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => text.includes('inversify-express-utils') && SIGNALS.test(text),
};
