import { joinPaths } from '../model/endpoint.js';
import type { Resolver } from './resolve.js';
import type { Edge, RouterGraph, RouterNode } from './router-graph.js';
import { texts } from './texts.js';

/** One way from the service down to a router. */
export interface Way {
  readonly root: RouterNode | undefined;
  /** All prefixes on it but the root's own. */
  readonly prefix: string;
  /** Versions that the nearest router on the way gives its routes. */
  readonly versions?: readonly string[];
}

/** Ways beyond this number are cycles or hostile. */
const MAX_WAYS = 200;
const MAX_DEPTH = 40;

/**
 * All ways on which a router (for this member of a class) is reached; none: nobody mounts it. `rootless`: routers that nobody
 * mounts count as services.
 */
export function waysTo(
  resolver: Resolver,
  node: RouterNode | undefined,
  member: string | undefined,
  rootless = false,
  inside: readonly RouterNode[] = [],
): readonly Way[] {
  if (node === undefined) return [{ root: undefined, prefix: '' }];
  if (inside.includes(node) || inside.length > MAX_DEPTH) return [];
  const own = ownPrefixes(resolver, node);
  const versions = versionsOf(resolver, node);
  const ways: Way[] = [];
  if (node.fact?.root === true) ways.push({ root: node, prefix: '', ...versions });
  else if (rootless && node.parents.length === 0) ways.push(...own.map((prefix) => ({ root: undefined, prefix, ...versions })));
  for (const edge of node.parents) {
    if (member !== undefined && edge.except.has(member)) continue;
    for (const above of waysTo(resolver, edge.parent, memberAbove(edge, member), rootless, [...inside, node])) {
      for (const way of extend(above, edge, node, own)) if (ways.length < MAX_WAYS) ways.push({ ...way, ...(versions ?? {}) });
    }
  }
  return ways;
}

/** A member is looked for further up only along inheritance. */
const memberAbove = (edge: Edge, member: string | undefined): string | undefined => (edge.except.size > 0 ? member : undefined);

function extend(above: Way, edge: Edge, node: RouterNode, own: readonly string[]): readonly Way[] {
  const given = node.prefixes.length === 0 ? [''] : node.prefixes.flatMap((one) => one.prefixes);
  return edge.prefixes.flatMap((mounted) =>
    given.flatMap((extra) =>
      own.map((prefix) => ({ ...above, prefix: [above.prefix, mounted, extra, prefix].filter((part) => part !== '').join('/') })),
    ),
  );
}

function ownPrefixes(resolver: Resolver, node: RouterNode): readonly string[] {
  const prefix = node.fact?.prefix;
  return prefix === undefined ? [''] : texts(resolver, { expression: prefix, site: { file: node.file } });
}

function versionsOf(resolver: Resolver, node: RouterNode): { versions: readonly string[] } | undefined {
  const version = node.fact?.version;
  return version === undefined ? undefined : { versions: texts(resolver, { expression: version, site: { file: node.file } }) };
}

/**
 * The paths of a route on one way: the root's prefix (unless excluded), version, prefixes on the way, the route's own. The order
 * is NestJS' (`RoutePathFactory`); frameworks without versions and global prefixes only join.
 */
export function pathsOf(
  resolver: Resolver,
  way: Way,
  path: string,
  method: string,
  own: readonly string[] | undefined,
): readonly string[] {
  const { root } = way;
  const versioning = root?.versioning;
  const versionParts =
    versioning === undefined || root === undefined ? [''] : versionSegments(resolver, root, own ?? way.versions);
  return versionParts.flatMap((version) => {
    const local = [version, way.prefix, path].filter((part) => part !== '').join('/');
    if (root === undefined) return [joinPaths(local)];
    const rootOwn = ownPrefixes(resolver, root);
    const given = root.prefixes.flatMap((one) =>
      isExcluded(one.exclude, joinPaths(way.prefix, path), method) ? [''] : one.prefixes,
    );
    return (given.length === 0 ? [''] : given).flatMap((prefix) =>
      rootOwn.map((base) => joinPaths([base, prefix, local].filter((part) => part !== '').join('/'))),
    );
  });
}

function versionSegments(resolver: Resolver, root: RouterNode, versions: readonly string[] | undefined): readonly string[] {
  const { versioning } = root;
  if (versioning === undefined) return [''];
  const site = { file: versioning.file };
  const fallback = versioning.default === undefined ? [] : texts(resolver, { expression: versioning.default, site });
  const [prefix = ''] = texts(resolver, { expression: versioning.prefix, site });
  const all = versions ?? fallback;
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

function fits(pattern: string, path: string): boolean {
  const left = pattern.split('/');
  const right = path.split('/');
  for (const [index, segment] of left.entries()) {
    if (/^\{[^{}]*\*\}$/.test(segment)) return right.length > index;
    if (right[index] === undefined || (segment !== right[index] && !segment.startsWith('{'))) return false;
  }
  return left.length === right.length;
}

/** The services that hold a router, by whatever way. */
export function rootsOf(node: RouterNode, inside = new Set<RouterNode>()): readonly RouterNode[] {
  if (inside.has(node)) return [];
  inside.add(node);
  const above = node.parents.flatMap((edge) => (edge.parent === undefined ? [] : rootsOf(edge.parent, inside)));
  return node.fact?.root === true ? [node, ...above] : above;
}

/** Are there routers of this kind that the service itself holds? Without one, nobody can say what is mounted. */
export function rootedKinds(graph: RouterGraph): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const node of graph.nodes.values()) if (node.fact?.root === true) kinds.add(node.fact.by);
  return kinds;
}
