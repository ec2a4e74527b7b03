import { joinPaths, withoutPatterns } from '../../model/endpoint.js';
import type { Location } from '../../model/location.js';
import { append } from '../../model/multi-map.js';
import { excludedIn, patternedPath } from '../../model/parameter-pattern.js';
import type { CodeRoute } from '../codebase.js';
import type { Route, Served } from '../fact.js';
import { MOST_WAYS } from '../link-gaps.js';
import type { Lazy } from '../program.js';
import { NAME_OF_ACTION } from '../routing-fact.js';
import { optionalTexts } from '../shapes/optional-member.js';
import type { Resolver } from '../values/target.js';
import { type Opening, texts, UNREAD } from '../values/texts.js';
import { type OrderStep, unorderedStep } from './registration-order.js';
import type { Edge, PlacedOverride, PlacedRoute, PlacedWrap, Requests, RouterGraph, RouterNode } from './router-node.js';

/** One way from the service down to a router. */
export interface Way {
  readonly root: RouterNode | undefined;
  /** All prefixes on it except the root's own. */
  readonly prefix: string;
  /** Versions that the nearest router on the way gives its routes. */
  readonly versions?: readonly string[];
  /** Members of classes that a derived class on the way redeclares. */
  readonly except?: readonly string[];
  /** The members that alone answer on it. See `Mount.serves`. */
  readonly serves?: readonly Served[];
  /** What derived classes on the way send for inherited routes, the most derived first. See `Mount.overrides`. */
  readonly overrides?: readonly PlacedOverride[];
  /** What wraps the handlers below routers on the way, the nearest first. */
  readonly wraps?: readonly PlacedWrap[];
  /** The place of its routes, if that is not their own line. */
  readonly at?: Location;
  /** The values of bound names on it, and the places of the mounts that bind them (`by`). See `Router.binds`. */
  readonly bound?: { readonly types: ReadonlyMap<string, Lazy>; readonly by: string };
  /** The requests that pass it. See `Edge.only`. */
  readonly only?: readonly Requests[];
  /** The mounts on it, from the top. */
  readonly order?: readonly OrderStep[];
}

export type Ways = ReadonlyMap<RouterNode, readonly Way[]>;

/** A program that mounts a router in more ways than this is hostile or cyclic. */
const MAX_WAYS = 200;
const MAX_DEPTH = 60;

interface Step {
  readonly node: RouterNode;
  readonly way: Way;
  readonly depth: number;
  /** The routers above, nearest first. */
  readonly above: Step | undefined;
}

/** What tells two ways to one router apart. */
function wayKey(way: Way): string {
  const around = way.wraps?.map(({ node, wrap }) => `${node?.id} ${wrap.at.line}:${wrap.at.column}`);
  const overrides = way.overrides?.map(({ file, at }) => `${file}:${at.line}:${at.column}`);
  const { root, prefix, versions, except, at, bound, only, serves } = way;
  return JSON.stringify([root?.id, prefix, versions, except, around, at, bound?.by, only, serves, overrides]);
}

/**
 * All ways to each router; none: no code mounts it. It searches from the top and visits each way once, since modules that import
 * each other make more paths than ways. `rootless`: routers that no code mounts count as services. It calls `onCut` for a router
 * with more ways than it followed.
 */
export function waysDown(resolver: Resolver, graph: RouterGraph, rootless: boolean, onCut: (at: RouterNode) => void): Ways {
  const children = childrenOf(graph);
  const ways = new Map<RouterNode, Map<string, Way>>();
  const steps: Step[] = [];
  const cut = new Set<RouterNode>();
  const arrive = (node: RouterNode, way: Way, above: Step | undefined): void => {
    const known = ways.get(node) ?? new Map<string, Way>();
    const key = wayKey(way);
    if (known.has(key)) return;
    if (known.size >= MAX_WAYS || steps.length >= MOST_WAYS) {
      if (cut.size === 0) onCut(node);
      cut.add(node);
      return;
    }
    ways.set(node, known.set(key, way));
    steps.push({ node, way, above, depth: (above?.depth ?? 0) + 1 });
  };
  for (const node of graph.nodes.values()) {
    const versions = versionsOf(resolver, node);
    if (isRoot(node)) arrive(node, wrappedBy(node, { root: node, prefix: '', ...versions }), undefined);
    else if (rootless && node.parents.length === 0 && node.fact?.loose !== true) {
      for (const prefix of ownPrefixes(resolver, node))
        arrive(node, wrappedBy(node, { root: undefined, prefix, ...versions }), undefined);
    }
    for (const edge of node.parents) {
      if (edge.parent === undefined)
        for (const way of extend(resolver, { root: undefined, prefix: '' }, edge, node)) arrive(node, way, undefined);
    }
  }
  for (const step of steps) {
    // `steps` grows during the walk
    if (step.depth > MAX_DEPTH) continue;
    for (const { node, edge } of children.get(step.node) ?? []) {
      if (cut.has(node) || isAbove(step, node) || isIdle(step.node, node)) continue;
      for (const way of extend(resolver, step.way, edge, node)) arrive(node, way, step);
    }
  }
  return new Map([...ways].map(([node, known]) => [node, [...known.values()]]));
}

/** A generated router that a function mounts to which nothing passes a router. */
const isIdle = (above: RouterNode, { fact }: RouterNode): boolean =>
  fact?.generated === true && above.fact === undefined && above.parents.length === 0;

/**
 * Whether it is an app of its own: one that another app mounts, or the field that got it, answers only below that mount, but where
 * a server gets it too.
 */
function isRoot(node: RouterNode): boolean {
  const isAlone = ({ parent, alias }: Edge): boolean => parent === undefined || (alias === true && !isMounted(parent, node));
  const isServed = ({ parent, alias }: Edge): boolean => alias === true && parent?.isServed === true;
  return node.fact?.root === true && (node.isServed === true || node.parents.some(isServed) || node.parents.every(isAlone));
}

/** Most routers above a field that are looked at. */
const MOST_ABOVE = 1000;

/** Whether another app than the one that a field got, or parts of that, mounts the field. */
function isMounted(field: RouterNode, own: RouterNode): boolean {
  const above = new Set([field]);
  for (const node of above) {
    const parents = node.parents.flatMap(({ parent }) => parent ?? []);
    if (parents.length === 0 && node.fact?.root === true) return true;
    for (const one of parents) if (one !== own && above.size < MOST_ABOVE) above.add(one);
  }
  return false;
}

function childrenOf(graph: RouterGraph): Map<RouterNode, { readonly node: RouterNode; readonly edge: Edge }[]> {
  const children = new Map<RouterNode, { readonly node: RouterNode; readonly edge: Edge }[]>();
  for (const node of graph.nodes.values()) {
    for (const edge of node.parents) {
      if (edge.parent === undefined) continue;
      append(children, edge.parent, { node, edge });
    }
  }
  return children;
}

function isAbove(step: Step, node: RouterNode): boolean {
  for (let one: Step | undefined = step; one !== undefined; one = one.above) if (one.node === node) return true;
  return false;
}

function wrappedBy(node: RouterNode, way: Way): Way {
  // a mounted app has its own wraps only
  const isOwn = node.fact?.root === true || node.wraps.some(({ wrap }) => wrap.instead === true);
  const above = isOwn ? [] : (way.wraps ?? []);
  return node.wraps.length === 0 && !isOwn ? way : { ...way, wraps: [...node.wraps.toReversed(), ...above] };
}

/**
 * Whether a route or mount is registered before a middleware, which therefore does not apply to it. See
 * `ResponseTransform.spares`.
 */
export function isSpared({ wrap, file }: PlacedWrap, at: Location): boolean {
  return file === at.file && wrap.spares?.some(({ line, column }) => line === at.line && column === at.column) === true;
}

/** Whether a full path continues after a middleware's path, wherever that occurs in it. */
export function isBelow({ below }: PlacedWrap, full: string): boolean {
  const parts = full.toLowerCase().split('/');
  return (
    below === undefined ||
    below.some((path) => {
      const all = path.toLowerCase().split('/');
      const own = all.filter((part, index) => part !== '' && (part !== '*' || index < all.length - 1));
      if (own.some((part) => part.includes(UNREAD) || part.includes('*'))) return true;
      return parts.some((_, start) => own.every((part, index) => part.startsWith('{') || part === parts[start + index]));
    })
  );
}

/** The values of a router's names on a way, as the mount binds them; they may mention names bound further up. */
function boundBy({ bound: above }: Way, { binds, from }: Edge, { fact }: RouterNode): Pick<Way, 'bound'> {
  const names = fact?.binds ?? [];
  if (names.length === 0 || binds === undefined || from === undefined) return {};
  const site = { file: from.file, ...(above !== undefined && { types: above.types }) };
  const types = new Map(
    names.flatMap((name, index): [string, Lazy][] => {
      const expression = binds[index];
      return expression === undefined ? [] : [[name, { expression, site }]];
    }),
  );
  return { bound: { types, by: `${above?.by ?? ''} ${from.file}:${from.line}:${from.column}` } };
}

/** A way, one mount further down. */
function extend(resolver: Resolver, above: Way, edge: Edge, node: RouterNode): readonly Way[] {
  const given = node.prefixes.length === 0 ? [''] : node.prefixes.flatMap((one) => one.prefixes);
  const own = edge.replaces === true ? [''] : ownPrefixes(resolver, node);
  const versions = versionsOf(resolver, node);
  const at = edge.at ?? above.at;
  const order = [...(above.order ?? []), edge.order ?? unorderedStep(node.id)];
  const { from } = edge;
  const wraps =
    above.wraps === undefined || from === undefined ? {} : { wraps: above.wraps.filter((one) => !isSpared(one, from)) };
  const only = edge.only && [
    ...(above.only ?? []),
    { ...edge.only, paths: edge.only.paths.map((path) => joinPaths(above.prefix, path)) },
  ];
  const except = [...new Set([...(above.except ?? []), ...edge.except])].sort();
  return edge.prefixes.flatMap((mounted) =>
    given.flatMap((extra) =>
      own.map((last): Way => {
        const prefix = [above.prefix, mounted, extra, last].filter((part) => part !== '').join('/');
        const more = {
          ...(except.length === 0 ? {} : { except }),
          ...(at === undefined ? {} : { at }),
          ...(only && { only }),
          ...(edge.serves && { serves: edge.serves }),
          ...(edge.overrides && { overrides: [...(above.overrides ?? []), ...edge.overrides] }),
          order,
        };
        return wrappedBy(node, { ...above, prefix, ...wraps, ...versions, ...more, ...boundBy(above, edge, node) });
      }),
    ),
  );
}

function ownPrefixes(resolver: Resolver, node: RouterNode): readonly string[] {
  const prefix = node.fact?.prefix;
  return prefix === undefined ? [''] : optionalTexts(resolver, { expression: prefix, site: { file: node.file } });
}

function versionsOf(resolver: Resolver, node: RouterNode): { versions: readonly string[] } | undefined {
  const version = node.fact?.version;
  return version === undefined ? undefined : { versions: texts(resolver, { expression: version, site: { file: node.file } }) };
}

/**
 * A framework's service-wide settings (global prefix, interceptors) do not apply to other frameworks' routes on it (NestJS'
 * `app.use`). Where results are sent (Fastify), a route of a file that does not name the framework still belongs to it. A prefix
 * may ask for the name of the action.
 */
export function ownWay(way: Way, route: Route): Way {
  const { root } = way;
  const isOwn = root?.fact === undefined || root.fact.by === route.by || root.fact.returned !== undefined;
  const own = isOwn ? way : { ...way, root: undefined };
  const { action } = route;
  return action === undefined || !way.prefix.includes(NAME_OF_ACTION)
    ? own
    : { ...own, prefix: way.prefix.replaceAll(NAME_OF_ACTION, () => action) };
}

/**
 * The paths of a route on one way: the root's prefix (unless excluded), version, prefixes on the way, the route's own path. The
 * order is that of NestJS (`RoutePathFactory`); frameworks without versions and global prefixes only join them.
 */
export function pathsOf(
  resolver: Resolver,
  way: Way,
  path: string,
  method: string,
  own: readonly string[] | undefined,
): readonly string[] {
  const { root, only = [] } = way;
  if (!only.every((one) => comesBy(one, joinPaths(way.prefix, path), method))) return [];
  const versioning = root?.versioning;
  const versionParts =
    versioning === undefined || root === undefined ? [''] : versionSegments(resolver, root, own ?? way.versions);
  return versionParts.flatMap((version) => {
    const parts = versioning?.last === true ? [way.prefix, path, version] : [version, way.prefix, path];
    const local = parts.filter((part) => part !== '').join('/');
    if (root === undefined) return [fullPath(local)];
    const rootOwn = ownPrefixes(resolver, root);
    const given = root.prefixes.flatMap((one) =>
      isExcluded(one.exclude, joinPaths(way.prefix, path), method) ? [''] : one.prefixes,
    );
    return (given.length === 0 ? [''] : given).flatMap((prefix) =>
      rootOwn.map((base) => fullPath([base, prefix, local].filter((part) => part !== '').join('/'))),
    );
  });
}

/** A constant of another file contains a pattern in its framework's syntax. */
const fullPath = (written: string): string => patternedPath(joinPaths(written), 'path');

function versionSegments(resolver: Resolver, root: RouterNode, versions: readonly string[] | undefined): readonly string[] {
  const { versioning } = root;
  if (versioning === undefined) return [''];
  const site = { file: versioning.file };
  const fallback = versioning.default === undefined ? [] : texts(resolver, { expression: versioning.default, site });
  const [prefix = ''] = texts(resolver, { expression: versioning.prefix, site });
  const all = versions === undefined || versions.length === 0 ? fallback : versions;
  return all.length === 0 ? [''] : all.map((version) => (version === '' ? '' : `${prefix}${version}`));
}

function isExcluded(
  exclude: readonly { readonly paths: readonly string[]; readonly method?: string }[],
  path: string,
  method: string,
): boolean {
  return exclude.some(
    (one) =>
      (one.method === undefined || one.method === 'ANY' || one.method === method) &&
      one.paths.some((pattern) => fits(joinPaths(pattern), path)),
  );
}

const comesBy = (only: Requests, path: string, method: string): boolean =>
  (only.method === 'ANY' || only.method === method) && only.paths.some((pattern) => fits(pattern, path));

function fits(pattern: string, path: string): boolean {
  const left = pattern.split('/');
  const right = path.split('/');
  for (const [index, segment] of left.entries()) {
    const rest = /\{[^{}]*\*\}$/.exec(segment);
    if (rest !== null) return right[index]?.startsWith(segment.slice(0, rest.index)) === true;
    if (right[index] === undefined || (segment !== right[index] && !segment.startsWith('{'))) return false;
  }
  return left.length === right.length;
}

/** The kinds of routers that some service has. Without one, it is unknown what is mounted. */
export function rootedKinds(graph: RouterGraph): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const { fact, parents } of graph.nodes.values()) {
    if (fact !== undefined && (fact.root || parents.some(({ parent }) => parent === undefined))) kinds.add(fact.by);
  }
  return kinds;
}

/** Segments of a path that have to match patterns. */
export function constrainedIn(path: string): Pick<CodeRoute, 'constrained' | 'excluded'> {
  if (path === withoutPatterns(path)) return {};
  const segments = path.split('/').slice(1);
  const excluded = excludedIn(segments.at(-1) ?? '');
  return {
    constrained: segments.flatMap((one, index) => (one === withoutPatterns(one) ? [] : [index])),
    ...(excluded.length === 0 ? {} : { excluded }),
  };
}

/** What a route says of the unresolved start of its path. `isUnseen`: no router is known on which it is mounted. */
export function prefixUnread(
  opening: Opening | undefined,
  isUnseen: boolean,
): Pick<CodeRoute, 'prefixUnknown' | 'prefixStart' | 'likelyPrefix'> {
  return {
    ...(opening !== undefined || isUnseen ? { prefixUnknown: true } : {}),
    ...(opening?.known === undefined ? {} : { prefixStart: opening.known }),
    ...(opening?.likely === undefined ? {} : { likelyPrefix: joinPaths(opening.likely) }),
  };
}

/** The route itself; below a mount that serves some members, those of its member at the path of the mount. */
export function servedOn({ serves, overrides }: Way, whole: PlacedRoute): readonly PlacedRoute[] {
  const { member } = whole.route;
  const override = member === undefined ? undefined : overrides?.find(({ members }) => members.includes(member));
  const placed = override === undefined ? whole : overridden(whole, override);
  const { route } = placed;
  if (serves === undefined) return route.unlisted === true ? [] : [placed];
  return serves.flatMap(({ method, member }) =>
    member === route.member ? { ...placed, paths: [''], route: { ...route, method } } : [],
  );
}

/** An inherited route with what a derived class sends. */
function overridden(placed: PlacedRoute, { file, members: _, inheritsStatus, ...own }: PlacedOverride): PlacedRoute {
  const { responses, incomplete: __, handler: ___, ...route } = placed.route;
  const [{ status, mediaType } = {}] = responses;
  const media = mediaType !== undefined && mediaType !== 'none' && { mediaType };
  const inherited = { ...(inheritsStatus === true && status !== undefined && { status }), ...media };
  const sent = own.responses.map((one) => ({ ...inherited, ...one }));
  return { ...placed, site: { file }, route: { ...route, ...own, responses: sent } };
}

/** The routes, with those at the end that stand in where no other has their place. */
export function fallbacksLast(routes: readonly PlacedRoute[]): readonly PlacedRoute[] {
  const isFallback = ({ route }: PlacedRoute): boolean => route.fallback === true;
  return routes.some(isFallback) ? [...routes.filter((one) => !isFallback(one)), ...routes.filter(isFallback)] : routes;
}
