import { ts } from 'ts-morph';

/** What an expression is one of, or waits for: `await x`, `a ? x : y`. Undefined: it is neither. */
export function branchesOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isAwaitExpression(node)) return [node.expression];
  return ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse] : undefined;
}
