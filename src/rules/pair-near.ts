import type { Operation } from '../contracts/contract.js';
import type { CodeRoute } from '../facts/codebase.js';
import { joinPaths, type PathTemplate, pathKey } from '../model/endpoint.js';
import { answering, type RouteIndex } from './route-index.js';
import { isNamed, segmentsOf } from './route-match.js';
import type { Pairing } from './rule.js';

type Near = Pairing['near'][number];

/** More would not be read. */
const MAX_NEAR = 3;

/** Routes, found by their path with one segment left out. */
export type Spellings = ReadonlyMap<string, readonly { readonly segment: string; readonly route: CodeRoute }[]>;

/** Indexes routes by every path that leaves one literal segment open. Linear in the segments. */
export function indexSpellings(routes: readonly CodeRoute[]): Spellings {
  const index = new Map<string, { segment: string; route: CodeRoute }[]>();
  for (const route of routes) {
    for (const { key, segment } of withOneOpen(segmentsOf(route.path))) {
      const list = index.get(key);
      if (list === undefined) index.set(key, [{ segment, route }]);
      else list.push({ segment, route });
    }
  }
  return index;
}

/**
 * Routes that nearly keep an operation: the same path with another method, one segment spelt otherwise, or the same path below
 * another prefix. Only of routes that keep no other promise.
 */
export function findNear(
  operation: Operation,
  prefixes: readonly PathTemplate[],
  free: RouteIndex,
  spellings: Spellings,
): readonly Near[] {
  const keys = prefixes.map((prefix) => pathKey(joinPaths(prefix, operation.path)));
  const methods: Near[] = keys.flatMap((key) => free.at(key)).map((route) => ({ route, differs: 'method' }));
  const spelt: Near[] = keys
    .flatMap((key) => findSpelt(key, spellings))
    .filter((route) => answering([route], operation.method, (item) => item) !== undefined)
    .map((route) => ({ route, differs: 'spelling' }));
  const elsewhere = isNamed(operation.path) ? free.endingWith(pathKey(operation.path)) : [];
  const prefixed: Near[] = elsewhere
    .filter(({ route }) => !keys.includes(pathKey(route.path)))
    .filter(({ route }) => answering([route], operation.method, (item) => item) !== undefined)
    .map(({ route }) => ({ route, differs: 'prefix' }));
  const seen = new Set<CodeRoute>();
  const near = [...methods, ...spelt, ...prefixed].filter(({ route }) => !seen.has(route) && seen.add(route));
  return near.slice(0, MAX_NEAR);
}

function findSpelt(promised: string, spellings: Spellings): readonly CodeRoute[] {
  return withOneOpen(segmentsOf(promised)).flatMap(({ key, segment }) =>
    (spellings.get(key) ?? []).filter((other) => isSpeltAlike(segment, other.segment)).map(({ route }) => route),
  );
}

function withOneOpen(segments: readonly string[]): readonly { readonly key: string; readonly segment: string }[] {
  return segments.flatMap((segment, open) => {
    if (segment === '{}') return [];
    return [{ key: segments.map((other, index) => (index === open ? '' : other)).join('/'), segment }];
  });
}

/** Whether one is the other in another case, with other separators, with an ending, or one or two letters off. */
export function isSpeltAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [fold(one), fold(other)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.startsWith(`${short}.`)) return true;
  // Two letters off make another word of a short one.
  return distanceAtMost(short, long, short.length >= 6 ? 2 : short.length >= 3 ? 1 : 0);
}

function fold(segment: string): string {
  return segment.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Whether inserting, dropping, changing or swapping at most so many letters makes one the other. */
function distanceAtMost(short: string, long: string, limit: number): boolean {
  if (long.length - short.length > limit || long.length > 100) return false;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: short.length + 1 }, (_, index) => index);
  for (let i = 1; i <= long.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= short.length; j += 1) {
      const same = long[i - 1] === short[j - 1];
      const swapped = i > 1 && j > 1 && long[i - 1] === short[j - 2] && long[i - 2] === short[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    if ([...row, ...next].every((steps) => steps > limit)) return false;
    [before, row] = [row, next];
  }
  return (row[short.length] ?? 0) <= limit;
}
