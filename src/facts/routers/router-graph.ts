import { isMethod } from '../../model/endpoint.js';
import { methodBefore } from '../../model/mux-pattern.js';
import type { Expression } from '../expression.js';
import type { Mount, Prefix, Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { handlerOf } from '../responses/handlers.js';
import { middlewareAt } from '../responses/responses.js';
import { addWrap } from '../responses/service-wraps.js';
import { lookupExport } from '../values/lookup.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { asItsClass, gatherRouters, shareRoutes, tableOf } from './gather.js';
import { hookInto, liftHooks } from './hooks.js';
import { alikeSites, sitesOf } from './loops.js';
import { mountedBy, passOptions } from './plugins.js';
import {
  below,
  isPlaced,
  isRegistration,
  mountingCalls,
  type Registering,
  type Registrars,
  registeringCalls,
  registrarsOf,
  sitesIn,
} from './registrars.js';
import { orderStep } from './registration-order.js';
import { isNoRouter, lostRouter, nodeFor, type Routers, readRouters, routersOf } from './router-identity.js';
import type { Edge, PlacedRoute, RouterGraph, RouterNode } from './router-node.js';
import { isOfPackage, mayRoute, type UnreadMount, unreadMount } from './unread-mounts.js';

/** Connects all routers, mounts, prefixes and routes of a program by the identity of their routers. */
export function routerGraph(resolver: Resolver): RouterGraph {
  const graph: RouterGraph = { nodes: new Map(), shared: new Map(), wraps: [], wide: [], routes: [], gaps: [] };
  for (const scope of resolver.program.files.values()) {
    const file = scope.facts.path;
    for (const fact of scope.routers.values()) nodeFor(graph, file, fact.name, asItsClass(resolver, fact, file));
  }
  passLists(resolver);
  passOptions(resolver);
  shareRoutes(resolver, graph);
  const registrars = registrarsOf(resolver, graph);
  for (const scope of resolver.program.files.values()) {
    const file = scope.facts.path;
    for (const fact of scope.facts.facts) {
      refill(resolver);
      if (fact.kind === 'mount') addMount(resolver, graph, registrars, file, fact);
      else if (fact.kind === 'prefix') addPrefix(resolver, graph, file, fact);
      else if (fact.kind === 'wrap') addWrap(resolver, graph, file, fact);
      else if (fact.kind === 'route') addRoute(resolver, graph, registrars, file, fact);
    }
  }
  gatherRouters(resolver, graph);
  liftHooks(graph);
  return graph;
}

/** Most times that lists are passed on from function to function. */
const MAX_PASSED = 4;

/** Records the lists of routers (`new App([new Users(), new Orders()])`) passed to functions that loop over a parameter. */
function passLists(resolver: Resolver): void {
  const { lists, files } = resolver.program;
  for (let round = 0; round < MAX_PASSED; round++) {
    const before = lists.size;
    for (const scope of files.values()) {
      const file = scope.facts.path;
      for (const fact of scope.facts.facts) {
        if (fact.kind !== 'mount' || fact.parent === undefined || fact.child.kind !== 'parameter' || fact.child.of === undefined)
          continue;
        refill(resolver);
        const list = resolve(resolver, { expression: fact.parent, site: { file } }, 'value');
        if (list.kind !== 'plain' || list.expression.kind !== 'tuple') continue;
        const taker = resolve(resolver, { expression: fact.child.of, site: { file } }, 'value');
        if (taker.kind !== 'callable') continue;
        const key = `${taker.file}#${taker.callable.name}:${fact.child.index}`;
        if (lists.has(key)) continue;
        lists.set(key, list);
        resolver.memos.values.clear();
      }
    }
    if (lists.size === before) return;
  }
}

function addMount(resolver: Resolver, graph: RouterGraph, registrars: Registrars, file: string, mount: Mount): void {
  const calls = mountingCalls(resolver.program, registrars, file, mount).map((call) => ({
    call,
    sites: sitesIn(resolver, file, mount, call),
  }));
  if (calls.length > 0 && calls.every(({ sites }) => sites !== undefined)) {
    for (const { sites = [], call } of calls)
      for (const [element, site] of sites.entries()) mountAt(resolver, graph, { mount, file, site, element, call });
    return;
  }
  const isSameEach = mount.child.kind === 'name' && mount.prefix !== undefined;
  const sites = sitesOf(resolver, file, mount) ?? (isSameEach ? alikeSites(resolver, file, mount, [mount.prefix]) : undefined);
  if (sites === undefined) {
    const [parent] =
      mount.parent === undefined ? [] : (routersOf(resolver, graph, { expression: mount.parent, site: { file } }) ?? []);
    // The loop passes something on, but it is no router.
    if ((mount.parent !== undefined && parent === undefined) || mount.certainty === 'unlikely') return;
    const prefix =
      mount.prefix === undefined || mentionsLoop(mount)
        ? ''
        : (texts(resolver, { expression: mount.prefix, site: { file } })[0] ?? '');
    const detail = 'routers are mounted from a list that cannot be read here';
    hide(graph, file, mount, { reason: 'dynamic-mount', detail }, prefix, parent);
    return;
  }
  for (const [element, site] of sites.entries()) mountAt(resolver, graph, { mount, file, site, element });
}

const mentionsLoop = (mount: Mount): boolean => mount.prefix !== undefined && mount.prefix.kind !== 'literal';

function mountAt(resolver: Resolver, graph: RouterGraph, place: Omit<Mounting, 'parents'>): void {
  const { mount, site, call } = place;
  const isGiven = mount.parent?.kind === 'parameter' && mount.parent.of === undefined && call?.nodes !== undefined;
  const hanging = mount.parent && routersOf(resolver, graph, { expression: mount.parent, site });
  const parents = isGiven ? call.nodes : mount.parent === undefined ? [undefined] : hanging;
  if (parents === undefined) return;
  if (parents.length === 0) {
    // `x.use(...)` on something that is no router, unless it is an object that contains some
    mountMembers(resolver, graph, place);
    return;
  }
  for (const { child, prefixes, hooks = [] } of mountedBy(resolver, mount, site)) {
    mountOne(resolver, graph, { ...place, parents }, child, isGiven ? below(call.prefixes, prefixes) : prefixes);
    for (const hook of hooks) hookInto(resolver, graph, { expression: child, site }, { expression: hook, site });
  }
}

/** Maps members of an object to those of the parameter that gets it; if the whole parameter is passed on, so is each member. */
function mountMembers(resolver: Resolver, graph: RouterGraph, place: Omit<Mounting, 'parents'>): void {
  const { parent, child, same } = place.mount;
  if (same !== true || parent === undefined || child.kind !== 'parameter') return;
  const stored = resolve(resolver, { expression: parent, site: place.site }, 'value');
  for (const one of stored.kind === 'plain' && stored.expression.kind === 'object' ? stored.expression.members : []) {
    if (one.kind !== 'property' || stored.kind !== 'plain') continue;
    const parents = routersOf(resolver, graph, { expression: one.value, site: stored.site }) ?? [];
    const part: Expression = { kind: 'member', of: child, name: one.name };
    for (const taker of parents.length === 0 ? [] : [part, child]) mountOne(resolver, graph, { ...place, parents }, taker, ['']);
  }
}

interface Mounting {
  readonly mount: Mount;
  readonly file: string;
  readonly parents: readonly (RouterNode | undefined)[];
  readonly site: Site;
  /** The index of the loop's element. */
  readonly element: number;
  /** The call of the enclosing function, which determines it. */
  readonly call?: Registering;
}

/** A value that is surely a router counts as one, even if its class is not known to be a router; so does a class that URLs name. */
function readMounted(resolver: Resolver, graph: RouterGraph, mount: Mount, lazy: Lazy): Routers {
  const all = readRouters(resolver, graph, lazy);
  // what an instance of another class than the required one does with its routes is unknown
  const found = all.found.filter(({ fact }) => fact?.ifExtends === undefined);
  const read = found.length === all.found.length ? all : { found, unread: [...all.unread, lazy] };
  if (mount.certainty !== 'router' || read.found.length > 0 || read.unread.length > 0) return read;
  const { kind } = resolve(resolver, lazy, 'value');
  return kind === 'type' || (kind === 'class' && mount.placed) ? { ...read, unread: [lazy] } : read;
}

function mountOne(
  resolver: Resolver,
  graph: RouterGraph,
  { mount, file, parents, site, element }: Mounting,
  mounted: Expression,
  prefixes: readonly string[],
): void {
  const { found, unread } = readMounted(resolver, graph, mount, { expression: mounted, site });
  if (mount.alias === true && mount.parent === undefined) {
    for (const one of found) one.isServed = true;
    return;
  }
  // all elements of such a list are routers, also those from packages
  const isSure = mounted.kind === 'array' && mount.certainty === 'router';
  const beside = found.length > 0 && !isSure ? unread.filter((part) => !isOfPackage(resolver, part)) : unread;
  const hidden = beside.some((part) => mayRoute(resolver, mount, part, prefixes)) ? prefixes : [];
  const gap = hidden.length === 0 ? undefined : unreadMount(resolver, mounted, beside, found.length > 0);
  for (const parent of parents) {
    if (gap !== undefined) for (const prefix of hidden) hide(graph, file, mount, gap, prefix, parent);
    if (mount.unseen === true) continue;
    const flags = { ...(mount.same && { same: true }), ...(mount.replaces && { replaces: true }) };
    const placed = mount.placed === true ? { at: { file, ...mount.at } } : {};
    const edge: Edge = {
      ...{ prefixes, except: new Set(mount.except), ...flags, ...placed, from: { file, ...mount.at } },
      ...(mount.serves === undefined ? {} : { serves: mount.serves }),
      ...(mount.binds === undefined ? {} : { binds: mount.binds }),
      ...(mount.overrides === undefined ? {} : { overrides: mount.overrides.map((one) => ({ ...one, file })) }),
      ...(parent === undefined ? {} : { parent }),
    };
    for (const [index, child] of found.map((one) => tableOf(graph, one)).entries()) {
      const step = orderStep(parent?.id, { file, ...mount.at }, mount.each, element, index);
      const order = mount.unordered === true ? {} : { order: step };
      if (child !== parent) child.parents.push({ ...edge, ...(child.fact?.flat === true && { prefixes: [''] }), ...order });
      if (child !== parent && mount.alias === true && parent?.fact?.root === true)
        parent.parents.push({ parent: child, prefixes: [''], except: new Set(), alias: true, ...order });
    }
  }
}

function hide(
  graph: RouterGraph,
  file: string,
  mount: Mount,
  gap: UnreadMount,
  prefix: string,
  node: RouterNode | undefined,
): void {
  const only = { ...(mount.exact && { exact: true }), ...(mount.ofLibrary && { ofLibrary: true }) };
  graph.gaps.push({ gap: { ...gap, at: mount.at }, file, below: { prefix, ...(node && { node }), ...only }, by: mount.by });
}

function addPrefix(resolver: Resolver, graph: RouterGraph, file: string, prefix: Prefix): void {
  const site: Site = { file };
  const read = (expression: Expression): readonly string[] => texts(resolver, { expression, site });
  for (const node of routersOf(resolver, graph, { expression: prefix.router, site }) ?? []) {
    const exclude = (prefix.exclude ?? []).map((one) => ({
      paths: read(one.path),
      ...(one.method === undefined ? {} : { method: one.method }),
    }));
    const prefixes = read(prefix.prefix);
    if (prefixes.some((one) => one !== '')) node.prefixes.push({ prefixes, exclude });
    if (prefix.versioning !== undefined) node.versioning = { ...prefix.versioning, file };
  }
}

function addRoute(resolver: Resolver, graph: RouterGraph, registrars: Registrars, file: string, route: Route): void {
  const calls = registeringCalls(resolver.program, registrars, file, route);
  for (const call of calls) {
    const known = [route.path, route.methods];
    const sites = sitesIn(resolver, file, route, call) ?? alikeSites(resolver, file, route, known, { file, passed: call.passed });
    if (sites === undefined) hideList(graph, file, route, call.nodes?.[0]);
    for (const [element, site] of (sites ?? []).entries()) {
      const paths = below(call.prefixes, texts(resolver, { expression: route.path, site }));
      const nodes = call.nodes ?? call.on ?? hangingOn(resolver, graph, route, site);
      for (const node of nodes) {
        const order = orderStep(node?.id, call.at ?? { file, ...route.at }, route.each, element);
        placeRoute(resolver, graph, { route, site, paths, order, ...(node && { node }), ...placeOf(call) });
      }
    }
  }
  // a method of a struct around a router determines the routes of its calls
  if (calls.length > 0 || isPlaced(registrars, file, route)) return;
  const sites = sitesOf(resolver, file, route) ?? alikeSites(resolver, file, route, [route.path, route.methods]);
  if (sites === undefined) {
    hideUnseen(resolver, graph, registrars, file, route);
    return;
  }
  for (const [element, site] of sites.entries()) {
    const isUnhandled = route.ifHandled === true && !isHandled(resolver, route, site);
    if (isUnhandled && route.handler?.kind === 'element') hideUnhandled(resolver, graph, route, site);
    if (isUnhandled || isAdapter(resolver, route, site)) continue;
    const on = hangingOn(resolver, graph, route, site);
    answerBy(resolver, graph, { route, file, site, element, on });
    const isLost = route.certain === true && on.length === 0 && !isRegistration(registrars, file, route);
    if (isLost && !isNoRouter(resolver, route.router, site)) hideLost(graph, file, route);
    for (const node of on) {
      if (route.path.kind === 'unknown') {
        const methods = route.method === 'ANY' ? {} : { methods: [route.method] };
        const gap = {
          reason: 'dynamic-path' as const,
          detail: `the path of a route is not read: ${route.path.why}`,
          at: route.at,
        };
        graph.gaps.push({ gap, file, below: { prefix: '', ...methods, ...(node === undefined ? {} : { node }) } });
        continue;
      }
      const paths = texts(resolver, { expression: route.path, site });
      const order = orderStep(node?.id, { file, ...route.at }, route.each, element);
      placeRoute(resolver, graph, { route, site, paths, order, ...(node === undefined ? {} : { node }) });
    }
  }
}

interface Answered {
  readonly route: Route;
  readonly file: string;
  readonly site: Site;
  readonly element: number;
  readonly on: readonly (RouterNode | undefined)[];
}

/** `app.all('/visits*', router)`: the routes of the router answer those requests, by their whole path. */
function answerBy(resolver: Resolver, graph: RouterGraph, { route, file, site, element, on }: Answered): void {
  const handler: Lazy | undefined = route.handler && { expression: route.handler, site };
  if (handler === undefined || resolve(resolver, handler, 'value').kind !== 'router') return;
  const before = (route.before ?? []).map((expression) => middlewareAt(resolver, { expression, site }));
  if (route.methods !== undefined || before.some((one) => one === undefined || one.rewrites !== undefined)) return;
  const only = { paths: texts(resolver, { expression: route.path, site }), method: route.method };
  const from = { file, ...route.at };
  for (const child of routersOf(resolver, graph, handler) ?? [])
    for (const parent of on)
      child.parents.push({
        ...(parent && { parent }),
        prefixes: [''],
        except: new Set(),
        only,
        from,
        order: orderStep(parent?.id, from, route.each, element),
      });
}

/** A list of routes that is not read, on a router that is known, or that is not found though it is one. */
function hideUnseen(resolver: Resolver, graph: RouterGraph, registrars: Registrars, file: string, route: Route): void {
  const node = route.router && routersOf(resolver, graph, { expression: route.router, site: { file } })?.[0];
  const isLost = route.certain === true && !isRegistration(registrars, file, route);
  const isUnseen = route.router === undefined || (isLost && !isNoRouter(resolver, route.router, { file }));
  if (node !== undefined || isUnseen) hideList(graph, file, route, node);
}

function hideList(graph: RouterGraph, file: string, route: Route, node: RouterNode | undefined): void {
  const gap = { reason: 'dynamic-path' as const, detail: 'routes are made from a list that cannot be read here', at: route.at };
  const below = { prefix: '', ...(node === undefined ? {} : { node }), ...(isPage(route) && { pages: true }) };
  graph.gaps.push({ gap, file, below });
}

/** Whether all that it sends is HTML, according to its registration. */
function isPage({ handler, incomplete, responses }: Route): boolean {
  const isWhole = handler === undefined && incomplete === undefined && responses.length > 0;
  return isWhole && responses.every(({ mediaType }) => mediaType === 'text/html');
}

/** The route is served at an unknown place. */
function hideLost(graph: RouterGraph, file: string, { at }: Route): void {
  const gap = { reason: 'unresolved-reference' as const, detail: 'what a route hangs on cannot be found', at };
  graph.gaps.push({ gap, file, below: { prefix: '' } });
}

/** An unresolved handler may answer it. */
function hideUnhandled(resolver: Resolver, graph: RouterGraph, route: Route, site: Site): void {
  const detail = 'what handles an operation cannot be found';
  const methods = route.methods && texts(resolver, { expression: route.methods, site });
  for (const node of hangingOn(resolver, graph, route, site))
    for (const prefix of texts(resolver, { expression: route.path, site })) {
      const below = { prefix, ...(methods && { methods }), ...(node && { node }) };
      graph.gaps.push({ gap: { reason: 'unresolved-reference', detail, at: route.at }, file: site.file, below });
    }
}

/** The routers of a route; undefined in the list: the service itself. */
function hangingOn(resolver: Resolver, graph: RouterGraph, route: Route, site: Site): readonly (RouterNode | undefined)[] {
  return route.router === undefined
    ? [undefined]
    : (routersOf(resolver, graph, { expression: route.router, site }) ?? lostRouter(resolver, graph, route, site));
}

const placeOf = ({ at }: Registering): Pick<PlacedRoute, 'at'> => (at === undefined ? {} : { at });

/** Adds one route for each method; an unresolved method hides the requests that it may answer. */
function placeRoute(resolver: Resolver, graph: RouterGraph, given: PlacedRoute): void {
  const all = given.paths.map(methodBefore);
  for (const { method, path } of all)
    if (method !== undefined && isMethod(method))
      graph.routes.push({ ...given, paths: [path], route: { ...given.route, method } });
  const placed = { ...given, paths: all.flatMap(({ method, path }) => (method === undefined ? [path] : [])) };
  const { route, site, node, paths } = placed;
  if (paths.length === 0) return;
  if (route.methods === undefined) {
    graph.routes.push(placed);
    return;
  }
  for (const given of new Set(texts(resolver, { expression: route.methods, site }).map((one) => one.toUpperCase()))) {
    const method = given === 'ALL' || given === '*' ? 'ANY' : given;
    if (method === 'ANY' || isMethod(method)) graph.routes.push({ ...placed, route: { ...route, method } });
    else if (method.includes(UNREAD)) {
      const gap = { reason: 'dynamic-path' as const, detail: 'the method of a route cannot be read here', at: route.at };
      for (const prefix of paths) graph.gaps.push({ gap, file: site.file, below: { prefix, ...(node && { node }) } });
    }
  }
}

/** An adapter passes requests on to an app, whose own routes are more precise: its export is absent. */
function isAdapter(resolver: Resolver, { handler }: Route, site: Site): boolean {
  if (handler?.kind !== 'member' || handler.of.kind !== 'module') return false;
  const target = resolve(resolver, { expression: handler, site }, 'value');
  return target.kind === 'plain' && target.expression.kind === 'absent';
}

/** Whether the module's member, or the table's entry, that handles a route exists. */
function isHandled(resolver: Resolver, { methods, handler }: Route, site: Site): boolean {
  if (handler?.kind === 'element') return handlerOf(resolver, { expression: handler, site }) !== undefined;
  const of = methods ?? handler;
  if (of?.kind !== 'member') return false;
  const module = resolve(resolver, { expression: of.of, site }, 'value');
  return module.kind === 'module' && lookupExport(resolver.program, module.file, of.name, 'value') !== undefined;
}
