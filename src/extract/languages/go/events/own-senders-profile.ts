import type { Profile } from '../frameworks/profile.js';

const SIGNALS = /\.(?:(?:Publish|Emit|Produce|Dispatch|Enqueue)\w{0,40}|Send(?:Message|Event)\w{0,40})\(\s{0,20}[\w"`&]/;

/** What the extractor resolves for event calls through a service's own functions. */
export const ownSendersProfile: Profile = {
  id: 'go/own-senders',
  of: 'events',
  title: "a service's own functions around a messaging library",
  resolves: ['`bus.Publish(ctx, topic, event)` of its own types, in any package, through several of them'],
  gaps: ['functions behind interfaces'],
  signals: (text) => SIGNALS.test(text),
};
