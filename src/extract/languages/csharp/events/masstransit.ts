import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { functionScope } from '../locals.js';
import { type Scope, type Source, scopeOf } from '../source.js';
import type { Member, TypeNode } from '../syntax.js';
import { afterBracket, isWord, type Range, split, textAt } from '../tokens.js';
import { readArguments, readType, simpleName, type TypeSyntax } from '../type-syntax.js';
import { typeExpression } from '../types.js';
import { readValue } from '../values.js';
import { masstransitProfile } from './masstransit-profile.js';

const BY = masstransitProfile.id;

/** Messages that MassTransit carries, by their types: https://masstransit.io/documentation/concepts/messages */
export const masstransit: Extractor<Source> = {
  ...masstransitProfile,
  extract: (source): Extraction => ({
    facts: source.tree.types.flatMap((node) => [
      ...consumed(source, node),
      ...node.members.flatMap((member) => published(source, node, member)),
    ]),
    gaps: [],
  }),
};

/** `OrderCreated` is `order-created` where names are formatted in kebab-case. */
const kebab = (name: string): string => name.replace(/([a-z0-9])(?=[A-Z])/g, '$1-').toLowerCase();

const text = (value: string): Expression => ({ kind: 'literal', value });
const list = (names: readonly string[]): Expression => ({ kind: 'tuple', items: [...new Set(names)].map(text) });

/** `class OrderCreatedConsumer : IConsumer<OrderCreated>`; its queue has the name of the class without `Consumer`. */
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
        channel: text(name),
        aliases: list([kebab(name), queue, kebab(queue)].filter((one) => one !== name)),
        payload: typeExpression(scopeOf(source, node), type),
        at: source.tokens.at(base.kind === 'named' ? base.at : node.at),
      },
    ];
  });
}

/** Types through which messages are published; mediators have methods of the same names. */
const SENDERS =
  /^(?:I(?:PublishEndpoint|SendEndpoint|Bus|BusControl|MessageScheduler|TopicProducer)|ConsumeContext|BehaviorContext)$/;
const SENDS = new Set(['Publish', 'Send', 'PublishBatch', 'SchedulePublish', 'Produce', 'RespondAsync']);

function published(source: Source, node: TypeNode, member: Member): readonly MessageSite[] {
  const range = member.body ?? member.expression;
  if (range === undefined) return [];
  const { tokens } = source;
  const found: MessageSite[] = [];
  let scope: Scope | undefined;
  for (let at = range.from + 2; at < range.to; at += 1) {
    if (!isWord(tokens, at) || !SENDS.has(textAt(tokens, at)) || !/^\??\.$/.test(textAt(tokens, at - 1))) continue;
    const generic = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, range.to) : undefined;
    const open = generic?.next ?? at + 1;
    if (textAt(tokens, open) !== '(' || !isSender(source, node, member, range, at - 2)) continue;
    scope ??= functionScope(scopeOf(source, node), member.parameters, range, readValue);
    const inside: Range = { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 };
    const [first] = split(tokens, inside, ',');
    const site = first && messageOf(scope, first, generic?.given[0], member);
    if (site !== undefined) found.push({ ...site, at: tokens.at(at) });
  }
  return found;
}

/** By the declared type of the field, parameter or variable that stands before the call. */
function isSender({ tokens }: Source, node: TypeNode, member: Member, range: Range, at: number): boolean {
  const name = textAt(tokens, at);
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
    for (let next = index + 2; next < Math.min(index + 12, at); next += 1)
      if (textAt(tokens, next) === 'GetSendEndpoint') return true;
  }
  return false;
}

function messageOf(
  scope: Scope,
  given: Range,
  type: TypeSyntax | undefined,
  member: Member,
): Omit<MessageSite, 'at'> | undefined {
  const value = readValue(scope, given);
  const name = type === undefined ? nameOf(scope, given, value, member) : simpleName(type);
  if (name === undefined || name === '') return undefined;
  const isWritten = value.kind === 'object' || type === undefined;
  return {
    kind: 'message',
    by: BY,
    direction: 'publish',
    channel: text(name),
    aliases: list([kebab(name)].filter((one) => one !== name)),
    payload: isWritten ? value : typeExpression(scope, type),
  };
}

/** The type of what is sent: `new OrderCreated(…)`, a parameter, a variable. */
function nameOf({ source: { tokens } }: Scope, given: Range, value: Expression, { parameters }: Member): string | undefined {
  if (textAt(tokens, given.from) === 'new') {
    const made = readType(tokens, given.from + 1, given.to);
    if (made !== undefined) return simpleName(made.type);
  }
  const parameter = given.to === given.from + 1 ? parameters.find(({ name }) => name === textAt(tokens, given.from)) : undefined;
  if (parameter?.type !== undefined) return simpleName(parameter.type);
  return value.kind === 'name' ? value.name.slice(value.name.lastIndexOf('.') + 1) : undefined;
}
