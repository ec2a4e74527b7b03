import type { Expression, OperatorExpression } from '../../../facts/expression.js';
import type { Constant } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import type { Node } from './syntax/node.js';

const PERHAPS: Expression = nullInDoubt('this list may never be filled, and is then null');

/** A list declared without a value: nil, in JSON null, until it is filled. https://pkg.go.dev/encoding/json#Marshal */
export const perhapsNil = (of: Expression): Expression => ({ kind: 'union', options: [of, PERHAPS] });

/** The list type without the option nil. */
const listOf = (type: Expression | undefined): Expression | undefined =>
  type?.kind === 'union' && type.options[1] === PERHAPS ? type.options[0] : type;

/** A list that may still be nil. */
const isNilList = ({ type }: Constant): boolean => type !== listOf(type);

/** The same list once it is filled, or once code tested it for nil. */
export function filledList(constant: Constant): Constant {
  const type = listOf(constant.type);
  return type === undefined ? constant : { ...constant, type };
}

/** `append(x, y)` on `x` itself: the appended elements; undefined if they are spread. */
export function appendedTo(value: Node | undefined, isSame: (node: Node) => boolean): readonly Node[] | undefined {
  if (value?.kind !== 'call' || value.of.kind !== 'name' || value.of.name !== 'append') return undefined;
  const [first, ...more] = value.given;
  return first !== undefined && isSame(first) && !value.spread ? more : undefined;
}

/** With more kinds of elements than this, a list has only its declared type. */
const MAX_ELEMENTS = 8;

type Elements = OperatorExpression & { readonly operator: 'first-known'; readonly keys: Expression };

/** What is known about the elements of a list beyond its type. */
function elementsOf(list: Expression | undefined): Elements | undefined {
  const items = list?.kind === 'array' ? list.items : undefined;
  if (items?.kind !== 'operator' || items.operator !== 'first-known' || items.keys === undefined) return undefined;
  return { ...items, operator: 'first-known', keys: items.keys };
}

/** A list with one more known element; `list` is its type or its value so far. */
export function listWith(list: Expression, element: Expression): Expression {
  const before = elementsOf(list);
  const of: Expression = before?.of ?? (list.kind === 'array' ? list.items : { kind: 'element', of: list });
  const others = before === undefined ? [] : before.keys.kind === 'union' ? before.keys.options : [before.keys];
  const isKnown = others.some((one) => JSON.stringify(one) === JSON.stringify(element));
  if (others.length >= MAX_ELEMENTS) return { kind: 'array', items: of };
  const all = isKnown ? others : [...others, element];
  const [only] = all;
  const keys: Expression = all.length === 1 && only !== undefined ? only : { kind: 'union', options: all };
  return { kind: 'array', items: { kind: 'operator', operator: 'first-known', of, keys } };
}

/** A list variable after an append. */
export function withElement(given: Constant, element: Expression): Constant {
  const constant = asDeclared(given);
  const { type, value } = constant;
  const list = listOf(type) ?? (value.kind === 'array' || (value.kind === 'name' && value.space !== 'value') ? value : undefined);
  if (list === undefined || (list.kind !== 'array' && list.kind !== 'name')) return constant;
  const next = listWith(list, element);
  if (type === undefined) return { ...constant, value: next };
  return { ...constant, type: isNilList(constant) ? perhapsNil(next) : next };
}

/** A list variable after it is assigned another list. */
export function withoutElements(constant: Constant): Constant {
  const before = elementsOf(listOf(constant.type));
  return before === undefined ? constant : { ...constant, type: { kind: 'array', items: before.of } };
}

type Given = OperatorExpression & { readonly keys: Expression };

/** The results of calls that were assigned to a list declared without a value. */
const givenTo = ({ value }: Constant): Given | undefined =>
  value.kind === 'operator' && value.operator === 'first-known' && value.of.kind === 'array' && value.keys !== undefined
    ? { ...value, keys: value.keys }
    : undefined;

/** Reduces a list that only calls have filled to its declared type. */
export function asDeclared(constant: Constant): Constant {
  const given = givenTo(constant);
  return given === undefined ? constant : { ...constant, type: given.of, value: { kind: 'unknown', why: 'it is changed' } };
}

/**
 * `var list []T` that gets the result of a call, or another list that is known, which show more than the type; in a branch it is one option. Undefined: not
 * such a list.
 */
export function listFrom(constant: Constant, value: Expression, sure: boolean, known = false): Constant | undefined {
  const { type, ...rest } = constant;
  const before = givenTo(constant);
  const of = type ?? before?.of;
  const isFirst = sure || before !== undefined || (constant.value.kind === 'unknown' && elementsOf(type) === undefined);
  if ((value.kind !== 'returns' && !known) || of?.kind !== 'array' || !isFirst) return undefined;
  const keys: Expression = before === undefined || sure ? value : { kind: 'union', options: [before.keys, value] };
  return { ...rest, value: { kind: 'operator', operator: 'first-known', of, keys } };
}

/** Whether more is known about a list than its type. */
export const tellsOfList = (constant: Constant): boolean =>
  isNilList(constant) || givenTo(constant) !== undefined || elementsOf(listOf(constant.type) ?? constant.value) !== undefined;
