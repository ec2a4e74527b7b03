import type { Profile } from '../frameworks/profile.js';

/** What the reader of SignalR resolves, and what it leaves open. */
export const signalrProfile: Profile = {
  id: 'csharp/sockets',
  of: 'events',
  title: 'SignalR',
  resolves: [
    "hubs: what their methods take and send (`SendAsync`, methods of `Hub<T>`'s clients), the path of `MapHub` as the channel, the name as the event",
  ],
  gaps: ['what is sent through `IHubContext`, calls with several values, streams'],
  signals: (text) => /\bMapHub<|:\s{0,9}Hub\b|\bIHubContext</.test(text),
};
