import type { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';

const values = new WeakMap<ts.Node, Expression>();

/** Says what an expression of the source stands for (a framework knows that `Router()` is the router `router@3:9`). */
export function know(node: ts.Node, value: Expression): void {
  values.set(node, value);
}

/** What a framework said of this expression. */
export function knownValue(node: ts.Node): Expression | undefined {
  return values.get(node);
}
