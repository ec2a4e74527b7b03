import type { At, Expression, Incoming, ObjectMember, PropertyMember, Span, TupleExpression } from '../expression.js';
import { RECEIVER } from '../fact.js';
import { OPERATORS } from '../operator.js';
import {
  count,
  either,
  flag,
  lazy,
  listOf,
  objectOf,
  oneOf,
  optional,
  optionals,
  scalar,
  text,
  variantOf,
} from './sheet-check.js';

/** Facts nested deeper than this are neither written nor read: linking may recurse over them. */
export const MAX_FACT_DEPTH = 200;

/** A path inside the repository. No code reads a file by it, but reports print it and link to it. */
export const path = (value: unknown): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  !value.startsWith('/') &&
  !/^[A-Za-z]:[\\/]/.test(value) &&
  !value.split('/').includes('..');

/** The index of a parameter; the lowest is `RECEIVER`. */
const parameterIndex = either(count, oneOf(RECEIVER));

export const at = objectOf<At>({ line: count, column: count });
export const span = objectOf<Span>({ line: count, column: count, length: count });
export const expression = lazy(() => expressions);
export const member = lazy(() => members);
export const expressionList = listOf(expression);
const spread = objectOf<Extract<TupleExpression['items'][number], { kind: 'spread' }>>({
  kind: oneOf('spread'),
  value: expression,
});

const expressions = variantOf<Expression>({
  literal: { value: scalar },
  scalar: { type: oneOf('string', 'integer', 'number', 'boolean', 'null'), format: optional(text) },
  object: { members: listOf(member) },
  array: { items: expression, boxed: optional(flag), method: optional(text) },
  tuple: { items: listOf(either(expression, spread)) },
  map: { values: expression },
  union: {
    options: expressionList,
    changing: optional(flag),
    readings: optional(flag),
    otherwise: optional(flag),
    unset: optional(flag),
  },
  intersection: { parts: expressionList },
  name: { name: text, arguments: optional(expressionList), space: optional(oneOf('value')) },
  parameter: {
    callable: text,
    ...optionals(expression, 'of', 'type', 'otherwise'),
    index: parameterIndex,
    rest: optional(flag),
  },
  member: { of: expression, name: text, arguments: optional(expressionList) },
  element: { of: expression, key: optional(expression) },
  returns: {
    of: expression,
    values: optional(expressionList),
    more: optional(expression),
    named: optional(listOf(member)),
    arguments: optional(expressionList),
    ...optionals(flag, 'decorates', 'lenient', 'lent'),
    at: optional(span),
  },
  instance: { of: expression, values: optional(expressionList), arguments: optional(expressionList) },
  module: { specifier: text },
  folder: {
    specifier: text,
    names: optional(oneOf('none', 'unread')),
    parameters: optional(flag),
    depth: optional(count),
    ignored: optional(listOf(text)),
    matched: optional(listOf(text)),
    glob: optional(text),
    hooks: optional(oneOf('beside', 'below')),
  },
  text: { parts: expressionList, sum: optional(flag) },
  operator: { operator: oneOf(...OPERATORS), of: expression, keys: optional(expression) },
  declared: { file: path, name: text, arguments: optional(expressionList) },
  absent: {},
  unknown: {
    why: text,
    at: optional(span),
    ...optionals(flag, 'nothing', 'asNull', 'asAbsent', 'written'),
    schema: optional(text),
  },
});

const serialized = objectOf<NonNullable<PropertyMember['serialized']>>({
  name: optional(text),
  hidden: optional(flag),
  value: optional(expression),
  incoming: optional(objectOf<Incoming>({ exposed: optional(flag), hidden: optional(flag), why: optional(text) })),
  becomes: optional(expression),
});

const members = variantOf<ObjectMember>({
  property: {
    name: text,
    member: optional(text),
    naming: optional(oneOf('declared', 'explicit', 'policy')),
    value: expression,
    ...optionals(flag, 'optional', 'loose', 'defaulted', 'computed', 'blank', 'hidden'),
    access: optional(oneOf('read', 'write')),
    unsure: optional(text),
    serialized: optional(serialized),
    stored: optional(expression),
    file: optional(path),
    at,
  },
  method: { name: text, callable: text, getter: optional(flag), at },
  spread: { value: expression, own: optional(flag) },
  rest: { values: expression },
});

/** Whether the value is an expression that is not nested too deeply. */
export function isExpression(value: unknown): value is Expression {
  return expressions(value, MAX_FACT_DEPTH);
}
