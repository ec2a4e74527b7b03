import type { Profile } from '../frameworks/profile.js';

const SIGNALS =
  /@(?:Kafka|Rabbit)(?:Listeners?|Handler)\b|\b(?:Kafka(?:Template|Operations)|ReactiveKafkaProducerTemplate|Rabbit(?:Template|Operations)|AmqpTemplate|StreamBridge)\b/;

/** What the reader of Spring's Kafka and RabbitMQ support resolves, and the gaps it leaves. */
export const springMessagingProfile: Profile = {
  id: 'jvm/spring-messaging',
  of: 'events',
  title: 'Spring for Apache Kafka and Spring AMQP',
  resolves: [
    '`@KafkaListener`, `@RabbitListener` and their handlers: topics, queues, bindings, constants, placeholders of the configuration; the declared payload, or the class that the body parses it as',
    '`KafkaTemplate.send`, `RabbitTemplate.convertAndSend`, `StreamBridge.send`: topic, exchange and routing key; what is sent, also as text that Jackson made',
  ],
  gaps: [
    '`topicPattern`, expressions of Spring (`#{…}`), default topics; functions of Spring Cloud Stream; Avro and Protobuf payloads',
  ],
  signals: (text) => SIGNALS.test(text),
};
