import { ts } from 'ts-morph';
import { ABSENT, type Expression, NULL } from '../../../../facts/expression.js';
import { HAS_MEMBER, INSTANCE_OF, ITSELF, TYPE_OF } from '../../../../facts/shapes/form-tags.js';
import { FALSY } from '../../../../facts/shapes/tested-members.js';
import type { EnumValue } from '../../../../model/shape.js';
import { unwrap } from './access-paths.js';

/** A condition that names a value before its use, and its outcome. */
export interface Test {
  readonly condition: ts.Expression;
  readonly holds: boolean;
  readonly loose?: boolean;
}
/** How to read the subjects of tests. */
export interface Reading {
  readonly path: string;
  readonly pathOf: (node: ts.Expression) => string | undefined;
  readonly speaksOf: (condition: ts.Expression) => boolean;
  /** Names for members of the value: `({ note: own }) => …`. */
  readonly bound?: ReadonlyMap<string, string>;
  /** A member of an enum, or of another constant: `Kind.Open`. */
  readonly constantOf?: (node: ts.PropertyAccessExpression) => Expression | undefined;
}
const MAX_DEPTH = 20;

/** Whether an operator tests for equality, or for inequality. */
export const EQUALITY: ReadonlyMap<ts.SyntaxKind, boolean> = new Map([
  [ts.SyntaxKind.EqualsEqualsToken, true],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, true],
  [ts.SyntaxKind.ExclamationEqualsToken, false],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, false],
]);

/** `null` or `undefined` as a literal. */
export function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
}

/**
 * `if (!result.ok) return;`, `if (result === 'NOT_FOUND') return;`: members that distinguish the forms of a value, as lists of
 * `[name, constant or absent, holds]`. Undefined: other tests also distinguish them.
 */
export function tagsOf(tests: readonly Test[], reading: Reading): readonly Expression[] | undefined {
  const items: Expression[] = [];
  for (const { condition, holds, loose } of tests) {
    const found = loose === true ? undefined : tagsIn(condition, holds, reading, 0);
    if (found === undefined) return undefined;
    items.push(...found);
  }
  return items;
}

function tagsIn(given: ts.Expression, holds: boolean, reading: Reading, depth: number): readonly Expression[] | undefined {
  const node = unwrap(given);
  if (depth > MAX_DEPTH) return undefined;
  if (!reading.speaksOf(node)) return [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return tagsIn(node.operand, !holds, reading, depth + 1);
  if (!ts.isBinaryExpression(node)) {
    if (holds && reading.pathOf(node) === reading.path) return [];
    return tag(node, { kind: 'absent' }, holds, reading);
  }
  const operator = node.operatorToken.kind;
  const both = holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken;
  if (operator === both) {
    const sides = [node.left, node.right].map((side) => tagsIn(side, holds, reading, depth + 1));
    return sides.every((side) => side !== undefined) ? sides.flat() : undefined;
  }
  if (operator === ts.SyntaxKind.InstanceOfKeyword) return holds ? undefined : noInstance(node, reading);
  const [left, right] = [unwrap(node.left), unwrap(node.right)];
  if (operator === ts.SyntaxKind.InKeyword)
    return ts.isStringLiteralLike(left) && reading.pathOf(right) === reading.path
      ? [item(HAS_MEMBER, { kind: 'literal', value: left.text }, holds)]
      : undefined;
  const equal = EQUALITY.get(operator);
  if (equal !== undefined && ts.isTypeOfExpression(left) && ts.isStringLiteralLike(right))
    return reading.pathOf(unwrap(left.expression)) === reading.path
      ? [item(TYPE_OF, { kind: 'literal', value: right.text }, equal === holds)]
      : undefined;
  const value = constantAt(right, reading);
  if (equal === undefined || value === undefined) return undefined;
  return tag(left, value, equal === holds, reading);
}

/** `if (price instanceof HttpException) throw price`: the forms of other classes remain. */
function noInstance({ left, right }: ts.BinaryExpression, { path, pathOf }: Reading): readonly Expression[] | undefined {
  const name = ts.isPropertyAccessExpression(right) ? right.name : right;
  if (pathOf(unwrap(left)) !== path || !ts.isIdentifier(name)) return undefined;
  return [item(INSTANCE_OF, { kind: 'literal', value: name.text }, false)];
}

const item = (name: string, equals: Expression, holds: boolean): Expression => ({
  kind: 'tuple',
  items: [{ kind: 'literal', value: name }, equals, { kind: 'literal', value: holds }],
});

/** The value itself, or a member of it. */
function tag(
  node: ts.Expression,
  equals: Expression,
  holds: boolean,
  { path, pathOf }: Reading,
): readonly Expression[] | undefined {
  if (equals.kind === 'literal' && pathOf(node) === path) return [item(ITSELF, equals, holds)];
  if (!ts.isPropertyAccessExpression(node) || pathOf(node.expression) !== path) return undefined;
  return [item(node.name.text, equals, holds)];
}

function constantAt(node: ts.Expression, { constantOf }: Reading): Expression | undefined {
  const value = literalOf(node);
  if (value !== undefined) return { kind: 'literal', value };
  return ts.isPropertyAccessExpression(node) ? constantOf?.(node) : undefined;
}

/** A string, number or boolean literal. */
export function literalOf(node: ts.Expression): EnumValue | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}

/**
 * The certain results of tests on members of a value, as lists of `[name, constant or absent, holds]`: `if (user.mail === null)
 * return`.
 */
export function membersKnown(
  tests: readonly Test[],
  reading: Reading,
  isSetSince: (name: string, condition: ts.Expression) => boolean = () => false,
): readonly Expression[] {
  return tests
    .filter(({ loose }) => loose !== true)
    .flatMap(({ condition, holds }) => knownBy(condition, holds, reading, 0).filter(({ name }) => !isSetSince(name, condition)))
    .map(({ name, value, holds }) => ({
      kind: 'tuple',
      items: [{ kind: 'literal', value: name }, value, { kind: 'literal', value: holds }],
    }));
}

/** The value that a member has, or does not have. */
interface Known {
  readonly name: string;
  readonly value: Expression;
  readonly holds: boolean;
}

function knownBy(given: ts.Expression, holds: boolean, reading: Reading, depth: number): readonly Known[] {
  const node = unwrap(given);
  if (depth > MAX_DEPTH || !reading.speaksOf(node)) return [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return knownBy(node.operand, !holds, reading, depth + 1);
  if (!ts.isBinaryExpression(node)) {
    if (holds) return without(memberUsed(node, reading), [NULL, ABSENT]);
    const name = memberOf(node, reading);
    return name === undefined ? [] : [{ name, value: { kind: 'literal', value: FALSY }, holds: true }];
  }
  const operator = node.operatorToken.kind;
  if (operator === (holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken))
    return [node.left, node.right].flatMap((side) => knownBy(side, holds, reading, depth + 1));
  if (operator === ts.SyntaxKind.InKeyword)
    return holds && ts.isStringLiteralLike(node.left) && reading.pathOf(node.right) === reading.path
      ? without(node.left.text, [ABSENT])
      : [];
  const equal = EQUALITY.get(operator);
  return equal === undefined ? [] : comparedWith(node, equal === holds, reading);
}

/** `user.mail !== null`, `typeof user.mail === 'string'`, `user.state === 'open'`. */
function comparedWith({ left, right, operatorToken }: ts.BinaryExpression, same: boolean, reading: Reading): readonly Known[] {
  const [value, other] = isNothing(left) ? [unwrap(right), left] : [unwrap(left), right];
  if (ts.isTypeOfExpression(value)) {
    const isUndefined = ts.isStringLiteralLike(other) && other.text === 'undefined';
    const isSomething = same && ts.isStringLiteralLike(other) && !isUndefined && other.text !== 'object';
    return isSomething || (isUndefined && !same)
      ? without(memberOf(unwrap(value.expression), reading), isSomething ? [NULL, ABSENT] : [ABSENT])
      : [];
  }
  const name = memberOf(value, reading);
  const isLoose =
    operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken || operatorToken.kind === ts.SyntaxKind.ExclamationEqualsToken;
  if (isNothing(other))
    return same ? [] : without(name, isLoose ? [NULL, ABSENT] : [other.kind === ts.SyntaxKind.NullKeyword ? NULL : ABSENT]);
  const constant = constantAt(unwrap(other), reading);
  return name !== undefined && constant !== undefined && !isLoose ? [{ name, value: constant, holds: same }] : [];
}

function without(name: string | undefined, values: readonly Expression[]): readonly Known[] {
  return name === undefined ? [] : values.map((value) => ({ name, value, holds: false }));
}

function memberOf(node: ts.Expression, { path, pathOf, bound }: Reading): string | undefined {
  if (ts.isIdentifier(node)) return bound?.get(node.text);
  return ts.isPropertyAccessExpression(node) && pathOf(node.expression) === path ? node.name.text : undefined;
}

/** The member that must be present for an expression to have a value: `mail` of `user.mail?.trim()`. */
function memberUsed(node: ts.Expression, reading: Reading): string | undefined {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isElementAccessExpression(at)) {
    const name = memberOf(at, reading);
    if (name !== undefined) return name;
    at = unwrap(at.expression);
  }
  return memberOf(at, reading);
}
