import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Mount, ResponseTransform, Router } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { heldName } from '../names/held-names.js';
import { functionOf, objectOf } from '../names/in-file.js';
import { assigned, isFunctionNode } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { lookup, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { flagOf } from '../values/flags.js';
import { know } from '../values/known.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { declaredType, describedValues, methodCall, unaliased } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { BY, hapiPath, RETURNED } from './hapi-routes.js';

const OTHERS = /["'](?:express|fastify|koa|@koa\/router|koa-router|restify|hono|@nestjs\/[\w-]+)["']/;

function isCreation(source: Source, node: ts.CallExpression | ts.NewExpression): boolean {
  const origin = originOf(source, node.expression);
  return (
    origin !== undefined &&
    /^(?:@hapi\/hapi|hapi)$/.test(origin.specifier) &&
    /^(?:server|Server|createServer)$/.test(origin.name)
  );
}

/** The servers that a file makes. One that glue composes is not known to be the whole: its manifest names plugins by texts. */
export function findServers(source: Source, calls: readonly (ts.CallExpression | ts.NewExpression)[]): readonly Router[] {
  return calls.flatMap((call): Router[] => {
    if (!isCreation(source, call) && !isComposed(source, call)) return [];
    const name = heldName(source, call);
    know(call, { kind: 'name', name, space: 'value' });
    // https://hapi.dev/api/#-serveroptionsrouter
    const options = objectOf(source, call.arguments?.[0]);
    const ignoresCase = flagOf(source, options && assigned(options, 'router'), 'isCaseSensitive') === false;
    const matching = ignoresCase ? { matching: { anyCase: true } } : {};
    const root = isCreation(source, call);
    return [{ kind: 'router', by: BY, name, root, returned: RETURNED, ...matching, at: atOf(source, call) }];
  });
}

/** The server that a call is made on; undefined: it surely or probably is none. */
export function serverOf(source: Source, given: ts.Expression): Expression | undefined {
  const node = unaliased(source, given);
  if (ts.isPropertyAccessExpression(node)) {
    if (node.expression.kind !== ts.SyntaxKind.ThisKeyword || OTHERS.test(source.text)) return undefined;
    const type = declaredType(source, node);
    return /^_?server$/.test(node.name.text) || (type !== undefined && isServerType(source, type))
      ? readValue(source, node)
      : undefined;
  }
  if (!ts.isIdentifier(node)) return undefined;
  const binding = lookup(source, node);
  const [declaration] = binding?.nodes ?? [];
  if (binding === undefined || declaration === undefined) return undefined;
  const isServer =
    binding.kind === 'parameter'
      ? isServerParameter(source, declaration, node.text)
      : binding.kind === 'variable'
        ? isServerVariable(source, declaration, node.text)
        : /^(?:server|app)$/.test(node.text) && !OTHERS.test(source.text);
  return isServer ? readValue(source, node) : undefined;
}

function isServerParameter(source: Source, node: ts.Node, name: string): boolean {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner) || !isFunctionNode(owner.parent) || OTHERS.test(source.text)) return false;
  const type = owner === node ? owner.type : undefined;
  if (type !== undefined && type.kind !== ts.SyntaxKind.AnyKeyword) return isServerType(source, type);
  return /^_?(?:server|srv|plugin|hapiServer|app)$/.test(name);
}

function isServerType(source: Source, type: ts.TypeNode): boolean {
  return /(?:^|[.\s])(?:Hapi)?Server\b|HapiServer/.test(type.getText(source.tree));
}

function isServerVariable(source: Source, node: ts.Node, name: string): boolean {
  if (!ts.isVariableDeclaration(node)) return false;
  const given = node.initializer && unwrap(node.initializer);
  const value = given !== undefined && ts.isAwaitExpression(given) ? unwrap(given.expression) : given;
  if (
    value !== undefined &&
    (ts.isCallExpression(value) || ts.isNewExpression(value)) &&
    (isCreation(source, value) || isComposed(source, value))
  )
    return true;
  if (!/^_?server$/.test(name) || OTHERS.test(source.text)) return false;
  if (value === undefined) return true;
  return ts.isCallExpression(value) && /^(?:\.|$)/.test(originOf(source, value.expression)?.specifier ?? '');
}

/** What a call on a server registers: routes, plugins, extensions; undefined: it is none of them. */
export function calledOn(source: Source, call: ts.CallExpression): readonly Fact[] | undefined {
  const called = methodCall(call);
  const [first] = call.arguments;
  if (called === undefined || first === undefined) return undefined;
  const { name: text = '', node } = called;
  if (!/^(?:route|register|ext|dependency)$/.test(text)) return undefined;
  const parent = serverOf(source, called.receiver);
  if (parent === undefined) return undefined;
  const each = loopsAround(source, node);
  const base = { kind: 'mount' as const, by: BY, parent, ...(each.length > 0 && { each }), at: atOf(source, node) };
  if (text === 'route')
    return itemsOf(first)
      .flatMap((one) => describedValues(source, one))
      .map((child): Mount => ({ ...base, child, certainty: 'router' }));
  if (text === 'register') return itemsOf(first).flatMap((one) => pluginMount(source, base, one, call.arguments[1]));
  if (text === 'ext') return extensionOf(source, call, parent) ?? [];
  const after = call.arguments[1];
  return after === undefined ? [] : [{ ...base, child: parameterOf(readValue(source, unwrap(after))), certainty: 'unlikely' }];
}

function itemsOf(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(node);
  if (!ts.isArrayLiteralExpression(at)) return [at];
  return at.elements.flatMap((one) => itemsOf(ts.isSpreadElement(one) ? one.expression : one));
}

const parameterOf = (of: Expression): Expression => ({ kind: 'parameter', callable: '', of, index: 0 });

/** `{ plugin, routes: { prefix } }`, or the plugin itself: an object with `register`, or a module that has one as `plugin`. */
function pluginMount(
  source: Source,
  base: Omit<Mount, 'child' | 'certainty'>,
  item: ts.Expression,
  settings: ts.Expression | undefined,
): readonly Mount[] {
  const node = unwrap(item);
  const object = ts.isObjectLiteralExpression(node) ? node : undefined;
  const plugin = (object && (assigned(object, 'plugin') ?? registered(object))) ?? node;
  const specifier = requiredModule(unwrap(plugin)) ?? originOf(source, plugin)?.specifier;
  const isForeign = specifier !== undefined && !/^(?:\.|[~#@]\/|\/|src\/)/.test(specifier);
  const of = readValue(source, unwrap(plugin));
  const routes = prefixIn(source, object) ?? prefixIn(source, settings && literalOf(settings));
  const options: Expression | undefined = object === undefined && !isForeign ? { kind: 'member', of, name: 'routes' } : undefined;
  return [
    {
      ...base,
      child: parameterOf({
        kind: 'union',
        options: [member(of, 'register'), member(member(of, 'plugin'), 'register')],
        readings: true,
      }),
      ...(routes && { prefix: routes }),
      ...(options && { options }),
      certainty: isForeign ? 'unlikely' : 'router',
    },
  ];
}

/** Before hapi 17 the plugin is `register` of its registration. */
function registered(object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const value = assigned(object, 'register');
  return value !== undefined && !isFunctionNode(unwrap(value)) && assigned(object, 'name') === undefined ? value : undefined;
}

const member = (of: Expression, name: string): Expression => ({ kind: 'member', of, name });
const literalOf = (node: ts.Expression): ts.ObjectLiteralExpression | undefined => {
  const at = unwrap(node);
  return ts.isObjectLiteralExpression(at) ? at : undefined;
};

function prefixIn(source: Source, object: ts.ObjectLiteralExpression | undefined): Expression | undefined {
  const routes = object && assigned(object, 'routes');
  const inner = routes && literalOf(routes);
  const prefix = inner && assigned(inner, 'prefix');
  return prefix && hapiPath(readValue(source, unwrap(prefix)));
}

/** `server.ext('onPreResponse', …)` may change what is sent, unless it only lets things pass or deals with errors. */
function extensionOf(source: Source, call: ts.CallExpression, router: Expression): readonly ResponseTransform[] | undefined {
  const [first, second] = call.arguments;
  const object = first && literalOf(first);
  const event = object === undefined ? first : assigned(object, 'type');
  const method = object === undefined ? second : assigned(object, 'method');
  if (event === undefined || !ts.isStringLiteralLike(event) || event.text !== 'onPreResponse' || method === undefined)
    return undefined;
  const hook = functionOf(source, method);
  const text = hook?.body?.getText(source.tree) ?? '';
  if (hook !== undefined && (/isBoom/.test(text) || !/\b(?:response|source)\s*\(|\.source\s*=/.test(text))) return undefined;
  const through: Expression = { kind: 'unknown', why: 'an extension of onPreResponse may change the body' };
  return [{ kind: 'wrap', by: BY, router, through, below: true, at: atOf(source, call) }];
}

function isComposed(source: Source, call: ts.CallExpression | ts.NewExpression): boolean {
  const origin = originOf(source, call.expression);
  return origin !== undefined && /^(?:@hapi\/)?glue$/.test(origin.specifier) && origin.name === 'compose';
}

/** glue composes a server of a manifest: its plugins are named by texts. */
export function glueGap(source: Source, call: ts.CallExpression | ts.NewExpression): FileGap | undefined {
  if (!isComposed(source, call)) return undefined;
  return {
    reason: 'unsupported-framework',
    detail: 'glue composes the server of a manifest',
    at: atOf(source, call),
    hides: 'service',
  };
}
