import { withoutPatterns } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import { append } from '../model/multi-map.js';
import type { RouteMatching } from '../model/route-matching.js';
import type { Codebase, CodeRoute } from './codebase.js';
import { linkMessages } from './events/messages.js';
import type { Route } from './fact.js';
import type { FactSheet } from './fact-sheet.js';
import { asideGaps, dynamicPath, MOST_ROUTES, placeOf, strayGap, tooLongPath, tooManyRoutes, tooManyWays } from './link-gaps.js';
import { byPlace, sortGaps } from './place-order.js';
import { type Lazy, type Site, writerOf } from './program.js';
import { branched, isRefused } from './responses/branches.js';
import { middlewareAt, responsesOf } from './responses/responses.js';
import { isApplied, servedElsewhere, serviceWraps } from './responses/service-wraps.js';
import { sharedHandlers } from './responses/shared-handlers.js';
import { hiddenAt, hiddenSomewhere } from './routers/hidden-below.js';
import { endStep } from './routers/registration-order.js';
import {
  constrainedIn,
  fallbacksLast,
  isBelow,
  isSpared,
  ownWay,
  pathsOf,
  prefixUnread,
  rootedKinds,
  servedOn,
  type Way,
  type Ways,
  waysDown,
} from './routers/route-paths.js';
import { routerGraph } from './routers/router-graph.js';
import type { PlacedGap, PlacedRoute, PlacedWrap, RouterGraph, RouterNode } from './routers/router-node.js';
import { linkModels } from './shapes/models.js';
import { definitionsOf } from './shapes/named-values.js';
import { questioned } from './values/questions.js';
import { createResolver } from './values/resolver.js';
import type { Resolver } from './values/target.js';
import { openingOf, texts, UNREAD } from './values/texts.js';

/**
 * Joins the facts of all files: it follows names across files, connects routers by their mounts, and evaluates paths and shapes.
 * Answers of inference fill in what facts alone do not show. Pure; the order of files does not matter.
 *
 * @param matching how each framework (by extractor id) matches requests with routes; callers that only list routes omit it
 */
export function link(sheet: FactSheet, matching: MatchingTable = new Map()): Codebase {
  const left = new Set(sheet.aside);
  if (left.size === 0) return linkFiles(sheet, matching);
  const own = linkFiles({ ...sheet, files: sheet.files.filter(({ path }) => !left.has(path)) }, matching);
  const aside = linkFiles(sheet, matching).routes.filter(({ at }) => left.has(at.file));
  return aside.length === 0 ? own : { ...own, aside: asideGaps(aside) };
}

function linkFiles(sheet: FactSheet, matching: MatchingTable): Codebase {
  const resolver = createResolver(sheet);
  const { program } = resolver;
  const graph = routerGraph(resolver);
  liftPrefixes(graph);
  const rooted = rootedKinds(graph);
  const gaps = [...sheet.gaps];
  const ways = waysDown(resolver, graph, false, (node) => gaps.push(tooManyWays(placeOf(node))));
  const linker: Linker = {
    ways,
    matching,
    wraps: wrapsOf(graph, ways),
    wide: serviceWraps(graph),
    resolver,
    graph,
    rooted,
    assignments: new Set(graph.routes.map(({ route, site }) => assignmentOf(site.file, route))),
    shared: sharedHandlers(graph.routes),
    routes: new Map(),
    gaps,
    isFull: false,
    stray: new Map(),
  };
  for (const scope of program.files.values()) {
    for (const gap of scope.facts.gaps) linker.gaps.push({ ...gap, at: { file: scope.facts.path, ...gap.at } });
  }
  for (const placed of fallbacksLast(graph.routes)) linkRoute(linker, placed);
  linkBehindUnread(linker);
  for (const gap of graph.gaps) linker.gaps.push(...hiddenBelow(linker, gap));
  linker.gaps.push(...strayGaps(linker));
  const events = linkMessages(resolver);
  return {
    routes: [...linker.routes.values()].sort(byPlace),
    messages: events.messages,
    models: linkModels(resolver, sheet),
    soughtModels: sheet.models?.names ?? [],
    types: definitionsOf(program),
    ...(program.packages.size === 0 ? {} : { packages: program.packages }),
    gaps: sortGaps([...linker.gaps, ...events.gaps]),
  };
}

/** How frameworks match requests with routes, by the ids of their extractors. */
export type MatchingTable = ReadonlyMap<string, RouteMatching>;

interface Linker {
  readonly ways: Ways;
  readonly matching: MatchingTable;
  isFull: boolean;
  /** Computed on first use: only a repository without a service needs them. */
  rootlessWays?: Ways;
  /** What wraps the handlers of each service. */
  readonly wraps: ReadonlyMap<RouterNode, readonly PlacedWrap[]>;
  /** What wraps the handler of a route because of the service that contains it. */
  readonly wide: (placed: PlacedRoute) => readonly PlacedWrap[];
  readonly resolver: Resolver;
  readonly graph: RouterGraph;
  readonly rooted: ReadonlySet<string>;
  /** The places of all routes, each with its framework. */
  readonly assignments: ReadonlySet<string>;
  /** The routes whose handlers serve other routes as well. */
  readonly shared: ReadonlySet<PlacedRoute>;
  readonly routes: Map<string, CodeRoute>;
  readonly gaps: Gap[];
  /** Routers that no code mounts, and handler classes that no code registers, with their routes. */
  readonly stray: Map<RouterNode, PlacedRoute[]>;
}

/** The ways to a router (the service itself has one) on which no derived class replaces this member. */
function reached(ways: Ways, node: RouterNode | undefined, member: string | undefined): readonly Way[] {
  if (node === undefined) return [{ root: undefined, prefix: '' }];
  return (ways.get(node) ?? []).filter((way) => member === undefined || !way.except?.includes(member));
}

function wrapsOf(graph: RouterGraph, ways: Ways): ReadonlyMap<RouterNode, readonly PlacedWrap[]> {
  const wraps = new Map<RouterNode, PlacedWrap[]>();
  for (const wrap of graph.wraps) {
    const found = wrap.node === undefined ? undefined : ways.get(wrap.node);
    for (const root of new Set((found ?? []).flatMap((way) => way.root ?? []))) append(wraps, root, wrap);
  }
  return wraps;
}

/** A prefix on a parameter (`configure(app)`) applies to the arguments of its callers. */
function liftPrefixes(graph: RouterGraph): void {
  for (const node of graph.nodes.values()) {
    if (node.fact !== undefined) continue;
    const given = node.prefixes.splice(0);
    for (const { parent } of node.parents) {
      if (parent === undefined) continue;
      parent.prefixes.push(...given);
      if (node.versioning !== undefined) parent.versioning ??= node.versioning;
    }
  }
}

function linkRoute(linker: Linker, placed: PlacedRoute): void {
  const { route, node } = placed;
  const ways = reached(linker.ways, node, route.member);
  if (ways.length === 0 && node !== undefined) {
    const isUnseen = !linker.rooted.has(route.by) && node.fact !== undefined && node.fact.ifExtends === undefined;
    if (isUnseen && (node.fact.generated !== true || rootless(linker, node, route.member).length > 0)) {
      linkRootless(linker, placed, node);
      return;
    }
    // a derived class redeclares the member wherever the router is reached
    if (route.member !== undefined && reached(linker.ways, node, undefined).length > 0) return;
    const routes = linker.stray.get(node) ?? [];
    routes.push(placed);
    linker.stray.set(node, routes);
    return;
  }
  const versions =
    route.version === undefined ? undefined : texts(linker.resolver, { expression: route.version, site: placed.site });
  for (const way of ways.filter((one) => !isAnothers(linker, placed, one)).map((one) => ownWay(one, route))) {
    if (route.belowPrefix === true && way.prefix === '') continue;
    for (const one of servedOn(way, placed)) {
      for (const path of one.paths) {
        if (isFull(linker, placed)) return;
        for (const full of pathsOf(linker.resolver, way, path, one.route.method, versions))
          addRoute(linker, one, full, { ...way, written: path });
      }
    }
  }
}

/** Where a file alone does not show whose router it is, several frameworks bind one route: the router's framework is right. */
function isAnothers({ assignments }: Linker, { route, site, node }: PlacedRoute, { root }: Way): boolean {
  const right = node?.fact?.by ?? root?.fact?.by;
  return right !== undefined && right !== route.by && assignments.has(assignmentOf(site.file, { ...route, by: right }));
}

const assignmentOf = (file: string, { at, by }: Pick<Route, 'at' | 'by'>): string => `${file}:${at.line}:${at.column} ${by}`;

/**
 * Handles services with an unresolved mount at their root. If most routes of the framework are on routers without a visible
 * mount, those routers are mounted there. The beginning of their paths is unknown.
 */
function linkBehindUnread(linker: Linker): void {
  const unread = new Set(
    linker.graph.gaps.flatMap(({ by, below }) => {
      const isWide = below?.prefix === '' && reached(linker.ways, below.node, undefined).length > 0;
      return isWide ? [by, below.node?.fact?.by].filter((one) => one !== undefined) : [];
    }),
  );
  for (const by of unread) {
    const hidden = [...linker.stray].flatMap(([node, routes]) =>
      routes.filter(({ route }) => route.by === by && rootless(linker, node, route.member).length > 0),
    );
    const seen = [...linker.routes.values()].filter((route) => route.by === by);
    if (hidden.length <= seen.length) continue;
    for (const placed of hidden) if (placed.node !== undefined) linkRootless(linker, placed, placed.node);
  }
}

/** Routers that no code mounts. A generated server is one for each framework that can serve it: those of others tell nothing. */
function strayGaps(linker: Linker): readonly Gap[] {
  const shown = new Set([...linker.routes.values()].map(({ at }) => `${at.file}:${at.line}`));
  return [...linker.stray].flatMap(([node, routes]) => {
    const places = routes.map(({ route: { at }, site }) => `${site.file}:${at.line}`);
    const isGenerated = node.fact?.generated === true;
    if (node.fact?.loose === true || (isGenerated && places.every((place) => shown.has(place)))) return [];
    if (isGenerated) for (const place of places) shown.add(place);
    return strayGap(
      node,
      routes.flatMap((one) => strayRoutes(linker, one)),
    );
  });
}

function strayRoutes(
  linker: Linker,
  { route, paths }: PlacedRoute,
): readonly { readonly method: string; readonly path: string }[] {
  const known = paths.filter((path) => !path.includes(UNREAD));
  const fulls = known.flatMap((path) => pathsOf(linker.resolver, { root: undefined, prefix: '' }, path, '', undefined));
  return fulls.map((path) => ({ method: route.method, path: withoutPatterns(path) }));
}

/** The ways to a router if routers that no code mounts count as services. */
function rootless(linker: Linker, node: RouterNode, member: string | undefined): readonly Way[] {
  const onCut = (cut: RouterNode): number => linker.gaps.push(tooManyWays(placeOf(cut)));
  linker.rootlessWays ??= waysDown(linker.resolver, linker.graph, true, onCut);
  return reached(linker.rootlessWays, node, member);
}

/** The scan sees no service of this kind: the mounts of its topmost routers are unknown, only the paths below are known. */
function linkRootless(linker: Linker, placed: PlacedRoute, node: RouterNode): void {
  for (const way of rootless(linker, node, placed.route.member)) {
    if (placed.route.belowPrefix === true && way.prefix === '') continue;
    for (const one of servedOn(way, placed)) {
      for (const path of one.paths) {
        if (isFull(linker, placed)) return;
        const fulls = pathsOf(linker.resolver, { root: undefined, prefix: way.prefix }, path, '', undefined);
        for (const full of fulls) addRoute(linker, one, full, { ...way, root: 'unseen', written: path });
      }
    }
  }
}

/** Whether there are too many routes already; reported once. */
function isFull(linker: Linker, { route, site }: PlacedRoute): boolean {
  if (linker.routes.size < MOST_ROUTES) return false;
  if (!linker.isFull) linker.gaps.push(tooManyRoutes({ file: site.file, ...route.at }));
  linker.isFull = true;
  return true;
}

type FoundWay = Omit<Way, 'root'> & {
  readonly root: RouterNode | 'unseen' | undefined;
  /** The path that the route itself declares. */
  readonly written: string;
};

function addRoute(linker: Linker, placed: PlacedRoute, full: string, way: FoundWay): void {
  const { root, at: given, bound } = way;
  const site = bound === undefined ? placed.site : { ...placed.site, types: bound.types };
  const route = withReturned(placed, root);
  const at = placed.at ?? given ?? { file: site.file, ...route.at };
  const tooLong = tooLongPath(full, route.method, at);
  if (tooLong !== undefined) {
    linker.gaps.push(tooLong);
    return;
  }
  const opening = openingOf(full);
  if (full.includes(UNREAD) && (opening === undefined || opening.joined === true)) {
    linker.gaps.push(dynamicPath(withoutPatterns(full), route.method, at));
    if (opening === undefined) return;
  }
  const before = beforeHandler(linker.resolver, route, site);
  const { wraps, early } = wrapsAround(linker, placed, full, way, before.wraps);
  const serializer = root === 'unseen' ? 'maybe' : wraps.some(({ wrap }) => wrap.through === 'serializer') ? 'on' : 'off';
  const resolver = linker.resolver.program.hasWriters ? { ...linker.resolver, ...writerOf(route) } : linker.resolver;
  for (const one of branched(resolver, route, site, opening?.rest ?? full)) {
    const { method, path } = one;
    const place = one.at ?? at;
    const key = `${method} ${opening === undefined ? '' : UNREAD}${path} ${place.file}:${place.line}:${place.column}`;
    // Where a file alone does not show whose router it is, several frameworks bind the route: the service's own is right.
    const known = linker.routes.get(key);
    if (known !== undefined && (known.by === route.by || typeof root !== 'object' || root.fact?.by !== route.by)) continue;
    const seen = placed.node?.fact?.ownParameters === true ? way.written : opening === undefined ? one.path : full;
    const answering = { ...one, path: seen, method: method === 'ANY' && one.known === undefined ? undefined : method, early };
    const { value, asks } = resolver.questions.during(() =>
      responsesOf({ ...resolver, serializer }, route, site, wraps, answering),
    );
    if (isRefused(one, value)) continue;
    const match = matchingOf(linker, placed, root);
    const made: CodeRoute = {
      method,
      path: withoutPatterns(path),
      ...constrainedIn(path),
      ...(match === undefined ? {} : { matching: match }),
      order: [...endStep(match, way.written || way.prefix), ...(way.order ?? []), ...(given === undefined ? [placed.order] : [])],
      ...prefixUnread(opening, root === 'unseen'),
      ...reachOf(linker, placed, root),
      by: route.by,
      at: place,
      ...value,
      ...(before.skips && { passesOn: true }),
    };
    linker.routes.set(key, made);
    questioned.set(made, asks);
  }
}

/** Whether requests reach it, and whether its handler answers other routes too. */
function reachOf(
  { shared }: Linker,
  placed: PlacedRoute,
  root: FoundWay['root'],
): Pick<CodeRoute, 'blocked' | 'idle' | 'sharesHandler'> {
  const fact = typeof root === 'object' ? root.fact : undefined;
  return {
    ...(fact?.blocked !== undefined && { blocked: fact.blocked }),
    ...(fact?.idle === true && { idle: true }),
    ...(shared.has(placed) && { sharesHandler: true }),
  };
}

/** What changes the bodies of a route because of its position, and which functions may answer before it. */
function wrapsAround(
  linker: Linker,
  placed: PlacedRoute,
  full: string,
  { root, wraps = [] }: FoundWay,
  inner: readonly PlacedWrap[],
): { readonly wraps: readonly PlacedWrap[]; readonly early: readonly Lazy[] } {
  const at = { file: placed.site.file, ...placed.route.at };
  const ofRoot = root === 'unseen' || root === undefined ? undefined : linker.wraps.get(root);
  const outer = [...hooksOf(linker.resolver, placed.route, placed.site), ...linker.wide(placed), ...(ofRoot ?? [])];
  const below = wraps.filter((one) => isBelow(one, full) && !isSpared(one, at));
  const unseen = root === 'unseen' && placed.node?.fact?.generated === true ? [servedElsewhere(placed)] : [];
  return {
    wraps: [...unseen, ...outer, ...below, ...inner].filter(({ early }) => early === undefined),
    // in the order in which requests pass them
    early: [...outer, ...below.toReversed()].flatMap(({ early }) => early ?? []),
  };
}

/** The setting of the router, else of the service, else of their framework. */
function matchingOf({ matching }: Linker, { route, node }: PlacedRoute, root: FoundWay['root']): RouteMatching | undefined {
  const service = typeof root === 'object' ? root.fact?.matching : undefined;
  return node?.fact?.matching ?? service ?? matching.get(route.by);
}

/** Functions between router and handler of one route that change bodies, and whether one may skip the route for others. */
function beforeHandler(
  resolver: Resolver,
  { by, before = [], at }: Route,
  site: Site,
): { readonly wraps: readonly PlacedWrap[]; readonly skips: boolean } {
  const all = before.flatMap((expression) => middlewareAt(resolver, { expression, site }) ?? []);
  const through = { kind: 'unknown', why: 'a function before the handler may change the body' } as const;
  const changing: PlacedWrap = { wrap: { kind: 'wrap', by, through, past: true, at }, file: site.file };
  return {
    wraps: all.some(({ rewrites }) => rewrites !== undefined) ? [changing] : [],
    skips: all.some(({ skips }) => skips === true),
  };
}

/** The hooks in the route's own options that its bodies pass through. */
function hooksOf(resolver: Resolver, { by, hooks = [], at }: Route, { file }: Site): readonly PlacedWrap[] {
  const changing = hooks.filter((hook) => isApplied(resolver, hook, { file }));
  return changing.map((hook) => ({ wrap: { kind: 'wrap', by, ...hook, at }, file }));
}

/** Adds whether the handler's result is sent, if the router or the service declares it. */
function withReturned({ route, node }: PlacedRoute, root: FoundWay['root']): Route {
  const returned = route.returned ?? node?.fact?.returned ?? (typeof root === 'object' ? root.fact?.returned : undefined);
  return returned === undefined || route.returned !== undefined ? route : { ...route, returned };
}

/** The operations that a gap below a router hides, on every way to the router. */
function hiddenBelow(linker: Linker, placed: PlacedGap): readonly Gap[] {
  const gap = { ...placed.gap, at: { file: placed.file, ...placed.gap.at } };
  const { below } = placed;
  if (below === undefined) return [gap];
  const { node, prefix, ...only } = below;
  const isRootless = node?.fact !== undefined && !linker.rooted.has(node.fact.by);
  const ways = isRootless ? rootless(linker, node, undefined) : reached(linker.ways, node, undefined);
  const prefixes = ways.flatMap((way) =>
    pathsOf(linker.resolver, isRootless ? { ...way, root: undefined } : way, prefix, '', undefined).map(withoutPatterns),
  );
  return (isRootless ? hiddenSomewhere : hiddenAt)(gap, prefixes, only);
}
