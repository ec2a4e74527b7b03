import type { Expression, ObjectMember, ParameterExpression } from '../expression.js';
import { DESCRIBED, type Route, type Router } from '../fact.js';
import type { Lazy, Program, Site } from '../program.js';
import { handlerOf } from '../responses/handlers.js';
import { tried } from '../values/elements.js';
import { lookupName } from '../values/lookup.js';
import { resolve } from '../values/resolve.js';
import type { ChoiceTarget, Resolver, Target } from '../values/target.js';
import { pluginTarget } from './plugins.js';
import type { RouterGraph, RouterNode } from './router-node.js';

/** The node of a named router, created on first use. */
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

/** The routers that an expression may be. Both empty: it is surely no router. */
export interface Routers {
  readonly found: readonly RouterNode[];
  /** Its unresolved parts (options of a choice, items of a list, or the whole). */
  readonly unread: readonly Lazy[];
}

const NONE: Routers = { found: [], unread: [] };

/** The routers that an expression may be; empty: it is surely no router; undefined: no part of it is resolved. */
export function routersOf(resolver: Resolver, graph: RouterGraph, lazy: Lazy): readonly RouterNode[] | undefined {
  const { found, unread } = readRouters(resolver, graph, lazy);
  return found.length === 0 && unread.length > 0 ? undefined : found;
}

/**
 * What a route hangs on that cannot be found: `container.get('app').get('/books', (req, res) => res.json(…))`. A router that
 * nothing mounts, which hides the route. Empty: its handler sends nothing, so the call may be one of a client.
 */
export function lostRouter(resolver: Resolver, graph: RouterGraph, route: Route, site: Site): readonly RouterNode[] {
  const isSending =
    route.handler !== undefined && (handlerOf(resolver, { expression: route.handler, site })?.callable.sends ?? []).length > 0;
  return isSending && route.certain !== true ? [nodeFor(graph, site.file, LOST)] : [];
}

/** The name of the routers of a file that cannot be found. */
export const LOST = '?';

/** Whether a value is an object without routes, according to its class. */
export function isNoRouter(resolver: Resolver, expression: Expression | undefined, site: Site): boolean {
  const target = expression && resolve(resolver, { expression, site }, 'value');
  return target?.kind === 'type' && target.declarations[0]?.aside === true;
}

/** The routers that an expression may be, and its unresolved parts. */
export function readRouters(resolver: Resolver, graph: RouterGraph, lazy: Lazy, depth = 0): Routers {
  const target = depth > 20 ? undefined : resolve(resolver, lazy, 'value');
  const read = target && routersOfTarget(resolver, graph, target, depth);
  if (read !== undefined) return read;
  const declared = depth > 20 ? undefined : ofDeclaredClass(resolver, lazy);
  return declared === undefined ? { found: [], unread: [lazy] } : readRouters(resolver, graph, declared, depth + 1);
}

/** `web.getApp()`, where no caller of the function is seen: what that method of the parameter's declared class gives. */
function ofDeclaredClass(resolver: Resolver, { expression, site }: Lazy): Lazy | undefined {
  if (expression.kind === 'name') {
    const found = lookupName(resolver.program, expression.name, site, 'value');
    return found.kind === 'lazy' && found.lazy.expression.kind === 'returns' ? ofDeclaredClass(resolver, found.lazy) : undefined;
  }
  if (expression.kind !== 'returns' || expression.of.kind !== 'member') return undefined;
  const owner = resolve(resolver, { expression: expression.of.of, site }, 'value');
  if (owner.kind !== 'plain' || owner.expression.kind !== 'parameter' || owner.expression.type === undefined) return undefined;
  const of: Expression = { kind: 'instance', of: owner.expression.type };
  return { expression: { kind: 'returns', of: { ...expression.of, of } }, site: owner.site };
}

/** Undefined: unresolved. */
function routersOfTarget(resolver: Resolver, graph: RouterGraph, target: Target, depth: number): Routers | undefined {
  switch (target.kind) {
    case 'router':
      return foundAll([routerNode(resolver.program, graph, target.file, target.router)]);
    case 'class': {
      const router = resolver.program.files.get(target.file)?.routers.get(target.declaration.name);
      return router === undefined ? NONE : foundAll([nodeFor(graph, target.file, router.name, router)]);
    }
    case 'type': {
      const name = target.declarations[0]?.name ?? '';
      const router = resolver.program.files.get(target.file)?.routers.get(name);
      return router === undefined ? NONE : foundAll([nodeFor(graph, target.file, name, router)]);
    }
    case 'choice':
      return ofOptions(target, (option) => readRouters(resolver, graph, option, depth + 1));
    case 'plain': {
      const { expression, site } = target;
      if (expression.kind === 'parameter') return parameterNode(resolver, graph, expression, site, '');
      if (expression.kind === 'member' && expression.of.kind === 'parameter')
        return parameterNode(resolver, graph, expression.of, site, `.${expression.name}`);
      // a list that is copied, or that another one was appended to
      if (expression.kind === 'array' && expression.items.kind === 'element')
        return readRouters(resolver, graph, { expression: expression.items.of, site }, depth + 1);
      if (expression.kind === 'array') return elementRouters(resolver, graph, { expression: expression.items, site }, depth + 1);
      if (expression.kind === 'operator' && expression.operator === 'filled')
        return readRouters(resolver, graph, { expression: expression.of, site }, depth + 1);
      const described = expression.kind === 'object' ? expression.members.find(isDescribed) : undefined;
      if (described?.kind === 'property') return readRouters(resolver, graph, { expression: described.value, site }, depth + 1);
      if (expression.kind !== 'tuple')
        return ['object', 'literal', 'absent', 'text', 'scalar'].includes(expression.kind) ? NONE : undefined;
      const items = expression.items.map((item) => (item.kind === 'spread' ? item.value : item));
      return joined(items.map((item) => readRouters(resolver, graph, { expression: item, site }, depth + 1)));
    }
    case 'callable':
      return NONE;
    default:
      return undefined;
  }
}

/** The routers among values that are surely routers: a part that does not resolve to one is unresolved. */
function elementRouters(resolver: Resolver, graph: RouterGraph, lazy: Lazy, depth: number): Routers {
  const target = depth > 20 ? undefined : resolve(resolver, lazy, 'value');
  const each = (part: Lazy): Routers => elementRouters(resolver, graph, part, depth + 1);
  if (target?.kind === 'choice') return ofOptions(target, each);
  if (target?.kind === 'plain') {
    const { expression, site } = target;
    if (expression.kind === 'array') return each({ expression: expression.items, site });
    if (expression.kind === 'tuple')
      return joined(expression.items.map((item) => each({ expression: item.kind === 'spread' ? item.value : item, site })));
    if (['literal', 'text', 'scalar', 'absent'].includes(expression.kind)) return NONE;
  }
  const read = readRouters(resolver, graph, lazy, depth);
  return read.found.length > 0 ? read : { found: [], unread: [lazy] };
}

const isDescribed = (member: ObjectMember): boolean => member.kind === 'property' && member.name === DESCRIBED;

function foundAll(found: readonly RouterNode[]): Routers {
  return { found, unread: [] };
}

function joined(all: readonly Routers[]): Routers {
  return { found: all.flatMap(({ found }) => found), unread: all.flatMap(({ unread }) => unread) };
}

/** Of several readings of one expression (also `routes.default ?? routes`), the first that is a router counts. */
function ofOptions(choice: ChoiceTarget, read: (option: Lazy) => Routers): Routers {
  const all = choice.options.map(read);
  const isReading = choice.readings === true || choice.options.some((option) => isDefaultOfOther(option, choice.options));
  return (isReading ? all.find(({ found }) => found.length > 0) : undefined) ?? joined(all);
}

function isDefaultOfOther(option: Lazy, all: readonly Lazy[]): boolean {
  const expression = tried(option.expression);
  if (expression.kind !== 'member' || expression.name !== 'default') return false;
  const of = JSON.stringify(expression.of);
  return all.some((other) => JSON.stringify(tried(other.expression)) === of);
}

/** A parameter, or a member of one (`start({ app })`), is a router of its own; callers mount it on their arguments. */
function parameterNode(
  resolver: Resolver,
  graph: RouterGraph,
  parameter: ParameterExpression,
  site: Site,
  member: string,
): Routers {
  if (parameter.of === undefined)
    return foundAll([nodeFor(graph, site.file, `${parameter.callable}:${parameter.index}${member}`)]);
  const { found, unread } = takenBy(resolver, graph, { expression: parameter.of, site }, `:${parameter.index}${member}`, 0);
  return { found, unread: unread.map((taker) => ({ expression: { ...parameter, of: taker.expression }, site: taker.site })) };
}

/** A function's parameter. If the target is a router itself (a wrapped plugin), it takes the mounted child as a whole. */
function takenBy(resolver: Resolver, graph: RouterGraph, taker: Lazy, suffix: string, depth: number): Routers {
  const target = pluginTarget(resolver, taker);
  if (target.kind === 'callable') return foundAll([nodeFor(graph, target.file, `${target.callable.name}${suffix}`)]);
  if (target.kind === 'router' && suffix === ':0')
    return foundAll([routerNode(resolver.program, graph, target.file, target.router)]);
  if (target.kind !== 'choice' || depth > 5) return { found: [], unread: [taker] };
  return ofOptions(target, (option) => takenBy(resolver, graph, option, suffix, depth + 1));
}

/**
 * An inherited router member is a separate router of the derived class, which starts with the routes that the base class
 * registered.
 */
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

/** Whether one fact is the copy of the other under a derived class's name. */
function sameFact(one: Router, copy: Router): boolean {
  const member = (name: string): string => name.slice(name.indexOf('#'));
  return one.at === copy.at && member(one.name) === member(copy.name);
}
