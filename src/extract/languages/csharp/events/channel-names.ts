import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Wildcards } from '../../../../facts/message-fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { functionScope } from '../locals.js';
import { ownType } from '../names.js';
import { type Scope, type Source, scopeOf } from '../source.js';
import type { Member, TypeNode } from '../syntax/syntax.js';
import { afterBracket, isWord, type Range, split, textAt } from '../syntax/tokens.js';
import { readArguments, readType, type TypeSyntax } from '../syntax/type-syntax.js';
import { typeExpression } from '../types.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';

const BY = eventProfiles.channelNames.id;

interface Method {
  readonly library: RegExp;
  readonly name: RegExp;
  readonly direction: MessageSite['direction'];
  /** Position and name of the channel argument. */
  readonly at: number;
  readonly named: string;
  /** The library's syntax for wildcards in a channel name. */
  readonly wildcards?: Wildcards;
  /** Position and name of the argument with another name of the same channel, such as an exchange. */
  readonly alias?: readonly [number, string];
  readonly least: number;
}

const AZURE = /^Azure\.Messaging\.ServiceBus\b/;
const RABBIT = /^RabbitMQ\.Client\b/;
const KAFKA = /^Confluent\.Kafka\b/;
const NATS = /^NATS\.(?:Net|Client\.Core)$/;

/**
 * https://learn.microsoft.com/dotnet/api/azure.messaging.servicebus, https://www.rabbitmq.com/client-libraries/dotnet-api-guide,
 * https://docs.confluent.io/kafka-clients/dotnet/current/overview.html, https://nats-io.github.io/nats.net/
 */
const METHODS: readonly Method[] = [
  { library: AZURE, name: /^CreateSender$/, direction: 'publish', at: 0, named: 'queueOrTopicName', least: 1 },
  {
    library: AZURE,
    name: /^Create(?:Session)?(?:Processor|Receiver)$/,
    direction: 'subscribe',
    at: 0,
    named: 'queueName',
    least: 1,
  },
  {
    library: RABBIT,
    name: /^BasicPublish(?:Async)?$/,
    direction: 'publish',
    at: 1,
    named: 'routingKey',
    alias: [0, 'exchange'],
    least: 3,
  },
  { library: RABBIT, name: /^BasicConsume(?:Async)?$/, direction: 'subscribe', at: 0, named: 'queue', least: 2 },
  { library: KAFKA, name: /^Produce(?:Async)?$/, direction: 'publish', at: 0, named: 'topic', least: 2 },
  { library: KAFKA, name: /^Subscribe$/, direction: 'subscribe', at: 0, named: 'topic', least: 1 },
  { library: NATS, name: /^(?:Publish|Request)Async$/, direction: 'publish', at: 0, named: 'subject', least: 1 },
  {
    library: NATS,
    name: /^Subscribe(?:Core)?Async$/,
    direction: 'subscribe',
    at: 0,
    named: 'subject',
    wildcards: 'nats',
    least: 1,
  },
];

/** Channels of libraries whose payloads are mostly not analysed. */
export const channelNames: Extractor<Source> = {
  ...eventProfiles.channelNames,
  extract: (source): Extraction => {
    const libraries = METHODS.filter(({ library }) => source.tree.usings.some(({ name }) => library.test(name)));
    const facts = source.tree.types.flatMap((node) => node.members.flatMap((member) => named(source, node, member, libraries)));
    return { facts, gaps: libraries.some(({ library }) => library === NATS) ? streams(source) : [] };
  },
};

/** NATS streams, which store messages for later consumers, use other calls that this reader does not analyse. */
function streams({ tokens }: Source): readonly FileGap[] {
  const at = tokens.list.findIndex((_, index) => STREAMS.test(textAt(tokens, index)) && textAt(tokens, index + 1) === '(');
  if (at < 0) return [];
  const detail = 'streams and services of NATS are not read';
  return [{ reason: 'unsupported-framework', detail, at: tokens.at(at), hides: { messages: 'any' } }];
}

const STREAMS = /^(?:Create(?:JetStream|KeyValueStore|ObjectStore|Services)Context|AddServiceAsync)$/;

interface Given extends Range {
  readonly name?: string;
}

function named(source: Source, node: TypeNode, member: Member, methods: readonly Method[]): readonly MessageSite[] {
  const range = member.body ?? member.expression ?? member.initial;
  if (range === undefined) return [];
  const { tokens } = source;
  const found: MessageSite[] = [];
  let scope: Scope | undefined;
  for (let at = range.from + 1; at < range.to; at += 1) {
    const method = isWord(tokens, at) ? methods.find(({ name }) => name.test(textAt(tokens, at))) : undefined;
    if (method === undefined || !/^\??\.$/.test(textAt(tokens, at - 1))) continue;
    const generic = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, range.to) : undefined;
    const open = generic?.next ?? at + 1;
    if (textAt(tokens, open) !== '(') continue;
    const given = argumentsIn(source, { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 });
    if (given.length < method.least) continue;
    scope ??= functionScope(scopeOf(source, node), member.parameters, range, readValue);
    const site = siteOf(scope, method, given, generic?.given[0]);
    if (site !== undefined) found.push({ ...site, at: tokens.at(at) });
  }
  return found;
}

/** `key: value`, or `value`. */
function argumentsIn({ tokens }: Source, range: Range): readonly Given[] {
  return split(tokens, range, ',', true).map(({ from, to }): Given => {
    const isNamed = isWord(tokens, from) && textAt(tokens, from + 1) === ':';
    return isNamed ? { name: textAt(tokens, from), from: from + 2, to } : { from, to };
  });
}

function siteOf(
  scope: Scope,
  method: Method,
  given: readonly Given[],
  type: TypeSyntax | undefined,
): Omit<MessageSite, 'at'> | undefined {
  const channel = argument(given, method.at, method.named);
  if (channel === undefined) return undefined;
  const exchange = method.alias && argument(given, ...method.alias);
  const read = (range: Range): Expression => readValue(scope, range);
  const [key, other] = [read(channel), exchange && read(exchange)];
  const isFanout = isEmpty(key) && other !== undefined;
  return {
    kind: 'message',
    by: BY,
    direction: method.direction,
    channel: isFanout ? other : key,
    ...(other === undefined || isFanout || isEmpty(other) ? {} : { aliases: other }),
    ...(method.wildcards === undefined ? {} : { wildcards: method.wildcards }),
    ...(method.library === KAFKA && method.direction === 'publish' ? payloadIn(scope, given[1]) : {}),
    ...(method.library === NATS ? dataOf(scope, type ?? createdAt(scope, argument(given, 1, 'data'))) : {}),
  };
}

const isEmpty = (of: Expression): boolean => of.kind === 'literal' && of.value === '';

const argument = (given: readonly Given[], place: number, name: string): Given | undefined =>
  given.find((one) => one.name === name) ?? (given[place]?.name === undefined ? given[place] : undefined);

/** `new OrderPlaced(id)`. */
function createdAt({ source: { tokens } }: Scope, given: Range | undefined): TypeSyntax | undefined {
  return given !== undefined && textAt(tokens, given.from) === 'new'
    ? readType(tokens, given.from + 1, given.to)?.type
    : undefined;
}

/**
 * NATS serializes members under their declared names, not by the service's options; only explicitly named members are certain.
 */
function dataOf(scope: Scope, type: TypeSyntax | undefined): Pick<MessageSite, 'payload'> {
  const node = type?.kind === 'named' ? ownType(scope, type.name) : undefined;
  if (type === undefined || node === undefined || node.bases.length > 0) return {};
  const members = [...node.primary, ...node.members.filter(({ kind }) => kind === 'property')];
  const isNamed = members.every(({ attributes }) => attributes.some(({ name }) => /^Json(?:PropertyName|Ignore)$/.test(name)));
  return isNamed ? { payload: typeExpression(scope, type) } : {};
}

/** `new Message<Null, string> { Value = JsonSerializer.Serialize(order) }`. */
function payloadIn(scope: Scope, message: Range | undefined): Pick<MessageSite, 'payload' | 'encoded'> {
  const { tokens } = scope.source;
  if (message === undefined) return {};
  for (let at = message.from; at < message.to; at += 1) {
    const isSerialized =
      /^(?:Serialize|SerializeToUtf8Bytes|SerializeObject)$/.test(textAt(tokens, at)) && textAt(tokens, at + 1) === '(';
    if (!isSerialized) continue;
    const [first] = split(tokens, { from: at + 2, to: afterBracket(tokens, at + 1, message.to) - 1 }, ',');
    if (first !== undefined)
      return { payload: { kind: 'operator', operator: 'encoded', of: readValue(scope, first) }, encoded: true };
  }
  return {};
}
