import type { Profile } from '../../../extractor.js';

/** What the readers of events need before a file is parsed, in the order of the documentation. */
export const eventProfiles = {
  kafka: {
    id: 'go/kafka',
    of: 'events',
    title: 'sarama, kafka-go and Confluent',
    signals: (text) =>
      /"github\.com\/(?:IBM\/sarama|Shopify\/sarama|segmentio\/kafka-go|confluentinc\/confluent-kafka-go)\b/.test(text),
  },
  channelNames: {
    id: 'go/channel-names',
    of: 'events',
    title: 'amqp091, NATS, paho MQTT, go-redis, asynq',
    signals: (text) =>
      /"github\.com\/(?:rabbitmq\/amqp091-go|streadway\/amqp|nats-io\/(?:nats|stan)\.go|eclipse\/paho\.mqtt\.golang|(?:redis|go-redis)\/|hibiken\/asynq)/.test(
        text,
      ),
  },
  ownSenders: {
    id: 'go/own-senders',
    of: 'events',
    title: "a service's own functions around a messaging library",
    signals: (text) =>
      /\.(?:(?:Publish|Emit|Produce|Dispatch|Enqueue)\w{0,40}|Send(?:Message|Event)\w{0,40})\(\s{0,20}[\w"`&]/.test(text),
  },
} satisfies Readonly<Record<string, Profile>>;
