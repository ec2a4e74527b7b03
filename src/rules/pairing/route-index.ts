import type { CodeRoute } from '../../facts/codebase.js';
import type { Method, PathTemplate } from '../../model/endpoint.js';
import { append } from '../../model/multi-map.js';
import { isCatchAll, segmentCovers, segmentsOf } from './route-match.js';

/** A route that answers a contract's path although its own path is written differently. */
export interface Covering {
  readonly route: CodeRoute;
  /** In how many segments a parameter of the route stands for something narrower; infinite below a catch-all. */
  readonly loosened: number;
}

/** An index of a codebase's routes by path, so that a lookup does not visit each route. Paths are keys: `pathKey`. */
export interface RouteIndex {
  readonly routes: readonly CodeRoute[];
  /** Routes with this exact path. */
  readonly at: (key: PathTemplate) => readonly CodeRoute[];
  /** Routes that answer this path, including those of `at`, which have nothing loosened. */
  readonly covering: (key: PathTemplate) => readonly Covering[];
  /** Routes that answer some requests of this path: with literals where it has parameters. Only the first few. */
  readonly within: (key: PathTemplate) => readonly CodeRoute[];
  /** Routes whose path ends like this, each with the prefix before it. */
  readonly endingWith: (key: PathTemplate) => readonly { readonly prefix: PathTemplate; readonly route: CodeRoute }[];
}

/** No real path is longer; without a limit a hostile path would cost quadratic time. */
const MAX_SEGMENTS = 64;

/** How much a catch-all in place of one parameter loosens: less than a parameter in place of a literal. */
const WIDE = 0.5;

/** Marks suffixes of routes that match in any case. */
const ANY_CASE = '~';

const lower = (text: string): string => text.toLowerCase();

/**
 * A child with a parameter, with the text before its first and after its last parameter: a quick test of both rules out most of
 * thousands.
 */
interface Pattern {
  readonly written: string;
  readonly child: Node;
  readonly catchesAll: boolean;
  readonly start: string;
  readonly end: string;
}

interface Node {
  readonly children: Map<string, Node>;
  /** The children that have a parameter. */
  readonly patterns: Pattern[];
  readonly routes: CodeRoute[];
}

/** Builds the index; linear in the routes' segments. */
export function indexRoutes(routes: readonly CodeRoute[]): RouteIndex {
  const root = makeNode();
  // routes that match in any case are found by their lower-case parts
  const folded = makeNode();
  const suffixes = new Map<PathTemplate, { prefix: PathTemplate; route: CodeRoute }[]>();
  for (const route of routes) {
    const segments = segmentsOf(route.path);
    if (segments.length > MAX_SEGMENTS) continue;
    const isFolded = route.matching?.anyCase === true;
    insert(isFolded ? folded : root, isFolded ? segments.map(lower) : segments, route);
    for (let start = 0; start <= segments.length; start += 1) {
      const written = `/${segments.slice(start).join('/')}`;
      const suffix = isFolded ? `${ANY_CASE}${lower(written)}` : written;
      append(suffixes, suffix, { prefix: `/${segments.slice(0, start).join('/')}`, route });
    }
  }
  return {
    routes,
    at: (key) => [...(nodeAt(root, segmentsOf(key))?.routes ?? []), ...(nodeAt(folded, segmentsOf(lower(key)))?.routes ?? [])],
    covering: (key) => {
      const [own, small] = [key, lower(key)].map((one) => segmentsOf(one).slice(0, MAX_SEGMENTS + 1));
      const found = [...collectCovering(root, own ?? []), ...collectCovering(folded, small ?? [])];
      return found.filter(({ route }) => !isExcluded(route, own ?? []));
    },
    within: (key) => [...collectWithin(root, segmentsOf(key)), ...collectWithin(folded, segmentsOf(lower(key)))],
    endingWith: (key) => [...(suffixes.get(key) ?? []), ...(suffixes.get(`${ANY_CASE}${lower(key)}`) ?? [])],
  };
}

/**
 * The routes that answer the method: registered for it, else for any, else for GET in the case of HEAD. HTTP servers answer HEAD
 * as they answer GET (RFC 9110 section 9.3.2), unless the framework does not.
 */
export function answering<Item>(
  items: readonly Item[],
  method: Method,
  routeOf: (item: Item) => CodeRoute,
): { readonly items: readonly Item[]; readonly by: 'method' | 'any' | 'get' } | undefined {
  const own = items.filter((item) => routeOf(item).method === method);
  if (own.length > 0) return { items: own, by: 'method' };
  const any = items.filter((item) => routeOf(item).method === 'ANY');
  if (any.length > 0) return { items: any, by: 'any' };
  const get = method === 'HEAD' ? items.filter((item) => answersHead(routeOf(item))) : [];
  return get.length > 0 ? { items: get, by: 'get' } : undefined;
}

/** Whether the pattern of a catch-all excludes what stands in its place. */
function isExcluded({ path, excluded = [] }: CodeRoute, segments: readonly string[]): boolean {
  if (excluded.length === 0) return false;
  const rest = segments.slice(segmentsOf(path).length - 1).join('/');
  return excluded.some((beginning) => rest.startsWith(beginning));
}

function answersHead({ method, matching }: CodeRoute): boolean {
  return method === 'GET' && matching?.headByGet !== false;
}

function makeNode(): Node {
  return { children: new Map(), patterns: [], routes: [] };
}

function insert(root: Node, segments: readonly string[], route: CodeRoute): void {
  let node = root;
  for (const segment of segments) {
    let child = node.children.get(segment);
    if (child === undefined) {
      child = makeNode();
      node.children.set(segment, child);
      if (segment.includes('{')) node.patterns.push(patternOf(segment, child));
    }
    node = child;
  }
  node.routes.push(route);
}

function patternOf(written: string, child: Node): Pattern {
  const [start = ''] = written.split('{');
  return { written, child, catchesAll: isCatchAll(written), start, end: written.slice(written.lastIndexOf('}') + 1) };
}

function nodeAt(root: Node, segments: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of segments) node = node?.children.get(segment);
  return node;
}

/** Only one path leads to each node, so each is visited at most once. */
function collectCovering(root: Node, segments: readonly string[]): readonly Covering[] {
  const found: Covering[] = [];
  const visit = (node: Node, index: number, loosened: number): void => {
    const segment = segments[index];
    if (segment === undefined) found.push(...node.routes.map((route) => ({ route, loosened })));
    const same = segment === undefined ? undefined : node.children.get(segment);
    if (same !== undefined) visit(same, index + 1, loosened);
    for (const { written, child, catchesAll, start, end } of node.patterns) {
      if (segment === undefined ? !catchesAll : !segment.startsWith(start) || written === segment) continue;
      if (catchesAll) {
        // In place of the contract's last parameter, a catch-all is a wider form of that parameter.
        const isLast = index === segments.length - 1 && segment === '{}' && written === '{*}' && index > 0;
        if (isLast) found.push(...child.routes.map((route) => ({ route, loosened: loosened + WIDE })));
        if (segment !== undefined || start === '')
          for (const route of isLast ? belowOf(child) : [...child.routes, ...belowOf(child)])
            found.push({ route, loosened: Infinity });
      } else if (segment?.endsWith(end) === true && segmentCovers(written, segment)) visit(child, index + 1, loosened + 1);
    }
  };
  visit(root, 0, 0);
  return found;
}

/** If more literals stand in place of one parameter, the rest is ignored. */
const MAX_WITHIN = 100;

function collectWithin(root: Node, segments: readonly string[]): readonly CodeRoute[] {
  let nodes: readonly { readonly node: Node; readonly narrowed: boolean }[] = [{ node: root, narrowed: false }];
  for (const segment of segments) {
    nodes = nodes.flatMap(({ node, narrowed }) => {
      const same = node.children.get(segment);
      const narrower = segment.includes('{') ? [...node.children].filter(([written]) => isLiteralOf(segment, written)) : [];
      const found = narrower.map(([, child]) => ({ node: child, narrowed: true }));
      return same === undefined ? found : [{ node: same, narrowed }, ...found];
    });
    nodes = nodes.slice(0, MAX_WITHIN);
  }
  return nodes.flatMap(({ node, narrowed }) => (narrowed ? node.routes : []));
}

const isLiteralOf = (expected: string, written: string): boolean => !written.includes('{') && segmentCovers(expected, written);

/** The part after a catch-all is not compared with the path: such a route proves nothing, it only may answer. */
function belowOf(node: Node): readonly CodeRoute[] {
  return [...node.children.values()].flatMap((child) => [...child.routes, ...belowOf(child)]);
}
