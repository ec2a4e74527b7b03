import type { Route } from './fact.js';
import { sitesOf } from './loops.js';
import type { Lazy, Site } from './program.js';
import { resolve } from './resolve.js';
import { routersOf } from './router-identity.js';
import type { RouterGraph, RouterNode } from './router-node.js';
import { type Resolver, refill } from './target.js';

/** One call of a function that registers routes on what it is given: `addRoute(app, 'get', '/status', handler)`. */
export interface Registering {
  readonly nodes: readonly RouterNode[];
  /** Where the arguments stand, by parameter. */
  readonly passed: ReadonlyMap<string, Lazy>;
}

/** Calls of such functions, by `file#callable`. */
export type Registrars = ReadonlyMap<string, readonly Registering[]>;

/** More calls of one function than this are not told apart. */
const MOST_CALLS = 500;

/** Every call that hands a router to a function of the repository, with all that it is given beside. */
export function registrarsOf(resolver: Resolver, graph: RouterGraph): Registrars {
  const calls = new Map<string, Registering[]>();
  for (const { facts } of resolver.program.files.values()) {
    for (const fact of facts.facts) {
      if (fact.kind !== 'mount' || fact.given === undefined || fact.parent === undefined) continue;
      if (fact.child.kind !== 'parameter' || fact.child.of === undefined) continue;
      refill(resolver);
      const { parent, given } = fact;
      for (const site of sitesOf(resolver, facts.path, fact) ?? []) {
        const taker = resolve(resolver, { expression: fact.child.of, site }, 'value');
        const nodes = taker.kind === 'callable' ? routersOf(resolver, graph, { expression: parent, site }) : undefined;
        if (taker.kind !== 'callable' || nodes === undefined || nodes.length === 0) continue;
        const { name } = taker.callable;
        const passed = new Map(given.map((expression, index): [string, Lazy] => [`${name}:${index}`, { expression, site }]));
        const key = `${taker.file}#${name}`;
        const known = calls.get(key) ?? [];
        if (known.length < MOST_CALLS) calls.set(key, [...known, { nodes, passed }]);
      }
    }
  }
  return calls;
}

/** The calls that decide about a route: those of its function, where its path, method or list is what the function is given. */
export function registeringCalls(registrars: Registrars, file: string, route: Route): readonly Registering[] {
  if (route.router?.kind !== 'parameter' || route.router.of !== undefined) return [];
  const { callable } = route.router;
  const text = JSON.stringify([route.path, route.methods, route.each]);
  const isGiven = text.includes(`"kind":"parameter","callable":${JSON.stringify(callable)},`);
  return isGiven ? (registrars.get(`${file}#${callable}`) ?? []) : [];
}

/** A route of such a function as one call registers it. */
export function sitesIn(resolver: Resolver, file: string, route: Route, call: Registering): readonly Site[] {
  return sitesOf(resolver, file, route, { file, passed: call.passed }) ?? [];
}
