import { ts } from 'ts-morph';
import { memberName } from '../names/names.js';
import { initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { leaves } from './response-settings.js';

const ERROR = 400;
const ERRORS = /^(?:e|ex|err|errors?|exception)$|(?:Error|Exception)$/;
const K = ts.SyntaxKind;

/** Where conditions count: before `since` no code has created the response that they would test. */
interface Scope {
  readonly source: Source;
  readonly owner: ts.Node;
  readonly since: number;
}

/** Whether a place in a function is reached only for errors, or without a body: in a `catch`, or because of conditions. */
export function isForErrors(scope: Scope, given: ts.Node): boolean {
  for (let at = given; at !== scope.owner && at.parent !== undefined; at = at.parent) {
    if (ts.isCatchClause(at) || decides(scope, at) || isGuarded(scope, at)) return true;
  }
  return false;
}

/** `if (ctx.status >= 400) { … }`, `… else { … }`, `ctx.status === 404 && (…)`. */
function decides(scope: Scope, at: ts.Node): boolean {
  const { parent } = at;
  if (parent.pos < scope.since) return false;
  if (ts.isIfStatement(parent) && at !== parent.expression)
    return leavesErrors(scope, parent.expression, at === parent.thenStatement);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== K.AmpersandAmpersandToken || at !== parent.right)
    return false;
  return leavesErrors(scope, parent.left, true);
}

/** Whether a statement before it leaves for successes: `if (ctx.status < 400) return;`. */
function isGuarded(scope: Scope, at: ts.Node): boolean {
  if (!ts.isStatement(at) || !ts.isBlock(at.parent)) return false;
  const before = at.parent.statements.slice(0, at.parent.statements.indexOf(at));
  return before.some(
    (one) =>
      one.pos > scope.since &&
      ts.isIfStatement(one) &&
      one.elseStatement === undefined &&
      leaves(one.thenStatement) &&
      leavesErrors(scope, one.expression, false),
  );
}

/** Whether a condition that is true (or false, by `sense`) leaves only errors and missing bodies. */
function leavesErrors(scope: Scope, given: ts.Expression, sense: boolean): boolean {
  const node = unwrap(given);
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) return leavesErrors(scope, node.operand, !sense);
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const { kind } = operatorToken;
    if (kind !== K.AmpersandAmpersandToken && kind !== K.BarBarToken) return compares(scope, node, sense);
    const [one, other] = [leavesErrors(scope, left, sense), leavesErrors(scope, right, sense)];
    return (kind === K.AmpersandAmpersandToken) === sense ? one || other : one && other;
  }
  if (ts.isCallExpression(node)) return sense && isListed(scope, node);
  return sense ? ERRORS.test(nameOf(node)) : /^(?:body|ok)$/.test(nameOf(node)) && !ts.isIdentifier(node);
}

const NEGATED = new Map([
  [K.EqualsEqualsToken, K.ExclamationEqualsToken],
  [K.EqualsEqualsEqualsToken, K.ExclamationEqualsToken],
  [K.ExclamationEqualsToken, K.EqualsEqualsToken],
  [K.ExclamationEqualsEqualsToken, K.EqualsEqualsToken],
  [K.LessThanToken, K.GreaterThanEqualsToken],
  [K.LessThanEqualsToken, K.GreaterThanToken],
]);

/** `ctx.status >= 400`, `ctx.body == null`, `error !== undefined`, `error instanceof HttpError`, `'error' in body`. */
function compares(scope: Scope, { left, operatorToken, right }: ts.BinaryExpression, sense: boolean): boolean {
  const kind = sense ? operatorToken.kind : NEGATED.get(operatorToken.kind);
  if (kind === K.InstanceOfKeyword) return ERRORS.test(nameOf(left));
  if (kind === K.InKeyword) return sense && ts.isStringLiteralLike(left) && ERRORS.test(left.text);
  const value = unwrap(right);
  const isSame = kind === K.EqualsEqualsToken || kind === K.EqualsEqualsEqualsToken;
  if (ts.isNumericLiteral(value) && isStatus(scope, left)) {
    const number = Number(value.text);
    if (kind === K.GreaterThanToken) return number >= ERROR - 1;
    return number >= ERROR && (isSame || kind === K.GreaterThanEqualsToken);
  }
  if (value.kind !== K.NullKeyword && nameOf(value) !== 'undefined') return false;
  if (isSame) return nameOf(left) === 'body';
  const isOther = kind === K.ExclamationEqualsToken || kind === K.ExclamationEqualsEqualsToken;
  return isOther && ERRORS.test(nameOf(left));
}

/** `[401, 403].includes(ctx.status)` */
function isListed(scope: Scope, { expression, arguments: given }: ts.CallExpression): boolean {
  const list = ts.isPropertyAccessExpression(expression) && expression.name.text === 'includes' && unwrap(expression.expression);
  const [status] = given;
  if (!list || !ts.isArrayLiteralExpression(list) || status === undefined || !isStatus(scope, status)) return false;
  return list.elements.every((one) => ts.isNumericLiteral(one) && Number(one.text) >= ERROR);
}

/** `ctx.status`, `ctx.response.status`, or a variable assigned from it after `since`. */
function isStatus(scope: Scope, given: ts.Expression): boolean {
  const node = unwrap(given);
  if (ts.isPropertyAccessExpression(node)) return /^status(?:Code)?$/.test(node.name.text);
  const stored = initializerOf(scope.source, node);
  if (stored === undefined || stored.parent.pos < scope.since) return false;
  const made = unwrap(stored);
  return ts.isPropertyAccessExpression(made) && isStatus(scope, made);
}

/** The last name of `a.b.c`. */
function nameOf(given: ts.Expression): string {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? (memberName(node.name) ?? '') : '';
}
