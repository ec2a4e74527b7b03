import type { Profile } from '../frameworks/profile.js';

/** What the extractor resolves for pika, and what stays unresolved. */
export const pikaProfile: Profile = {
  id: 'python/pika',
  of: 'events',
  title: 'pika',
  resolves: [
    '`basic_publish`: routing key and exchange, bodies that `json.dumps` or pydantic makes; `basic_consume` with the class that its callback parses bodies as; queues with the keys that they are bound by',
  ],
  gaps: ['queues that the broker names; aio-pika, kombu'],
  signals: (text) => /\bbasic_(?:publish|consume)\s?\(/.test(text),
};
