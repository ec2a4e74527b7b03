import { ts } from 'ts-morph';

/** The operands of `await x` and `a ? x : y`, one of which is the expression's value. Undefined for other expressions. */
export function branchesOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isAwaitExpression(node)) return [node.expression];
  return ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse] : undefined;
}
