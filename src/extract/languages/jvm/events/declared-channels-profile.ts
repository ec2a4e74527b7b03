import type { Profile } from '../frameworks/profile.js';

/** What the reader resolves for channels that annotations and functions declare, and the gaps it leaves. */
export const declaredChannelsProfile: Profile = {
  id: 'jvm/declared-channels',
  of: 'events',
  title: 'MicroProfile Reactive Messaging (SmallRye), Spring Cloud Stream',
  resolves: [
    '`@Incoming`, `@Outgoing` and `@Channel` emitters, with the topic or address that the configuration gives them',
    'beans that are a `Consumer`, `Supplier`, `Function` or one of two parameters, methods and components, with the destinations of their bindings',
  ],
  gaps: [
    'Kotlin beans with a function type, compositions of functions; what emitters of a raw type send; routing by expressions',
  ],
  signals: (text) =>
    /@(?:Incoming|Outgoing|Channel)\b|\b(?:(?:Bi)?(?:Consumer|Function)|Supplier)<|@Bean\s{1,40}fun\s{1,20}\w{1,80}\(\)\s?:\s?\(/.test(
      text,
    ),
};
