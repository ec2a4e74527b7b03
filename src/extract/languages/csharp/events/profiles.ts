import type { Profile } from '../../../extractor.js';

/** What the readers of events need before a file is parsed, in the order of the documentation. */
export const eventProfiles = {
  masstransit: {
    id: 'csharp/masstransit',
    of: 'events',
    title: 'MassTransit',
    signals: (text) =>
      /\bMassTransit\b|\bI(?:Job)?Consumer<|\bI(?:PublishEndpoint|SendEndpoint(?:Provider)?|Bus|BusControl)\b|\bConsumeContext<|\bEntityName\(/.test(
        text,
      ),
  },
  channelNames: {
    id: 'csharp/channel-names',
    of: 'events',
    title: 'Azure Service Bus, RabbitMQ.Client, Confluent.Kafka, NATS',
    signals: (text) =>
      /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:Azure\.Messaging\.ServiceBus|RabbitMQ\.Client|Confluent\.Kafka|NATS\.(?:Net|Client\.Core))\b/m.test(
        text,
      ),
  },
  signalr: {
    id: 'csharp/sockets',
    of: 'events',
    title: 'SignalR',
    signals: (text) => /\bMapHub<|:\s{0,9}Hub\b|\bIHubContext</.test(text),
  },
} satisfies Readonly<Record<string, Profile>>;
