import type { Profile } from '../frameworks/profile.js';

/** What the MassTransit reader resolves, and the gaps it leaves. */
export const masstransitProfile: Profile = {
  id: 'csharp/masstransit',
  of: 'events',
  title: 'MassTransit',
  resolves: [
    '`IConsumer<T>` classes, `Publish` and `Send` of endpoints, buses and contexts: the message type names the channel, also in kebab-case; messages without a class by their type argument',
    'state machines (sagas): `Event<T>`, what their activities make and publish',
  ],
  gaps: ['names that `[EntityName]` and topologies give, what wrappers, generic classes and helpers publish or handle, riders'],
  signals: (text) =>
    /\bMassTransit\b|\bI(?:Job)?Consumer<|\bI(?:PublishEndpoint|SendEndpoint(?:Provider)?|Bus|BusControl)\b|\bConsumeContext<|\bEntityName\(/.test(
      text,
    ),
};
