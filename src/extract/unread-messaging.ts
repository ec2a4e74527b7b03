import type { FileGap } from '../facts/fact.js';

/**
 * Messaging libraries that no extractor reads, as imports of each language name them. A file that imports one may publish or
 * handle anything, so operations it may hide are never reported as missing. When a language learns to read a library, remove it
 * from this table.
 */
const UNREAD: Readonly<Record<string, RegExp>> = {
  typescript:
    /["'](?:rascal|rabbitmq-client|@golevelup\/nestjs-rabbitmq|bee-queue|pg-boss|node-rdkafka|kafka-node|pulsar-client|rhea|stompit|moleculer)["']/,
  python:
    /^[ \t]*(?:from|import)[ \t]+(?:confluent_kafka\.(?:schema_registry|avro)|faust|kombu|faststream|propan|dramatiq|rq|socketio|google\.cloud\.pubsub|pulsar)\b/m,
  jvm: /^[ \t]*import[ \t]+(?:static[ \t]+)?(?:org\.springframework\.(?:kafka\.(?:listener\.\w{0,60}(?:MessageListener|Container)|core\.reactive\.ReactiveKafkaConsumerTemplate)|amqp\.(?:core\.MessageListener|rabbit\.listener\.\w+)|jms|integration)|org\.apache\.(?:kafka\.(?:streams|clients\.consumer\.KafkaConsumer)|pulsar|activemq)|com\.rabbitmq|io\.nats|org\.eclipse\.paho|com\.hivemq|software\.amazon\.awssdk\.services\.s[nq]s|com\.amazonaws\.services\.s[nq]s|io\.awspring|com\.azure\.messaging|com\.google\.cloud\.pubsub|io\.micronaut\.(?:configuration\.)?(?:kafka|rabbitmq|nats)|reactor\.kafka|(?:javax|jakarta)\.jms)\b/m,
  csharp:
    /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?(?:Confluent\.SchemaRegistry|NServiceBus|Rebus|EasyNetQ|Wolverine|DotNetCore\.CAP|Azure\.Messaging\.Event\w{1,9}|Microsoft\.Azure\.ServiceBus|Amazon\.(?:SimpleNotificationService|SQS)|NATS\.(?!Net\b|Client\.Core\b)|MQTTnet|Dapr|Google\.Cloud\.PubSub|Silverback|Brighter)\b/m,
  go: /"(?:github\.com\/(?:twmb\/franz-go|ThreeDotsLabs\/watermill|aws\/aws-sdk-go(?:-v2)?\/service\/s[nq]s|Azure\/azure-sdk-for-go\/sdk\/messaging)|cloud\.google\.com\/go\/pubsub)\b/,
};

/** Whether a source names such a library. */
export function namesUnreadMessaging(language: string, text: string): boolean {
  return UNREAD[language]?.test(text) === true;
}

/** The gap for what such a source may hide. */
export function unreadMessaging(language: string, text: string): readonly FileGap[] {
  const found = UNREAD[language]?.exec(text);
  if (found === null || found === undefined) return [];
  const line = text.slice(0, found.index).split('\n').length;
  const name = found[0].trim().replace(/["']/g, '').split(/\s+/).at(-1) ?? '';
  const detail = `events of ${name} are not read`;
  return [{ reason: 'unsupported-framework', detail, at: { line, column: 1 }, hides: { messages: 'any' } }];
}
