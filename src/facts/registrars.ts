import type { Location } from '../model/location.js';
import type { Expression } from './expression.js';
import type { Mount, Registration, Route } from './fact.js';
import { sitesOf } from './loops.js';
import type { FileScope, Lazy, Program, Site } from './program.js';
import { resolve } from './resolve.js';
import { routersOf } from './router-identity.js';
import type { RouterGraph, RouterNode } from './router-node.js';
import { type Resolver, refill } from './target.js';

/** One call of a function that registers routes by what it is given: `addRoute(app, 'get', '/status', handler)`. */
export interface Registering {
  /** What it is given to register on; absent: it registers on a router of its own. */
  readonly nodes?: readonly RouterNode[];
  /** Where the arguments stand, by parameter. */
  readonly passed: ReadonlyMap<string, Lazy>;
  /** The call, where it says more of the route than the function does. */
  readonly at?: Location;
}

/** Calls of such functions, by `file#callable`. */
export type Registrars = ReadonlyMap<string, readonly Registering[]>;

/** More calls of one function than this are not told apart. */
const MOST_CALLS = 2000;
/** Functions that hand what they are given on to each other more often than this do so in a circle. */
const MOST_HANDED = 4;

/** Every call of a function of the repository that is given a router, or what a route is made of. */
export function registrarsOf(resolver: Resolver, graph: RouterGraph): Registrars {
  const calls = new Map<string, Registering[]>();
  const add = (key: string, call: Registering): void => {
    const known = calls.get(key) ?? [];
    if (known.length < MOST_CALLS) calls.set(key, [...known, call]);
  };
  const raw = new Map<string, RawCall[]>();
  for (const { facts } of resolver.program.files.values()) {
    const file = facts.path;
    for (const fact of facts.facts) {
      refill(resolver);
      if (fact.kind === 'registration') {
        const taker = takerOf(resolver, fact.callable, { file });
        if (taker !== undefined) raw.set(taker.key, [...(raw.get(taker.key) ?? []), { file, fact, name: taker.name }]);
        continue;
      }
      if (fact.kind !== 'mount' || fact.given === undefined || fact.parent === undefined) continue;
      if (fact.child.kind !== 'parameter' || fact.child.of === undefined) continue;
      const { parent, given, child } = fact;
      for (const site of sitesOf(resolver, file, fact) ?? []) {
        const taker = child.of && takerOf(resolver, child.of, site);
        const nodes = taker && routersOf(resolver, graph, { expression: parent, site });
        if (taker !== undefined && nodes !== undefined && nodes.length > 0)
          add(taker.key, { nodes, passed: passedTo(taker.name, given, site) });
      }
    }
  }
  for (const [key, list] of raw) for (const call of list) for (const one of expanded(resolver, raw, call, 0)) add(key, one);
  return calls;
}

interface RawCall {
  readonly file: string;
  readonly fact: Registration;
  /** Of the function that is called. */
  readonly name: string;
}

function takerOf(
  resolver: Resolver,
  expression: Expression,
  site: Site,
): { readonly key: string; readonly name: string } | undefined {
  const taker = resolve(resolver, { expression, site }, 'value');
  return taker.kind === 'callable' ? { key: `${taker.file}#${taker.callable.name}`, name: taker.callable.name } : undefined;
}

function passedTo(callable: string, given: readonly Expression[], site: Site): ReadonlyMap<string, Lazy> {
  return new Map(given.map((expression, index): [string, Lazy] => [`${callable}:${index}`, { expression, site }]));
}

/** A call once for each call of the function that it stands in, where it hands on what that is given. */
function expanded(
  resolver: Resolver,
  raw: ReadonlyMap<string, readonly RawCall[]>,
  { file, fact, name }: RawCall,
  depth: number,
): readonly Registering[] {
  if (depth > MOST_HANDED) return [];
  const outer = parametersIn([fact.given, fact.each]).flatMap((callable) => raw.get(`${file}#${callable}`) ?? []);
  const around = outer.slice(0, MOST_CALLS).flatMap((call) => expanded(resolver, raw, call, depth + 1));
  const places = outer.length > 0 ? around : [{ passed: undefined, at: { file, ...fact.at } }];
  return places.flatMap(({ passed, at }) => {
    const sites = sitesOf(resolver, file, fact, passed === undefined ? { file } : { file, passed }) ?? [];
    return sites.map((site): Registering => ({ passed: passedTo(name, fact.given, site), ...(at && { at }) }));
  });
}

/** The functions of whose parameters something is made. */
function parametersIn(made: unknown, constants?: FileScope['constants']): readonly string[] {
  const found = new Set<string>();
  const named = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'parameter' && 'callable' in part && typeof part.callable === 'string')
      found.add(part.callable);
    if ('kind' in part && part.kind === 'name' && 'name' in part && typeof part.name === 'string' && !named.has(part.name)) {
      named.add(part.name);
      visit(constants?.get(part.name)?.value);
    }
    for (const one of Object.values(part)) visit(one);
  };
  visit(made);
  return [...found];
}

/** The calls that decide about a mount: those of its function, where its prefix or list is what the function is given. */
export function mountingCalls(
  { files }: Program,
  registrars: Registrars,
  file: string,
  { prefix, each }: Mount,
): readonly Registering[] {
  return parametersIn([prefix, each], files.get(file)?.constants).flatMap(
    (callable) => registrars.get(`${file}#${callable}`) ?? [],
  );
}

/** The calls that decide about a route: those of its function, where its path, method or list is what the function is given. */
export function registeringCalls(registrars: Registrars, file: string, route: Route): readonly Registering[] {
  const on = route.router?.kind === 'parameter' && route.router.of === undefined ? route.router.callable : undefined;
  return parametersIn([route.path, route.methods, route.each]).flatMap((callable) =>
    (registrars.get(`${file}#${callable}`) ?? []).filter(({ nodes }) => (nodes === undefined) === (callable !== on)),
  );
}

/** A route of such a function as one call registers it; undefined: the list that the call gives cannot be read. */
export function sitesIn(resolver: Resolver, file: string, route: Route | Mount, call: Registering): readonly Site[] | undefined {
  return sitesOf(resolver, file, route, { file, passed: call.passed });
}
