import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the Elysia reader, in a module that does not load the parser. */
export const elysiaProfile: Profile = {
  id: 'typescript/elysia',
  title: 'Elysia',
  signals: (text) => /\belysia\b|\bElysia\b/.test(text),
};
