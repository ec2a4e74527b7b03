import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Mount, ResponseTransform, Route } from '../../../../../facts/fact.js';
import type { Call as Lowered } from '../../../../engine/call.js';
import { mountFact } from '../../../../engine/mounts.js';
import { braces, joinedPath } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { functionOf, objectOf } from '../../names/in-file.js';
import { assigned, isFunctionNode } from '../../names/names.js';
import { originOf, requiredModule } from '../../names/origins.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerCall } from '../../routers/lower.js';
import { receiverOf } from '../../routers/receivers.js';
import { answersFailures } from '../../sends/payload-hooks.js';
import { middlewareOf } from '../../sends/rewrites.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';
import { toolkitSendsOf } from './sends.js';

/** Id of the extractor. */
const BY = 'typescript/hapi';

/** https://hapi.dev/api */
const table: RouterTable = {
  id: BY,
  imported: /["'](?:@hapi\/(?:hapi|glue)|hapi|glue)["']/,
  words:
    /["'](?:@hapi\/[\w-]+|hapi(?:-[\w-]+)?|joi|boom)["']|\bh\.(?:response|redirect|view|file|continue)\b|,\s{0,9}h\s{0,9}\)|\bserver\.(?:route|register|ext)\(/,
  makers: [
    {
      packages: /^(?:@hapi\/hapi|hapi)$/,
      names: /^(?:server|Server|createServer)$/,
      makes: 'app',
      // https://hapi.dev/api/#-serveroptionsrouter
      settings: ({ arguments: [options] }) =>
        options?.member('router')?.member('isCaseSensitive')?.flag === false ? { matching: { anyCase: true } } : {},
    },
    { packages: /^(?:@hapi\/)?glue$/, names: /^compose$/, makes: 'router' },
  ],
  types: /(?:^|[.\s])(?:Hapi)?Server\b|HapiServer/,
  names: /^_?(?:server|srv|plugin|hapiServer|app)$/,
  described: { call: 'route', path: ['path'], options: ['options', 'config'], elsewhere: 'routers' },
  verbs: new Map(),
  fluent: /(?!)/,
  own: /^(?:route|register|ext|start|stop|initialize|inject|log|info|debug|auth|bind|then|push|set|on|once|emit|decorate|method|state|views|dependency|resolve|use|get|post|put|patch|delete|options|head|all|listen|createServer)$/,
  path: braces,
  // https://hapi.dev/api/#-hresponsevalue
  returned: { text: 'text/html', empty: 204 },
};

/** Routes and plugins of hapi (17 to 21, and what older ones share), as calls register and objects describe them. */
export const hapi: RouterFramework = {
  ...frameworkProfiles.hapi,
  table,
  optionsOf: prerequisites,
  sends: toolkitSendsOf,
  call,
};

/** The other registrations of a call on a server: plugins, extensions. */
function call(file: RouterFile, call: Call): Found | undefined {
  const { source } = file;
  const origin = originOf(source, call.expression);
  if (origin?.name === 'compose' && /^(?:@hapi\/)?glue$/.test(origin.specifier)) return composed(source, call);
  const called = methodCall(call);
  const [first, after] = call.arguments ?? [];
  if (called === undefined || first === undefined || !/^(?:register|ext|dependency)$/.test(called.name ?? '')) return undefined;
  const receiver = receiverOf(file, table, called.receiver, undefined);
  if (receiver === undefined) return undefined;
  const { fit, value: parent } = receiver;
  const lowered = lowerCall(source, call, called);
  const mount = (child: Expression, certainty: Mount['certainty'], more?: Partial<Mount>): Mount =>
    mountFact(table, lowered, { parent, child, certainty, ...more });
  if (called.name === 'register') return { fit, facts: itemsOf(first).map((one) => pluginMount(source, mount, one, after)) };
  if (called.name === 'ext') {
    const facts = itemsOf(first).flatMap((one) => extensionOf(source, lowered, one, after, parent));
    return facts.length === 0 ? undefined : { fit, facts };
  }
  return after && { fit, facts: [mount(parameterOf(readValue(source, unwrap(after))), 'unlikely')] };
}

/** `pre: [loadUser, { method: checkUser, assign: 'user' }]` in its options: https://hapi.dev/api/#-routeoptionspre */
function prerequisites(source: Source, route: ts.Expression): Partial<Route> {
  const object = objectOf(source, route);
  const options = objectOf(source, object && (assigned(object, 'options') ?? assigned(object, 'config')));
  const list = options && assigned(options, 'pre');
  const before = middlewareOf(
    source,
    (list === undefined ? [] : itemsOf(list)).map((one) =>
      ts.isObjectLiteralExpression(one) ? (assigned(one, 'method') ?? one) : one,
    ),
  );
  return before.length > 0 ? { before } : {};
}

/** glue creates a server from a manifest, which names its plugins by strings. */
function composed(source: Source, call: Call): Found {
  const { at } = lowerCall(source, call);
  const detail = 'glue composes the server of a manifest';
  return { facts: [], gaps: [{ reason: 'unsupported-framework', detail, at, hides: 'service' }] };
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
  mount: (child: Expression, certainty: Mount['certainty'], more?: Partial<Mount>) => Mount,
  item: ts.Expression,
  settings: ts.Expression | undefined,
): Mount {
  const object = literalOf(item);
  const plugin = unwrap((object && (assigned(object, 'plugin') ?? registered(object))) ?? item);
  const specifier = requiredModule(plugin) ?? originOf(source, plugin)?.specifier;
  const isForeign = specifier !== undefined && !/^(?:\.|[~#@]\/|\/|src\/)/.test(specifier);
  const of = readValue(source, plugin);
  const prefix = prefixIn(source, object) ?? (settings && prefixIn(source, literalOf(settings), settings));
  const options: Expression[] = [member(of, 'register'), member(member(of, 'plugin'), 'register')];
  return mount(parameterOf({ kind: 'union', options, readings: true }), isForeign ? 'unlikely' : 'router', {
    ...(prefix && { prefix }),
    ...(object === undefined && !isForeign && { options: member(of, 'routes') }),
  });
}

/** Before hapi 17, the plugin is the `register` member of its registration. */
function registered(object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const value = assigned(object, 'register');
  return value !== undefined && !isFunctionNode(unwrap(value)) && assigned(object, 'name') === undefined ? value : undefined;
}

const member = (of: Expression, name: string): Expression => ({ kind: 'member', of, name });

function literalOf(given: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  const node = given && unwrap(given);
  return node !== undefined && ts.isObjectLiteralExpression(node) ? node : undefined;
}

function prefixIn(source: Source, object: ts.ObjectLiteralExpression | undefined, given?: ts.Expression): Expression | undefined {
  if (object === undefined && given !== undefined) return member(member(readValue(source, unwrap(given)), 'routes'), 'prefix');
  const routes = literalOf(object && assigned(object, 'routes'));
  const prefix = routes && assigned(routes, 'prefix');
  return prefix && joinedPath(readValue(source, unwrap(prefix)), braces);
}

/** The extensions that run before handlers: https://hapi.dev/api/#-serverextevents */
const BEFORE = /^on(?:Request|PreAuth|Credentials|PostAuth|PreHandler)$/;

/**
 * `server.ext('onPreResponse', …)` may change responses, unless it only passes them on or handles errors; extensions before
 * handlers may answer instead of them.
 */
function extensionOf(
  source: Source,
  { at }: Lowered,
  first: ts.Expression,
  second: ts.Expression | undefined,
  router: Expression,
): readonly ResponseTransform[] {
  const object = literalOf(first);
  const event = object === undefined ? first : assigned(object, 'type');
  const method = object === undefined ? second : assigned(object, 'method');
  if (event === undefined || !ts.isStringLiteralLike(event) || method === undefined) return [];
  const through: Expression = { kind: 'unknown', why: `an extension of ${event.text} may change the body` };
  const wrap = { kind: 'wrap', by: BY, router, through, below: true, at } as const;
  if (BEFORE.test(event.text)) return middlewareOf(source, [method]).map((middleware) => ({ ...wrap, middleware, past: true }));
  if (event.text !== 'onPreResponse') return [];
  const hook = functionOf(source, method);
  if (hook === undefined) return [{ ...wrap, unless: readValue(source, unwrap(method)) }];
  const text = hook.body?.getText(source.tree) ?? '';
  const isMade = /\bresponse\s*\(/.test(text) && (/\bsource\b/.test(text) || !/isBoom/.test(text));
  const isRetained = (!isMade && !/\bsource\s*=(?![=>])/.test(text)) || answersFailures(hook, toolkitSendsOf(source, hook));
  return isRetained ? [] : [wrap];
}
