import type { Fact, FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { originOf } from '../scope.js';
import type { Source } from '../source.js';
import { argument, keyword, type Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { insideOf } from './own-senders.js';
import { sentPayload, serializesJson, takenIn } from './payloads.js';
import { eventProfiles } from './profiles.js';
import { type Call, type CallSite, callsOf } from './walk.js';

const BY = eventProfiles.kafka.id;
const CONSUMERS = /^(?:aiokafka|kafka|kafka\.consumer)(?:\.\w+)*\.(?:AIO)?KafkaConsumer$/;

/**
 * Kafka messages: https://aiokafka.readthedocs.io, https://kafka-python.readthedocs.io,
 * https://docs.confluent.io/kafka-clients/python
 */
export const kafka: Extractor<Source> = {
  ...eventProfiles.kafka,
  extract: (source): Extraction => {
    const calls = callsOf(source);
    const serializes = serializesJson(source);
    const usesKafka = source.definitions.scopes.some(({ bindings }) =>
      [...bindings.values()].some((one) => one.kind === 'import' && /^(?:aiokafka|kafka|confluent_kafka)\b/.test(one.module)),
    );
    const subscribed = calls.flatMap((site) => topicsOf(site).map((topic) => ({ site, topic })));
    const payload = subscribed.length === 1 ? takenIn(source) : undefined;
    const facts: Fact[] = calls.flatMap((site) => published(source, site, serializes));
    for (const { site, topic } of subscribed) {
      facts.push({
        kind: 'message',
        by: BY,
        direction: 'subscribe',
        channel: readValue(source, site.scope, topic),
        ...(payload === undefined ? {} : { payload }),
        at: source.at(site.call.start),
      });
    }
    return { facts, gaps: calls.flatMap((site) => [...topicGap(source, site), ...(usesKafka ? receiverGap(source, site) : [])]) };
  },
};

/** `producer.send("orders", value=…)`, `producer.send_and_wait(topic, body)`, `producer.produce(topic, value=…)`. */
function published(source: Source, { call, scope }: CallSite, serializes: boolean): readonly MessageSite[] {
  if (call.of.kind !== 'attribute' || !/^(?:send|send_and_wait|produce)$/.test(call.of.name)) return [];
  if (!/producer|kafka/i.test(nameOf(call.of.of)) && call.of.name !== 'send_and_wait') return [];
  const topic = argument(call, 0, 'topic');
  if (topic === undefined) return [];
  const value = argument(call, 1, 'value');
  const headers = keyword(call, 'headers');
  const inside = insideOf(scope);
  if (value?.kind === 'constant' && value.value === null) return [];
  return [
    {
      kind: 'message',
      by: BY,
      direction: 'publish',
      channel: readValue(source, scope, topic),
      ...(value === undefined ? {} : sentPayload(source, scope, value, serializes)),
      ...(headers?.kind === 'dict' ? { headers: readValue(source, scope, headers) } : {}),
      ...(inside === undefined ? {} : { inside }),
      at: source.at(call.start),
    },
  ];
}

function nameOf(node: Node): string {
  if (node.kind === 'attribute' || node.kind === 'name') return node.name;
  return node.kind === 'call' || node.kind === 'await' ? nameOf(node.of) : '';
}

/** The topics of a new consumer, or of a subscription. */
function topicsOf({ call, scope }: CallSite): readonly Node[] {
  if (CONSUMERS.test(originOf(scope, call.of) ?? ''))
    return call.arguments.filter(({ name, star }) => name === undefined && star === undefined).map(({ value }) => value);
  if (!isSubscribe(call)) return [];
  const topics = argument(call, 0, 'topics');
  if (topics === undefined) return [];
  return topics.kind === 'list' || topics.kind === 'tuple' ? topics.items : [topics];
}

const isSubscribe = (call: Call): boolean =>
  call.of.kind === 'attribute' && call.of.name === 'subscribe' && /consumer|kafka/i.test(nameOf(call.of.of));

/** `consumer.subscribe(pattern="orders.*")`, `AIOKafkaConsumer(*topics)`. */
function topicGap(source: Source, { call, scope }: CallSite): readonly FileGap[] {
  const isStarred = CONSUMERS.test(originOf(scope, call.of) ?? '') && call.arguments.some(({ star }) => star !== undefined);
  const isPattern = isSubscribe(call) && keyword(call, 'pattern') !== undefined;
  if (!isStarred && !isPattern) return [];
  const detail = isPattern ? 'topics are given by a pattern' : 'topics are given as a list that is not read here';
  return [{ reason: 'dynamic-channel', detail, at: source.at(call.start), hides: { messages: 'subscribe' } }];
}

/** `self.p.send("orders", …)`: a receiver whose name shows nothing may also be a Kafka client. */
function receiverGap(source: Source, { call }: CallSite): readonly FileGap[] {
  if (call.of.kind !== 'attribute') return [];
  const { name, of } = call.of;
  const on = nameOf(of);
  const isOther = /producer|kafka|^(?:self|cls|super)$|socket|^ws$|session|http|pubsub|redis|smtp|channel/i.test(on);
  const direction = /^(?:send|produce)$/.test(name)
    ? 'publish'
    : name === 'subscribe' && !/consumer/i.test(on)
      ? 'subscribe'
      : undefined;
  if (isOther || direction === undefined || call.arguments.length === 0) return [];
  const detail = `whether \`${on.slice(0, 40)}\` is a client of Kafka is not known here`;
  return [{ reason: 'dynamic-channel', detail, at: source.at(call.start), hides: { messages: direction } }];
}
