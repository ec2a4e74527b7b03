import { SENDS } from '../../../sender-names.js';
import type { Profile } from '../frameworks/profile.js';

/** What the reader resolves for calls through a service's own methods, and the gaps it leaves. */
export const ownSendersProfile: Profile = {
  id: 'jvm/own-senders',
  of: 'events',
  title: "a service's own methods around a messaging library",
  resolves: ['`events.publish(topic, event)` of its own classes, in any file, through several of them'],
  gaps: ['methods behind interfaces that several classes implement'],
  signals: (text) => SENDS.test(text),
};
