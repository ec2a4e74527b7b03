import { folderOf } from '../../model/repository-path.js';
import type { AutoRegistration, Router } from '../fact.js';
import { inherits } from '../shapes/inherits.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill } from '../values/target.js';
import { nodeFor, routersOf } from './router-identity.js';
import type { RouterGraph, RouterNode } from './router-node.js';

/** Chains of clones longer than this are cyclic. */
const MAX_CLONES = 20;

/**
 * A conditional router: if its class extends the required one, it has no condition any more; otherwise it serves nothing by
 * itself.
 */
export function asItsClass(resolver: Resolver, fact: Router, file: string): Router {
  const { ifExtends, ...certain } = fact;
  if (ifExtends === undefined) return fact;
  const of = { expression: ifExtends.of, site: { file } };
  const isOne = inherits(resolver, of, ifExtends.names) || resolve(resolver, of, 'value').kind === 'router';
  return isOne ? certain : { ...fact, root: false };
}

/** Mounts every clone of a router below the router whose routes it shares. */
export function shareRoutes(resolver: Resolver, graph: RouterGraph): void {
  for (const { facts, routers } of resolver.program.files.values()) {
    for (const fact of routers.values()) {
      if (fact.clones === undefined) continue;
      refill(resolver);
      const clone = nodeFor(graph, facts.path, fact.name, fact);
      const [shared] = routersOf(resolver, graph, { expression: fact.clones, site: { file: facts.path } }) ?? [];
      if (shared === undefined || shared === clone) continue;
      clone.parents.push({ parent: shared, prefixes: [''], except: new Set() });
      graph.shared.set(clone, shared);
    }
  }
}

/** The router whose routes are mounted or served with a clone: the original of all clones. */
export function tableOf(graph: RouterGraph, node: RouterNode): RouterNode {
  let at = node;
  for (let hops = 0; hops < MAX_CLONES; hops++) {
    const next = graph.shared.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

interface Taker {
  readonly fact: AutoRegistration;
  /** The folder of its file. */
  readonly folder: string;
  /** Absent: the service itself. */
  readonly parents: readonly (RouterNode | undefined)[];
}

/** Mounts every router that registers itself below the nearest bootstraps of its kind. */
export function gatherRouters(resolver: Resolver, graph: RouterGraph): void {
  const takers: Taker[] = [];
  for (const { facts } of resolver.program.files.values()) {
    for (const fact of facts.facts) {
      if (fact.kind !== 'gather') continue;
      refill(resolver);
      const site = { file: facts.path };
      const parents = fact.router === undefined ? [undefined] : routersOf(resolver, graph, { expression: fact.router, site });
      takers.push({ fact, folder: folderOf(facts.path), parents: parents ?? [undefined] });
    }
  }
  if (takers.length === 0) return;
  for (const node of [...graph.nodes.values()].filter(isGathered)) {
    const all = takers.filter(
      ({ fact, parents }) => fact.by === node.fact?.by && isBelow(node.file, fact.within ?? '') && !parents.includes(node),
    );
    // A bootstrap that names its folder takes precedence over one that takes every router.
    const own = all.filter(({ fact }) => fact.within !== undefined);
    const able = own.length > 0 ? own : all;
    const near = able.map((one) => nearness(one, node.file));
    const most = Math.max(...near);
    const nearest = new Set(able.filter((_, index) => near[index] === most).flatMap(({ parents }) => parents));
    for (const parent of nearest)
      if (parent !== node) node.parents.push({ ...(parent && { parent }), prefixes: [''], except: new Set() });
  }
}

/** One that is `loose` registers itself only if nothing else mounts it. */
const isGathered = ({ fact, parents }: RouterNode): boolean =>
  fact?.gathered === true && (fact.loose !== true || parents.length === 0);

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The number of folders that two places share, from the top. */
function nearness({ fact, folder }: Taker, path: string): number {
  const own = (fact.within ?? folder).split('/').filter((part) => part !== '');
  const other = folderOf(path).split('/');
  const apart = own.findIndex((part, index) => part !== other[index]);
  return apart < 0 ? own.length : apart;
}
