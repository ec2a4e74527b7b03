import type { Profile } from '../frameworks/profile.js';

/** What the SignalR reader resolves, and the gaps it leaves. */
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
