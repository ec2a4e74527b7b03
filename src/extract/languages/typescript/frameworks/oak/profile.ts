import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the oak reader, in a module that does not load the parser. */
export const oakProfile: Profile = {
  id: 'typescript/oak',
  title: 'oak',
  // https://jsr.io/@oak/oak/doc/router/~/RouterOptions
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => /\boak\b|[Rr]outer\.\w+\(|\bapp\.use\(|\.routes\(\)|\bRouter\(/.test(text),
};
