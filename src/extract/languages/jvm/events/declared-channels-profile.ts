import type { Profile } from '../frameworks/profile.js';

/** What is read of channels that annotations and functions declare. */
export const declaredChannelsProfile: Profile = {
  id: 'jvm/declared-channels',
  of: 'events',
  title: 'MicroProfile Reactive Messaging (SmallRye), Spring Cloud Stream',
  resolves: [
    '`@Incoming`, `@Outgoing` and `@Channel` emitters, with the topic or address that the configuration gives them',
    'beans that are a `Consumer`, `Supplier` or `Function`, with the destinations of their bindings',
  ],
  gaps: ['what emitters of a raw type send; routing by expressions'],
  signals: (text) => /@(?:Incoming|Outgoing|Channel)\b|\b(?:Consumer|Supplier|Function)</.test(text),
};
