import type { Expression, ParameterExpression } from './expression.js';
import type { Mount, Prefix, Route, Router, Wrap } from './fact.js';
import { sitesOf } from './loops.js';
import type { Lazy, Program, Site } from './program.js';
import { resolve } from './resolve.js';
import type { Edge, RouterGraph, RouterNode } from './router-node.js';
import { type Resolver, refill, type Target } from './target.js';
import { texts } from './texts.js';

/** Joins all routers, mounts, prefixes and routes of a program by the identity of their routers. */
export function routerGraph(resolver: Resolver): RouterGraph {
  const graph: RouterGraph = { nodes: new Map(), wraps: [], routes: [], gaps: [] };
  for (const scope of resolver.program.files.values()) {
    const file = scope.facts.path;
    for (const fact of scope.routers.values()) nodeFor(graph, file, fact.name, fact);
  }
  passLists(resolver);
  for (const scope of resolver.program.files.values()) {
    const file = scope.facts.path;
    for (const fact of scope.facts.facts) {
      refill(resolver);
      if (fact.kind === 'mount') addMount(resolver, graph, file, fact);
      else if (fact.kind === 'prefix') addPrefix(resolver, graph, file, fact);
      else if (fact.kind === 'wrap') addWrap(resolver, graph, file, fact);
      else if (fact.kind === 'route') addRoute(resolver, graph, file, fact);
    }
  }
  return graph;
}

/** Lists may be handed on from function to function this often. */
const MAX_HANDED = 4;

/** Learns which lists of routers (`new App([new Users(), new Orders()])`) functions are given that loop over a parameter. */
function passLists(resolver: Resolver): void {
  const { lists, files } = resolver.program;
  for (let round = 0; round < MAX_HANDED; round++) {
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
        if (!lists.has(key)) lists.set(key, list);
      }
    }
    if (lists.size === before) return;
  }
}

function nodeFor(graph: RouterGraph, file: string, name: string, fact?: Router): RouterNode {
  const id = `${file}#${name}`;
  const known = graph.nodes.get(id);
  if (known !== undefined) return known;
  const versioning = fact?.versioning === undefined ? {} : { versioning: { ...fact.versioning, file } };
  const node: RouterNode = { id, file, parents: [], prefixes: [], ...(fact === undefined ? {} : { fact }), ...versioning };
  graph.nodes.set(id, node);
  return node;
}

/** The routers that an expression may be; none: it is surely no router; undefined: it cannot be told. */
function routersOf(resolver: Resolver, graph: RouterGraph, lazy: Lazy, depth = 0): readonly RouterNode[] | undefined {
  if (depth > 20) return undefined;
  return routersOfTarget(resolver, graph, resolve(resolver, lazy, 'value'), depth);
}

function routersOfTarget(
  resolver: Resolver,
  graph: RouterGraph,
  target: Target,
  depth: number,
): readonly RouterNode[] | undefined {
  switch (target.kind) {
    case 'router':
      return [routerNode(resolver.program, graph, target.file, target.router)];
    case 'class': {
      const router = resolver.program.files.get(target.file)?.routers.get(target.declaration.name);
      return router === undefined ? [] : [nodeFor(graph, target.file, router.name, router)];
    }
    case 'type': {
      const name = target.declarations[0]?.name ?? '';
      const router = resolver.program.files.get(target.file)?.routers.get(name);
      return router === undefined ? [] : [nodeFor(graph, target.file, name, router)];
    }
    case 'choice': {
      const all = target.options.map((option) => routersOf(resolver, graph, option, depth + 1));
      const found = all.flatMap((some) => some ?? []);
      return found.length > 0 ? found : all.some((some) => some === undefined) ? undefined : [];
    }
    case 'plain': {
      const { expression, site } = target;
      if (expression.kind === 'parameter') return parameterNode(resolver, graph, expression, site, '');
      if (expression.kind === 'member' && expression.of.kind === 'parameter')
        return parameterNode(resolver, graph, expression.of, site, `.${expression.name}`);
      if (expression.kind !== 'tuple')
        return ['object', 'literal', 'absent', 'text', 'scalar'].includes(expression.kind) ? [] : undefined;
      const all = expression.items.map((item) =>
        routersOf(resolver, graph, { expression: item.kind === 'spread' ? item.value : item, site }, depth + 1),
      );
      const found = all.flatMap((some) => some ?? []);
      return found.length === 0 && all.some((some) => some === undefined) ? undefined : found;
    }
    case 'callable':
      return [];
    default:
      return undefined;
  }
}

/** A parameter, or a member of one (`start({ app })`), is a router of its own, to which callers mount what they pass. */
function parameterNode(
  resolver: Resolver,
  graph: RouterGraph,
  parameter: ParameterExpression,
  site: Site,
  member: string,
): readonly RouterNode[] | undefined {
  if (parameter.of === undefined) return [nodeFor(graph, site.file, `${parameter.callable}:${parameter.index}${member}`)];
  const target = resolve(resolver, { expression: parameter.of, site }, 'value');
  return target.kind === 'callable'
    ? [nodeFor(graph, target.file, `${target.callable.name}:${parameter.index}${member}`)]
    : undefined;
}

/** An inherited router member is a router of the receiving class's own, which starts with what the base class put on it. */
function routerNode(program: Program, graph: RouterGraph, file: string, router: Router): RouterNode {
  const declared = program.files.get(file)?.routers.get(router.name);
  const id = `${file}#${router.name}`;
  const known = graph.nodes.get(id);
  if (declared !== undefined || known !== undefined) return known ?? nodeFor(graph, file, router.name, declared);
  const base = [...graph.nodes.values()].find((one) => one.fact !== undefined && sameFact(one.fact, router) && one.id !== id);
  const node: RouterNode = { id, file: base?.file ?? file, fact: router, parents: [], prefixes: [] };
  graph.nodes.set(id, node);
  base?.parents.push({ parent: node, prefixes: [''], except: new Set() });
  return node;
}

/** A router fact and its copy under a derived class's name. */
function sameFact(one: Router, copy: Router): boolean {
  const member = (name: string): string => name.slice(name.indexOf('#'));
  return one.at === copy.at && member(one.name) === member(copy.name);
}

function addMount(resolver: Resolver, graph: RouterGraph, file: string, mount: Mount): void {
  const sites = sitesOf(resolver, file, mount);
  if (sites === undefined) {
    const [parent] =
      mount.parent === undefined ? [] : (routersOf(resolver, graph, { expression: mount.parent, site: { file } }) ?? []);
    // Something is handed on in a loop, but it is no router.
    if ((mount.parent !== undefined && parent === undefined) || mount.certainty === 'unlikely') return;
    const prefix =
      mount.prefix === undefined || mentionsLoop(mount)
        ? ''
        : (texts(resolver, { expression: mount.prefix, site: { file } })[0] ?? '');
    hide(graph, file, mount, 'routers are mounted from a list that cannot be read here', prefix, parent);
    return;
  }
  for (const site of sites) mountAt(resolver, graph, file, mount, site);
}

const mentionsLoop = (mount: Mount): boolean => mount.prefix !== undefined && mount.prefix.kind !== 'literal';

function mountAt(resolver: Resolver, graph: RouterGraph, file: string, mount: Mount, site: Site): void {
  const parents = mount.parent === undefined ? [undefined] : routersOf(resolver, graph, { expression: mount.parent, site });
  if (parents === undefined || parents.length === 0) return; // `x.use(...)` of something that is no router
  const prefixes = mount.prefix === undefined ? [''] : texts(resolver, { expression: mount.prefix, site });
  const children = routersOf(resolver, graph, { expression: mount.child, site });
  for (const parent of parents) {
    if (children === undefined) {
      if (mount.certainty === 'unlikely') continue;
      const bare = prefixes.every((prefix) => prefix === '' || prefix === '/');
      if (mount.certainty === 'maybe' && bare && !insideRepository(resolver, { expression: mount.child, site })) continue;
      for (const prefix of prefixes) hide(graph, file, mount, 'what is mounted here cannot be read', prefix, parent);
      continue;
    }
    const edge: Edge = { prefixes, except: new Set(mount.except), ...(parent === undefined ? {} : { parent }) };
    for (const child of children) if (child !== parent) child.parents.push(edge);
  }
}

/** Middleware of a package answers no routes of the service; code of the repository that cannot be followed may. */
function insideRepository(resolver: Resolver, lazy: Lazy): boolean {
  let { expression } = lazy;
  while (expression.kind === 'returns' || expression.kind === 'member' || expression.kind === 'instance')
    expression = expression.of;
  const target = resolve(resolver, { expression, site: lazy.site }, 'value');
  return target.kind === 'callable'
    ? target.callable.inferred !== undefined && !['absent', 'unknown'].includes(target.callable.inferred.kind)
    : target.kind === 'class';
}

function hide(
  graph: RouterGraph,
  file: string,
  mount: Mount,
  detail: string,
  prefix: string,
  node: RouterNode | undefined,
): void {
  const below = { prefix, ...(node === undefined ? {} : { node }) };
  graph.gaps.push({ gap: { reason: 'dynamic-mount', detail, at: mount.at }, file, below });
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

function addWrap(resolver: Resolver, graph: RouterGraph, file: string, wrap: Wrap): void {
  for (const node of routersOf(resolver, graph, { expression: wrap.router, site: { file } }) ?? [])
    graph.wraps.push({ wrap, file, node });
}

function addRoute(resolver: Resolver, graph: RouterGraph, file: string, route: Route): void {
  const sites = sitesOf(resolver, file, route);
  if (sites === undefined) {
    const node =
      route.router === undefined ? undefined : routersOf(resolver, graph, { expression: route.router, site: { file } })?.[0];
    if (route.router !== undefined && node === undefined) return;
    const gap = { reason: 'dynamic-path' as const, detail: 'routes are made from a list that cannot be read here', at: route.at };
    graph.gaps.push({ gap, file, below: { prefix: '', ...(node === undefined ? {} : { node }) } });
    return;
  }
  for (const site of sites) {
    const nodes = route.router === undefined ? [undefined] : routersOf(resolver, graph, { expression: route.router, site });
    for (const node of nodes ?? []) {
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
      graph.routes.push({ route, site, paths, ...(node === undefined ? {} : { node }) });
    }
  }
}
