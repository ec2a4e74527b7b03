import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { callableName, functionAround, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { http4kAnswersIn } from '../../bodies/http4k.js';
import { valueStart } from '../../bodies/lambdas.js';
import { type Body, bodyOf, envAt, readIn, variableAt } from '../../bodies/variables.js';
import { inclusionSetting, moduleOf } from '../../naming-settings.js';
import { bracedPath } from '../../routing/braced-paths.js';
import { calledAt, lambdaAt, referenceAt } from '../../routing/context-handlers.js';
import { givenBy, routerGivenBy } from '../../routing/given-routers.js';
import { at, literal, type Source, unknown, value } from '../../source.js';
import { argumentsOf, splitAt } from '../../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import type { Field, Method, Range, TypeDecl } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.http4k.id;

/** Routes of http4k. https://www.http4k.org/ecosystem/http4k/reference/core/#routing */
export const http4k: Extractor<Source> = { ...frameworkProfiles.http4k, extract };

const VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']);
/** No real code nests routes more deeply. */
const MAX_NESTED = 30;

interface Found {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** The names of handlers that were read. */
  readonly read: Set<string>;
}

/** A declaration whose value may be a router, with the name of that router. */
interface Holder {
  readonly name: string;
  readonly body: Body;
  readonly range: Range;
  /** The name by which code around it knows it. */
  readonly local?: string;
  readonly index: number;
}

interface Place {
  readonly body: Body;
  readonly router: Expression;
  readonly prefix: Expression;
  readonly depth: number;
  /** The routers of the file by the simple names of what holds them. */
  readonly known: ReadonlyMap<string, Expression>;
}

function extract(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [], read: new Set() };
  const { tokens, imports } = source.unit;
  if (!imports.some(({ path }) => path.startsWith('org.http4k.'))) return { facts: found.facts, gaps: found.gaps };
  const holders = holdersIn(source);
  const known = new Map(holders.flatMap(({ local, name }) => (local === undefined ? [] : [[local, value(name)] as const])));
  for (const { name, body, range, index } of holders) {
    found.facts.push({ kind: 'router', by: BY, name, root: false, at: at(source, index) });
    routersIn({ body, router: value(name), prefix: literal(''), depth: 0, known }, range, found);
  }
  found.facts.push(...jsonSettings(source));
  for (let index = 0; index < tokens.list.length; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    if (/^(?:asServer|toServer)$/.test(text) && tokenAt(tokens, index + 1).text === '(') served(source, index, known, found);
    else if (text === 'Filter' && isChanging(tokens, index)) found.facts.push(wrap(source, index));
    else if (/^(?:bindContract|contract)$/.test(text) && imports.some(({ path }) => path.startsWith('org.http4k.contract')))
      found.gaps.push(gap(source, index, 'Routes of a contract of http4k are not read.'));
  }
  return { facts: found.facts, gaps: found.gaps };
}

/** The properties, functions and variables whose value mentions routes. */
function holdersIn(source: Source): readonly Holder[] {
  const { tokens, types, properties } = source.unit;
  const holders: Holder[] = [];
  const add = (of: Holder): void => void (isRouting(tokens, of.range) && holders.push(of));
  const ofField = (decl: TypeDecl | undefined, field: Field): void => {
    const { name, index, value: range } = field;
    if (range === undefined) return;
    const body = bodyOf(source, decl, { ...NAMELESS, index, expression: range });
    add({ name: decl === undefined ? name : `${decl.qualified}#${name}`, body, range, local: name, index });
  };
  for (const decl of types) for (const field of decl.fields) ofField(decl, field);
  for (const field of properties) ofField(undefined, field);
  for (const [decl, method] of functionsOf(source)) ofFunction(source, decl, method, add);
  return holders;
}

function ofFunction(source: Source, decl: TypeDecl | undefined, method: Method, add: (of: Holder) => void): void {
  const body = bodyOf(source, decl, method);
  for (const { name, value: range, index } of body.block.variables)
    if (range !== undefined) add({ name: `${name}@${index}`, body, range, local: name, index });
  const isGiving = /^(?:RoutingHttpHandler|HttpHandler)$/.test(method.type?.name ?? '') || method.type === undefined;
  const name = givenBy(callableName(decl, method));
  if (isGiving) for (const { value: range } of body.block.returns.slice(0, 1)) add({ name, body, range, index: method.index });
}

/** Does an expression make routes? A value that only names a router is followed where code uses it. */
const isRouting = (tokens: Tokens, { from, to }: Range): boolean =>
  tokens.list
    .slice(from, to)
    .some(
      ({ kind, text }, index) =>
        kind === 'word' &&
        ((text === 'routes' &&
          tokenAt(tokens, from + index + 1).text === '(' &&
          tokenAt(tokens, from + index - 1).text !== '.') ||
          text === 'bind' ||
          text === 'then'),
    );

/** `app.asServer(Jetty(port))`, `Jetty(port).toServer(app)` */
function served(source: Source, index: number, known: Place['known'], found: Found): void {
  const { tokens } = source.unit;
  const around = functionAround(source, index);
  const [decl, method] = around ?? [undefined, { ...NAMELESS, index, body: { from: index, to: index + 1 } }];
  const [first] = argumentsOf(tokens, index + 1);
  const isReceiver = tokenAt(tokens, index).text === 'asServer';
  const range = isReceiver ? { from: valueStart(tokens, index - 2), to: index - 1 } : first;
  if (range === undefined) return;
  const name = `server@${index}`;
  found.facts.push({ kind: 'router', by: BY, name, root: true, at: at(source, index) });
  routersIn({ body: bodyOf(source, decl, method), router: value(name), prefix: literal(''), depth: 0, known }, range, found);
}

/** Reads what an expression serves: routes, or routers that others make. */
function routersIn(above: Place, range: Range, found: Found): void {
  const place = { ...above, depth: above.depth + 1 };
  const { source } = place.body;
  const { tokens } = source.unit;
  if (place.depth > MAX_NESTED) return;
  const { text } = tokenAt(tokens, range.from);
  const bound = splitAt(tokens, range, 'bind');
  const isAlone = bound.length === 1 && splitAt(tokens, range, 'to').length > 1;
  if (bound.length > 1 || isAlone) {
    bind(place, isAlone ? [undefined, range] : bound, found);
    return;
  }
  const choice = splitAt(tokens, range, '?:');
  if (/^(?:if|when|try|run|let)$/.test(text) || choice.length > 1) {
    found.gaps.push(gap(source, range.from, 'Which routes this expression gives is not followed.'));
    return;
  }
  const last = lastCall(tokens, range);
  const base = last?.name === 'withBasePath' && last.given[0] !== undefined ? pathIn(place, last.given[0]) : undefined;
  if (last !== undefined && base !== undefined) routersIn({ ...place, prefix: base }, last.before, found);
  else if (last !== undefined && /^(?:withFilter|withHostPredicate|also)$/.test(last.name)) routersIn(place, last.before, found);
  // `filter.then(routes)`
  else if (last?.name === 'then' && last.given[0] !== undefined) routersIn(place, last.given[0], found);
  else if (last?.name === 'routes' && last.before.to <= range.from) for (const one of last.given) item(place, one, found);
  else if (last !== undefined && last.before.to <= range.from && ELSEWHERE.test(last.name)) return;
  else mount(place, range, found);
}
/** Files and other things that are no operations. */
const ELSEWHERE = /^(?:static|singlePageApp|webJars|swaggerUiLite|redocLite|websockets|sse|hotReload|reverseProxy)$/;

interface LastCall {
  readonly name: string;
  readonly given: readonly Range[];
  /** The receiver, without the dot; it ends at the start of the range if there is none. */
  readonly before: Range;
}

/** The last call of a chain. */
function lastCall(tokens: Tokens, { from, to }: Range): LastCall | undefined {
  for (let index = from; index < to; index++) {
    const { text } = tokenAt(tokens, index);
    if (text !== '(' && text !== '{' && text !== '[') continue;
    const close = closingOf(tokens, index);
    const name = index - 1;
    // a trailing lambda is the argument
    const isLambda = text === '{' && name >= from && tokenAt(tokens, name).kind === 'word';
    if (close === to - 1 && (text === '(' || isLambda)) {
      const given = isLambda ? [{ from: index, to }] : argumentsOf(tokens, index);
      return { name: tokenAt(tokens, name).text, given, before: { from, to: name - 1 } };
    }
    index = close;
  }
  return undefined;
}

/** An item of `routes(…)`: a list of routes is followed if its items are written out. */
function item(place: Place, range: Range, found: Found): void {
  const { tokens } = place.body.source.unit;
  const isSpread = tokenAt(tokens, range.from).text === '*';
  const inner = isSpread ? { from: range.from + 1, to: range.to } : range;
  const last = lastCall(tokens, inner);
  const list = last?.name === 'toTypedArray' ? lastCall(tokens, last.before) : last;
  if (list !== undefined && /^(?:listOf|arrayOf)$/.test(list.name) && list.before.to <= inner.from)
    for (const one of list.given) item(place, one, found);
  else if (isSpread) found.gaps.push(gap(place.body.source, range.from, 'Which routes this list has is not followed.'));
  else routersIn(place, inner, found);
}

/** `path bind METHOD to handler`, `path bind routes(…)`, `METHOD to handler` */
function bind(place: Place, [path, rest, ...others]: readonly (Range | undefined)[], found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  const prefix = path === undefined ? place.prefix : pathIn(place, path);
  if (rest === undefined) return;
  const { from } = path ?? rest;
  if (prefix === undefined || others.length > 0) {
    found.gaps.push(gap(source, from, 'The path of this route is not written out.'));
    return;
  }
  const [method, handler] = splitAt(tokens, rest, 'to');
  if (handler === undefined) {
    if (lambdaAt(tokens, rest) === undefined) routersIn({ ...place, prefix }, rest, found);
    else route(place, 'ANY', prefix, rest, from, found);
    return;
  }
  const verb = method === undefined ? '' : tokenAt(tokens, method.to - 1).text;
  if (VERBS.has(verb)) route(place, verb, prefix, handler, from, found);
  else found.gaps.push(gap(source, rest.from, 'The method of this route is not written out.'));
}

/** A path below the prefix; undefined if it is unresolved. */
function pathIn({ body, prefix }: Place, range: Range): Expression | undefined {
  const path = bracedPath(body.source, readIn(body, range), 'path');
  return path.kind === 'unknown' ? undefined : { kind: 'text', parts: [prefix, literal('/'), path] };
}

function route(place: Place, method: string, path: Expression, handler: Range, index: number, found: Found): void {
  const { body, router } = place;
  const here = at(body.source, index);
  found.facts.push({
    ...{ kind: 'route', by: BY, method, path, router, responses: [], at: here },
    handler: handlerOf(body, withoutFilters(body.source.unit.tokens, handler), found),
  });
}

/** `filter.then(handler)` */
function withoutFilters(tokens: Tokens, range: Range): Range {
  const last = lastCall(tokens, range);
  return last?.name === 'then' && last.given[0] !== undefined ? withoutFilters(tokens, last.given[0]) : range;
}

/** A lambda, a reference, a function that gives a handler, a property with a lambda, or an object with `invoke`. */
function handlerOf(body: Body, range: Range, found: Found): Expression {
  const { source, decl } = body;
  const { tokens, properties } = source.unit;
  const lambda = lambdaAt(tokens, range);
  if (lambda !== undefined) return inline(body, lambda.inner, lambda.name, found);
  const referred = referenceAt(body, range) ?? calledAt(body, range);
  if (referred !== undefined) return referred;
  const name = tokenAt(tokens, tokenAt(tokens, range.from).text === 'this' ? range.from + 2 : range.from).text;
  const field = [...(decl?.fields ?? []), ...properties].find((one) => one.name === name)?.value;
  const own = field === undefined || range.to - range.from > MAX_NAME ? undefined : lambdaAt(tokens, field);
  if (own !== undefined) return inline(body, own.inner, own.name, found);
  return { kind: 'member', of: readIn(body, range), name: 'invoke()' };
}
/** `this.name` */
const MAX_NAME = 3;

function inline(body: Body, inner: Range, request: string | undefined, found: Found): Expression {
  const name = `handler@${inner.from}`;
  // several routes may have one handler
  if (!found.read.has(name))
    found.facts.push({ kind: 'callable', name, ...http4kAnswersIn(body, inner, request), at: at(body.source, inner.from) });
  found.read.add(name);
  return value(name);
}

/** Mounts the router that an expression names: a variable, a property of an object, what a function gives. */
function mount(place: Place, range: Range, found: Found): void {
  const { body, router: parent, prefix, known } = place;
  const { tokens } = body.source.unit;
  const from = tokenAt(tokens, range.from).text === 'this' ? range.from + 2 : range.from;
  const name = range.to === from + 1 ? tokenAt(tokens, from).text : '';
  const stored = known.has(name) ? undefined : variableAt(body, name, from)?.value;
  if (stored !== undefined) {
    routersIn(place, stored, found);
    return;
  }
  const called = known.has(name) ? undefined : (invoked(body, range) ?? calledAt(body, range));
  const child = known.get(name) ?? (called === undefined ? readIn(body, range) : routerGivenBy(called));
  found.facts.push({ kind: 'mount', by: BY, parent, child, prefix, certainty: 'router', at: at(body.source, range.from) });
}

/** `App(config)()`, and `app()` where `app` is a variable: `invoke` of an object. */
function invoked(body: Body, range: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  const last = lastCall(tokens, range);
  if (last === undefined) return undefined;
  const name = last.before.to + 1;
  const isVariable = name === range.from && variableAt(body, last.name, name) !== undefined;
  const of = isVariable
    ? envAt(body, name).local(last.name)
    : last.name === ')'
      ? readIn(body, { from: range.from, to: name + 1 })
      : undefined;
  if (of === undefined) return undefined;
  // a method of a new instance is a method of its class
  const on = of.kind === 'operator' && /^(?:made|filled)$/.test(of.operator) ? of.of : of;
  return { kind: 'member', of: on, name: 'invoke()' };
}

/**
 * How the library that the file writes JSON with treats defaults and nulls. kotlinx.serialization omits values that equal their
 * default; the settings of a `Json` of the service are not read. https://github.com/Kotlin/kotlinx.serialization
 */
function jsonSettings({ path, unit: { tokens, imports } }: Source): readonly Fact[] {
  const place = { line: 1, column: 1 };
  const encoding = tokens.list.findIndex(({ text }) => text === 'encodeToString');
  const isOwn = encoding > 0 && tokenAt(tokens, encoding - 2).text !== 'Json';
  const isLens = imports.some((one) => one.path.startsWith('org.http4k.format.KotlinxSerialization'));
  const isMoshi = imports.some((one) => one.path.startsWith('org.http4k.format.Moshi'));
  return [
    ...(encoding > 0 || isLens
      ? [{ kind: 'setting', key: 'defaults', scope: moduleOf(path), value: isOwn ? 'unsure' : 'omitted', at: place } as const]
      : []),
    ...(isMoshi ? [inclusionSetting(path, place, 'NON_NULL')] : []),
  ];
}

const gap = (source: Source, index: number, detail: string): FileGap => ({
  ...{ reason: 'dynamic-mount', detail, at: at(source, index), hides: 'service' },
});

/**
 * Does a filter set the body of the response that it gets: `Filter { next -> { next(it).body(…) } }`? A response of its own does
 * not, if it is made on a condition and nothing reads the body of the other.
 */
function isChanging(tokens: Tokens, index: number): boolean {
  const open = tokenAt(tokens, index + 1).text;
  if (open !== '{' && open !== '(') return false;
  const end = closingOf(tokens, index + 1);
  let isOwn = false;
  let isChosen = false;
  let isRead = false;
  for (let at = index + 2; at < end; at++) {
    const { kind, text } = tokenAt(tokens, at);
    const isMember = tokenAt(tokens, at - 1).text === '.';
    const isSet = /^(?:body|with)$/.test(text) && isMember && tokenAt(tokens, at + 1).text === '(';
    const on = isMember ? tokenAt(tokens, valueStart(tokens, at - 2)).text : '';
    isChosen ||= /^(?:if|when|catch|\?:|recover|getOrElse)$/.test(text);
    if (isSet && on === 'Response') {
      if (!isChosen) return true;
      isOwn = true;
    } else if (isSet && !/^req(?:uest)?$/.test(on)) return true;
    isRead ||= kind === 'string' && text.includes('.body');
    isRead ||= isMember && /^body(?:String)?$/.test(text) && !isSet && !/^(?:Response$|req)/.test(on);
    isRead ||= isGivenOn(tokens, at);
  }
  return isOwn && isRead;
}

/** `lens(next(req))`, and `lens(res)` where `res` is a usual name of a response. */
function isGivenOn(tokens: Tokens, at: number): boolean {
  const [before, own, after] = [at - 1, at, at + 1].map((one) => tokenAt(tokens, one).text);
  return /^[(,]$/.test(before ?? '') && (own === 'next' || (/^res(?:ponse|ult)?$/.test(own ?? '') && /^[),]$/.test(after ?? '')));
}

const wrap = (source: Source, index: number): Fact => ({
  ...{ kind: 'wrap', by: BY, scope: moduleOf(source.path), through: unknown(REWRITES.filter), at: at(source, index) },
});
