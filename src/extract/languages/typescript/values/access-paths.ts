import { ts } from 'ts-morph';
import { memberName } from '../names/names.js';
import { isLoose } from './loose-types.js';

/** `x.a.b` -> x, a, 2; the member is undefined where its name is unknown. */
export function memberPath(node: ts.Expression): { root: ts.Identifier; member: string | undefined; depth: number } | undefined {
  let depth = 0;
  let member: string | undefined;
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) {
    member = nameOfMember(at);
    depth++;
    at = unwrap(at.expression);
  }
  return depth > 0 && ts.isIdentifier(at) ? { root: at, member, depth } : undefined;
}

/** The name of the accessed member; undefined: it is computed. */
export function nameOfMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return memberName(node.name);
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

export function rootOf(node: ts.Expression): ts.Identifier | undefined {
  let at = unwrap(node);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at))
    at = unwrap(at.expression);
  return ts.isIdentifier(at) ? at : undefined;
}

/** The expression without parentheses, casts and `!`. */
export function unwrap(node: ts.Expression): ts.Expression {
  let at = node;
  while (isWrapped(at)) at = at.expression;
  return at;
}

const isWrapped = (
  node: ts.Expression,
): node is ts.ParenthesizedExpression | ts.AsExpression | ts.TypeAssertion | ts.NonNullExpression | ts.SatisfiesExpression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isSatisfiesExpression(node);

/** `list[0]`. */
export const isElement = (node: ts.Expression): boolean =>
  ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression) && ts.isNumericLiteral(node.argumentExpression);

/** `(book as any).title`: the compiler does not check such an assignment. */
export function isCast(node: ts.Expression): boolean {
  for (let at = node; ; at = at.expression) {
    if ((ts.isAsExpression(at) || ts.isTypeAssertionExpression(at)) && isLoose(at.type)) return true;
    if (!isWrapped(at) && !ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
  }
}

/** The targets of `[a, b.c] = …` and `({ a, b: c } = …)`. */
export function patternTargets(pattern: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression): readonly ts.Expression[] {
  if (ts.isArrayLiteralExpression(pattern))
    return pattern.elements.map((one) => (ts.isSpreadElement(one) ? one.expression : one));
  return pattern.properties.flatMap((one) => {
    if (ts.isShorthandPropertyAssignment(one)) return [one.name];
    if (ts.isPropertyAssignment(one)) return [one.initializer];
    return ts.isSpreadAssignment(one) ? [one.expression] : [];
  });
}

export const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
