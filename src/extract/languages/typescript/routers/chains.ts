import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { type Chain, isNoPath } from '../../../engine/routes.js';
import { initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import type { RouterFile } from './framework.js';
import { lowerArgument } from './lower.js';

/** The path context of a call in a chain: `router.route('/a')`, the path of the previous call. */
export function chainAt({ source }: RouterFile, table: RouterTable, receiver: ts.Expression): Chain & { start: ts.Expression } {
  const opened = table.opens === true ? routeCall(source, table, receiver, 0) : undefined;
  return {
    start: opened?.router ?? receiver,
    ...(opened && { opened: lowerArgument(source, opened.path) }),
    previous: () => previousPath(source, table, receiver),
  };
}

/** `router.route('/a')` at the start of a chain, or in the variable at its start. */
function routeCall(
  source: Source,
  table: RouterTable,
  node: ts.Expression,
  hops: number,
): { readonly router: ts.Expression; readonly path: ts.Expression } | undefined {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    const [path] = at.arguments;
    if (callee.name.text === 'route' && path !== undefined && at.arguments.length === 1)
      return { router: callee.expression, path };
    if (!table.verbs.has(callee.name.text)) return undefined;
    at = unwrap(callee.expression);
  }
  const stored = hops < 3 ? initializerOf(source, at) : undefined;
  return stored !== undefined && ts.isCallExpression(unwrap(stored)) ? routeCall(source, table, stored, hops + 1) : undefined;
}

/** The path of the previous call in the chain; at its start, the root. */
function previousPath(source: Source, table: RouterTable, node: ts.Expression): Expression {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    const [first] = at.arguments;
    if (!ts.isPropertyAccessExpression(callee) || !table.verbs.has(callee.name.text)) break;
    const path = first && lowerArgument(source, first);
    if (path !== undefined && !isNoPath(path)) return path.path(table.path);
    at = unwrap(callee.expression);
  }
  return { kind: 'literal', value: '/' };
}
