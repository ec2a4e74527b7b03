import { ts } from 'ts-morph';
import type { Fact, Route } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import type { RouteParts } from '../exported-methods.js';
import { isFunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf, chainStart } from '../values/fluent-chains.js';
import { pathExpression } from '../values/path-expressions.js';
import { readValue } from '../values/values.js';
import { verbMethods } from '../verb-methods.js';

const VERBS = verbMethods();
const isFluent = (method: string): boolean => VERBS.has(method) || /^(?:use|handler|clone)$/.test(method);

/**
 * The routes of a page that exports a router in place of a function: next-connect and its like, whose methods take handlers alone,
 * or a path before them (https://github.com/hoangvvo/next-connect). None: it is no router.
 */
export function routerRoutes(parts: RouteParts, exported: ts.Expression): readonly Fact[] {
  const { source } = parts;
  const router = startOf(source, exported);
  if (router === undefined) return [];
  return callsOf(source.tree).flatMap((call): Route[] => {
    const callee = unwrap(call.expression);
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(callee)) return [];
    const method = VERBS.get(callee.name.text);
    if (method === undefined || startOf(source, callee.expression) !== router) return [];
    const [first] = call.arguments;
    const last = call.arguments.at(-1);
    const path = first !== undefined && ts.isStringLiteralLike(unwrap(first)) ? first : undefined;
    if (last === undefined || last === path) return [];
    source.handled.add(call);
    return [
      {
        kind: 'route',
        by: parts.by,
        method,
        path: path === undefined ? parts.path : pathExpression(source, path),
        router: parts.router,
        handler: readValue(source, unwrap(last)),
        responses: [],
        at: atOf(source, callee.name),
      },
    ];
  });
}

/** What a chain of fluent calls is made on in the end: the call that makes a router, through the variable that holds it. */
function startOf(source: Source, node: ts.Expression, hops = 0): ts.Node | undefined {
  const start = chainStart(node, isFluent);
  if (!ts.isIdentifier(start)) return ts.isCallExpression(start) ? start : undefined;
  const declaration = lookup(source, start)?.nodes[0];
  if (declaration === undefined || hops > 5) return undefined;
  if (!ts.isVariableDeclaration(declaration))
    return ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) ? declaration : undefined;
  const value = declaration.initializer && unwrap(declaration.initializer);
  return value === undefined || isFunctionNode(value) ? undefined : startOf(source, value, hops + 1);
}
