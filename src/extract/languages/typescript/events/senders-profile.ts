import { SENDS } from '../../../sender-names.js';
import type { Profile } from '../frameworks/profile.js';

/** The documentation and signals for calls through a service's own functions. */
export const sendersProfile: Profile = {
  id: 'typescript/own-senders',
  of: 'events',
  title: "a service's own functions around a messaging library",
  resolves: [
    '`bus.publish(topic, event)` and `bus.subscribe(topic, handler)` of its own classes, in any file, through several of them',
  ],
  gaps: ['wrappers behind interfaces that several classes implement; decorators of its own'],
  signals: (text) => SENDS.test(text),
};
