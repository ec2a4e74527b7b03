import type { Location } from '../../model/location.js';
import type { At, Expression } from '../expression.js';
import { type Mount, RESULT, type Registration, type Route } from '../fact.js';
import { parametersIn } from '../parameters.js';
import { type Lazy, type Program, REST, type Site } from '../program.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill } from '../values/target.js';
import { texts } from '../values/texts.js';
import { sitesOf } from './loops.js';
import { routersOf } from './router-identity.js';
import type { RouterGraph, RouterNode } from './router-node.js';

/** One call of a function that registers routes with its arguments: `addRoute(app, 'get', '/status', handler)`. */
export interface Registering {
  /** The routers passed to it; absent: it registers on a router of its own. */
  readonly nodes?: readonly RouterNode[];
  /** The prefixes for what it registers on them; absent: no prefix. */
  readonly prefixes?: readonly string[];
  /** The arguments, by parameter. */
  readonly passed: ReadonlyMap<string, Lazy>;
  /** The call, if it says more about the route than the function does. */
  readonly at?: Location;
  /** The router that the call itself shows: `r.Get("/x", h)` on a struct around a router. */
  readonly on?: readonly RouterNode[];
}

/** Calls of such functions. */
export interface Registrars {
  /** By `file#callable`. */
  readonly calls: ReadonlyMap<string, readonly Registering[]>;
  /** The places of calls of functions that register routes. */
  readonly places: ReadonlySet<string>;
  /** Those of them with a visible router. */
  readonly placed: ReadonlySet<string>;
}

/** Most calls of one function that are distinguished. */
const MOST_CALLS = 2000;
/** Functions that pass their arguments on to each other more often than this do so in a circle. */
const MOST_PASSED = 4;

/** Every call of a function of the repository that gets a router, or the parts of a route. */
export function registrarsOf(resolver: Resolver, graph: RouterGraph): Registrars {
  const calls = new Map<string, Registering[]>();
  const mounting = new Map<string, RouterCall[]>();
  const raw = new Map<string, RawCall[]>();
  const registering = new Set<string>();
  const routers = new Map<string, Expression[]>();
  for (const { facts, constants } of resolver.program.files.values()) {
    const file = facts.path;
    for (const fact of facts.facts) {
      refill(resolver);
      if (fact.kind === 'route')
        for (const callable of parametersIn([fact.path, fact.methods, fact.each], constants))
          registering.add(`${file}#${callable}`);
      if (fact.kind === 'route' && fact.router !== undefined) add(routers, placeIn(file, fact), fact.router);
      if (fact.kind === 'registration') {
        if (fact.given.length === 0) continue;
        const taker = takerOf(resolver, fact.callable, { file });
        if (taker !== undefined) add(raw, taker.key, { file, fact, given: fact.given, name: taker.name });
        continue;
      }
      if (fact.kind !== 'mount' || fact.parent === undefined) continue;
      const { parent, child } = fact;
      if (child.kind === 'returns') {
        const taker = takerOf(resolver, child.of, { file });
        if (taker?.isList === true) add(raw, taker.key, { file, fact, parent, given: child.values ?? [], name: taker.name });
        continue;
      }
      for (const [key, call] of routerCalls(resolver, graph, file, fact)) add(mounting, key, call);
    }
  }
  for (const [key, list] of mounting) for (const call of list) add(calls, key, withArguments(mounting, call));
  const placed = routersAt(resolver, graph, raw, routers);
  for (const [key, list] of raw)
    for (const call of list)
      for (const one of expanded(resolver, graph, { raw, placed, mounting }, call, 0)) add(calls, key, one);
  const places = placesOf(raw, registering);
  return { calls, places, placed: new Set([...places].filter((place) => placed.has(place))) };
}

function add<Call>(calls: Map<string, Call[]>, key: string, call: Call): void {
  const known = calls.get(key);
  if (known === undefined) calls.set(key, [call]);
  else if (known.length < MOST_CALLS) known.push(call);
}

/** The visible routers of calls, by their places: of what also looks like a route there. */
function routersAt(
  resolver: Resolver,
  graph: RouterGraph,
  raw: ReadonlyMap<string, readonly RawCall[]>,
  routers: ReadonlyMap<string, readonly Expression[]>,
): ReadonlyMap<string, readonly RouterNode[]> {
  const placed = new Map<string, readonly RouterNode[]>();
  for (const { file, fact } of [...raw.values()].flat()) {
    const place = placeIn(file, fact);
    if (placed.has(place)) continue;
    for (const expression of routers.get(place) ?? []) {
      refill(resolver);
      const on = routersOf(resolver, graph, { expression, site: { file } }) ?? [];
      if (on.length > 0) placed.set(place, on);
    }
  }
  return placed;
}

/** The places of calls of functions that register routes, or that pass their arguments on to such a function. */
function placesOf(raw: ReadonlyMap<string, readonly RawCall[]>, registering: Set<string>): ReadonlySet<string> {
  const calls = [...raw].flatMap(([key, list]) => list.map((call) => ({ key, ...call, takers: parametersIn([call.given]) })));
  for (let round = 0; round < MOST_PASSED; round++)
    for (const { key, file, takers } of calls)
      if (registering.has(key)) for (const taker of takers) registering.add(`${file}#${taker}`);
  return new Set(calls.filter(({ key }) => registering.has(key)).map(({ file, fact }) => placeIn(file, fact)));
}

const placeIn = (file: string, { at }: { readonly at: At }): string => `${file}:${at.line}:${at.column}`;

/** Whether the place of a route is a call of a service's function that registers its routes itself. */
export const isRegistration = ({ places }: Registrars, file: string, route: Route): boolean => places.has(placeIn(file, route));

/** Whether such a call has a visible router: the function decides what it registers, the call decides where. */
export const isPlaced = ({ placed }: Registrars, file: string, route: Route): boolean => placed.has(placeIn(file, route));

/** A call of a function that gets a router. */
interface RouterCall extends Pick<Registering, 'nodes' | 'prefixes' | 'at'> {
  readonly file: string;
  readonly site: Site;
  readonly given: readonly Expression[];
  /** Name of the called function. */
  readonly name: string;
  /** The index of the router among the arguments. */
  readonly router?: number;
  /** It gets an object that contains routers. */
  readonly isObject?: boolean;
}

/** The functions that a mount gives its router to. */
function routerCalls(
  resolver: Resolver,
  graph: RouterGraph,
  file: string,
  mount: Mount,
): readonly (readonly [string, RouterCall])[] {
  const { parent, child, given } = mount;
  if (parent === undefined || given === undefined || child.kind !== 'parameter' || child.of === undefined) return [];
  const { of, index } = child;
  return (sitesOf(resolver, file, mount) ?? []).flatMap((site): readonly (readonly [string, RouterCall])[] => {
    const taker = takerOf(resolver, of, site);
    const nodes = taker && routersOf(resolver, graph, { expression: parent, site });
    if (taker === undefined || nodes === undefined) return [];
    const prefixes =
      mount.prefix === undefined ? [] : texts(resolver, { expression: mount.prefix, site }).filter((one) => one !== '');
    const call = { file, site, given, name: taker.name, router: index };
    const at = mount.placed === true ? { at: { file, ...mount.at } } : {};
    if (nodes.length > 0) return [[taker.key, { ...call, nodes, ...(prefixes.length > 0 && { prefixes }), ...at }]];
    // an object that contains routers is none: the parameter's members are its members, even if functions may change it
    return mount.by === 'typescript' ? [[taker.key, { ...call, isObject: true }]] : [];
  });
}

function withArguments(all: ReadonlyMap<string, readonly RouterCall[]>, call: RouterCall): Registering {
  const { name, router, nodes, prefixes, at, isObject = false } = call;
  const given = [...passedTo(name, call.given, siteOfCall(all, call, 0))];
  const passed = new Map(given.filter(([one]) => !isObject || one !== `${name}:${router}`));
  return { passed, ...(nodes && { nodes }), ...(prefixes && { prefixes }), ...(at && { at }) };
}

/**
 * The site of a call whose function passes its own arguments on (`Register(r, modules)`). Of several calls of that function none
 * says which routers belong to it: they stay unresolved.
 */
function siteOfCall(all: ReadonlyMap<string, readonly RouterCall[]>, call: RouterCall, depth: number): Site {
  const { file, site, given, router } = call;
  const own = new Set(parametersIn([given.filter((_, index) => index !== router)]));
  const outer = depth > MOST_PASSED ? [] : [...own].flatMap((callable) => all.get(`${file}#${callable}`) ?? []);
  const [only] = outer;
  if (only === undefined || outer.length > 1) return site;
  return { ...site, passed: passedTo(only.name, only.given, siteOfCall(all, only, depth + 1)) };
}

interface RawCall {
  readonly file: string;
  readonly fact: Registration | Mount;
  /** The router that takes the list of routes made by the function; absent: the function registers them itself. */
  readonly parent?: Expression;
  readonly given: readonly Expression[];
  /** Name of the called function. */
  readonly name: string;
}

function takerOf(
  resolver: Resolver,
  expression: Expression,
  site: Site,
): { readonly key: string; readonly name: string; readonly isList: boolean } | undefined {
  const taker = resolve(resolver, { expression, site }, 'value');
  if (taker.kind !== 'callable') return undefined;
  const { name, inferred } = taker.callable;
  return { key: `${taker.file}#${name}`, name, isList: inferred !== undefined && isResult(inferred) };
}

/** Whether an expression stands for the router that takes the list of routes made by a function. */
const isResult = (of: Expression | undefined): boolean => of?.kind === 'parameter' && of.of === undefined && of.index === RESULT;

function passedTo(callable: string, given: readonly Expression[], site: Site, spread = false): ReadonlyMap<string, Lazy> {
  const each = given.map((expression, index): [string, Lazy] => [`${callable}:${index}`, { expression, site }]);
  const items = given.map((value, index) => (spread && index === given.length - 1 ? { kind: 'spread' as const, value } : value));
  const rests = items.map((_, index): [string, Lazy] => {
    return [`${callable}:${index}${REST}`, { expression: { kind: 'tuple', items: items.slice(index) }, site }];
  });
  return new Map([...each, ...rests]);
}

/** Repeats a call for each call of its enclosing function, if it passes that function's arguments on. */
function expanded(
  resolver: Resolver,
  graph: RouterGraph,
  all: {
    readonly raw: ReadonlyMap<string, readonly RawCall[]>;
    readonly placed: ReadonlyMap<string, readonly RouterNode[]>;
    readonly mounting: ReadonlyMap<string, readonly RouterCall[]>;
  },
  { file, fact, given, parent, name }: RawCall,
  depth: number,
): readonly Registering[] {
  if (depth > MOST_PASSED) return [];
  const outer = parametersIn([given, fact.each]).flatMap((callable) => all.raw.get(`${file}#${callable}`) ?? []);
  const around = outer.slice(0, MOST_CALLS).flatMap((call) => expanded(resolver, graph, all, call, depth + 1));
  const on = all.placed.get(placeIn(file, fact));
  const own: Partial<Registering> = parent === undefined ? { at: { file, ...fact.at }, ...(on && { on }) } : {};
  const places: readonly Partial<Registering>[] = outer.length > 0 ? around : [own];
  return places.flatMap(({ passed, nodes, prefixes: above, at, on: seen }) => {
    const alone = { file, site: { file }, given, name };
    const base: Site = passed === undefined ? siteOfCall(all.mounting, alone, 0) : { file, passed };
    const sites = sitesOf(resolver, file, fact, base) ?? [];
    return sites.flatMap((site): readonly Registering[] => {
      const call = {
        passed: passedTo(name, given, site, fact.kind === 'registration' && fact.spread),
        ...(at && { at }),
        ...(seen && { on: seen }),
      };
      if (parent === undefined) return [call];
      const isPassed = isResult(parent) && nodes !== undefined;
      const on = isPassed ? nodes : routersOf(resolver, graph, { expression: parent, site });
      const own = fact.kind === 'mount' && fact.prefix !== undefined ? texts(resolver, { expression: fact.prefix, site }) : [''];
      return on === undefined || on.length === 0
        ? []
        : [{ ...call, nodes: on, prefixes: below(isPassed ? above : undefined, own) }];
    });
  });
}

/** The paths below each of the prefixes. */
export const below = (above: readonly string[] | undefined, paths: readonly string[]): readonly string[] =>
  above === undefined
    ? paths
    : above.flatMap((start) => paths.map((path) => [start, path].filter((part) => part !== '').join('/')));

/** The calls that determine a mount: those of its function, if its prefix or list comes from an argument. */
export function mountingCalls(
  { files }: Program,
  registrars: Registrars,
  file: string,
  { prefix, each, parent, child }: Mount,
): readonly Registering[] {
  return parametersIn([prefix, each, isResult(parent) ? child : undefined], files.get(file)?.constants).flatMap(
    (callable) => registrars.calls.get(`${file}#${callable}`) ?? [],
  );
}

/** The calls that determine a route: those of its function, if its path, method or list comes from an argument. */
export function registeringCalls({ files }: Program, registrars: Registrars, file: string, route: Route): readonly Registering[] {
  const on = route.router?.kind === 'parameter' && route.router.of === undefined ? route.router.callable : undefined;
  return parametersIn([route.path, route.methods, route.each], files.get(file)?.constants).flatMap((callable) =>
    (registrars.calls.get(`${file}#${callable}`) ?? []).filter(({ nodes }) => (nodes === undefined) === (callable !== on)),
  );
}

/** The sites of a route of such a function for one call; undefined: the call's list is unresolved. */
export function sitesIn(resolver: Resolver, file: string, route: Route | Mount, call: Registering): readonly Site[] | undefined {
  return sitesOf(resolver, file, route, { file, passed: call.passed });
}
