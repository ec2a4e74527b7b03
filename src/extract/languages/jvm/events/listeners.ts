import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import { annotation, argument } from '../annotations.js';
import { bodyOf } from '../bodies/variables.js';
import { at, type Source } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { tokenAt } from '../tokens.js';
import type { Annotation, Argument, Method, TypeDecl } from '../unit.js';
import { channelIn } from './channels.js';
import { takenBy } from './payloads.js';

type Listened = { readonly facts: readonly MessageSite[]; readonly gaps: readonly FileGap[] };

/**
 * The channels of listener methods, and of handlers in a listener class:
 * https://docs.spring.io/spring-kafka/reference/kafka/receiving-messages/listener-annotation.html,
 * https://docs.spring.io/spring-amqp/reference/amqp/receiving-messages/async-annotation-driven.html
 */
export function listenersOf(source: Source, decl: TypeDecl, by: string): Listened {
  const found = decl.methods.flatMap((method) =>
    [...listeners(method.annotations), ...handled(decl, method)].map((one) => listened(source, decl, method, one, by)),
  );
  return { facts: found.flatMap(({ facts }) => facts), gaps: found.flatMap(({ gaps }) => gaps) };
}

const LISTENERS = new Set(['KafkaListener', 'RabbitListener']);
const listeners = (all: readonly Annotation[]): readonly Annotation[] => all.filter(({ name }) => LISTENERS.has(name));

/** `@KafkaHandler` in a class with `@KafkaListener`. */
function handled(decl: TypeDecl, method: Method): readonly Annotation[] {
  return annotation(method.annotations, 'KafkaHandler', 'RabbitHandler') === undefined ? [] : listeners(decl.annotations);
}

function listened(source: Source, decl: TypeDecl, method: Method, listener: Annotation, by: string): Listened {
  const place = at(source, listener.index);
  const payload = takenBy(bodyOf(source, decl, method));
  const named = channelsOf(source, decl, listener);
  const isUnread = named.length === 0 && argument(listener, 'topicPattern') !== undefined;
  const gap: FileGap = {
    reason: 'dynamic-channel',
    detail: 'topics are given by a pattern',
    at: place,
    hides: { messages: 'subscribe' },
  };
  const facts = named.map(
    ({ channel, aliases }): MessageSite => ({
      kind: 'message',
      by,
      direction: 'subscribe',
      channel,
      ...(aliases === undefined ? {} : { aliases }),
      ...(listener.name === 'RabbitListener' ? { wildcards: 'amqp' } : {}),
      ...(payload === undefined ? {} : { payload }),
      at: place,
    }),
  );
  return { facts, gaps: isUnread ? [gap] : [] };
}

interface Named {
  readonly channel: Expression;
  readonly aliases?: Expression;
}

function channelsOf(source: Source, decl: TypeDecl, listener: Annotation): readonly Named[] {
  const read = (one: Argument): Expression => channelIn(source, decl, one);
  const named = ['topics', 'queues'].flatMap((name) => argument(listener, name) ?? []);
  const declared = argument(listener, 'queuesToDeclare');
  const queues = declared === undefined ? [] : annotationsIn(source, declared, 'Queue').flatMap((one) => queueOf(one) ?? []);
  const parts = argument(listener, 'topicPartitions');
  const topics =
    parts === undefined ? [] : annotationsIn(source, parts, 'TopicPartition').flatMap((one) => one.named('topic') ?? []);
  const bindings = argument(listener, 'bindings');
  const bound =
    bindings === undefined ? [] : annotationsIn(source, bindings, 'QueueBinding').flatMap((one) => boundTo(source, one, read));
  return [...[...named, ...queues, ...topics].map((one) => ({ channel: read(one) })), ...bound];
}

/** An annotation inside an argument: `@Queue("orders")`. */
interface Inner {
  readonly arguments: readonly Argument[];
  readonly named: (...names: readonly string[]) => Argument | undefined;
}

function annotationsIn(source: Source, { from, to }: Argument, name: string): readonly Inner[] {
  const { tokens } = source.unit;
  const found: Inner[] = [];
  for (let index = from; index < to - 1; index += 1) {
    if (tokenAt(tokens, index).text !== name || tokenAt(tokens, index + 1).text !== '(') continue;
    const given = argumentsOf(tokens, index + 1);
    found.push({ arguments: given, named: (...names) => given.find((one) => names.includes(one.name ?? 'value')) });
  }
  return found;
}

const queueOf = (queue: Inner): Argument | undefined => queue.named('value', 'name');

/** A queue by its name, with the routing keys of its binding; a queue without a name is known only by its keys. */
function boundTo(source: Source, binding: Inner, read: (one: Argument) => Expression): readonly Named[] {
  const queues = binding.named('value');
  const [queue] = queues === undefined ? [] : annotationsIn(source, queues, 'Queue');
  const name = queue && queueOf(queue);
  const key = binding.named('key');
  const inExchange = binding.named('exchange');
  const [exchange] = inExchange === undefined ? [] : annotationsIn(source, inExchange, 'Exchange');
  const exchangeName = exchange?.named('value', 'name');
  const all = [name, key, exchangeName].flatMap((one) => (one === undefined ? [] : [read(one)]));
  const [channel, ...aliases] = all;
  if (channel === undefined) return [];
  return [{ channel, ...(aliases.length === 0 ? {} : { aliases: { kind: 'tuple', items: aliases } }) }];
}
