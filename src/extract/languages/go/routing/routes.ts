import type { Expression } from '../../../../facts/expression.js';
import type { Route } from '../../../../facts/fact.js';
import { dialects } from '../frameworks/index.js';
import { plainPath } from '../known-types.js';
import { type Place, unknown } from '../source.js';
import { setsField } from '../struct-values.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { literalOf, readValue } from '../values.js';
import { chainOf, type Dialect, withoutWith } from './dialect.js';
import { isHarmless, originOf } from './escapes.js';
import { kitServer } from './go-kit.js';
import { firstWithin, handOn, handsOver } from './hand-on.js';
import { hintOf, packageMember } from './hints.js';
import { ogenPrefix } from './ogen.js';
import { altered, listed, registersItself, rewritten } from './package-routes.js';
import { CONVERSION, pageOf } from './pages.js';
import { asPassed, isOwnMethod, registrationCall } from './registrations.js';
import {
  groupOf,
  isAccessor,
  isVariable,
  likelyDialect,
  mount,
  numbered,
  type OnRouter,
  pathOf,
  type RouterValue,
  routerOf,
  standBefore,
} from './routers.js';

/** Reads a call that registers routes, mounts a router, or passes one on. `chain`: all calls of its chain are handled. */
export function routeCall(place: Place, node: CallNode): 'chain' | 'one' | 'none' {
  const chain = chainOf(node);
  const [first] = chain;
  if (first !== node && first !== undefined && chainedRoute(place, chain)) return 'chain';
  registrationCall(place, node);
  ogenPrefix(place, node);
  if (node.of.kind === 'member' && registers(place, node, node.of)) return 'one';
  handOn(place, node);
  return 'none';
}

function registers(place: Place, node: CallNode, of: Node & { kind: 'member' }): boolean {
  if (isOwnMethod(place, of)) return false;
  const target = packageMember(place, of);
  const holder = packageMember(place, of.of);
  const service = dialects.find(
    ({ packages, defaults }) =>
      defaults !== undefined &&
      ((target !== undefined && packages.test(target.path)) ||
        (holder !== undefined && packages.test(holder.path) && defaults.test(holder.name))),
  );
  if (service !== undefined) return onRouter(place, node, of.name, { dialect: service });
  if (target !== undefined) return byFunction(place, node, target);
  const router = routerOf(place, of.of);
  if (router?.dialect.functions?.alters.test(of.name) === true) return altered(place, node, router);
  if (router !== undefined) return onRouter(place, node, of.name, router);
  const dialect = likelyDialect(place, of.name);
  const isLoop = place.loops.length > 0;
  if (dialect === undefined || node.given.length < 2 || !looksLikeRoute(dialect, of.name, node, isLoop)) return false;
  const on = withoutWith(of.of, dialect);
  if (!(isVariable(place, on) || isAccessor(on)) || hintOf(place, on) !== undefined) return false;
  return onRouter(place, node, of.name, { dialect, expression: readValue(place, on) });
}

/** `huma.Get(api, "/x", h)`, `huma.Register(api, huma.Operation{…}, h)`, `huma.AutoRegister(api, h)`. */
function byFunction(place: Place, node: CallNode, { path, name }: { readonly path: string; readonly name: string }): boolean {
  const dialect = dialects.find(
    ({ packages, functions, rewrites }) => (functions ?? rewrites) !== undefined && packages.test(path),
  );
  if (dialect?.rewrites?.test(name) === true) rewritten(place, node, dialect, name);
  if (dialect?.before?.test(name) === true) standBefore(place, { dialect }, node.given);
  const [on, first, ...more] = node.given;
  if (dialect?.functions === undefined || on === undefined || first === undefined) return false;
  const router = routerOf(place, on) ?? { dialect, expression: readValue(place, on) };
  if (dialect.functions.automatic.test(name)) return registersItself(place, node, router, first);
  if (!dialect.functions.described.test(name)) return onRouter(place, { ...node, given: [first, ...more] }, name, router);
  const field = (key: string): Node | undefined =>
    first.kind === 'composite'
      ? first.elements.find((one) => one.key?.kind === 'name' && one.key.name === key)?.value
      : undefined;
  const [method, status] = [field('Method'), field('DefaultStatus')];
  const methods = method && readValue(place, method);
  const isOpen = first.kind !== 'composite';
  addRoute(place, router, {
    // a streaming handler gets a sender
    ...{ node, path: field('Path') ?? first, handlers: dialect.functions.streams?.test(path) === true ? [] : more },
    ...(methods && { methods }),
    ...(isOpen ? { status: unknown('its operation is put together elsewhere') } : status && { status: readValue(place, status) }),
  });
  return true;
}

/** `"/users"`, `"GET /users"`, `base + "/users"`, followed by an argument that is not plain data. */
function looksLikeRoute(dialect: Dialect, name: string, { given }: CallNode, isLoop: boolean): boolean {
  const path = given[dialect.byMethod?.test(name) === true ? 1 : 0];
  const handlers = given.slice(dialect.byMethod?.test(name) === true ? 2 : 1);
  const isPath =
    path?.kind === 'string'
      ? /^(?:[A-Z]+ )?(?:\/|$)/.test(path.value)
      : path?.kind === 'binary' ||
        (path !== undefined && makesPath(path)) ||
        (isLoop && (path?.kind === 'name' || path?.kind === 'member'));
  return isPath && handlers.some(({ kind }) => ['name', 'member', 'function', 'call'].includes(kind));
}

/** `versioned("/users")`, but not `strings.Split(path, "/")` */
const makesPath = (node: Node): boolean =>
  node.kind === 'call' &&
  node.given.some((one) => one.kind === 'string' && one.value.startsWith('/')) &&
  !(node.of.kind === 'member' && /^Split/.test(node.of.name));

function onRouter(place: Place, node: CallNode, name: string, router: OnRouter): boolean {
  const { dialect, expression } = router;
  const [first, second] = node.given;
  const verb = dialect.verbs.get(name);
  if ((dialect.uses ?? /^Use$/).test(name) && expression !== undefined && dialect.id !== 'go/fiber')
    standBefore(place, { dialect, expression }, node.given);
  if (dialect.prefixes?.test(name) === true && expression !== undefined && first !== undefined)
    place.source.facts.push({
      ...{
        kind: 'prefix',
        router: expression,
        prefix: pathOf(place, dialect, first),
        at: placeOf(place.source.text, node.start),
      },
    });
  if (dialect.listed?.routes.test(name) === true && expression !== undefined) return listed(place, node, { dialect, expression });
  if (dialect.nested?.test(name) === true && nested(place, node, router)) return true;
  if (dialect.mounts?.test(name) === true && mounted(place, node, router)) return true;
  // kratos: `Handle(path, h)` of the server, `Handle(method, path, h)` of its routers
  if (dialect.byMethod?.test(name) === true && first && second && (verb === undefined || node.given.length > 2)) {
    addRoute(place, router, { node, path: second, handlers: node.given.slice(2), methods: readValue(place, first) });
    return true;
  }
  if (verb === undefined || first === undefined || (second === undefined && dialect.chained === undefined)) return false;
  if (second === undefined) {
    addRoute(place, router, { node, path: first, handlers: [], method: verb });
    return true;
  }
  if (name === 'Handle' && handsOver(place, router, first, second)) return true;
  const whole = name === 'Handle' && dialect.methodOf !== undefined && isUnstatedHandler(place, second);
  addRoute(place, router, { node, path: first, handlers: node.given.slice(1), method: verb, whole });
  return true;
}

interface Adding {
  readonly node: CallNode;
  readonly path: Node;
  readonly handlers: readonly Node[];
  readonly method?: string;
  readonly methods?: Expression;
  /** The status set on the route. */
  readonly status?: Expression;
  /** What the handler answers below the path is unknown. */
  readonly whole?: boolean;
}

/** Standard library functions for handlers that answer only files and errors. */
const PLAIN_HANDLER = /^(?:FileServer|FileServerFS|NotFoundHandler|RedirectHandler|HandlerFunc)$/;

/** Whether a handler may distinguish paths itself: a value or a function result that contains no function. */
function isUnstatedHandler(place: Place, node: Node, depth = 0): boolean {
  if (node.kind === 'unary') return isUnstatedHandler(place, node.of, depth);
  if (node.kind === 'function' || depth > 5) return false;
  if (node.kind !== 'call') return true;
  if (node.of.kind === 'member' && PLAIN_HANDLER.test(node.of.name)) return false;
  return node.given.length === 0 || node.given.every((given) => isUnstatedHandler(place, given, depth + 1));
}

function addRoute(given: Place, { dialect, expression }: OnRouter, adding: Adding): void {
  const { node, path, handlers, method, methods, whole } = adding;
  const place = asPassed(given, [path, ...handlers]);
  const { source, loops } = place;
  const handler = withoutAppend(dialect.handlerAt === 'last' ? handlers.at(-1) : handlers[0]);
  const others = dialect.id === 'go/fiber' || dialect.returned ? [] : handlers.filter((one) => one !== handler);
  const before = [...withOf(node), ...others];
  const written = numbered(place, readValue(place, path));
  const known = dialect.methodOf?.(written);
  const text = methods?.kind === 'literal' ? String(methods.value).toUpperCase() : undefined;
  const fact: Route = {
    kind: 'route',
    by: dialect.id,
    method: known ?? text ?? method ?? 'ANY',
    ...(methods && text === undefined && { methods }),
    path: routePath(dialect, written, whole === true),
    ...(expression && { router: expression }),
    ...(before.length > 0 && { before: before.map((one) => readValue(place, one)) }),
    ...answeredBy(place, dialect, adding, handler),
    ...(handler === undefined && { incomplete: 'its handler is given elsewhere' }),
    ...(loops.length > 0 && { each: loops }),
    certain: true,
    at: placeOf(source.text, node.of.kind === 'member' ? node.of.end - node.of.name.length : node.start),
  };
  source.facts.push(fact);
}

/** The handler, or its return value if the framework sends that. */
function answeredBy(
  place: Place,
  dialect: Dialect,
  { node, handlers, status }: Adding,
  handler: Node | undefined,
): Pick<Route, 'handler' | 'responses'> {
  const value = handler && valueOrMethod(place, handler, node.of.kind === 'member' ? node.of.name : '');
  if (value === undefined) return { responses: [] };
  const page = handler && pageOf(place, handler);
  if (page !== undefined) return { responses: [page] };
  if (dialect.returned === undefined) return { handler: value, responses: [] };
  // `func(o *huma.Operation) { o.DefaultStatus = 201 }`
  const text = place.source.text.bare.slice(handlers[1]?.start ?? node.end, node.end);
  const isSet = handlers.slice(1).some(({ kind }) => kind !== 'function' && kind !== 'call') || /\.DefaultStatus\b/.test(text);
  const given = isSet ? unknown('a function sets the status of its operation') : status;
  const output: Expression = { kind: 'member', of: { kind: 'returns', of: value }, name: '0' };
  const at = placeOf(place.source.text, node.start);
  return {
    responses: [
      { ...dialect.returned(output, given, at, handler !== undefined && setsField(place.source, handler, 'Body')), at },
    ],
  };
}

/** `append(_listMw(), list)...`, as hz generates it; `append(first, append(second, list)...)...`. */
function withoutAppend(handler: Node | undefined): Node | undefined {
  let last = handler;
  while (last?.kind === 'call' && last.of.kind === 'name' && last.of.name === 'append') last = last.given.at(-1);
  return last;
}

/** `r.With(auth).Get(…)` */
function withOf({ of }: CallNode): readonly Node[] {
  const on = of.kind === 'member' && of.of.kind === 'call' ? of.of : undefined;
  return on?.of.kind === 'member' && on.of.name === 'With' ? on.given : [];
}

/** `os.Getenv`, `filepath.Clean`: functions of packages without a module of their own. */
const isForeign = (name: string): boolean => /^(?:os|filepath|strings|url|config|viper|env)\.[A-Z]/.test(name);

function routePath(dialect: Dialect, written: Expression, whole: boolean): Expression {
  if (written.kind === 'returns' && written.of.kind === 'name' && isForeign(written.of.name))
    return { kind: 'unknown', why: 'a function of a package puts it together' };
  const path = dialect.path(written);
  return whole && path.kind === 'literal' && path.value === '/' ? { kind: 'literal', value: '/{rest*}' } : path;
}

/** The handler without conversions; for a value with `ServeHTTP` that method. */
function handlerValue(place: Place, node: Node): Expression {
  if (node.kind === 'unary') return handlerValue(place, node.of);
  const made = node.kind === 'composite' ? readValue(place, node) : undefined;
  if (made?.kind === 'name' && place.source.callables.has(made.name)) return made;
  if (made !== undefined) return { kind: 'member', of: made, name: 'ServeHTTP' };
  if (node.kind !== 'call') return readValue(place, node);
  const kit = kitServer(place, node);
  if (kit !== undefined) return kit;
  const [only] = node.given.length === 1 ? node.given : [];
  if (only !== undefined && node.of.kind === 'member' && CONVERSION.test(node.of.name)) return handlerValue(place, only);
  if (only !== undefined && node.of.kind === 'name' && isAdapter(place, node.of.name)) return readValue(place, only);
  const value = readValue(place, node);
  if (value.kind !== 'returns' || value.values?.length !== node.given.length) return value;
  const isValue = (given: Node): boolean =>
    given.kind === 'composite' || (given.kind === 'unary' && given.operator === '&' && given.of.kind === 'composite');
  const values = value.values.map((one, index) => {
    const given = node.given[index];
    return given !== undefined && isValue(given) ? handlerValue(place, given) : one;
  });
  return { ...value, values };
}

/** `type handler func(w, r) error` with `ServeHTTP`: the function returns at most an error, so it sends the answer itself. */
function isAdapter({ source }: Place, name: string): boolean {
  const type = source.types.get(name)?.type;
  if (type?.kind !== 'function' || source.methods.get(name)?.has('ServeHTTP') !== true) return false;
  return type.results.every((one) => one.type.kind === 'name' && one.type.name === 'error');
}

/** A value that a router accepts as a handler: a function, or a value with `ServeHTTP`. */
function valueOrMethod(place: Place, node: Node, name: string): Expression {
  const value = handlerValue(place, node);
  const isEither = /^Handler?$|^Mount$/.test(name) && (node.kind === 'name' || node.kind === 'member');
  return isEither ? { kind: 'union', options: [value, { kind: 'member', of: value, name: 'ServeHTTP' }], readings: true } : value;
}

/** `r.Route("/x", func(r chi.Router) { … })`, `r.Group(func(r chi.Router) { … })`. */
function nested(place: Place, node: CallNode, { dialect, expression }: OnRouter): boolean {
  const taker = node.given.find((one, index) => index < 2 && (one.kind === 'function' || index === 1 || node.given.length === 1));
  if (taker === undefined || expression === undefined) return false;
  const [first] = node.given;
  const parent: RouterValue = { dialect, expression };
  const below = first !== taker && first !== undefined ? groupOf(place, parent, node) : parent;
  const of: Expression = taker.kind === 'function' ? literalName(place, taker) : readValue(place, taker);
  const child: Expression = { kind: 'parameter', callable: '', of, index: 0 };
  // middleware of a separate group does not apply to the routes beside it
  mount(place, below, child, { node, certainty: 'router', same: below !== parent });
  return true;
}

function literalName(place: Place, node: Node & { kind: 'function' }): Expression {
  return { kind: 'name', name: literalOf(place, node), space: 'value' };
}

/** `r.Mount("/admin", adminRouter())`; `app.Use("/x", router)` only if the argument is certainly a router. */
function mounted(place: Place, node: CallNode, on: OnRouter): boolean {
  const { dialect } = on;
  const isUse = node.of.kind === 'member' && node.of.name === 'Use';
  const [prefix, child] = node.given.length === 1 && !isUse ? [undefined, node.given[0]] : node.given;
  if (child === undefined) return false;
  const router = routerOf(place, child);
  if (dialect.keepsPath === true && prefix !== undefined && takesWhole(place, child, dialect))
    return handsOver(place, on, prefix, child);
  if (router === undefined && (isUse || (prefix === undefined && isHarmless(originOf(place, child))))) return !isUse;
  const mounts: Expression = router?.expression ?? handlerValue(place, child);
  mount(place, on, mounts, { node, prefix, certainty: 'router' });
  return true;
}

/** A router of another framework looks at the whole path of a request: `r.Mount("/api", gateway)` of chi. */
const takesWhole = (place: Place, child: Node, { id }: Dialect): boolean => {
  const within = firstWithin(place, child, 6, (node) => routerOf(place, node));
  return within !== undefined && within.router.dialect.id !== id;
};

/** `r.HandleFunc("/x", h).Methods("GET", "POST")`, `r.Path("/x").Methods("GET").HandlerFunc(h)`, `ws.GET("/x").To(h)`. */
function chainedRoute(place: Place, chain: readonly CallNode[]): boolean {
  const [first] = chain;
  const router =
    first?.of.kind === 'member' ? (routerOf(place, first.of.of) ?? unstatedRouter(place, first.of.of, chain)) : undefined;
  const { chained, verbs, built } = router?.dialect ?? {};
  if (router === undefined || chained === undefined) return false;
  const find = (fits: (name: string) => boolean): CallNode | undefined =>
    chain.find(({ of }) => of.kind === 'member' && fits(of.name));
  const verb = find((name) => verbs?.has(name) === true);
  const by = find((name) => chained.methods.test(name));
  const at = find((name) => name === 'Path');
  const start = verb ?? at ?? by;
  const path = (at ?? start)?.given[0];
  const handler = verb?.given[1] ?? find((name) => chained.handlers.test(name))?.given[0];
  const below = find((name) => name === 'PathPrefix')?.given[0];
  if (start === undefined && below !== undefined && handler !== undefined) {
    const isPlain = FILES.test(place.source.text.bare.slice(handler.start, handler.end));
    if (!handsOver(place, router, below, handler) && !isPlain) catchAll(place, router, below, handler);
    return true;
  }
  if (start === undefined || path === undefined || handler === undefined) return false;
  if (built === true && isAlone(place, first?.start ?? 0, chain.at(-1)?.end ?? 0)) return true;
  const methods = (by?.given ?? []).map((one) => readValue(place, one));
  addRoute(place, router, {
    node: start,
    path,
    handlers: [handler],
    ...(verb?.of.kind === 'member' && { method: verbs?.get(verb.of.name) ?? 'ANY' }),
    ...(methods.length > 0 && { methods: methods.length === 1 && methods[0] ? methods[0] : { kind: 'tuple', items: methods } }),
  });
  return true;
}

/** Functions for handlers that answer only files and errors. */
const FILES = /\b(?:FileServer|FileServerFS|NotFoundHandler|RedirectHandler)\b/;

/** `r.PathPrefix("/files/").Handler(files)`: one handler answers all paths below. */
function catchAll(place: Place, { dialect, expression }: OnRouter, prefix: Node, handler: Node): void {
  const keys: Expression = { kind: 'literal', value: 'ended' };
  const above: Expression = { kind: 'operator', operator: 'slashed', of: pathOf(place, dialect, prefix), keys };
  const path: Expression = { kind: 'text', parts: [above, { kind: 'literal', value: '{rest*}' }] };
  place.source.facts.push({
    ...{ kind: 'route', by: dialect.id, method: 'ANY', path, responses: [], certain: true },
    ...(expression && { router: expression }),
    handler: valueOrMethod(place, handler, 'Handler'),
    ...(place.loops.length > 0 && { each: place.loops }),
    at: placeOf(place.source.text, prefix.start),
  });
}

/** Whether a call is a statement of its own, with an unused result. */
const isAlone = ({ source: { text } }: Place, start: number, end: number): boolean =>
  /(?:\{\s|;|[})\]"`\w][ \t]*\n)\s*$/.test(text.bare.slice(Math.max(start - MAX_BLANK, 0), start)) &&
  // the first element of a literal list
  !/^[ \t]{0,9},/.test(text.bare.slice(end, end + MAX_AFTER));

/** Search limit for blanks before a statement. */
const MAX_BLANK = 500;
const MAX_AFTER = 10;

/** `s.ws.GET("/x").To(h)`, of a struct that another file declares. */
function unstatedRouter(place: Place, node: Node, chain: readonly CallNode[]): OnRouter | undefined {
  if (!isVariable(place, node) || hintOf(place, node) !== undefined) return undefined;
  const names = chain.flatMap(({ of }) => (of.kind === 'member' ? of.name : []));
  const imported = [...place.source.packages.values()].map(plainPath);
  const dialect = dialects.find(
    ({ chained, packages }) => names.some((name) => chained?.handlers.test(name)) && imported.some((path) => packages.test(path)),
  );
  return dialect && { dialect, expression: readValue(place, node) };
}
