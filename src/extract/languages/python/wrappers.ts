import type { Expression } from '../../../facts/expression.js';
import type { Forward, Response, Route } from '../../../facts/fact.js';
import { isHarmless } from './harmless-packages.js';
import { type FunctionDefinition, lookup, onlyValue, originOf, type Scope } from './scope.js';
import type { Source } from './source.js';
import { calledName, calleeOf, lastName, type Node } from './syntax/syntax.js';
import { readValue } from './values.js';

type Answered = Pick<Route, 'responses' | 'incomplete' | 'handler'>;

/** Framework decorators that register the decorated function. */
const REGISTERING =
  /^(?:route|get|post|put|patch|delete|head|options|api_route|websocket|view|staticmethod|param|input|expect|doc)$/;
/** Names of decorators of frameworks and well-known packages that do not change the result. */
const PLAIN =
  /^(?:login_required|jwt_required|jwt_optional|fresh_jwt_required|token_required|require_\w+|requires|requires_\w+|roles_\w+|\w+_required|cross_origin|limit|limiter|cached|cache|deprecated|csrf_exempt|use_args|use_kwargs|arguments|alt_response|swag_from|memoize|exempt|paginate|etag|auth_required|permission_required|authenticate|other_responses|body|protected|inject|transactional|atomic|retry|observe|has_\w+_(?:roles?|scopes?|permissions?)|authenticated|validate_call|instrument|traced?|timed?|timeit|start_as_current_span|count_exceptions|track_inprogress|openapi\w*|docs|validate|\w+_(?:schema|docs?|swagger|openapi))$/;

/** Packages whose decorators document a handler, look at requests, measure, cache or repeat calls, and leave results as they are. */
const UNCHANGING =
  /^(?:aiocache|aiohttp_apispec|async_lru|authlib|aws_xray_sdk|backoff|cachetools|circuitbreaker|ddtrace|dependency_injector|dishka|elasticapm|flasgger|flask_caching|flask_cors|flask_httpauth|flask_jwt_extended|flask_limiter|flask_login|flask_principal|functools\.(?:lru_)?cache|logfire|newrelic|opencensus|opentelemetry|prometheus\w{0,40}|retry|retrying|sanic_ext\.openapi|sanic_openapi|sentry_sdk|slowapi|tenacity|typing\.override)\b/;

/** Whether a decorator registers a route or declares what it sends: the route answers then, not the function. */
export const registers = (decorator: Node): boolean =>
  decorator.kind === 'call' && REGISTERING.test(calledName(decorator)) && calleeOf(decorator).kind === 'attribute';

/** Limit of decorators on one function. */
const MAX_DECORATORS = 10;

/**
 * Whether a decorator leaves the result unchanged. `perhaps`: only its name says so, and it may come from the service. Decorators
 * defined in this file are analysed instead.
 */
function isPlain(scope: Scope, decorator: Node): boolean | 'perhaps' {
  const name = calledName(decorator);
  if (UNCHANGING.test(originOf(scope, calleeOf(decorator)) ?? '')) return true;
  if (REGISTERING.test(name) && !isOwnFunction(scope, decorator)) return true;
  if (!PLAIN.test(name)) return false;
  if (isOwnFunction(scope, decorator)) return false;
  const origin = originOf(scope, calleeOf(decorator));
  return origin === undefined || isHarmless(origin) || 'perhaps';
}

/** Whether the decorator is a function or class of the file. */
function isOwnFunction(scope: Scope, decorator: Node): boolean {
  const callee = calleeOf(decorator);
  if (callee.kind !== 'name') return false;
  const binding = lookup(scope, callee.name)?.binding;
  return binding?.kind === 'function' || binding?.kind === 'class';
}

/** Whether a decorator may change the result, as far as this file shows. */
export const mayChange = (scope: Scope, decorator: Node): boolean => isPlain(scope, decorator) === false;

/**
 * What a route with a decorated handler answers. Linking follows decorators of the service; for other decorators the answer is
 * unknown.
 * `leaves`: whether a decorator, possibly of a library, leaves the answer unchanged.
 */
export function throughDecorators(
  source: Source,
  definition: FunctionDefinition,
  start: number,
  own: Answered,
  leaves?: (decorator: Node, origin: string) => boolean,
): Answered {
  const isKnown = (one: Node): boolean => leaves?.(one, originOf(scopeOf(definition), calleeOf(one)) ?? '') === true;
  const all = changingOf(definition).filter((one) => !isKnown(one));
  // decorators above the registering one get the function only after registration
  const from = all.length > 0 && definition.decorators.some((one) => one.start === start) ? start : 0;
  const changing = all.filter((one) => one.start >= from);
  if (changing.length === 0) return own;
  if (changing.length > MAX_DECORATORS) return { responses: [], incomplete: 'decorators may change what it returns' };
  const at = source.at(start);
  let handler = own.handler;
  if (handler === undefined) {
    const name = `${definition.fact}|route:${start}`;
    const { responses: sends, incomplete } = own;
    // a decorator may put what the function gives into a body of its own, and take it apart if it is a pair
    const returns: Expression = { kind: 'returns', of: { kind: 'name', name: definition.fact, space: 'value' } };
    const isPair = definition.results.some((one) => one?.kind === 'tuple');
    source.record.facts.push({
      kind: 'callable',
      name,
      sends,
      ...(!isPair && { returns }),
      ...(incomplete === undefined ? {} : { incomplete }),
      at,
    });
    handler = { kind: 'name', name, space: 'value' };
  }
  const scope = scopeOf(definition);
  const decorated = changing.reduceRight<Expression>(
    (value, one) => ({
      kind: 'returns',
      of: readValue(source, scope, one),
      values: [value],
      decorates: true,
      ...(isPlain(scope, one) === 'perhaps' && { lenient: true }),
    }),
    handler,
  );
  return { responses: [], handler: decorated };
}

const changingKnown = new WeakMap<FunctionDefinition, readonly Node[]>();

/** Whether a decorator of a function may change its result, as far as this file shows. */
export const isDecoratedAway = (definition: FunctionDefinition): boolean =>
  changingOf(definition).some((one) => mayChange(scopeOf(definition), one));

/** The scope in which the decorators are resolved. */
const scopeOf = ({ inside }: FunctionDefinition): Scope => inside.parent ?? inside;

/** Decorators that may change what is sent. Cached, because each of many decorators may register the function. */
function changingOf(definition: FunctionDefinition): readonly Node[] {
  const scope = scopeOf(definition);
  const changing = changingKnown.get(definition) ?? definition.decorators.filter((one) => isPlain(scope, one) !== true);
  changingKnown.set(definition, changing);
  return changing;
}

/**
 * Records nested functions that answer in place of a handler, as decorators create them: the responses that they create, and
 * those of the function that they wrap.
 *
 * @param respond the response that an expression creates; undefined: none
 */
export function recordWrappers(source: Source, respond: (scope: Scope, node: Node) => Response | undefined): void {
  for (const { fact, inside, results, owner, isGenerator } of source.definitions.functions) {
    if (inside.parent?.form !== 'function' || owner !== undefined || isGenerator || source.record.sends.has(fact)) continue;
    const forwards = results.map((node) => wrappedCall(source, inside, node));
    if (forwards.every((one) => one === undefined)) continue;
    const sends = results.map((node, index) =>
      forwards[index] !== undefined || node === undefined ? undefined : respond(inside, node),
    );
    const isWhole = results.every((_, index) => forwards[index] !== undefined || sends[index] !== undefined);
    source.record.sends.set(fact, () => ({
      sends: sends.flatMap((one) => one ?? []),
      forwards: forwards.flatMap((one) => one ?? []),
      ...(isWhole ? {} : { incomplete: 'a decorator may change what it returns' }),
    }));
  }
}

/** `return await handler(*args, **kwargs)`, also through a variable, where `handler` is a parameter of the enclosing function. */
export function wrappedCall(source: Source, scope: Scope, node: Node | undefined): Forward | undefined {
  if (node?.kind === 'await') return wrappedCall(source, scope, node.of);
  if (node?.kind === 'name') {
    const found = lookup(scope, node.name);
    const stored = onlyValue(found?.binding);
    const isSame =
      found?.scope === scope && !scope.changed.has(node.name) && !scope.sets.has(node.name) && !scope.indexed.has(node.name);
    return isSame && stored !== undefined && stored.kind !== 'name' ? wrappedCall(source, scope, stored) : undefined;
  }
  if (node?.kind !== 'call') return undefined;
  // `validate(query=Query)(handler)(request)` with a library decorator
  const [inner, ...more] = node.of.kind === 'call' && isPlain(scope, node.of.of) === true ? node.of.arguments : [];
  const callee = inner === undefined || more.length > 0 ? node.of : inner.value;
  if (callee.kind !== 'name') return undefined;
  const found = lookup(scope, callee.name);
  if (found?.binding.kind !== 'parameter' || found.scope === scope) return undefined;
  const of = readValue(source, scope, callee);
  return { call: { kind: 'returns', of }, why: `what ${callee.name} sends is not read` };
}

/** Response members that do not affect the body. */
const BESIDE_BODY = /^\.(?:headers|set_cookie|delete_cookie|status_code|raw_headers|background)\b/;

/** Whether a FastAPI route class (`get_route_handler`) sends the handler's response unchanged. */
export function passesBodiesOn(source: Source, method: FunctionDefinition): boolean {
  const isOriginal = (scope: Scope, node: Node | undefined): boolean => {
    if (node?.kind === 'await') return isOriginal(scope, node.of);
    if (node?.kind === 'call' && lastName(node.of) === method.name && node.of.kind === 'attribute')
      return node.of.of.kind === 'call' && originOf(scope, node.of.of.of) === 'super';
    if (node?.kind !== 'name') return false;
    const found = lookup(scope, node.name);
    const stored = onlyValue(found?.binding);
    return stored !== undefined && stored.kind !== 'name' && isOriginal(scope, stored);
  };
  const inner = source.definitions.functions.filter(({ inside }) => inside.parent === method.inside);
  if (inner.length === 0) return method.results.every((node) => isOriginal(method.inside, node));
  return inner.every(({ inside, results, start, end }) =>
    results.every((node) => {
      if (node?.kind === 'await' || node?.kind === 'call') {
        const call = node.kind === 'await' ? node.of : node;
        return call.kind === 'call' && isOriginal(inside, call.of);
      }
      const binding = node?.kind === 'name' ? inside.bindings.get(node.name) : undefined;
      const stored = onlyValue(binding);
      const call = stored?.kind === 'await' ? stored.of : stored;
      if (node?.kind !== 'name' || call?.kind !== 'call' || !isOriginal(inside, call.of)) return false;
      const text = source.masked.bare.slice(start, end);
      const uses = [...text.matchAll(/(?<![\w.])\w+(?=[.[])/g)].filter(([name]) => name === node.name);
      return uses.every(({ index }) => BESIDE_BODY.test(text.slice(index + node.name.length, index + node.name.length + 40)));
    }),
  );
}
