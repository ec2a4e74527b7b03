import type { Profile } from '../frameworks/profile.js';

/** What the extractor resolves for Kafka clients, and what stays unresolved. */
export const kafkaProfile: Profile = {
  id: 'python/kafka',
  of: 'events',
  title: 'aiokafka, kafka-python and confluent-kafka',
  resolves: [
    '`send`, `send_and_wait` and `produce`: topics, values that `json.dumps`, pydantic or the serializer of the producer makes; also through functions of the service that are given topic and event',
    'consumers and subscriptions by their topics; the one class that their messages are parsed as, where a file reads one topic',
  ],
  gaps: [
    'topics by patterns and starred lists; clients under names that do not say so; values that a schema registry or a serializer of another file encodes; Faust and FastStream',
  ],
  signals: (text) =>
    /^[ \t]*(?:from|import)[ \t]+(?:aiokafka|kafka|confluent_kafka)\b/m.test(text) || /\.send_and_wait\(/.test(text),
};
