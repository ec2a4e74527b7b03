import type { Profile } from '../frameworks/profile.js';

/** What the extractor resolves for Kafka clients, and what stays unresolved. */
export const kafkaProfile: Profile = {
  id: 'go/kafka',
  of: 'events',
  title: 'sarama, kafka-go and Confluent',
  resolves: [
    'messages that are written out: topics (also of the one writer of a file), values that `json.Marshal` made; through functions of the service that are given topic and event',
    'readers, consumer groups and subscriptions by their topics; what `json.Unmarshal` fills from a message, where a file reads one topic',
  ],
  gaps: ['topics by patterns, writers of other files, values that a schema registry or Protobuf encodes'],
  signals: (text) =>
    /"github\.com\/(?:IBM\/sarama|Shopify\/sarama|segmentio\/kafka-go|confluentinc\/confluent-kafka-go)\b/.test(text),
};
