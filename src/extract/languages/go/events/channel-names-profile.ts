import type { Profile } from '../frameworks/profile.js';

/** What the extractor resolves for further messaging libraries: channel names. */
export const channelNamesProfile: Profile = {
  id: 'go/channel-names',
  of: 'events',
  title: 'amqp091, NATS, paho MQTT, go-redis, asynq',
  resolves: ['routing keys, queues, subjects, topics, channels and types of tasks that are published to and listened to'],
  gaps: ['their payloads; names that only the service knows when it runs'],
  signals: (text) =>
    /"github\.com\/(?:rabbitmq\/amqp091-go|streadway\/amqp|nats-io\/(?:nats|stan)\.go|eclipse\/paho\.mqtt\.golang|(?:redis|go-redis)\/|hibiken\/asynq)/.test(
      text,
    ),
};
