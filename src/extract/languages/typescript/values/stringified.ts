import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';

/** The JSON form of `JSON.stringify(x)`: x, unless a replacer may change or omit its parts (ECMA-262, 25.5.2). */
export function stringified(node: ts.Expression, read: (value: ts.Expression) => Expression): Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const [value, replacer] = node.arguments;
  if (!ts.isIdentifier(expression) || expression.text !== 'JSON' || name.text !== 'stringify' || value === undefined)
    return undefined;
  return isWhole(replacer) ? read(value) : { kind: 'unknown', why: 'a replacer of JSON.stringify may change what is sent' };
}

/** Whether `JSON.stringify` with this second argument writes the whole value. */
export function isWhole(replacer: ts.Expression | undefined): boolean {
  return replacer === undefined || replacer.kind === ts.SyntaxKind.NullKeyword || replacer.getText() === 'undefined';
}
