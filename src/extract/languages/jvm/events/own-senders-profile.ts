import { SENDS } from '../../../sender-names.js';
import type { Profile } from '../frameworks/profile.js';

/** What is read of calls that go through a service's own methods. */
export const ownSendersProfile: Profile = {
  id: 'jvm/own-senders',
  of: 'events',
  title: "a service's own methods around a messaging library",
  resolves: ['`events.publish(topic, event)` of its own classes, in any file, through several of them'],
  gaps: ['methods behind interfaces that several classes implement'],
  signals: (text) => SENDS.test(text),
};
