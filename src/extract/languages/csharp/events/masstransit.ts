import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { functionScope } from '../locals.js';
import { type Scope, type Source, scopeOf } from '../source.js';
import type { Member, TypeNode } from '../syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from '../syntax/tokens.js';
import { lastPart, readArguments, readType, simpleName, type TypeSyntax } from '../syntax/type-syntax.js';
import { typeExpression } from '../types.js';
import { readValue } from '../values.js';
import { namesOf, renaming, unnamed } from './masstransit-names.js';
import { isSaga, sagaMessages } from './masstransit-sagas.js';
import { eventProfiles } from './profiles.js';

const BY = eventProfiles.masstransit.id;

/** MassTransit messages, identified by their types: https://masstransit.io/documentation/concepts/messages */
export const masstransit: Extractor<Source> = {
  ...eventProfiles.masstransit,
  extract: (source): Extraction => ({
    facts: source.tree.types.flatMap((node) => [
      ...consumed(source, node),
      ...sagaMessages(source, node, BY),
      ...node.members.flatMap((member) => published(source, node, member)),
    ]),
    gaps: [...renaming(source), ...source.tree.types.flatMap((node) => ownSender(source, node))],
  }),
};

/** `class OrderCreatedConsumer : IConsumer<OrderCreated>`; the queue has the class name without `Consumer`. */
function consumed(source: Source, node: TypeNode): readonly MessageSite[] {
  if (node.form === 'interface') return [];
  const queue = node.name.replace(/Consumer$/, '');
  return node.bases.flatMap((base): readonly MessageSite[] => {
    const [of] = base.kind === 'named' && /^I(?:Job)?Consumer$/.test(simpleName(base)) ? base.arguments : [];
    const type = of?.kind === 'named' && simpleName(of) === 'Batch' ? of.arguments[0] : of;
    const name = type === undefined ? '' : simpleName(type);
    if (type === undefined || name === '') return [];
    return [
      {
        kind: 'message',
        by: BY,
        direction: 'subscribe',
        ...(isParameter(node, name) ? unnamed : namesOf(name, [queue])),
        payload: typeExpression(scopeOf(source, node), type),
        at: source.tokens.at(base.kind === 'named' ? base.at : node.at),
      },
    ];
  });
}

/** Is the name a type parameter, as in `class Base<T> : IConsumer<T>`? Only derived classes then name the messages. */
function isParameter({ typeParameters, outer }: TypeNode, name: string): boolean {
  return typeParameters.includes(name) || (outer !== undefined && isParameter(outer, name));
}

/** Types that publish messages; mediator types have methods with the same names. */
const SENDERS =
  /^(?:I(?:PublishEndpoint|SendEndpoint(?:Provider)?|Bus|BusControl|MessageScheduler|TopicProducer)|ConsumeContext|BehaviorContext)$/;
/** `interface ISecondBus : IBus`: the reader recognises no calls through such a type. */
function ownSender({ tokens }: Source, { bases, at }: TypeNode): readonly FileGap[] {
  if (!bases.some((base) => SENDERS.test(simpleName(base)))) return [];
  const detail = 'what is published through a type that extends one of MassTransit is not read';
  return [{ reason: 'unsupported-framework', detail, at: tokens.at(at), hides: { messages: 'publish' } }];
}

const SENDS = new Set(['Publish', 'Send', 'PublishBatch', 'SchedulePublish', 'Produce', 'RespondAsync']);

function published(source: Source, node: TypeNode, member: Member): readonly MessageSite[] {
  const range = member.body ?? member.expression;
  if (range === undefined || isSaga(node)) return [];
  const { tokens } = source;
  const found: MessageSite[] = [];
  let scope: Scope | undefined;
  for (let at = range.from + 2; at < range.to; at += 1) {
    if (!isWord(tokens, at) || !SENDS.has(textAt(tokens, at)) || !/^\??\.$/.test(textAt(tokens, at - 1))) continue;
    const generic = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, range.to) : undefined;
    const open = generic?.next ?? at + 1;
    if (textAt(tokens, open) !== '(') continue;
    const sender = isSender(source, node, member, range, at - 2);
    if (sender === false || (sender === undefined && !names(source))) continue;
    scope ??= functionScope(scopeOf(source, node), member.parameters, range, readValue);
    const inside: Range = { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 };
    const [first, second] = split(tokens, inside, ',');
    if (first === undefined) continue;
    const isTyped = second !== undefined && find(tokens, second, new Set(['GetType', 'typeof'])) >= 0;
    const type = generic?.given[0];
    const message = sender === undefined || isTyped ? unnamed : messageOf(scope, first, type, { node, member });
    found.push({ kind: 'message', by: BY, direction: 'publish', ...message, at: tokens.at(at) });
  }
  return found;
}

/** Does the file use MassTransit? Then a sender without a declared type may belong to it. */
const names = ({ tree }: Source): boolean => tree.usings.some(({ name }) => /^MassTransit\b/.test(name));

const OTHERS = /mediator|client|hub|http/i;

/**
 * Decides by the declared type of the field, parameter or variable before the call; undefined if this file does not declare it.
 */
function isSender({ tokens }: Source, node: TypeNode, member: Member, range: Range, at: number): boolean | undefined {
  const name = textAt(tokens, at);
  if (name === ')') return reaches(tokens, Math.max(range.from, at - 40), at) || undefined;
  const constructors = node.members.filter(({ kind }) => kind === 'constructor').flatMap(({ parameters }) => parameters);
  const declared = [...member.parameters, ...node.members, ...node.primary, ...constructors].find(
    (one) => one.name === name,
  )?.type;
  if (declared !== undefined) return SENDERS.test(simpleName(declared));
  // `var endpoint = await provider.GetSendEndpoint(…)`
  for (let index = range.from; index < at; index += 1) {
    if (textAt(tokens, index) !== name || textAt(tokens, index + 1) !== '=') continue;
    const before = readType(tokens, index - 1, index);
    if (before !== undefined && SENDERS.test(simpleName(before.type))) return true;
    if (reaches(tokens, index + 2, Math.min(index + 12, at))) return true;
  }
  return OTHERS.test(name) ? false : undefined;
}

/** Does the range call `GetSendEndpoint`? */
function reaches(tokens: Tokens, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (textAt(tokens, at) === 'GetSendEndpoint') return true;
  return false;
}

interface Inside {
  readonly node: TypeNode;
  readonly member: Member;
}

function messageOf(
  scope: Scope,
  given: Range,
  type: TypeSyntax | undefined,
  { node, member }: Inside,
): Pick<MessageSite, 'channel' | 'aliases' | 'payload'> {
  const value = readValue(scope, given);
  const name = type === undefined ? nameOf(scope, given, value, member) : simpleName(type);
  const isAny = name === undefined || /^(?:|object|Object|dynamic)$/.test(name) || /[@(]/.test(name);
  if (isAny || isParameter(node, name) || member.typeParameters.includes(name)) return unnamed;
  const isBatch = type === undefined && value.kind === 'array';
  if (isBatch) return { ...namesOf(name), payload: value.items };
  return { ...namesOf(name), payload: value.kind === 'object' || type === undefined ? value : typeExpression(scope, type) };
}

const LISTS = /^(?:IEnumerable|IReadOnlyCollection|IReadOnlyList|ICollection|IList|List)$/;

/** The type name of the sent message: from `new OrderCreated(…)`, a parameter or a variable. */
function nameOf({ source: { tokens } }: Scope, given: Range, value: Expression, { parameters }: Member): string | undefined {
  if (textAt(tokens, given.from) === 'new') {
    const made = readType(tokens, given.from + 1, given.to);
    if (made !== undefined) return simpleName(made.type);
  }
  const parameter = given.to === given.from + 1 ? parameters.find(({ name }) => name === textAt(tokens, given.from)) : undefined;
  if (parameter?.type !== undefined) return simpleName(itemOf(parameter.type));
  return value.kind === 'name' ? lastPart(value.name) : undefined;
}

/** MassTransit publishes the items of an `IEnumerable<T>` one by one. */
function itemOf(type: TypeSyntax): TypeSyntax {
  if (type.kind === 'array') return type.of;
  return type.kind === 'named' && LISTS.test(simpleName(type)) ? (type.arguments[0] ?? type) : type;
}
