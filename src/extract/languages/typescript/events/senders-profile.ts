import type { Profile } from '../frameworks/profile.js';

/** Names that functions have which publish or handle what they are given. */
export const SENDER =
  /^(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|listen|on|handle)(?:[A-Z]\w*)?$|^(?:add|queue|schedule)(?:Job|Task|Message|Event)\w*$|(?:Producer|Publisher|Emitter)$/;

/** What is read of calls that go through a service's own functions. */
export const sendersProfile: Profile = {
  id: 'typescript/own-senders',
  title: "a service's own functions around a messaging library",
  resolves: [
    '`bus.publish(topic, event)` and `bus.subscribe(topic, handler)` of its own classes, in any file, through several of them',
  ],
  gaps: ['wrappers behind interfaces that several classes implement; decorators of its own'],
  signals: (text) =>
    /\b(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|(?:add|queue|schedule)(?:Job|Task|Message|Event))\w*\s?\(\s{0,20}["'`A-Z{]/.test(
      text,
    ),
};
