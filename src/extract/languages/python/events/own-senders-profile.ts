import type { Profile } from '../frameworks/profile.js';

const SIGNALS = /\b(?:publish|emit|produce|dispatch|enqueue)\w{0,40}\(\s{0,20}[\w"'{]|\bsend_(?:event|message)\w{0,40}\(/;

/** What the extractor resolves for event calls through a service's own functions. */
export const ownSendersProfile: Profile = {
  id: 'python/own-senders',
  of: 'events',
  title: "a service's own functions around a messaging library",
  resolves: ['`bus.publish(topic, event)` of its own functions and classes, in any file, through several of them'],
  gaps: ['arguments that are given by name'],
  signals: (text) => SIGNALS.test(text),
};
