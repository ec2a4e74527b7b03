import type { Lazy } from '../program.js';
import type { Resolver } from '../values/target.js';
import { routersOf } from './router-identity.js';
import type { RouterGraph, RouterNode } from './router-node.js';

/** Functions that pass an instance on to each other more often than this do so in a circle. */
const MAX_DEPTH = 10;

/** Moves hooks from a router to the routers that it is part of: a function that gets one, a plugin without encapsulation. */
export function liftHooks(graph: RouterGraph): void {
  const lifted = new Map<RouterNode, RouterNode['wraps'][number][]>();
  for (const node of graph.nodes.values()) {
    const wraps = node.wraps.splice(0);
    if (wraps.length === 0) continue;
    for (const owner of ownersOf(node, 0)) lifted.set(owner, [...(lifted.get(owner) ?? []), ...wraps]);
  }
  for (const [node, wraps] of lifted) node.wraps.push(...wraps);
}

function ownersOf(node: RouterNode, depth: number): ReadonlySet<RouterNode> {
  const above = node.parents.filter(({ parent, same }) => parent !== undefined && (same === true || node.fact?.flat === true));
  if (above.length === 0 || depth > MAX_DEPTH) return new Set([node]);
  const owners = new Set<RouterNode>(above.length < node.parents.length ? [node] : []);
  for (const { parent } of above) {
    if (parent === undefined) continue;
    for (const owner of ownersOf(parent, depth + 1)) owners.add(owner);
  }
  return owners;
}

/** The hooks of a plugin's own instance also apply to the instances that it hooks into. */
export function hookInto(resolver: Resolver, graph: RouterGraph, plugin: Lazy, hook: Lazy): void {
  for (const node of routersOf(resolver, graph, hook) ?? []) {
    for (const parent of routersOf(resolver, graph, plugin) ?? [])
      node.parents.push({ parent, prefixes: [''], except: new Set(), same: true });
  }
}
