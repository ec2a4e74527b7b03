import { ts } from 'ts-morph';
import type { Mount } from '../../../../facts/fact.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { isFunctionNode } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { isOwnModule, MIDDLEWARE } from '../values/harmless-callees.js';
import type { RouterFile } from './framework.js';

const ROUTER_NAMES = /rout(?:e|er|es|ers|ing)\b|Rout(?:e|er|es|ers)|Api$|Controller$|^api/;
const ROUTER_FILES = /(?:^|[/.\-_])(?:routes?|routers?|routing|api|apis|controllers?|endpoints?|v\d+)(?:$|[/.\-_])/i;
const MIDDLEWARE_NAMES =
  /limit|auth|deny|restrict|secur|sanitiz|guard|middleware|validat|logg|check|require|verify|protect|permi|pars|error|notfound|handler|session|cors|static|upload|cache/i;

/** A value from a package for middleware: `cors()`, `express.json()`, `const limiter = rateLimit(…)`. */
export function isMiddleware(file: RouterFile, table: RouterTable, node: ts.Expression, hops = 0): boolean {
  const at = unwrap(node);
  if (hops > 4 || file.source.bound.get(at)?.kind === 'name') return false;
  const callee = ts.isCallExpression(at) || ts.isNewExpression(at) ? at.expression : at;
  const specifier = originOf(file.source, callee)?.specifier ?? '';
  if (MIDDLEWARE.test(specifier) || table.harmless?.test(specifier) === true) return true;
  if (ts.isPropertyAccessExpression(callee)) return isMiddleware(file, table, callee.expression, hops + 1);
  const stored = initializerOf(file.source, callee);
  return stored !== undefined && isMiddleware(file, table, stored, hops + 1);
}

/** The parts of an argument of `use` that may be routers: itself, unless it is a middleware, and arguments of a wrapper. */
export function mountable(file: RouterFile, table: RouterTable, node: ts.Expression): readonly ts.Expression[] {
  const known = file.source.bound.get(node);
  if (known?.kind === 'absent' || isFunctionNode(node)) return [];
  if (known !== undefined) return [node];
  if (isMiddleware(file, table, node)) return [];
  return !ts.isCallExpression(node) || requiredModule(node) !== undefined ? [node] : [node, ...wrappedIn(file, node)];
}

/** Arguments of an unknown wrapper that it may pass through: routers by their names or bindings, imports. */
export function wrappedIn({ source }: RouterFile, call: ts.CallExpression): readonly ts.Expression[] {
  return call.arguments.flatMap(alternatives).filter((one) => {
    if (source.bound.get(one) !== undefined) return true;
    if (!ts.isIdentifier(one) || lookup(source, one)?.kind === 'parameter') return false;
    return ROUTER_NAMES.test(one.text) || isOwnModule(originOf(source, one)?.specifier ?? '');
  });
}

/** The elements of a list, and the branches of a condition. */
function alternatives(given: ts.Expression): readonly ts.Expression[] {
  const node = unwrap(given);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(alternatives);
  if (ts.isSpreadElement(node)) return alternatives(node.expression);
  return ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse].flatMap(alternatives) : [node];
}

/** How certain it is that an argument of `use` is a router, by its name and origin. */
export function certaintyOf(
  { middleware }: RouterTable,
  source: Source,
  node: ts.Expression,
  isLast: boolean,
): Mount['certainty'] {
  const callee = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  if (callee !== undefined && ts.isIdentifier(callee) && callee.text === 'require' && requiredModule(node) === undefined)
    return 'router';
  if (callee !== undefined && ts.isPropertyAccessExpression(callee) && middleware?.test(callee.name.text) === true)
    return 'router';
  const specifier = requiredModule(node) ?? originOf(source, callee ?? node)?.specifier ?? '';
  const isOwn = specifier.startsWith('.') || specifier === '';
  const name = nameOf(node);
  if (isOwn && requiredModule(node) !== undefined && isLast) return 'router';
  if (name !== undefined && ROUTER_NAMES.test(name) && !/middleware|handler|guard|limit|auth$/i.test(name)) return 'router';
  if (isOwn && ROUTER_FILES.test(specifier) && isLast) return 'router';
  if (name !== undefined && MIDDLEWARE_NAMES.test(name)) return 'unlikely';
  return isLast ? 'maybe' : 'unlikely';
}

/** The name of an expression: `userRouter`, `routes` of `this.routes`, `createRouter` of `createRouter()`. */
export function nameOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isCallExpression(node) ? nameOf(unwrap(node.expression)) : undefined;
}
