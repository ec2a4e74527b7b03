import type { Profile } from '../profile.js';

/** Documentation and signals of the node:http reader, in a module that does not load the parser. */
export const nodeHttpProfile: Profile = {
  id: 'typescript/node-http',
  title: 'node:http',
  resolves: ['paths that the function given to `createServer` compares the URL with; else one route that may answer anything'],
  gaps: ['which method and status it answers with; paths that are split or matched by regular expressions'],
  signals: (text) => text.includes('createServer') && /["'](?:node:)?https?2?["']/.test(text) && /\.url\b/.test(text),
};
