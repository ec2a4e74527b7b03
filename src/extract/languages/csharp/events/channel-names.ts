import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import { type ChannelMethod, channelSite, publishes, subscribes } from '../../../channel-methods.js';
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

const AZURE = /^Azure\.Messaging\.ServiceBus\b/;
const RABBIT = /^RabbitMQ\.Client\b/;
const KAFKA = /^Confluent\.Kafka\b/;
const NATS = /^NATS\.(?:Net|Client\.Core)$/;

/**
 * https://learn.microsoft.com/dotnet/api/azure.messaging.servicebus, https://www.rabbitmq.com/client-libraries/dotnet-api-guide,
 * https://docs.confluent.io/kafka-clients/dotnet/current/overview.html, https://nats-io.github.io/nats.net/
 */
const METHODS: readonly ChannelMethod[] = [
  publishes(AZURE, /^CreateSender$/, [0, 'queueOrTopicName']),
  subscribes(AZURE, /^Create(?:Session)?(?:Processor|Receiver)$/, [0, 'queueName']),
  publishes(RABBIT, /^BasicPublish(?:Async)?$/, [1, 'routingKey'], { alias: [0, 'exchange'], least: 3 }),
  subscribes(RABBIT, /^BasicConsume(?:Async)?$/, [0, 'queue'], { least: 2 }),
  publishes(KAFKA, /^Produce(?:Async)?$/, [0, 'topic'], { least: 2 }),
  subscribes(KAFKA, /^Subscribe$/, [0, 'topic']),
  publishes(NATS, /^(?:Publish|Request)Async$/, [0, 'subject']),
  subscribes(NATS, /^Subscribe(?:Core)?Async$/, [0, 'subject'], { wildcards: 'nats' }),
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

function named(source: Source, node: TypeNode, member: Member, methods: readonly ChannelMethod[]): readonly MessageSite[] {
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
    if (given.length < (method.least ?? 1)) continue;
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
  method: ChannelMethod,
  given: readonly Given[],
  type: TypeSyntax | undefined,
): Omit<MessageSite, 'at'> | undefined {
  const channel = argument(given, method.at, method.named);
  if (channel === undefined) return undefined;
  const exchange = method.alias && argument(given, ...method.alias);
  const read = (range: Range): Expression => readValue(scope, range);
  return {
    ...channelSite(BY, method, read(channel), exchange && read(exchange)),
    ...(method.library === KAFKA && method.direction === 'publish' ? payloadIn(scope, given[1]) : {}),
    ...(method.library === NATS ? dataOf(scope, type ?? createdAt(scope, argument(given, 1, 'data'))) : {}),
  };
}

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
