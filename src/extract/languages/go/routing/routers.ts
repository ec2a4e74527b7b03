import type { Expression } from '../../../../facts/expression.js';
import type { Mount, Setting } from '../../../../facts/fact.js';
import { dialectOf, dialects } from '../frameworks/index.js';
import { bindingOf, markOf, type Place, type Source, unknown } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { chainOf, type Dialect, withoutWith } from './dialect.js';
import { fieldHint, hintOf, packageMember, typeHint, typeNameOf, wrappedRouter } from './hints.js';

/** A value on which code registers routes. */
export interface RouterValue {
  readonly expression: Expression;
  readonly dialect: Dialect;
}

/** The target of a registration; without an expression: the whole service (`http.HandleFunc`). */
export type OnRouter = Pick<RouterValue, 'dialect'> & Partial<RouterValue>;

/** The router that an expression certainly is; undefined: none, or not known in this file. */
export function routerOf(place: Place, node: Node): RouterValue | undefined {
  const hint = hintOf(place, node);
  if (hint?.kind === 'router') {
    const dialect = dialectOf(hint.dialect);
    return dialect && { expression: readValue(place, node), dialect };
  }
  const type = node.kind === 'name' || node.kind === 'member' ? typeNameOf(place, node) : undefined;
  const own = type === undefined ? undefined : dialectOf(wrappedRouter(place.source, type)?.dialect ?? '');
  if (own !== undefined) return { expression: readValue(place, node), dialect: own };
  if (node.kind === 'unary') return routerOf(place, node.of);
  if (node.kind === 'assert') return servedRouter(place, node);
  if (node.kind === 'composite') return node.elements.length > 0 ? undefined : zeroRouter(place, node, node.type);
  if (node.kind === 'member') return fieldRouter(place, node);
  return node.kind === 'call' ? madeBy(place, node) : undefined;
}

/** `s.router` of a struct of this file; `r.RouterGroup`, which a gin router embeds. */
function fieldRouter(place: Place, node: Node & { kind: 'member' }): RouterValue | undefined {
  const around = node.name === 'RouterGroup' ? routerOf(place, node.of) : undefined;
  if (around?.dialect.id === 'go/gin') return around;
  const hint = fieldHint(place, node);
  const dialect = hint?.kind === 'router' ? dialectOf(hint.dialect) : undefined;
  return dialect && { expression: { kind: 'member', of: readValue(place, node.of), name: node.name }, dialect };
}

/**
 * `s.Handler.(*mux.Router)`: the router that the file passes to its server (`http.Server{Handler: router}`), if there is only
 * one.
 */
function servedRouter({ source }: Place, { of, type }: Node & { kind: 'assert' }): RouterValue | undefined {
  const hint = type && typeHint(source, type);
  const [served, ...others] = source.served.values();
  if (hint?.kind !== 'router' || of.kind !== 'member' || of.name !== 'Handler' || others.length > 0) return undefined;
  const dialect = served?.dialect === hint.dialect ? dialectOf(hint.dialect) : undefined;
  return served && dialect && { expression: served.expression, dialect };
}

function madeBy(place: Place, node: CallNode): RouterValue | undefined {
  const made = packageMember(place, node.of);
  if (made !== undefined) {
    const dialect = dialects.find(({ packages, makers }) => packages.test(made.path) && makers.test(made.name));
    if (dialect === undefined) return groupMade(place, node, made);
    return {
      expression: dialect.around ? aroundRouter(place, dialect, node, made.name) : newRouter(place, dialect, node, true),
      dialect,
    };
  }
  if (node.of.kind === 'name' && node.of.name === 'new') return zeroRouter(place, node, node.given[0]);
  if (node.of.kind !== 'member') return undefined;
  const { name, of } = node.of;
  const branch = name === 'Subrouter' ? subrouter(place, node) : undefined;
  if (branch !== undefined) return branch;
  const isSubrouter = name === 'Subrouter' && of.kind === 'call' && of.of.kind === 'member' && of.of.name === 'PathPrefix';
  const parent =
    routerOf(place, isSubrouter && of.kind === 'call' && of.of.kind === 'member' ? of.of.of : of) ?? likelyParent(place, node);
  if (parent === undefined) return undefined;
  if (parent.dialect.id === 'go/gin' && parent.dialect.verbs.has(name)) return parent;
  if (isSubrouter && of.kind === 'call') return groupOf(place, parent, of);
  if (parent.dialect.groups.test(name)) return groupOf(place, parent, node);
  return parent.dialect.same.test(name) ? parent : undefined;
}

/** `humachi.New(r, config)`, `humago.NewWithPrefix(mux, "/api", config)`: the router of the argument under another name. */
function aroundRouter(place: Place, dialect: Dialect, node: CallNode, name: string): Expression {
  const of = node.given[dialect.around?.[name] ?? 0];
  const known = place.source.routers.has(routerName(place.source, node));
  const child = newRouter(place, dialect, node, false);
  if (known || of === undefined) return child;
  const parent = routerOf(place, of) ?? { dialect, expression: readValue(place, of) };
  const [, second] = node.given;
  const isBelow = name.endsWith('Prefix') && second !== undefined;
  mount(place, parent, child, { node, certainty: 'router', ...(isBelow ? { prefix: second } : { same: true }) });
  madeWith(place, dialect, node, child);
  return child;
}

/** `huma.NewGroup(api, "/v1", "/v2")` */
function groupMade(
  place: Place,
  node: CallNode,
  made: { readonly path: string; readonly name: string },
): RouterValue | undefined {
  const dialect = dialects.find(
    ({ packages, functions, groups }) => functions && packages.test(made.path) && groups.test(made.name),
  );
  const [on, ...prefixes] = node.given;
  if (dialect === undefined || on === undefined) return undefined;
  const known = place.source.routers.has(routerName(place.source, node));
  const expression = newRouter(place, dialect, node, false);
  const parent = routerOf(place, on) ?? { dialect, expression: readValue(place, on) };
  const all = prefixes.length === 0 ? [undefined] : prefixes;
  if (!known) for (const prefix of all) mount(place, parent, expression, { node, prefix, certainty: 'router' });
  return { expression, dialect };
}

/** `new(http.ServeMux)`, `&mux.Router{}`, `var ws restful.WebService`. */
export function zeroRouter(place: Place, node: Node | undefined, type: Node | undefined): RouterValue | undefined {
  const made = type && packageMember(place, type);
  const dialect =
    node && made && dialects.find(({ packages, valueTypes }) => packages.test(made.path) && valueTypes?.test(made.name));
  return node && dialect && { expression: newRouter(place, dialect, node, dialect.mounts === undefined), dialect };
}

/**
 * `r.NewRoute().Subrouter()`, `r.Host("a.b").PathPrefix("/api").Subrouter()`. Subrouters for some methods only are not supported.
 */
function subrouter(place: Place, node: CallNode): RouterValue | undefined {
  const [first, ...others] = chainOf(node);
  if (first?.of.kind !== 'member' || others.length === 0) return undefined;
  const all = [first, ...others].flatMap((call) => (call.of.kind === 'member' ? [{ call, name: call.of.name }] : []));
  const parent = all.some(({ name }) => /^(?:Methods|Path)$/.test(name)) ? undefined : routerOf(place, first.of.of);
  if (parent?.dialect.id !== 'go/gorilla-mux') return undefined;
  return groupOf(place, parent, all.find(({ name }) => name === 'PathPrefix')?.call ?? node);
}

/** `s.router.Group("/api")`, `r.PathPrefix("/api").Subrouter()` on a value that another file declares or creates. */
function likelyParent(place: Place, node: CallNode): RouterValue | undefined {
  const { of, given } = node;
  if (of.kind !== 'member') return undefined;
  const imported = importedOf(place.source, dialects);
  // `Group("/api")` of gin is no `Group(func(r chi.Router) { … })`
  const isGroup = dialects.some(({ groups }) => groups.test(of.name));
  const isBehind = (one: Dialect): boolean => one.same.test(of.name) && isAccessor(withoutWith(node, one));
  const behind = isGroup ? undefined : [...imported, ...dialects].find(isBehind);
  if (behind !== undefined) return { dialect: behind, expression: readValue(place, withoutWith(node, behind)) };
  const isSubrouter = of.name === 'Subrouter' && of.of.kind === 'call' && of.of.of.kind === 'member';
  const call =
    isSubrouter && of.of.kind === 'call' && of.of.of.kind === 'member' ? { of: of.of.of, given: of.of.given } : { of, given };
  if (!isUnstated(place, call.of.of)) return undefined;
  const [path] = call.given;
  if (path === undefined || !mayBePath(place, path)) return undefined;
  const grouping = imported.find(({ groups }) => groups.test(of.name)) ?? (of.name === 'Group' ? likelyGroup(place) : undefined);
  const dialect = isSubrouter ? dialectOf('go/gorilla-mux') : grouping;
  return dialect && { dialect, expression: readValue(place, call.of.of) };
}

/** The framework of a group in a file that imports none: the methods that the file calls tell `GET` of gin from `Get` of fiber. */
function likelyGroup(place: Place): Dialect | undefined {
  const [, method = 'GET'] = REGISTERED.exec(place.source.text.text) ?? [];
  const likely = likelyDialect(place, method);
  if (likely?.groups.test('Group') === true) return likely;
  return dialects.find(({ groups, verbs }) => groups.test('Group') && verbs.has(method));
}
const REGISTERED = /\.(GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete)\("[/"]/;

/** `"/api"`; `prefix`, `prefix + "/v1"` where the file registers routes too: mappers of tables have a `Group` as well. */
const mayBePath = ({ source }: Place, node: Node): boolean =>
  node.kind === 'string'
    ? /^(?:\/|$)/.test(node.value)
    : /^(?:name|member|binary)$/.test(node.kind) && REGISTERED.test(source.text.text);

/** `app.APIRouter()`, if another file declares the method. */
export const isAccessor = (node: Node): boolean =>
  node.kind === 'call' && node.given.length === 0 && node.of.kind === 'member' && ACCESSOR.test(node.of.name);
const ACCESSOR = /(?:[Rr]outer|[Gg]roup|[Mm]ux|[Ee]ngine)$/;

/** Whether only another file shows the type of a variable, field or result. */
function isUnstated(place: Place, node: Node): boolean {
  if (node.kind === 'member') return packageMember(place, node) === undefined;
  if (node.kind === 'call') return true;
  return node.kind === 'name' && hintOf(place, node) === undefined && isVariable(place, node);
}

/** A router below the prefix in the first argument; the same call always yields the same router. */
export function groupOf(place: Place, parent: RouterValue, node: CallNode): RouterValue {
  const { dialect } = parent;
  const known = place.source.routers.has(routerName(place.source, node));
  const child = newRouter(place, dialect, node, false);
  if (!known) {
    mount(place, parent, child, { node, prefix: node.given[0], certainty: 'router' });
    standBefore(place, { expression: child, dialect }, node.given.slice(1));
  }
  return { expression: child, dialect };
}

const routerName = (source: Source, node: Node): string => `router@${markOf(source, node.end - 1)}`;

function newRouter(place: Place, dialect: Dialect, node: Node, root: boolean): Expression {
  const { source } = place;
  const name = routerName(source, node);
  const matching = root && node.kind === 'call' ? dialect.matchingOf?.(node, source.text.bare) : undefined;
  if (!source.routers.has(name))
    source.facts.push({
      kind: 'router',
      by: dialect.id,
      name,
      root,
      ...(matching && { matching }),
      at: placeOf(source.text, node.start),
    });
  if (root && node.kind === 'call' && !source.routers.has(name))
    madeWith(place, dialect, node, { kind: 'name', name, space: 'value' });
  source.routers.add(name);
  return { kind: 'name', name, space: 'value' };
}

/** Options of a new router may set how it writes handler results. */
function madeWith(place: Place, dialect: Dialect, node: CallNode, router: Expression): void {
  const { facts, path, text } = place.source;
  const values = node.given.map((one, index) =>
    node.spread && index === node.given.length - 1 ? unknown('a list is spread here') : readValue(place, one),
  );
  const { settings = {}, open, prefix } = dialect.optionsOf?.(values, node, place.source) ?? {};
  const at = placeOf(text, node.start);
  const scope = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  for (const [key, value] of Object.entries(settings))
    facts.push({ ...{ kind: 'setting', scope, writer: dialect.id, value, at }, key: key as Setting['key'] });
  if (prefix !== undefined) facts.push({ kind: 'prefix', router, prefix: pathOf(place, dialect, prefix), at });
  if (open !== undefined)
    facts.push({ kind: 'wrap', by: dialect.id, router, through: unknown(open), below: true, statuses: true, at });
}

interface Mounting {
  readonly node: Node;
  readonly prefix?: Node | undefined;
  readonly certainty: Mount['certainty'];
  readonly same?: boolean;
  readonly alias?: boolean;
  readonly given?: readonly Expression[];
}

/** Records that a router is mounted on another. */
export function mount(place: Place, parent: OnRouter | undefined, child: Expression, mounting: Mounting): void {
  const { source, loops } = place;
  const { node, prefix, certainty, same, alias, given } = mounting;
  source.facts.push({
    kind: 'mount',
    by: parent?.dialect.id ?? 'go/net-http',
    ...(parent?.expression && { parent: parent.expression }),
    child,
    ...(prefix && { prefix: pathOf(place, parent?.dialect, prefix) }),
    ...(same === true && { same }),
    ...(alias === true && { alias }),
    ...(given && { given }),
    ...(loops.length > 0 && { each: loops }),
    certainty,
    at: placeOf(source.text, node.start),
  });
}

/** In files with more facts, middleware is not assigned to routers. */
const MOST_FACTS = 2000;

/** `r.Use(auth)`: a middleware that answers every request itself hides the handlers behind it, without a router all of the service. */
export function standBefore(place: Place, { dialect, expression }: OnRouter, given: readonly Node[]): void {
  const { facts, text } = place.source;
  if (facts.length > MOST_FACTS) return;
  const isOn = JSON.stringify(expression);
  // gin applies it only to routes registered later
  const spares =
    dialect.id === 'go/gin'
      ? facts.flatMap((one) => (one.kind === 'route' && JSON.stringify(one.router) === isOn ? [one.at] : []))
      : [];
  for (const one of given) {
    facts.push({
      ...{ kind: 'wrap', by: dialect.id, middleware: readValue(place, one), through: ANSWERED },
      ...(expression === undefined ? { scope: '' } : { router: expression }),
      ...{ below: true, past: true, spares, at: placeOf(text, one.start) },
    });
  }
}
const ANSWERED = unknown('a function before the handler answers every request');

export function pathOf(place: Place, dialect: Dialect | undefined, node: Node): Expression {
  const path = numbered(place, readValue(place, node));
  return dialect === undefined ? path : dialect.path(path);
}

/** `"/sections/" + n` for each `n` that a loop counts: one segment with any of these numbers. */
export function numbered({ loops }: Place, path: Expression): Expression {
  if (loops.length === 0 || path.kind !== 'text') return path;
  const isEnd = (one: Expression | undefined, test: RegExp): boolean =>
    one === undefined ? test === BEGUN : one.kind === 'literal' && test.test(String(one.value));
  const parts = path.parts.map((part, index, all): Expression => {
    const isCount = part.kind === 'scalar' && part.type === 'integer';
    const isWhole = isCount && index > 0 && isEnd(all[index - 1], /\/$/) && isEnd(all[index + 1], BEGUN);
    return isWhole ? { kind: 'literal', value: '{number}' } : part;
  });
  return { kind: 'text', parts };
}

const BEGUN = /^\//;

/** The likely framework of a call with an unknown receiver: an imported one that has a method of this name. */
export function likelyDialect({ source }: Place, name: string): Dialect | undefined {
  const known = source.likely.has(name) ? source.likely.get(name) : likelyId(source, name);
  source.likely.set(name, known);
  return known === undefined ? undefined : dialectOf(known);
}

function likelyId(source: Source, name: string): string | undefined {
  const fits = dialects.filter(
    ({ verbs, byMethod, nested, mounts }) =>
      verbs.has(name) || [byMethod, nested, mounts].some((names) => names?.test(name) === true),
  );
  return (importedOf(source, fits)[0] ?? fits[0])?.id;
}

const importedOf = ({ imported }: Source, among: readonly Dialect[]): readonly Dialect[] =>
  among.filter(({ id }) => imported.has(id));

/** Whether the name is a variable and not a package. */
export function isVariable({ source, scope }: Place, node: Node): boolean {
  if (node.kind === 'member') return isVariable({ source, ...(scope && { scope }), literals: new Map(), loops: [] }, node.of);
  if (node.kind !== 'name') return node.kind === 'assert';
  return bindingOf(scope, node.name) !== undefined || source.stored.has(node.name) || !source.packages.has(node.name);
}
