import type { Profile } from '../../../../extractor.js';

const SIGNALS = /tsoa["'/]|RegisterRoutes|TsoaRoute/;

/** Documentation and signals of the tsoa reader, in a module that does not load the parser. */
export const tsoaProfile: Profile = {
  id: 'typescript/tsoa',
  title: 'tsoa',
  // like Express, its default: https://tsoa-community.github.io/docs/getting-started.html
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => SIGNALS.test(text),
};
