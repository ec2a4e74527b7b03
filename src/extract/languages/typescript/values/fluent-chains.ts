import { ts } from 'ts-morph';
import { unwrap } from './access-paths.js';

/** Does a call of this method return its receiver? */
export type IsFluent = (method: string, call: ts.CallExpression) => boolean;

/** `Router().get(…).use(…)`: the call that creates the receiver, and all calls that return it. */
export function chainOf(made: ts.Expression, isFluent: IsFluent): readonly ts.Expression[] {
  const links = [made];
  let at = made;
  for (;;) {
    const access = at.parent;
    if (!ts.isPropertyAccessExpression(access) || access.expression !== at) return links;
    const call = access.parent;
    if (!ts.isCallExpression(call) || call.expression !== access || !isFluent(access.name.text, call)) return links;
    links.push(call);
    at = call;
  }
}

/** The expression that a chain of fluent calls starts with: `router` of `router.get(…).post`. */
export function chainStart(node: ts.Expression, isFluent: IsFluent): ts.Expression {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    if (!ts.isPropertyAccessExpression(callee) || !isFluent(callee.name.text, at)) return at;
    at = unwrap(callee.expression);
  }
  return at;
}

/** One call of a chain. */
export interface Link {
  readonly name: string;
  readonly call: ts.CallExpression;
}

/**
 * The start of a chain that ends with a call, and its calls in order: `router`, `group` and `prefix` of
 * `router.group(…).prefix('/a')`.
 */
export function linksOf(call: ts.CallExpression): { readonly start: ts.Expression; readonly links: readonly Link[] } {
  const links: Link[] = [];
  let start: ts.Expression = call;
  while (ts.isCallExpression(start) && ts.isPropertyAccessExpression(start.expression)) {
    links.unshift({ name: start.expression.name.text, call: start });
    start = unwrap(start.expression.expression);
  }
  return { start, links };
}

type Call = ts.CallExpression | ts.NewExpression;

/** Cached, because several frameworks read the calls of one file. */
const known = new WeakMap<ts.SourceFile, readonly Call[]>();

/** All calls of a file, in the order of the text. */
export function callsOf(tree: ts.SourceFile): readonly Call[] {
  const calls = known.get(tree) ?? callsIn(tree);
  known.set(tree, calls);
  return calls;
}

/** All calls in a part of a file, in the order of the text. */
export function callsIn(part: ts.Node): readonly Call[] {
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(part);
  return calls;
}
