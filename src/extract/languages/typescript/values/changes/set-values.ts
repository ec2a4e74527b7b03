import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, unknown } from '../../../../../facts/expression.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { readValue } from '../values.js';
import type { Mutation } from './mutations.js';

/** The value that a member is given: what fills it only where it has none, and what other members held before they were deleted. */
export function valueSet(
  source: Source,
  { target, member: name = '', fills }: Mutation,
  given: ts.Expression,
  of: Expression,
  all: readonly Mutation[],
): Expression {
  const before = (member: string): Expression => {
    const isSet = all.some((one) => one.target.pos < target.pos && (one.member === undefined || one.member === member));
    return isSet ? unknown('its value before it is set again') : memberOf(of, member);
  };
  const node = unwrap(given);
  if (fills !== undefined) {
    const value = readValue(source, given);
    const first = before(name);
    if (isNothing(first)) return value;
    if (fills === 'undefined') return { kind: 'union', options: [present(first), value] };
    return { kind: 'union', options: [{ kind: 'operator', operator: 'non-null', of: first }, value], otherwise: true };
  }
  const isMoved = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === target.text;
  const isDeleted = isMoved && all.some((one) => one.kind === 'delete' && one.member === node.name.text);
  return isDeleted ? before(node.name.text) : readValue(source, given);
}

/** A member where it is not undefined; it may be null. */
function present(member: Expression): Expression {
  if (member.kind !== 'member') return member;
  const test: Expression = {
    kind: 'tuple',
    items: [{ kind: 'literal', value: member.name }, ABSENT, { kind: 'literal', value: false }],
  };
  return {
    ...member,
    of: { kind: 'operator', operator: 'members-tested', of: member.of, keys: { kind: 'tuple', items: [test] } },
  };
}

/** A member of a literal where it is one, so that what the literal lacks is absent. */
function memberOf(of: Expression, name: string): Expression {
  if (of.kind !== 'object' || of.members.some(({ kind }) => kind !== 'property')) return { kind: 'member', of, name };
  const found = of.members.findLast((one) => one.kind === 'property' && one.name === name);
  return found?.kind === 'property' ? found.value : ABSENT;
}

const isNothing = (value: Expression): boolean => value.kind === 'absent' || isNull(value);
