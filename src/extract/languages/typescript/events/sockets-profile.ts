import type { Profile } from '../frameworks/profile.js';

/** The documentation and signals of the reader of socket.io and ws. */
export const socketsProfile: Profile = {
  id: 'typescript/sockets',
  of: 'events',
  title: 'socket.io and ws',
  resolves: [
    'socket.io: `emit` of servers, sockets, rooms and namespaces, `socket.on`: the namespace as the channel, the event, the first argument',
    '`ws`: `send` of what `JSON.stringify` makes, with its `type` or `event` as the name; what `message` handlers take parsed data for; the `path` of the server',
  ],
  gaps: ['sockets that other files are handed without a type; events of typed maps'],
  signals: (text) => /(?:\bfrom\s?|\brequire\(|\bimport\s?)["'](?:socket\.io|ws)["']/.test(text),
};
