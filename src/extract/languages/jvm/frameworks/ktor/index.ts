import type { Expression } from '../../../../../facts/expression.js';
import type { FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor, Found } from '../../../../extractor.js';
import { functionAround, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { lambdaGiven } from '../../bodies/lambdas.js';
import { type Body, bodyOf, envAt } from '../../bodies/variables.js';
import { functionNamed } from '../../free-names.js';
import { importOf, isLibrary } from '../../names.js';
import { property } from '../../routing/braced-paths.js';
import { LAMBDA, sentIn } from '../../sends.js';
import { at, literal, type Source, unknown, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Method, Range, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { type Call, callAt } from './calls.js';
import { mappers } from './mappers.js';
import { ktorPath } from './paths.js';
import { pathOfResource, resourcePaths } from './resources.js';

const BY = frameworkProfiles.ktor.id;

/** Routes by Ktor's functions. https://ktor.io/docs/server-routing.html */
export const ktor: Extractor<Source> = { ...frameworkProfiles.ktor, extract };

const VERBS: Readonly<Record<string, string>> = {
  ...{ get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE', head: 'HEAD', options: 'OPTIONS' },
};
/** Calls that are no routes, or routes without contract operations. */
const IGNORED = new Set(
  (
    'install intercept static staticResources staticFiles singlePageApplication swaggerUI openAPI println require ' +
    'check error launch createRouteScopedPlugin resource file files defaultResource graphiQL'
  ).split(' '),
);
/** Routes that answer GET with a socket or a stream of events. https://ktor.io/docs/server-websockets.html */
const STREAMS = new Set(['webSocket', 'webSocketRaw', 'sse']);
const ROUTERS = /^(?:Route|Routing|RoutingBuilder|RoutingRoot|RouteBuilder)$/;
/** Position of a function's receiver among its parameters. */
const RECEIVER = 99;

/** No real code nests routes more deeply. */
const MAX_NESTED = 30;

interface Place {
  readonly body: Body;
  readonly router: Expression;
  readonly prefix: Expression;
  readonly method?: string;
  /** Number of routes around it. */
  readonly depth: number;
}

function extract(source: Source): Extraction {
  const found: Found = { facts: [...resourcePaths(source), ...mappers(source)], gaps: [] };
  if (!source.unit.imports.some(({ path }) => path.startsWith('io.ktor.'))) return found;
  found.gaps.push(...autoHead(source));
  const taken: Range[] = [];
  for (const [decl, method] of functionsOf(source)) {
    taken.push(...ofFunction(source, decl, method, found));
    ofApplication(source, decl, method, found);
  }
  const { tokens } = source.unit;
  for (let index = 0; index < tokens.list.length; index++) {
    const open = routingAt(source, index);
    if (open === undefined || taken.some(({ from, to }) => from <= open && open <= to)) continue;
    service(source, index, { from: open + 1, to: closingOf(tokens, open) }, found);
    index = closingOf(tokens, open);
  }
  return found;
}

/** With this plugin, some or all GET routes handle HEAD as well. */
function autoHead(source: Source): readonly FileGap[] {
  const found = source.unit.tokens.list.findIndex(({ kind, text }) => kind === 'word' && text === 'AutoHeadResponse');
  if (found < 0) return [];
  const detail = 'A plugin answers HEAD where there is a route for GET.';
  return [{ reason: 'unsupported-framework', detail, at: at(source, found), hides: { prefix: '/', methods: ['HEAD'] } }];
}

/** A function that registers routes: `fun Route.users()`, `fun users(route: Route)`. Returns the ranges that it has read. */
function ofFunction(source: Source, decl: TypeDecl | undefined, method: Method, found: Found): readonly Range[] {
  const range = method.body ?? method.expression;
  const isRouters = method.receiver !== undefined && ROUTERS.test(method.receiver.name);
  const given = method.parameters.findIndex(({ type }) => type !== undefined && ROUTERS.test(type.name));
  if (range === undefined || (!isRouters && given < 0)) return [];
  const callable = decl === undefined ? method.name : `${decl.qualified}#${method.name}`;
  const router: Expression = { kind: 'parameter', callable, index: isRouters ? RECEIVER : given };
  const isMaker = method.parameters.some(({ type }) => type?.name === 'String' || type?.name === '->');
  const place = { body: bodyOf(source, decl, method, isMaker ? callable : undefined), router, prefix: literal(''), depth: 0 };
  walk(place, range, isRouters ? undefined : method.parameters[given]?.name, found);
  return [range];
}

/** `fun Application.module()`: functions that receive the application may register routes. */
function ofApplication(source: Source, decl: TypeDecl | undefined, method: Method, found: Found): void {
  const range = method.body ?? method.expression;
  if (range === undefined || method.receiver?.name !== 'Application') return;
  const body = bodyOf(source, decl, method);
  for (let index = range.from; index < range.to; index++) {
    const call = callAt(source, index, range, undefined);
    if (call === undefined) continue;
    index = Math.max(index, call.end - 1);
    const { name } = call;
    const position = thisIn(source, call);
    const isAsked = position !== undefined || (isForeign(source, name) && call.given.length === 0 && call.block === undefined);
    if (!isAsked || IGNORED.has(name) || /^(?:[A-Z]|routing$)/.test(name) || isLibrary(importOf(source, name)?.path ?? ''))
      continue;
    const of = functionNamed(envAt(body, call.index), name);
    const child: Expression = { kind: 'parameter', callable: '', of, index: position ?? RECEIVER };
    found.facts.push({ kind: 'mount', by: BY, child, certainty: 'router', at: at(source, call.index) });
  }
}

/** The arguments of a function that registers routes, in order; a trailing lambda may be a handler. */
function givenTo({ body }: Place, { given, block, index }: Call, found: Found): readonly Expression[] {
  const values = given.slice(0, LAMBDA).map((one): Expression => {
    const read = readValue(envAt(body, one.from), one);
    return read.kind === 'literal' ? ktorPath(read) : read;
  });
  if (block === undefined) return values;
  const name = `given@${index}`;
  found.facts.push({ kind: 'callable', name, ...sentIn(body, block), at: at(body.source, index) });
  const between = Array.from({ length: LAMBDA - values.length }, (): Expression => ({ kind: 'absent' }));
  return [...values, ...between, value(name)];
}

/** The position of `this` among the arguments of a call. */
function thisIn({ unit: { tokens } }: Source, { given }: Call): number | undefined {
  const position = given.findIndex(({ from, to }) => to === from + 1 && tokenAt(tokens, from).text === 'this');
  return position < 0 ? undefined : position;
}

/** The opening brace of `routing { … }` or `install(Routing) { … }` that begins here. */
function routingAt({ unit: { tokens } }: Source, index: number): number | undefined {
  const { kind, text, first } = tokenAt(tokens, index);
  if (kind !== 'word' || tokenAt(tokens, index - 1).text === 'fun') return undefined;
  const next = tokenAt(tokens, index + 1).text;
  if (text === 'routing' && next === '{') return index + 1;
  const after = next === '(' ? closingOf(tokens, index + 1) + 1 : -1;
  if (tokenAt(tokens, after).text !== '{') return undefined;
  const isInstalled = text === 'install' && /^Routing(?:Root)?$/.test(tokenAt(tokens, index + 2).text);
  return isInstalled || (text === 'routing' && first) ? after : undefined;
}

function service(source: Source, index: number, range: Range, found: Found): void {
  const name = `routing@${index}`;
  const prefix: Expression = { kind: 'union', options: [property(source, 'context-path'), literal('')] };
  found.facts.push({ kind: 'router', by: BY, name, root: true, prefix, at: at(source, index) });
  const around = functionAround(source, index);
  const method: Method = around?.[1] ?? { ...NAMELESS, index, body: range };
  walk(
    { body: bodyOf(source, around?.[0], method), router: value(name), prefix: literal(''), depth: 0 },
    range,
    undefined,
    found,
  );
}

/** Reads the calls at the start of statements. `on`: the parameter that is their receiver. */
function walk(above: Place, range: Range, on: string | undefined, found: Found): void {
  const place = { ...above, depth: above.depth + 1 };
  if (place.depth > MAX_NESTED) return;
  const { tokens } = place.body.source.unit;
  for (let index = range.from; index < range.to; index++) {
    const call = callAt(place.body.source, index, range, on);
    if (call === undefined) passedOn(place, index, range, found);
    if (call === undefined) continue;
    step(place, call, found);
    index = Math.max(index, call.end - 1);
    if (tokenAt(tokens, index + 1).text === '.') index += 2;
  }
}

function step(place: Place, call: Call, found: Found): void {
  const { name, given, block, types } = call;
  const { source } = place.body;
  if (IGNORED.has(name) || /^(?:[A-Z]|respond)/.test(name)) return;
  if (Object.hasOwn(VERBS, name)) {
    const typed = types[0] === undefined || given.length > 0 ? undefined : pathOfResource(source, types[0]);
    route(place, call, VERBS[name] ?? 'ANY', typed, found);
  } else if (STREAMS.has(name)) route(place, call, 'GET', undefined, found);
  else if (name === 'handle') route(place, call, place.method ?? 'ANY', literal(''), found);
  else if (name === 'route' || name === 'method') {
    if (block === undefined) return;
    const [first, second] = given;
    const method = name === 'method' ? first : second;
    const prefix = name === 'route' && first !== undefined ? joined(place, pathAt(place, first)) : place.prefix;
    const verb = method === undefined ? undefined : tokenAt(source.unit.tokens, method.to - 1).text.toUpperCase();
    if (prefix === undefined) unread(place, call, found);
    else nested({ ...place, prefix, ...(verb !== undefined && { method: verb }) }, call, block, found);
  } else {
    mounted(place, call, found);
    if (block !== undefined) walk(place, block, undefined, found);
  }
}

/** In another library, `route` with an endpoint type contains a handler instead of routes. */
function nested(place: Place, call: Call, block: Range, found: Found): void {
  const before = found.facts.length;
  walk(place, block, undefined, found);
  if (found.facts.length === before) unread(place, call, found);
}

/** An argument as a path. */
function pathAt({ body }: Place, range: Range): Expression {
  return ktorPath(readValue(envAt(body, range.from), range));
}

/** A path below the prefix; undefined if it is unresolved. */
function joined({ prefix }: Place, path: Expression): Expression | undefined {
  if (path.kind === 'unknown') return undefined;
  return { kind: 'text', parts: [prefix, literal('/'), path] };
}

function unread({ body: { source }, prefix, router }: Place, call: Call, found: Found): void {
  const start = router.kind === 'name' && prefix.kind === 'literal' ? patternStart(source, call) : undefined;
  if (start !== undefined) {
    const detail = 'The path of this route is a regular expression.';
    found.gaps.push({ reason: 'dynamic-path', detail, at: at(source, call.index), hides: { prefix: start.slice(0, -1) } });
    return;
  }
  const detail = 'The path of these routes is not written out.';
  found.gaps.push({ reason: 'dynamic-path', detail, at: at(source, call.index), hides: 'service' });
}

/** The folders that a path pattern begins with: `/files/` of `Regex("/files/.+")`. */
function patternStart({ unit: { tokens } }: Source, { given: [first] }: Call): string | undefined {
  const from = first?.from ?? -1;
  const { kind, text } = tokenAt(tokens, from + 2);
  return tokenAt(tokens, from).text === 'Regex' && kind === 'string' ? /^"{1,3}(\/[\w/-]*\/)/.exec(text)?.[1] : undefined;
}

function route(place: Place, call: Call, method: string, typed: Expression | undefined, found: Found): void {
  const { source } = place.body;
  const [first] = call.given;
  const written = typed ?? (first === undefined ? literal('') : pathAt(place, first));
  const path = written.kind === 'tuple' ? written : joined(place, written);
  if (path === undefined) {
    unread(place, call, found);
    return;
  }
  const paths =
    path.kind === 'tuple'
      ? { ...path, items: path.items.flatMap((one) => (one.kind === 'spread' ? [] : (joined(place, one) ?? []))) }
      : path;
  const name = `handler@${call.index}`;
  const place_ = at(source, call.index);
  const sent = STREAMS.has(call.name)
    ? { incomplete: 'a socket or a stream of events answers it' }
    : call.block === undefined
      ? { incomplete: 'its handler was not followed' }
      : sentIn(place.body, call.block);
  found.facts.push({ kind: 'callable', name, ...sent, at: place_ });
  const fact: Route = {
    kind: 'route',
    by: BY,
    method,
    path: paths,
    router: place.router,
    handler: value(name),
    responses: [],
    at: place_,
  };
  found.facts.push(fact);
}

/** Ktor's own functions that contain routes. */
const PLAIN = new Set(
  'authenticate rateLimit host port localPort accept header param optionalParam contentType with apply run let also'.split(' '),
);

/** Maximum number of tokens of a call before the argument. */
const MAX_ARGUMENTS = 200;

/** `x.register(this)`: code that receives a router may register routes on it; an unresolved call hides them. */
function passedOn(place: Place, index: number, { from }: Range, found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  if (tokenAt(tokens, index).text !== 'this' || !/^[(,]$/.test(tokenAt(tokens, index - 1).text)) return;
  const isLabelled = tokenAt(tokens, index + 1).text === '@';
  if (!/^[),]$/.test(tokenAt(tokens, index + (isLabelled ? 3 : 1)).text)) return;
  let open = index - 1;
  while (open > Math.max(from, index - MAX_ARGUMENTS) && !(tokenAt(tokens, open).text === '(' && closingOf(tokens, open) > index))
    open -= 1;
  const name = tokenAt(tokens, open - 1);
  if (name.kind !== 'word' || tokenAt(tokens, open - 2).text !== '.') return;
  const env = envAt(place.body, index);
  const of = readValue(env, { from: open - 3, to: open - 2 });
  const position = argumentsOf(tokens, open).findIndex((one) => one.from === index);
  const callee: Expression = { kind: 'member', of, name: `${name.text}()` };
  // each item may have a more specific class than the list declares
  const isAny = lambdaGiven(tokens, tokenAt(tokens, open - 3).text, index) !== undefined;
  const child: Expression = isAny
    ? unknown('which classes these are is not known')
    : { kind: 'parameter', callable: '', of: callee, index: Math.max(position, 0) };
  const { router: parent, prefix } = place;
  found.facts.push({ kind: 'mount', by: BY, parent, child, prefix, certainty: 'router', at: at(source, index) });
}

/** Is it a function of another package, and of no library that is known to register no routes? */
function isForeign(source: Source, name: string): boolean {
  const path = importOf(source, name)?.path;
  const own = source.unit.package.split('.').slice(0, 2).join('.');
  return path !== undefined && !isLibrary(path) && path.split('.').slice(0, 2).join('.') !== own;
}

/** A function that is called between routes may register more of them. */
function mounted(place: Place, call: Call, found: Found): void {
  const { source } = place.body;
  if (PLAIN.has(call.name) || isLibrary(importOf(source, call.name)?.path ?? '')) return;
  const of = functionNamed(envAt(place.body, call.index), call.name);
  const position = thisIn(source, call);
  found.facts.push({
    ...{
      kind: 'mount',
      by: BY,
      parent: place.router,
      child: { kind: 'parameter', callable: '', of, index: position ?? RECEIVER },
      prefix: place.prefix,
      ...(call.given.length + (call.block === undefined ? 0 : 1) > 0 && { given: givenTo(place, call, found) }),
      ...(call.block !== undefined && { placed: true }),
    },
    certainty: position !== undefined || isForeign(source, call.name) ? 'router' : 'maybe',
    at: at(source, call.index),
  });
}
