import type { Profile } from '../../../extractor.js';

/** What the readers of events need before a file is parsed, in the order of the documentation. */
export const eventProfiles = {
  kafka: {
    id: 'python/kafka',
    of: 'events',
    title: 'aiokafka, kafka-python and confluent-kafka',
    signals: (text) =>
      /^[ \t]*(?:from|import)[ \t]+(?:aiokafka|kafka|confluent_kafka)\b/m.test(text) || /\.send_and_wait\(/.test(text),
  },
  pika: {
    id: 'python/pika',
    of: 'events',
    title: 'pika',
    signals: (text) => /\bbasic_(?:publish|consume)\s?\(/.test(text),
  },
  channelNames: {
    id: 'python/channel-names',
    of: 'events',
    title: 'NATS, MQTT, Redis, Celery, Azure Service Bus, aio-pika',
    signals: (text) =>
      /^[ \t]*(?:from|import)[ \t]+(?:nats|paho|aiomqtt|asyncio_mqtt|redis|aioredis|celery|azure\.servicebus|aio_pika)\b/m.test(
        text,
      ) || /\.(?:send_task|apply_async)\(|@(?:\w+\.)?(?:shared_task|task)\b/.test(text),
  },
  ownSenders: {
    id: 'python/own-senders',
    of: 'events',
    title: "a service's own functions around a messaging library",
    signals: (text) =>
      /\b(?:publish|emit|produce|dispatch|enqueue)\w{0,40}\(\s{0,20}[\w"'{]|\bsend_(?:event|message)\w{0,40}\(/.test(text),
  },
} satisfies Readonly<Record<string, Profile>>;
