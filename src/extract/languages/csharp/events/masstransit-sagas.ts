import type { MessageSite } from '../../../../facts/fact.js';
import { functionScope } from '../locals.js';
import { type Scope, type Source, scopeOf } from '../source.js';
import type { Member, TypeNode } from '../syntax/syntax.js';
import { afterBracket, isWord, type Range, split, textAt } from '../syntax/tokens.js';
import { readArguments, readType, simpleName, type TypeSyntax } from '../syntax/type-syntax.js';
import { typeExpression } from '../types.js';
import { readValue } from '../values.js';
import { namesOf, unnamed } from './masstransit-names.js';

const BASES = /^(?:MassTransitStateMachine|AutomatonymousStateMachine)$/;
const SENDS = /^(?:(?:Publish|Send|Produce|Respond)(?:Async)?|Request|Schedule)$/;

/** Is the type a state machine? Only this file reads what state machines publish. */
export const isSaga = ({ bases }: TypeNode): boolean => bases.some((base) => BASES.test(simpleName(base)));

/**
 * The messages that a state machine handles (`Event<T>`) and publishes:
 * https://masstransit.io/documentation/patterns/saga/state-machine
 */
export function sagaMessages(source: Source, node: TypeNode, by: string): readonly MessageSite[] {
  if (!isSaga(node)) return [];
  const { tokens } = source;
  return node.members.flatMap((member): readonly MessageSite[] => {
    const of = eventOf(member);
    if (of !== undefined) {
      const payload = typeExpression(scopeOf(source, node), of);
      return [{ kind: 'message', by, direction: 'subscribe', ...namesOf(simpleName(of)), payload, at: tokens.at(member.at) }];
    }
    const range = member.body ?? member.expression;
    return range === undefined ? [] : sent(source, node, member, range, by);
  });
}

/** `public Event<OrderSubmitted> Submitted { get; private set; }`. */
function eventOf({ kind, type }: Member): TypeSyntax | undefined {
  if ((kind !== 'property' && kind !== 'field') || type === undefined || simpleName(type) !== 'Event') return undefined;
  const named = type.kind === 'nullable' ? type.of : type;
  return named.kind === 'named' ? named.arguments[0] : undefined;
}

function sent(source: Source, node: TypeNode, member: Member, range: Range, by: string): readonly MessageSite[] {
  const { tokens } = source;
  const found: MessageSite[] = [];
  let scope: Scope | undefined;
  for (let at = range.from + 1; at < range.to; at += 1) {
    if (!isWord(tokens, at) || !SENDS.test(textAt(tokens, at)) || textAt(tokens, at - 1) !== '.') continue;
    const open = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, range.to)?.next : at + 1;
    if (open === undefined || textAt(tokens, open) !== '(') continue;
    scope ??= functionScope(scopeOf(source, node), member.parameters, range, readValue);
    const inside: Range = { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 };
    found.push({ kind: 'message', by, direction: 'publish', ...messageIn(scope, inside), at: tokens.at(at) });
  }
  return found;
}

/** `context => context.Init<T>(new { … })`, `context => new T(…)`. */
function messageIn(scope: Scope, inside: Range): Pick<MessageSite, 'channel' | 'aliases' | 'payload'> {
  const { tokens } = scope.source;
  for (let at = inside.from; at < inside.to; at += 1) {
    if (textAt(tokens, at) === 'Init' && textAt(tokens, at + 1) === '<') {
      const generic = readArguments(tokens, at + 1, inside.to);
      const type = generic?.given[0];
      if (type !== undefined) return { ...namesOf(simpleName(type)), payload: typeExpression(scope, type) };
    }
    if (textAt(tokens, at) !== '=>' || textAt(tokens, at + 1) !== 'new') continue;
    const made = readType(tokens, at + 2, inside.to);
    const [value] = split(tokens, { from: at + 1, to: inside.to }, ',');
    if (made !== undefined && simpleName(made.type) !== '' && value !== undefined)
      return { ...namesOf(simpleName(made.type)), payload: readValue(scope, value) };
  }
  return unnamed;
}
