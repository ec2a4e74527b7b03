import type { Contract, Operation } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { joinPaths, type PathTemplate, pathKey } from '../../model/endpoint.js';
import type { Gap } from '../../model/gap.js';
import { compareLists } from '../../model/sorted.js';
import { countHidden } from './pair-hidden.js';
import { answersOtherwise } from './pair-route.js';
import { answering, type RouteIndex } from './route-index.js';
import { isNamed, segmentCovers, segmentsOf } from './route-match.js';

/** The prefix below which the code serves a contract, and how it was found. */
export interface BasePath {
  /** `/` for none; absent: unknown, because no operation or equally many operations match below several. */
  readonly path?: PathTemplate;
  /**
   * `given`: by the user. `own`: a server's path, or none. `foreign`: the contract does not mention it.
   * `tie`: several match equally many operations. `nothing`: no route matches.
   */
  readonly how: 'given' | 'own' | 'foreign' | 'tie' | 'nothing';
  /** The prefixes that tie, and how many operations match. */
  readonly tied: readonly PathTemplate[];
  readonly paired: number;
  /** At most half of the operations match: unresolved routes below its other prefixes may belong to the contract as well. */
  readonly doubtful?: boolean;
  /** A prefix below which more operations would match than below the given one. */
  readonly better?: BasePath;
}

/** The code that a contract is compared with. */
export interface Served {
  readonly index: RouteIndex;
  /** Gaps that hide routes. */
  readonly gaps: readonly Gap[];
  /** Whether another contract describes the route below its own servers. */
  readonly isOthers: (route: CodeRoute) => boolean;
}

/** A prefix that the contract does not mention must match at least this share of its operations. */
const FOREIGN_SHARE = 0.8;

/** The base paths from {@link PairOptions}. */
interface Stated {
  readonly basePath?: string | undefined;
  readonly proposedBasePath?: string | null | undefined;
}

/**
 * As {@link chooseBasePath}. A base path that the change under review proposes counts in two cases: the code serves nothing of
 * the contract otherwise (it moved), or the proposal only confirms what was found. While the contract's own code exists, the
 * proposal cannot direct the contract to other code.
 */
export function basePathOf(contract: Contract, served: Served, { basePath, proposedBasePath }: Stated): BasePath {
  const chosen = chooseBasePath(contract, served, basePath);
  if (proposedBasePath === undefined) return chosen;
  const proposed = chooseBasePath(contract, served, proposedBasePath ?? undefined);
  const isFound = chosen.how === 'foreign' && proposed.path === chosen.path;
  const { exact, loose } = countPaired(contract.operations, served, chosen.path ?? '/', true);
  const isServed = chosen.how !== 'nothing' && exact + loose > 0;
  return isFound || (!isServed && chosen.how !== 'tie' && proposed.paired > 0) ? proposed : chosen;
}

/**
 * Chooses one prefix below which the code serves the whole contract. The contract's own prefixes and their ends come first: the
 * one that matches most operations by exact path wins, then by parameters, then in the order of declaration. If that is at most
 * half of the operations, operations that unresolved routes may serve count as well. Only if none of its own prefixes matches any
 * exact path may the routes suggest another one: a prefix whose parameters match a declared prefix, else one that matches nearly
 * all operations; or if the few that it matches have that other one in their own paths.
 */
function chooseBasePath(contract: Contract, served: Served, given: string | undefined): BasePath {
  const operations = contract.operations.filter((operation) => operation.prefixes === undefined);
  if (given !== undefined) return keepGiven(contract, served, joinPaths(given), operations);
  const counted = (path: PathTemplate, isDeclared: boolean) => ({
    ...{ path, isDeclared },
    ...countPaired(operations, served, path, isDeclared),
  });
  const declared = new Map(ownPrefixes(contract).map((path) => [path, Number(declaredPrefixes(contract).includes(path))]));
  for (const [path, share] of endsOf(contract)) if (!declared.has(path)) declared.set(path, share);
  const literal = [...declared].map(([path, share]) => ({ ...counted(path, share === 1), share }));
  const isLiteral = literal.some(({ exact }) => exact > 0);
  const wider = isLiteral
    ? []
    : widerPrefixes(contract, operations, served).map((path) => ({ ...counted(path, true), share: 1 }));
  const own = [...literal, ...wider];
  const most = Math.max(...own.map(({ exact }) => exact));
  if (most === 0) {
    const foreign = chooseForeign(operations, served);
    if (foreign !== undefined) return foreign;
    if (own.every(({ loose }) => loose === 0)) return { how: 'nothing', tied: [], paired: 0 };
  }
  const mixed = most <= operations.length * (1 - FOREIGN_SHARE) ? chooseMixed(contract, operations, served) : undefined;
  if (mixed !== undefined) return mixed;
  const doubtful = most <= operations.length / 2;
  const ranked = own.map((one) => {
    const hidden = doubtful && own.length > 1 ? countHidden(served.gaps, one.unpaired, one.path) : 0;
    return { ...one, rank: [one.exact + hidden, one.exact, one.loose, one.share] };
  });
  ranked.sort((a, b) => compareLists(b.rank, a.rank));
  const equal = ranked.filter(({ rank }) => compareLists(rank, ranked[0]?.rank ?? []) === 0);
  const [{ path, exact: paired, share } = { path: '/', exact: 0, share: 0 }] = ranked;
  if (equal.length > 1 && !isOneCode(operations, served, equal))
    return { how: 'tie', tied: equal.map((one) => one.path).sort(), paired };
  return { path, how: share > 0 && share < 1 ? 'foreign' : 'own', tied: [], paired, ...(doubtful ? { doubtful } : {}) };
}

/** The user's prefix is always used, but the result names one that matches more. */
function keepGiven(contract: Contract, served: Served, path: PathTemplate, operations: readonly Operation[]): BasePath {
  const paired = countPaired(operations, served, path, true).exact;
  const base: BasePath = { path, how: 'given', tied: [], paired };
  if (paired > operations.length / 2) return base;
  const better = chooseBasePath(contract, served, undefined);
  return better.paired > paired ? { ...base, better } : base;
}

/** Further servers are ignored: each costs a pass over all operations. */
const MAX_SERVERS = 50;

/** The prefixes that a contract declares: its servers' paths, else the root. */
export function declaredPrefixes({ prefixes }: Contract): readonly PathTemplate[] {
  return prefixes.length === 0 ? ['/'] : distinct(prefixes.slice(0, MAX_SERVERS));
}

/** The prefixes that are tried first: those that a contract declares, and none, because proxies remove prefixes. */
export function ownPrefixes(contract: Contract): readonly PathTemplate[] {
  return distinct([...declaredPrefixes(contract), '/']);
}

/** What remains of a server's path if a proxy removes its start, and the remaining share of it: `/v3` of `/shop/orders/v3`. */
function endsOf(contract: Contract): readonly (readonly [path: PathTemplate, share: number])[] {
  return declaredPrefixes(contract)
    .slice(0, MAX_ENDED)
    .flatMap((prefix) => {
      const segments = segmentsOf(prefix);
      const ends = segments.map((_, index) => segments.slice(index)).slice(1);
      return ends.map((one) => [joinPaths(one.join('/')), one.length / segments.length] as const);
    });
}
const MAX_ENDED = 5;

/** Where an operation may be served: below its own servers' paths, if it has any, and below the contract's base path. */
export function prefixesOf(operation: Operation, contract: Contract, base: BasePath): readonly PathTemplate[] {
  const chosen = base.path === undefined ? [...ownPrefixes(contract)] : [base.path];
  if (base.how === 'foreign' && isBelow(operation, base.path ?? '/')) chosen.unshift('/');
  if (operation.prefixes === undefined) return chosen;
  const own = operation.prefixes.length === 0 ? ['/'] : operation.prefixes.slice(0, MAX_SERVERS);
  return distinct([...own, ...chosen]);
}

function distinct(paths: readonly PathTemplate[]): readonly PathTemplate[] {
  const byKey = new Map<string, PathTemplate>();
  for (const path of paths) if (!byKey.has(pathKey(path))) byKey.set(pathKey(path), joinPaths(path));
  return [...byKey.values()];
}

interface Paired {
  /** The number of operations that have routes with their exact path. */
  readonly exact: number;
  readonly loose: number;
  /** Operations without a route of their exact path. */
  readonly unpaired: readonly Operation[];
}

/** A prefix of a contract, or one that only the routes suggest. */
interface Candidate {
  readonly path: PathTemplate;
  readonly isDeclared: boolean;
}

/** Whether prefixes lead to the same registrations: routes that are mounted twice satisfy the contract below either prefix. */
function isOneCode(operations: readonly Operation[], served: Served, candidates: readonly Candidate[]): boolean {
  const placesBelow = (candidate: Candidate): string =>
    operations
      .map((operation) => {
        const exact = answeringBelow(operation, served, candidate)(0) ?? [];
        return exact.map(({ at }) => `${at.file}:${at.line}:${at.column}`).join();
      })
      .join(' ');
  return new Set(candidates.map(placesBelow)).size === 1;
}

function countPaired(operations: readonly Operation[], served: Served, path: PathTemplate, isDeclared: boolean): Paired {
  const unpaired: Operation[] = [];
  let loose = 0;
  for (const operation of operations) {
    const answered = answeringBelow(operation, served, { path, isDeclared });
    if (answered(0) !== undefined) continue;
    unpaired.push(operation);
    if (answered(Number.MAX_SAFE_INTEGER) !== undefined) loose += 1;
  }
  return { exact: operations.length - unpaired.length, loose, unpaired };
}

/** The routes that answer an operation below a prefix, with at most so many parameters in place of literals. */
function answeringBelow(
  operation: Operation,
  { index, isOthers }: Served,
  { path, isDeclared }: Candidate,
): (limit: number) => readonly CodeRoute[] | undefined {
  const covering = index
    .covering(pathKey(joinPaths(path, operation.path)))
    .filter(({ route }) => !answersOtherwise(route, operation) && (isDeclared || !isOthers(route)));
  return (limit) => {
    const near = covering.filter(({ loosened }) => loosened <= limit);
    return answering(near, operation.method, ({ route }) => route)?.items.map(({ route }) => route);
  };
}

/** Prefixes of routes whose parameters match a declared prefix: `/api/v{version}` for `/api/v1`. */
function widerPrefixes(contract: Contract, operations: readonly Operation[], served: Served): readonly PathTemplate[] {
  const declared = declaredPrefixes(contract)
    .map(segmentsOf)
    .filter((segments) => segments.length > 0);
  if (declared.length === 0) return [];
  const found = new Set(operations.filter(({ path }) => isNamed(path)).flatMap((one) => [...answeringPrefixes(one, served)]));
  return [...found].filter((prefix) => {
    const segments = segmentsOf(prefix);
    return declared.some(
      (one) =>
        one.length === segments.length &&
        prefix.includes('{') &&
        one.every((text, at) => segmentCovers(segments[at] ?? '', text)),
    );
  });
}

function chooseForeign(operations: readonly Operation[], served: Served): BasePath | undefined {
  const counts = new Map<PathTemplate, number>();
  // `/` and `/{id}` end every route: they may support a prefix that another path suggests, but suggest none themselves.
  const [named, nameless] = [operations.filter(({ path }) => isNamed(path)), operations.filter(({ path }) => !isNamed(path))];
  for (const operation of named) {
    for (const prefix of answeringPrefixes(operation, served)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  for (const operation of nameless) {
    for (const prefix of answeringPrefixes(operation, served)) {
      const count = counts.get(prefix);
      if (count !== undefined) counts.set(prefix, count + 1);
    }
  }
  const best = [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  if (best === 0 || best < FOREIGN_SHARE * operations.length) return undefined;
  const equal = [...counts].filter(([, count]) => count === best).map(([prefix]) => prefix);
  equal.sort();
  const candidates = equal.map((path): Candidate => ({ path, isDeclared: false }));
  const isTie = equal.length > 1 && !isOneCode(operations, served, candidates);
  if (isTie) return { how: 'tie', tied: equal, paired: best };
  const [path = '/'] = equal;
  return { path, how: 'foreign', tied: [], paired: best };
}

/**
 * A contract without a base path may write the prefix in the paths of a few operations and leave it out in the others: their
 * prefix is the base path.
 */
function chooseMixed(contract: Contract, operations: readonly Operation[], served: Served): BasePath | undefined {
  const declared = declaredPrefixes(contract);
  if (declared.some((one) => one !== '/')) return undefined;
  const { unpaired } = countPaired(operations, served, '/', true);
  const foreign = chooseForeign(unpaired, served);
  if (foreign?.how !== 'foreign' || foreign.path === undefined) return undefined;
  const open = new Set(unpaired);
  const { path } = foreign;
  return operations.every((one) => open.has(one) || isBelow(one, path)) ? foreign : undefined;
}

/** Whether an operation's path begins with a prefix. */
const isBelow = ({ path }: Operation, prefix: PathTemplate): boolean => path.startsWith(`${prefix}/`);

function answeringPrefixes(operation: Operation, { index, isOthers }: Served): ReadonlySet<PathTemplate> {
  const prefixes = new Set<PathTemplate>();
  for (const { prefix, route } of index.endingWith(pathKey(operation.path))) {
    const answers = answering([route], operation.method, (item) => item) !== undefined;
    if (answers && !isOthers(route) && !answersOtherwise(route, operation)) prefixes.add(prefix);
  }
  return prefixes;
}
