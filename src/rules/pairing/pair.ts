import type { Contract, Operation } from '../../contracts/contract.js';
import type { Codebase, CodeRoute } from '../../facts/codebase.js';
import { joinPaths, type PathTemplate, pathKey } from '../../model/endpoint.js';
import type { Gap } from '../../model/gap.js';
import { MODEL_SUFFIXES } from '../../model/model-names.js';
import { groupBy } from '../../model/multi-map.js';
import { successes } from '../comparison/expected-bodies.js';
import type { EventPairing, ModelPairing, Pairing, Undocumented, Violation } from '../rule.js';
import { basePathFinding, tieReason } from './base-path-report.js';
import { type BasePath, basePathOf, declaredPrefixes, ownPrefixes, prefixesOf } from './pair-base-path.js';
import { pairEvents } from './pair-events.js';
import { findHiding, type Hiding, indexHiding } from './pair-hidden.js';
import { findLiterals } from './pair-literals.js';
import { pairModels, withoutUnrelatedModels } from './pair-models.js';
import { findNear, indexSpellings } from './pair-near.js';
import { answersOtherwise, findKeeping, type PairedRoute, type Routes } from './pair-route.js';
import { undocumentedRoutes } from './pair-undocumented.js';
import { answering, indexRoutes, type RouteIndex } from './route-index.js';
import { segmentsOf } from './route-match.js';

/** Each subject of the contracts with the code that should implement it. */
export interface Paired {
  /** In the order of the contracts and of their operations. */
  readonly pairings: readonly Pairing[];
  readonly events: readonly EventPairing[];
  readonly models: readonly ModelPairing[];
  /** Schemas that do not count as shared models. */
  readonly gaps: readonly Gap[];
  /** What the code does and no contract describes. */
  readonly undocumented: readonly Undocumented[];
  /** Base paths that no contract mentions. */
  readonly violations: readonly Violation[];
  /** Routes that a contract describes. */
  readonly documented: ReadonlySet<CodeRoute>;
  /** Id of the contract -> the prefix below which its paths are served (`/`: none); null: unknown. */
  readonly basePaths: ReadonlyMap<string, string | null>;
}

/** How contracts and code are paired. */
export interface PairOptions {
  readonly basePath?: string | undefined;
  /**
   * The base path that a change under review proposes (null: none). It counts only if the code serves nothing below the current
   * one.
   */
  readonly proposedBasePath?: string | null | undefined;
  readonly modelSuffixes?: readonly string[] | undefined;
  readonly foundByLooking?: boolean;
  /** There are further contracts that describe operations or events. */
  readonly besides?: boolean;
}

interface Laid {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly base: BasePath;
  readonly prefixes: readonly PathTemplate[];
  readonly retained: PairedRoute | undefined;
  /** The contract that describes its route below its own servers, while this contract does not declare that prefix. */
  readonly owner?: Contract | undefined;
}

/**
 * Pairs each operation with the routes that match it, below one base path for the whole contract. `basePath` replaces the
 * contract's own prefixes. A route belongs first to the operation with its exact path: other operations that only match a
 * parameter of it stay undecided.
 */
export function pair(contracts: readonly Contract[], codebase: Codebase, options: PairOptions = {}): Paired {
  const able = codebase.routes.filter(answersAtAll);
  const routes: Routes = {
    known: indexRoutes(able.filter((route) => route.prefixUnknown !== true)),
    rests: indexRoutes(able.filter((route) => route.prefixUnknown === true)),
  };
  const assignments = collectAssignments(contracts, routes.known);
  const bases = new Map(
    contracts.map((contract) => {
      const isOthers = (route: CodeRoute): boolean => assignments(route, contract) !== undefined;
      return [contract, basePathOf(contract, { index: routes.known, gaps: codebase.gaps, isOthers }, options)];
    }),
  );
  const startless = new Set<Contract>();
  const laid = [...bases].flatMap(([contract, base]) => {
    const start = writtenStart(contract, routes.rests);
    const first = layDown(contract, base, routes, assignments, start);
    if (!isStartless(first)) return first;
    startless.add(contract);
    return first.map((one) => withoutUnrelatedRoute(one, routes));
  });
  const documented = collectDocumented(laid, routes);
  const { pairings: events, undocumented } = pairEvents(contracts, codebase);
  const isServed = (contract: Contract): boolean => laid.some((one) => one.contract === contract && one.retained !== undefined);
  const all = pairModels(contracts, codebase, options.modelSuffixes ?? MODEL_SUFFIXES);
  const { models, gaps } =
    options.foundByLooking === true
      ? withoutUnrelatedModels(all, options.besides === true || laid.length + events.length > 0)
      : { models: all, gaps: [] };
  return {
    pairings: completePairings(laid, codebase, routes, { documented, startless }),
    events,
    models,
    gaps,
    undocumented: [...undocumented, ...undocumentedRoutes(contracts, codebase.routes, documented, isServed)],
    violations: [...bases].flatMap(([contract, base]) => basePathFinding(contract, base) ?? []),
    documented,
    basePaths: new Map([...bases].map(([contract, base]) => [contract.id, base.path ?? null])),
  };
}

/** Whether it sends anything: a handler that only passes requests on (sets headers, logs) implements no operation. */
function answersAtAll({ passesOn, responses, incomplete }: CodeRoute): boolean {
  return passesOn !== true || responses.length > 0 || incomplete !== undefined;
}

function layDown(
  contract: Contract,
  base: BasePath,
  routes: Routes,
  assignments: Assignments,
  start: PathTemplate | undefined,
): readonly Laid[] {
  return contract.operations.map((operation) => {
    const prefixes = base.how === 'tie' && operation.prefixes === undefined ? base.tied : prefixesOf(operation, contract, base);
    const retained = findKeeping(operation, prefixes, routes, { start });
    return {
      contract,
      operation,
      base,
      prefixes,
      retained,
      owner: base.how === 'given' ? undefined : ownerOf(retained, contract, assignments),
    };
  });
}

function ownerOf(retained: PairedRoute | undefined, contract: Contract, assignments: Assignments): Contract | undefined {
  const owners = (retained?.routes ?? []).map((route) => assignments(route, contract));
  return owners.includes(undefined) ? undefined : owners[0];
}

function collectDocumented(laid: readonly Laid[], routes: Routes): ReadonlySet<CodeRoute> {
  const documented = new Set<CodeRoute>();
  for (const { retained, operation, prefixes, base } of laid) {
    for (const route of [...(retained?.routes ?? []), ...(retained?.dead ?? [])]) documented.add(route);
    if (base.how !== 'tie') continue;
    // If several prefixes tie, the routes below each of them count as documented.
    for (const prefix of prefixes) {
      for (const route of findKeeping(operation, [prefix], routes)?.routes ?? []) documented.add(route);
    }
  }
  return documented;
}

function completePairings(
  laid: readonly Laid[],
  codebase: Codebase,
  routes: Routes,
  { documented, startless }: { readonly documented: ReadonlySet<CodeRoute>; readonly startless: ReadonlySet<Contract> },
): readonly Pairing[] {
  const exact = new Set(laid.flatMap(({ retained }) => (retained?.by === 'path' ? retained.routes : [])));
  const free = codebase.routes.filter((route) => !documented.has(route));
  const freeKnown = indexRoutes(free.filter((route) => route.prefixUnknown !== true));
  const spellings = indexSpellings(freeKnown.routes);
  const rests = free.filter((route) => route.prefixUnknown === true);
  const hidingOf = hidingFor(laid, codebase, rests);
  const sharing = groupByPath(laid);
  return laid.map((one) => {
    const { contract, operation, base, prefixes, retained, owner } = one;
    const others = (sharing.get(contract)?.get(placeOf(operation)) ?? []).filter((other) => other !== operation);
    const shared = others.length === 0 ? {} : { sharing: others.slice(0, MOST_SHARING) };
    const common = { contract, subject: operation.subject, expectation: operation, ...shared };
    const isMain = (route: CodeRoute): boolean => startless.has(contract) && mayBeBelow(one, route);
    if (base.how === 'tie' && operation.prefixes === undefined)
      return { ...common, ...NOTHING, undecided: tieReason(base), undecidedBy: 'base-path' };
    const likely = base.doubtful === true ? [...new Set([...prefixes, ...ownPrefixes(contract)])] : prefixes;
    const hiding = (): readonly Gap[] => findHiding(contract, operation, likely, hidingOf(contract), base.path === undefined);
    // a catch-all serves an operation only if no nearer gap may hide its route
    const nearer = retained?.by === 'catch-all' ? hiding() : [];
    if (nearer.length > 0) return { ...common, ...NOTHING, hiddenBy: nearer };
    if (retained !== undefined) {
      const how = owner === undefined ? describeRetained(retained, operation, exact, isMain) : describeOwned(retained, owner);
      const start = retained.by === 'rest' && owner === undefined ? ({ start: 'unknown' } as const) : {};
      return { ...common, ...NOTHING, actuals: retained.routes, ...start, ...how };
    }
    const hiddenBy = hiding();
    const near = findNear(operation, prefixes, freeKnown, spellings);
    // the code has the route, so that nothing is missing; what answers it is what was not seen
    if (near.some(({ differs, route }) => differs === 'method' && route.method === operation.method))
      return { ...common, ...NOTHING, undecided: 'its handler is only seen to pass requests on' };
    const some = findLiterals(operation, prefixes, routes.known, freeKnown);
    if (some?.all === true) return { ...common, ...NOTHING, actuals: some.routes, note: some.why };
    const options = describeOptions(operation, prefixes, routes.known);
    return { ...common, actuals: [], hiddenBy, near, ...(some && { undecided: some.why }), ...options };
  });
}

/**
 * What may hide a contract's code. Sources outside the service count only if other code serves less than half of the contract, or
 * if a part of that code is unresolved.
 */
function hidingFor(laid: readonly Laid[], codebase: Codebase, rests: readonly CodeRoute[]): (contract: Contract) => Hiding {
  const isEmpty = codebase.routes.length === 0;
  const own = indexHiding(codebase.gaps, rests, isEmpty);
  const { aside = [], gaps } = codebase;
  if (aside.length === 0) return () => own;
  const all = indexHiding([...gaps, ...aside], rests, isEmpty);
  const isFollowed = gaps.every(({ hides }) => hides === undefined || (typeof hides === 'object' && 'messages' in hides));
  const served = new Map<Contract, number>();
  for (const { contract, retained } of laid) if (retained !== undefined) served.set(contract, (served.get(contract) ?? 0) + 1);
  const isServed = (contract: Contract): boolean => (served.get(contract) ?? 0) * 2 >= contract.operations.length;
  return (contract) => (isFollowed && isServed(contract) ? own : all);
}

/** The lists of an operation without matching code. */
const NOTHING = { actuals: [], hiddenBy: [], near: [] } as const;

/** If one path has more operations, the rest is ignored. */
const MOST_SHARING = 10;

const placeOf = ({ method, path }: Operation): string => `${method} ${pathKey(path)}`;

function groupByPath(laid: readonly Laid[]): ReadonlyMap<Contract, ReadonlyMap<string, readonly Operation[]>> {
  const groups = new Map<Contract, Map<string, Operation[]>>();
  for (const { contract, operation } of laid) {
    const paths = groups.get(contract) ?? new Map<string, Operation[]>();
    groups.set(contract, paths);
    const group = paths.get(placeOf(operation));
    if (group === undefined) paths.set(placeOf(operation), [operation]);
    else if (group.length <= MOST_SHARING) group.push(operation);
  }
  return groups;
}

/** What a reader should know about a match, and whether it decides anything. */
function describeRetained(
  { routes, by, method, dead, refusedBy }: PairedRoute,
  operation: Operation,
  exact: ReadonlySet<CodeRoute>,
  isMain: (route: CodeRoute) => boolean,
): Pick<Pairing, 'undecided' | 'note' | 'tentative'> {
  const [route] = routes;
  if (route === undefined) return {};
  const named = `${route.method} ${route.path}`;
  const { blocked } = route;
  if (blocked !== undefined && routes.every((one) => one.blocked !== undefined))
    return { undecided: `${named} is not reached: ${blocked}` };
  if (refusedBy !== undefined) {
    const [first, second] = [refusedBy, route].map((one) => `${one.method} ${one.path} (${one.at.file}:${one.at.line})`);
    return { undecided: `${first} refuses it because its path is registered before ${second}, and only the path decides` };
  }
  const [late] = dead ?? [];
  if (dead !== undefined && late !== undefined) {
    const [first, second] = [route, late].map((one) => `${one.method} ${one.path} (${one.at.file}:${one.at.line})`);
    return { tentative: true, undecided: `${first} answers it because it is registered first; no request reaches ${second}` };
  }
  switch (by) {
    case 'catch-all':
      return { undecided: `only the catch-all ${named} answers it, and the scan does not know what it does here` };
    case 'parameter':
      if (isDoubtful(route, operation)) return { undecided: `only ${named} answers it, if its pattern matches` };
      // One handler for `/articles/{slug}` may distinguish `/articles/feed` itself.
      return exact.has(route)
        ? { undecided: `only ${named} answers it, and it belongs to another operation of the contract` }
        : { note: `answered by ${named}` };
    case 'rest':
      return routes.length > 1
        ? { undecided: `${routes.length} routes end in ${route.path}, and the start of their paths is unknown` }
        : describeRest(route, isMain(route));
    case 'path':
      if (answersOtherwise(route, operation) && routes.every(onlyRefuses) && !mayEndSilently(route, operation))
        return { undecided: `${named} sends only errors` };
      if (method === 'any' && route.incomplete !== undefined)
        return { undecided: `${named} answers every method, and the scan does not know what it does with ${operation.method}` };
      return method === 'get' ? { note: `${operation.method} is answered by ${named}` } : {};
  }
}

/** Whether the contract has something other than a parameter where a parameter of the route must match a pattern. */
function isDoubtful({ path, constrained = [] }: CodeRoute, operation: Operation): boolean {
  const [own, expected] = [segmentsOf(path), segmentsOf(operation.path)];
  const above = own.length - expected.length;
  return constrained.some((index) => own[index]?.replace('{*}', '{}') !== expected[index - above]);
}

/** Describes a route with an unresolved start. If the whole service has such a start, it depends on the deployment. */
function describeRest(
  { method, path, likelyPrefix }: CodeRoute,
  isMain: boolean,
): Pick<Pairing, 'undecided' | 'note' | 'tentative'> {
  if (isMain) return { note: `answered by ${method} …${path}, and the start of its path is unknown` };
  const why = likelyPrefix === undefined ? 'the start of its path is unknown' : `it is likely to be below ${likelyPrefix}`;
  return { tentative: true, undecided: `only ${method} …${path} may answer it: ${why}` };
}

/**
 * The start that a contract writes before most of its paths where the code has an unresolved one: `/api/v1` of a setting. None where
 * it writes one route below two starts, of which the code has one.
 */
function writtenStart({ operations }: Contract, rests: RouteIndex): PathTemplate | undefined {
  const written = operations.flatMap((operation) => {
    const segments = segmentsOf(operation.path);
    const first = segments.findIndex((one) => one.includes('{'));
    return segments.slice(0, first < 0 ? undefined : first + 1).flatMap((_one, length) => {
      const rest = joinPaths(...segments.slice(length));
      const isServed = answering(rests.at(pathKey(rest)), operation.method, (route) => route) !== undefined;
      return isServed
        ? [{ operation, start: joinPaths(...segments.slice(0, length)), route: `${operation.method} ${pathKey(rest)}` }]
        : [];
    });
  });
  const [[start, below] = ['/', []]] = [...groupBy(written, (one) => one.start)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  if (start === '/' || below.length * 2 <= operations.length) return undefined;
  const explained = new Set(below.map(({ operation }) => operation));
  const routes = new Set(below.map(({ route }) => route));
  return written.every(({ operation, route }) => explained.has(operation) || !routes.has(route)) ? start : undefined;
}

/** Whether routes with an unresolved start match more operations of a contract than others do. */
function isStartless(laid: readonly Laid[]): boolean {
  const retained = laid.flatMap((one) => (one.retained === undefined ? [] : [one.retained.by]));
  return retained.filter((by) => by === 'rest').length > retained.filter((by) => by === 'path').length;
}

/**
 * In a service with an unresolved start, a route with the exact path is likely to be another server's (its health check on a
 * separate port), unless it stands below a prefix that the contract declares.
 */
function withoutUnrelatedRoute(one: Laid, routes: Routes): Laid {
  const { contract, operation, prefixes, retained } = one;
  if (retained?.by !== 'path' || declaredPrefixes(contract).some((prefix) => prefix !== '/' && prefixes.includes(prefix)))
    return one;
  const rest = findKeeping(operation, prefixes, routes, { restsFirst: true });
  return rest?.by === 'rest' ? { ...one, retained: rest, owner: undefined } : one;
}

/** Whether its likely start, if known, is the one where the contract has the operation. */
const mayBeBelow = ({ prefixes, operation }: Laid, { path, likelyPrefix }: CodeRoute): boolean =>
  likelyPrefix === undefined ||
  prefixes.some((prefix) => pathKey(joinPaths(prefix, operation.path)) === pathKey(joinPaths(likelyPrefix, path)));

function describeOwned({ routes: [route] }: PairedRoute, owner: Contract): Pick<Pairing, 'undecided' | 'undecidedBy'> {
  const below = declaredPrefixes(owner).join(' or ');
  return {
    undecided: `only ${route?.method} ${route?.path} answers it, but it belongs to ${owner.id} below ${below}`,
    undecidedBy: 'other-contract',
  };
}

const onlyRefuses = ({ responses }: CodeRoute): boolean => responses.every(({ status = 0 }) => status >= 400);

/**
 * Whether a handler may succeed by ending without a response: if the contract describes no body, the responses that were found
 * are its errors.
 */
const mayEndSilently = ({ matching }: CodeRoute, operation: Operation): boolean =>
  matching?.silentSuccess === true && successes(operation).every(({ shape }) => shape === undefined);

/**
 * Routers and CORS handlers answer OPTIONS on each path that has a route for another method; the code's routes do not list that.
 */
function describeOptions(
  { method, path }: Operation,
  prefixes: readonly PathTemplate[],
  known: RouteIndex,
): { readonly undecided?: string } {
  if (method !== 'OPTIONS' || prefixes.every((prefix) => known.at(pathKey(joinPaths(prefix, path))).length === 0)) return {};
  return { undecided: 'no route of its own; frameworks answer OPTIONS where another method is routed' };
}

/** Finds the first other contract that describes a route's exact path below one of its own servers. */
type Assignments = (route: CodeRoute, contract: Contract) => Contract | undefined;

/** Finds which contracts describe which routes. A route that a contract describes itself is not attributed to another one. */
function collectAssignments(contracts: readonly Contract[], index: RouteIndex): Assignments {
  if (contracts.length < 2) return () => undefined;
  const assignments = new Map<CodeRoute, Set<Contract>>();
  for (const contract of contracts) {
    for (const { method, path, prefixes = declaredPrefixes(contract) } of contract.operations) {
      for (const prefix of prefixes) {
        const found = answering(index.at(pathKey(joinPaths(prefix, path))), method, (route) => route);
        for (const route of found?.items ?? []) assignments.set(route, (assignments.get(route) ?? new Set()).add(contract));
      }
    }
  }
  return (route, contract) => {
    const promising = assignments.get(route);
    if (promising === undefined || promising.has(contract)) return undefined;
    const [other] = promising;
    return other;
  };
}
