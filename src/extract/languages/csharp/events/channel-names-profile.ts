import type { Profile } from '../frameworks/profile.js';

/** Libraries of which the reader resolves only the channels. */
export const channelNamesProfile: Profile = {
  id: 'csharp/channel-names',
  of: 'events',
  title: 'Azure Service Bus, RabbitMQ.Client, Confluent.Kafka, NATS',
  resolves: [
    'queues, topics, exchanges and routing keys that are sent to and listened to; what `JsonSerializer.Serialize` makes the value of a Kafka message; subjects of NATS, with types of the file whose members are named one by one',
  ],
  gaps: ['other payloads; names that only the service knows when it runs'],
  signals: (text) =>
    /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:Azure\.Messaging\.ServiceBus|RabbitMQ\.Client|Confluent\.Kafka|NATS\.(?:Net|Client\.Core))\b/m.test(
      text,
    ),
};
