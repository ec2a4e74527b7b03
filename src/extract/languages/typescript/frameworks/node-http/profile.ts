import type { Profile } from '../profile.js';

/** What the reader of Node's own server resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const nodeHttpProfile: Profile = {
  id: 'typescript/node-http',
  title: 'node:http',
  resolves: ['paths that the function given to `createServer` compares the URL with; else one route that may answer anything'],
  gaps: ['which method and status it answers with; paths that are split or matched by regular expressions'],
  signals: (text) => text.includes('createServer') && /["'](?:node:)?https?2?["']/.test(text) && /\.url\b/.test(text),
};
