import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the Bun.serve reader, in a module that does not load the parser. */
export const bunProfile: Profile = {
  id: 'typescript/bun',
  title: 'Bun.serve',
  signals: (text) => /\bBun\.serve(?:<[^<>()]{0,80}>)?\(|["']bun["']/.test(text),
};
