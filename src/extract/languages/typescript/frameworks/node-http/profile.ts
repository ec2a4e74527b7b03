import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the node:http reader, in a module that does not load the parser. */
export const nodeHttpProfile: Profile = {
  id: 'typescript/node-http',
  title: 'node:http',
  signals: (text) => text.includes('createServer') && /["'](?:node:)?https?2?["']/.test(text) && /\.url\b/.test(text),
};
