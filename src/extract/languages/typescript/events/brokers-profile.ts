import type { Profile } from '../frameworks/profile.js';

const SIGNALS = /["'](?:nats|@nats-io\/[\w-]+|mqtt|async-mqtt|ioredis|redis|@azure\/service-bus|@google-cloud\/pubsub)["']/;

/** The documentation and signals of the reader of further brokers. */
export const brokersProfile: Profile = {
  id: 'typescript/brokers',
  of: 'events',
  title: 'NATS, MQTT, Redis, Azure Service Bus, Google Pub/Sub',
  resolves: [
    'subjects, topics, channels and queues that are published to and subscribed to, with wildcards; what `JSON.stringify` makes of published data',
  ],
  gaps: ['streams and durable consumers; what handlers take data for'],
  signals: (text) =>
    SIGNALS.test(text) && /\b(?:publish|subscribe|psubscribe|createSender|createReceiver|topic)\w*\s?\(/.test(text),
};
