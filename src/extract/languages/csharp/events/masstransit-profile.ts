import type { Profile } from '../frameworks/profile.js';

/** What the reader of MassTransit resolves, and what it leaves open. */
export const masstransitProfile: Profile = {
  id: 'csharp/masstransit',
  of: 'events',
  title: 'MassTransit',
  resolves: [
    '`IConsumer<T>` classes, `Publish` and `Send` of endpoints, buses and contexts: the message type names the channel, also in kebab-case; messages without a class by their type argument',
  ],
  gaps: ['state machines (sagas), `[EntityName]` and topologies that rename, wrappers of its own, riders'],
  signals: (text) =>
    /\bMassTransit\b|\bI(?:Job)?Consumer<|\bI(?:PublishEndpoint|SendEndpoint(?:Provider)?|Bus|BusControl)\b|\bConsumeContext</.test(
      text,
    ),
};
