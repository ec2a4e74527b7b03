import type { Contract, Operation } from '../contracts/contract.js';
import { joinPaths, type PathTemplate, pathKey } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import { answering, type RouteIndex } from './route-index.js';
import { isNamed, segmentsOf } from './route-match.js';

/** Below which prefix the code serves a contract, and how that was found. */
export interface BasePath {
  /** `/` for none; absent: not known, as nothing pairs or as several pair equally well. */
  readonly path?: PathTemplate;
  /**
   * `given`: by the user. `own`: a server's path, or none. `foreign`: the contract does not mention it.
   * `tie`: several pair equally well. `nothing`: no route pairs.
   */
  readonly how: 'given' | 'own' | 'foreign' | 'tie' | 'nothing';
  /** Those that tie, or how many operations pair. */
  readonly tied: readonly PathTemplate[];
  readonly paired: number;
}

/** A prefix that the contract does not mention has to pair this part of its operations. */
const FOREIGN_SHARE = 0.8;

/** What is said of the base path, in words of {@link PairOptions}. */
interface Said {
  readonly basePath?: string | undefined;
  readonly proposedBasePath?: string | null | undefined;
  /** What hides routes. */
  readonly gaps?: readonly Gap[];
}

/**
 * As {@link chooseBasePath}. What a change under review says counts where the code serves nothing of the contract otherwise, as it
 * moved, or where it only says what was found: a contract is not laid beside other code as long as its own is there.
 */
export function basePathOf(contract: Contract, index: RouteIndex, { basePath, proposedBasePath, gaps = [] }: Said): BasePath {
  const chosen = chooseBasePath(contract, index, basePath, gaps);
  if (proposedBasePath === undefined) return chosen;
  const proposed = chooseBasePath(contract, index, proposedBasePath ?? undefined, gaps);
  const isFound = chosen.how === 'foreign' && proposed.path === chosen.path;
  const { exact, loose } = countPaired(contract.operations, index, chosen.path ?? '/');
  const isServed = chosen.how !== 'nothing' && exact + loose > 0;
  return isFound || (!isServed && chosen.how !== 'tie' && proposed.paired > 0) ? proposed : chosen;
}

/**
 * Chooses, once for the whole contract, the prefix below which its paths are served. The contract's own are tried first: what
 * pairs most operations by their very path wins (then what pairs most by parameters). Only where none of them pairs anything
 * by its very path may another prefix be taken from the routes, and only one that pairs nearly all.
 */
function chooseBasePath(contract: Contract, index: RouteIndex, given: string | undefined, gaps: readonly Gap[]): BasePath {
  const operations = contract.operations.filter((operation) => operation.prefixes === undefined);
  if (given !== undefined) {
    const path = joinPaths(given);
    return { path, how: 'given', tied: [], paired: countPaired(operations, index, path).exact };
  }
  const own = ownPrefixes(contract).map((path) => ({ path, ...countPaired(operations, index, path) }));
  if (own.every((candidate) => candidate.exact === 0)) {
    const foreign = chooseForeign(operations, index);
    if (foreign !== undefined) return foreign;
  }
  own.sort((a, b) => b.exact - a.exact || b.loose - a.loose);
  const [best] = own;
  if (best === undefined || best.exact + best.loose === 0) return { how: 'nothing', tied: [], paired: 0 };
  // Fewer routes below another prefix than could not be read below the contract's own say nothing of where it is served.
  const hidden = own.find(({ path }) => path !== '/' && best.path === '/' && hidesBelow(gaps, path));
  if (hidden !== undefined && best.exact < operations.length / 2)
    return { path: hidden.path, how: 'own', tied: [], paired: hidden.exact };
  const equal = own.filter((candidate) => candidate.exact === best.exact && candidate.loose === best.loose);
  if (equal.length > 1) return { how: 'tie', tied: equal.map(({ path }) => path).sort(), paired: best.exact };
  return { path: best.path, how: 'own', tied: [], paired: best.exact };
}

/** Whether routes below this very prefix could not be read. */
function hidesBelow(gaps: readonly Gap[], path: PathTemplate): boolean {
  const at = segmentsOf(path);
  return gaps.some(({ hides }) => {
    if (typeof hides !== 'object' || !('prefix' in hides)) return false;
    const prefix = segmentsOf(hides.prefix);
    return at.every((segment, index) => prefix[index] === segment);
  });
}

/** Servers beyond these are not looked at: each costs a look at every operation. */
const MAX_SERVERS = 50;

/** The prefixes that a contract names itself: its servers' paths, and none. */
export function ownPrefixes(contract: Contract): readonly PathTemplate[] {
  return distinct([...contract.prefixes.slice(0, MAX_SERVERS), '/']);
}

/** Where an operation may be served: below its own servers' paths, where it has such, and below the contract's base path. */
export function prefixesOf(operation: Operation, contract: Contract, base: BasePath): readonly PathTemplate[] {
  const chosen = base.path === undefined ? ownPrefixes(contract) : [base.path];
  if (operation.prefixes === undefined) return chosen;
  const own = operation.prefixes.length === 0 ? ['/'] : operation.prefixes.slice(0, MAX_SERVERS);
  return distinct([...own, ...chosen]);
}

function distinct(paths: readonly PathTemplate[]): readonly PathTemplate[] {
  const byKey = new Map<string, PathTemplate>();
  for (const path of paths) if (!byKey.has(pathKey(path))) byKey.set(pathKey(path), joinPaths(path));
  return [...byKey.values()];
}

function countPaired(
  operations: readonly Operation[],
  index: RouteIndex,
  prefix: PathTemplate,
): { exact: number; loose: number } {
  let exact = 0;
  let loose = 0;
  for (const { method, path } of operations) {
    const covering = index.covering(pathKey(joinPaths(prefix, path)));
    const answered = (limit: number): boolean =>
      answering(
        covering.filter(({ loosened }) => loosened <= limit),
        method,
        ({ route }) => route,
      ) !== undefined;
    if (answered(0)) exact += 1;
    else if (answered(Number.MAX_SAFE_INTEGER)) loose += 1;
  }
  return { exact, loose };
}

function chooseForeign(operations: readonly Operation[], index: RouteIndex): BasePath | undefined {
  const counts = new Map<PathTemplate, number>();
  // `/` and `/{id}` end every route: they may support a prefix that another path has brought up, not bring one up.
  const [named, nameless] = [operations.filter(({ path }) => isNamed(path)), operations.filter(({ path }) => !isNamed(path))];
  for (const operation of named) {
    for (const prefix of answeringPrefixes(operation, index)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  for (const operation of nameless) {
    for (const prefix of answeringPrefixes(operation, index)) {
      const count = counts.get(prefix);
      if (count !== undefined) counts.set(prefix, count + 1);
    }
  }
  const best = [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  if (best === 0 || best < FOREIGN_SHARE * operations.length) return undefined;
  const equal = [...counts].filter(([, count]) => count === best).map(([prefix]) => prefix);
  if (equal.length > 1) return { how: 'tie', tied: equal.sort(), paired: best };
  const [path = '/'] = equal;
  return { path, how: 'foreign', tied: [], paired: best };
}

function answeringPrefixes({ method, path }: Operation, index: RouteIndex): ReadonlySet<PathTemplate> {
  const prefixes = new Set<PathTemplate>();
  for (const { prefix, route } of index.endingWith(pathKey(path))) {
    if (answering([route], method, (item) => item) !== undefined) prefixes.add(prefix);
  }
  return prefixes;
}
