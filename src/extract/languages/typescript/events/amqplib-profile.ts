import type { Profile } from '../frameworks/profile.js';

const SIGNALS =
  /["'](?:amqplib(?:\/callback_api)?|amqp-connection-manager)["']|\.sendToQueue\(|\.assertExchange\(|\.bindQueue\(|\.publish\(\s{0,40}[^()]{1,200}Buffer\.from/;

/** The documentation and signals of the amqplib reader. */
export const amqplibProfile: Profile = {
  id: 'typescript/amqplib',
  of: 'events',
  title: 'amqplib and amqp-connection-manager',
  resolves: [
    '`publish` (routing key, else exchange) and `sendToQueue`: contents that `JSON.stringify` makes, headers; also through functions of the service',
    '`consume`: the queue with the routing keys that it is bound to, and what parsed contents are taken for, by routing key where the handler tells them apart',
  ],
  gaps: ['routing keys and queues that are only known when the service runs, queues that the broker names'],
  signals: (text) => SIGNALS.test(text),
};
