import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import { bindingOf, type Place, packageOf, type Source, unknown } from '../source.js';
import type { CallNode, CompositeNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';

const BY = eventProfiles.kafka.id;
const SARAMA = /^github\.com\/(?:IBM|Shopify)\/sarama$/;
const KAFKA_GO = /^github\.com\/segmentio\/kafka-go$/;
const CONFLUENT = /^github\.com\/confluentinc\/confluent-kafka-go(?:\/v\d+)?\/kafka$/;

/** Kafka usage of a file: https://pkg.go.dev/github.com/IBM/sarama, https://pkg.go.dev/github.com/segmentio/kafka-go. */
interface Kafka {
  /** Topics of writers, for messages without a topic. */
  readonly writers: Expression[];
  readonly published: { readonly site: Omit<MessageSite, 'channel'>; readonly channel: Expression | undefined }[];
  readonly subscribed: { readonly channel: Expression; readonly at: number }[];
  /** Targets of `Unmarshal` on messages, by their serialized value. */
  readonly taken: Map<string, Expression>;
}
const found = new WeakMap<Source, Kafka>();

function kafkaOf(source: Source): Kafka {
  const known = found.get(source) ?? { writers: [], published: [], subscribed: [], taken: new Map() };
  found.set(source, known);
  return known;
}

const usesKafka = ({ packages }: Source): boolean =>
  [...packages.values()].some((path) => SARAMA.test(path) || KAFKA_GO.test(path) || CONFLUENT.test(path));

/** A literal message, writer or reader: `&sarama.ProducerMessage{…}`, `kafka.Message{…}`, `kafka.ReaderConfig{…}`. */
export function kafkaComposite(place: Place, node: CompositeNode): void {
  const { source } = place;
  const { type } = node;
  const path = type?.kind === 'member' ? packageOf(source, type.of, place.scope) : undefined;
  if (!source.events || type?.kind !== 'member' || path === undefined) return;
  const field = (name: string): Node | undefined =>
    node.elements.find(({ key }) => key?.kind === 'name' && key.name === name)?.value;
  const isMessage = (SARAMA.test(path) && type.name === 'ProducerMessage') || (isClient(path) && type.name === 'Message');
  if (isMessage) published(place, node, topicOf(field), field('Value'));
  else if (KAFKA_GO.test(path) && /^Writer(?:Config)?$/.test(type.name)) {
    const topic = field('Topic');
    if (topic !== undefined) kafkaOf(source).writers.push(readValue(place, topic));
  } else if (KAFKA_GO.test(path) && type.name === 'ReaderConfig') {
    const topics = field('Topic') ?? field('GroupTopics');
    if (topics !== undefined) kafkaOf(source).subscribed.push({ channel: readValue(place, topics), at: node.start });
  }
}

const isClient = (path: string): boolean => KAFKA_GO.test(path) || CONFLUENT.test(path);

/** `Topic: "orders"`; for Confluent `TopicPartition: kafka.TopicPartition{Topic: &topic}`. */
function topicOf(field: (name: string) => Node | undefined): Node | undefined {
  const partition = field('TopicPartition');
  if (partition?.kind !== 'composite') return field('Topic');
  return partition.elements.find(({ key }) => key?.kind === 'name' && key.name === 'Topic')?.value;
}

function published(place: Place, node: CompositeNode, topic: Node | undefined, value: Node | undefined): void {
  const { source, within } = place;
  const payload = value === undefined ? {} : payloadOf(place, value);
  kafkaOf(source).published.push({
    channel: topic && readValue(place, topic),
    site: {
      kind: 'message',
      by: BY,
      direction: 'publish',
      ...payload,
      ...(within === undefined ? {} : { inside: within }),
      at: placeOf(source.text, node.start),
    },
  });
}

/** The bytes of `json.Marshal`, also through `sarama.ByteEncoder(…)`, `[]byte(…)` and the like. */
function payloadOf(place: Place, value: Node): Pick<MessageSite, 'payload' | 'encoded'> {
  let node = value;
  for (let hops = 0; hops < 5 && node.kind === 'call' && node.given.length === 1; hops += 1) {
    const name = node.of.kind === 'member' || node.of.kind === 'name' ? node.of.name : node.of.kind;
    const [only] = node.given;
    if (!/^(?:ByteEncoder|StringEncoder|string|list)$/.test(name) || only === undefined) break;
    node = only;
  }
  const hint = node.kind === 'name' ? bindingOf(place.scope, node.name)?.hint : undefined;
  if (hint?.kind === 'marshalled') return { payload: { kind: 'operator', operator: 'encoded', of: hint.value }, encoded: true };
  return { payload: readValue(place, node), encoded: true };
}

/** Records subscriptions, and the targets of `Unmarshal` on messages. */
export function kafkaCall(place: Place, { of, given, start }: CallNode): void {
  const { source } = place;
  if (of.kind !== 'member' || !usesKafka(source)) return;
  const [first, second] = given;
  const isJson = packageOf(source, of.of, place.scope) === 'encoding/json' && of.name === 'Unmarshal';
  if (isJson && first?.kind === 'member' && first.name === 'Value' && second !== undefined) {
    const into = second.kind === 'unary' ? second.of : second;
    const type = readValue(place, into);
    kafkaOf(source).taken.set(JSON.stringify(type), type);
    return;
  }
  const topics = topicsOf(of.name, given);
  if (topics !== undefined) kafkaOf(source).subscribed.push({ channel: readValue(place, topics), at: start });
}

/** `group.Consume(ctx, []string{"orders"}, handler)`, `consumer.ConsumePartition("orders", 0, offset)`, `c.SubscribeTopics(topics, nil)`. */
function topicsOf(name: string, given: readonly Node[]): Node | undefined {
  if (name === 'Consume' && given.length === 3) return given[1];
  if (name === 'ConsumePartition' && given.length === 3) return given[0];
  return /^Subscribe(?:Topics)?$/.test(name) && given.length === 2 ? given[0] : undefined;
}

/** All Kafka facts of a file, after it has been read. */
export function kafkaFacts(source: Source): readonly MessageSite[] {
  const { writers, subscribed, taken, published: sent } = kafkaOf(source);
  const [writer] = writers;
  const ofWriter = writers.length === 1 && writer !== undefined ? writer : unknown('the topic of its writer is set elsewhere');
  const [type] = taken.size === 1 && subscribed.length === 1 ? taken.values() : [];
  return [
    ...sent.map(({ site, channel }): MessageSite => ({ ...site, channel: channel ?? ofWriter })),
    ...subscribed.map(
      ({ channel, at }): MessageSite => ({
        kind: 'message',
        by: BY,
        direction: 'subscribe',
        channel,
        ...(type === undefined ? {} : { payload: type }),
        at: placeOf(source.text, at),
      }),
    ),
  ];
}
