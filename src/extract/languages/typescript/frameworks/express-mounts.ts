import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount, ResponseTransform } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import { rewritingWraps } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { isHarmless, MIDDLEWARE } from '../values/harmless-callees.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { isMountPath } from '../values/path-arguments.js';
import { pathExpression } from '../values/path-expressions.js';
import { readValue } from '../values/values.js';
import { isMiddleware } from './express-middleware.js';
import { isRouterArgument, receiverOf } from './express-receivers.js';
import { BY, creationOf, VERBS } from './express-routers.js';

const ROUTER_NAMES = /rout(?:e|er|es|ers|ing)\b|Rout(?:e|er|es|ers)|Api$|Controller$|^api/;
const ROUTER_FILES = /(?:^|[/.\-_])(?:routes?|routers?|routing|api|apis|controllers?|endpoints?|v\d+)(?:$|[/.\-_])/i;

const MIDDLEWARE_NAMES =
  /limit|auth|deny|restrict|secur|sanitiz|guard|middleware|validat|logg|check|require|verify|protect|permi|pars|error|notfound|handler|session|cors|static|upload|cache/i;

/** What `router.use(prefix?, …)` mounts. */
export interface Use {
  readonly parent: Expression;
  readonly path?: ts.Expression;
  readonly mounts: readonly Mount[];
  /** What middleware among them does to bodies. */
  readonly wraps: readonly ResponseTransform[];
}

/** The mounts of a call of `use` on what may be a router; undefined for any other call. */
export function useOf(source: Source, call: ts.CallExpression): Use | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'use') return undefined;
  const [first] = call.arguments;
  const parent = first && receiverOf(source, callee.expression, false);
  if (first === undefined || parent === undefined) return undefined;
  const path = isMountPath(source, first) && call.arguments.length > 1 ? first : undefined;
  const prefix = path && pathExpression(source, path);
  const children = flatten(path === undefined ? call.arguments : call.arguments.slice(1));
  const each = loopsAround(source, callee.name);
  const mounts = children.flatMap((child, index) =>
    mountedBy(source, child).map((one): Mount => {
      const certainty = certaintyOf(source, one, index === children.length - 1);
      return {
        kind: 'mount',
        by: BY,
        parent,
        child: readValue(source, one),
        ...(prefix && { prefix }),
        ...(each.length > 0 && { each }),
        certainty,
        at: atOf(source, callee.name),
      };
    }),
  );
  const given = children.filter((child) => !isMiddleware(source, child));
  const wraps = rewritingWraps(source, call, { by: BY, router: parent, given, ...(prefix && { path: prefix }) });
  return { parent, ...(path && { path }), mounts, wraps };
}

/** Arguments with arrays taken apart. */
function flatten(nodes: readonly ts.Expression[]): readonly ts.Expression[] {
  return nodes.flatMap((node) => {
    const at = unwrap(ts.isSpreadElement(node) ? node.expression : node);
    return ts.isArrayLiteralExpression(at) ? flatten([...at.elements]) : [at];
  });
}

/** What of an argument may be a router: itself, unless it is a middleware, and what a wrapper is given. */
function mountedBy(source: Source, node: ts.Expression): readonly ts.Expression[] {
  if (isFunctionNode(node) || isMiddleware(source, node)) return [];
  if (!ts.isCallExpression(node) || requiredModule(node) !== undefined || creationOf(source, node) !== undefined) return [node];
  const wrapped = node.arguments
    .map(unwrap)
    .filter((one) => ts.isIdentifier(one) && ROUTER_NAMES.test(one.text) && lookup(source, one)?.kind !== 'parameter');
  return [node, ...wrapped];
}

/** How surely an argument of `use` is a router, by what it is called and where it comes from. */
function certaintyOf(source: Source, node: ts.Expression, isLast: boolean): Mount['certainty'] {
  if (ts.isCallExpression(node) && isDynamicRequire(node)) return 'router';
  const specifier = requiredModule(node) ?? originOf(source, ts.isCallExpression(node) ? node.expression : node)?.specifier ?? '';
  const isOwn = specifier.startsWith('.') || specifier === '';
  const name = nameOf(node);
  if (isOwn && requiredModule(node) !== undefined && isLast) return 'router';
  if (name !== undefined && ROUTER_NAMES.test(name) && !/middleware|handler|guard|limit|auth$/i.test(name)) return 'router';
  if (isOwn && ROUTER_FILES.test(specifier) && isLast) return 'router';
  if (name !== undefined && MIDDLEWARE_NAMES.test(name)) return 'unlikely';
  return isLast ? 'maybe' : 'unlikely';
}

/** The word that an expression goes by: `userRouter`, `routes` of `this.routes`, `createRouter` of `createRouter()`. */
function nameOf(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isCallExpression(node) ? nameOf(unwrap(node.expression)) : undefined;
}

function isDynamicRequire(node: ts.CallExpression): boolean {
  return ts.isIdentifier(node.expression) && node.expression.text === 'require' && requiredModule(node) === undefined;
}

/** Arguments beyond these register no routes. */
const MOST_ARGUMENTS = 8;

/** An app or router that is handed to a function: what the function puts on its parameter hangs on what is handed. */
export function handedOn(
  source: Source,
  call: ts.CallExpression | ts.NewExpression,
  made: ReadonlySet<string>,
): readonly Mount[] {
  const callee = unwrap(call.expression);
  if (creationOf(source, call) !== undefined || isOwnMethod(callee, call.arguments ?? []) || isForeign(source, callee)) return [];
  const of = readValue(source, callee);
  const callable: Expression = ts.isNewExpression(call) ? { kind: 'member', of, name: 'constructor' } : of;
  const each = loopsAround(source, call);
  const handed = handedArguments(source, call, made);
  const all = handed.length === 0 ? [] : (call.arguments ?? []).slice(0, MOST_ARGUMENTS);
  const given = all.map((one) => readValue(source, unwrap(one)));
  return handed.map(({ node, index, member }): Mount => {
    const parameter: Expression = { kind: 'parameter', callable: '', of: callable, index };
    const child: Expression = member === undefined ? parameter : { kind: 'member', of: parameter, name: member };
    const certainty = isRouterList(source, node) || isHarmless(source, callee) ? 'unlikely' : 'router';
    return {
      kind: 'mount',
      by: BY,
      parent: readValue(source, unwrap(node)),
      child,
      ...(given.length > 1 && { given }),
      ...(each.length > 0 && { each }),
      certainty,
      at: atOf(source, call),
    };
  });
}

interface Handed {
  readonly node: ts.Expression;
  readonly index: number;
  /** Of the object that is passed: `start({ app })`. */
  readonly member?: string;
}

/** The arguments that are routers or lists of them, also as members of an object. */
function handedArguments(
  source: Source,
  call: ts.CallExpression | ts.NewExpression,
  made: ReadonlySet<string>,
): readonly Handed[] {
  return (call.arguments ?? []).flatMap((node, index): Handed[] => {
    const at = unwrap(node);
    if (isRouterArgument(source, at, made) || isRouterList(source, at)) return [{ node: at, index }];
    if (!ts.isObjectLiteralExpression(at)) return [];
    return at.properties.flatMap((property): Handed[] => {
      const value = ts.isShorthandPropertyAssignment(property)
        ? property.name
        : ts.isPropertyAssignment(property)
          ? property.initializer
          : undefined;
      const member = memberName(property.name);
      return value !== undefined && member !== undefined && isRouterArgument(source, value, made)
        ? [{ node: value, index, member }]
        : [];
    });
  });
}

const LIST_NAMES = /(?:rout(?:e|er)|controller|module|resource|endpoint|api)s?$/i;

/** A list of what holds routers: `new App([new UserRoutes(), new OrderRoutes()])`, and handed on from there. */
function isRouterList(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (ts.isArrayLiteralExpression(at)) {
    return at.elements.some((one) => LIST_NAMES.test(nameOf(ts.isNewExpression(one) ? one.expression : one) ?? ''));
  }
  if (!ts.isIdentifier(at) || !/s$/.test(at.text) || !LIST_NAMES.test(at.text)) return false;
  const declaration = lookup(source, at)?.nodes[0];
  if (declaration === undefined) return false;
  if (ts.isParameter(declaration)) return declaration.type === undefined || ts.isArrayTypeNode(declaration.type);
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isArrayLiteralExpression(unwrap(value));
}

/** `app.use(router)`, `app.get(…)`, `app.listen(…)` and the like are read elsewhere or hand nothing on. */
function isOwnMethod(callee: ts.Expression, given: readonly ts.Expression[]): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    (VERBS.has(callee.name.text) ||
      (callee.name.text === 'route' && given.length < 2) ||
      /^(?:use|listen|set|push|createServer|log|info|debug|bind|then|resolve)$/.test(callee.name.text))
  );
}

/** A function of a package or of the language cannot be followed, and none of them registers routes of the service. */
function isForeign(source: Source, callee: ts.Expression): boolean {
  const specifier = originOf(source, callee)?.specifier;
  if (
    specifier !== undefined &&
    (MIDDLEWARE.test(specifier) || /^(?:node:|https?$|http2$|supertest|socket\.io|ws$|express-ws|fs$|path$)/.test(specifier))
  )
    return true;
  return ts.isIdentifier(callee) && callee.text !== 'require' && lookup(source, callee) === undefined;
}
