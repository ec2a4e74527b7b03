import type { Profile } from '../../../extractor.js';
import { SENDS } from '../../../sender-names.js';

/** What the readers of events need before a file is parsed, in the order of the documentation. */
export const eventProfiles = {
  springMessaging: {
    id: 'jvm/spring-messaging',
    of: 'events',
    title: 'Spring for Apache Kafka and Spring AMQP',
    signals: (text) =>
      /@(?:Kafka|Rabbit)(?:Listeners?|Handler)\b|\b(?:Kafka(?:Template|Operations)|ReactiveKafkaProducerTemplate|Rabbit(?:Template|Operations)|AmqpTemplate|StreamBridge)\b/.test(
        text,
      ),
  },
  declaredChannels: {
    id: 'jvm/declared-channels',
    of: 'events',
    title: 'MicroProfile Reactive Messaging (SmallRye), Spring Cloud Stream',
    signals: (text) =>
      /@(?:Incoming|Outgoing|Channel)\b|\b(?:(?:Bi)?(?:Consumer|Function)|Supplier)<|@Bean\s{1,40}fun\s{1,20}\w{1,80}\(\)\s?:\s?\(/.test(
        text,
      ),
  },
  ownSenders: {
    id: 'jvm/own-senders',
    of: 'events',
    title: "a service's own methods around a messaging library",
    signals: (text) => SENDS.test(text),
  },
} satisfies Readonly<Record<string, Profile>>;
