import type { ParameterExpression } from './expression.js';
import type { Router } from './fact.js';
import { pluginTarget } from './plugins.js';
import type { Lazy, Program, Site } from './program.js';
import { resolve } from './resolve.js';
import type { RouterGraph, RouterNode } from './router-node.js';
import type { Resolver, Target } from './target.js';

/** The node of a named router, made when first asked for. */
export function nodeFor(graph: RouterGraph, file: string, name: string, fact?: Router): RouterNode {
  const id = `${file}#${name}`;
  const known = graph.nodes.get(id);
  if (known !== undefined) return known;
  const versioning = fact?.versioning === undefined ? {} : { versioning: { ...fact.versioning, file } };
  const node: RouterNode = {
    id,
    file,
    parents: [],
    prefixes: [],
    wraps: [],
    ...(fact === undefined ? {} : { fact }),
    ...versioning,
  };
  graph.nodes.set(id, node);
  return node;
}

/** The routers that an expression may be; none: it is surely no router; undefined: it cannot be told. */
export function routersOf(resolver: Resolver, graph: RouterGraph, lazy: Lazy, depth = 0): readonly RouterNode[] | undefined {
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
  return takenBy(resolver, graph, { expression: parameter.of, site }, `:${parameter.index}${member}`, 0);
}

/** A function's parameter. What is a router itself (a wrapped plugin) takes what is mounted as a whole. */
function takenBy(
  resolver: Resolver,
  graph: RouterGraph,
  taker: Lazy,
  suffix: string,
  depth: number,
): readonly RouterNode[] | undefined {
  const target = pluginTarget(resolver, taker);
  if (target.kind === 'callable') return [nodeFor(graph, target.file, `${target.callable.name}${suffix}`)];
  if (target.kind === 'router' && suffix === ':0') return [routerNode(resolver.program, graph, target.file, target.router)];
  if (target.kind !== 'choice' || depth > 5) return undefined;
  const all = target.options.map((option) => takenBy(resolver, graph, option, suffix, depth + 1));
  const found = all.flatMap((some) => some ?? []);
  return found.length > 0 ? found : undefined;
}

/** An inherited router member is a router of the receiving class's own, which starts with what the base class put on it. */
function routerNode(program: Program, graph: RouterGraph, file: string, router: Router): RouterNode {
  const declared = program.files.get(file)?.routers.get(router.name);
  const id = `${file}#${router.name}`;
  const known = graph.nodes.get(id);
  if (declared !== undefined || known !== undefined) return known ?? nodeFor(graph, file, router.name, declared);
  const base = [...graph.nodes.values()].find((one) => one.fact !== undefined && sameFact(one.fact, router) && one.id !== id);
  const node: RouterNode = { id, file: base?.file ?? file, fact: router, parents: [], prefixes: [], wraps: [] };
  graph.nodes.set(id, node);
  base?.parents.push({ parent: node, prefixes: [''], except: new Set() });
  return node;
}

/** A router fact and its copy under a derived class's name. */
function sameFact(one: Router, copy: Router): boolean {
  const member = (name: string): string => name.slice(name.indexOf('#'));
  return one.at === copy.at && member(one.name) === member(copy.name);
}
