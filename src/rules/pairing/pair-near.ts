import type { Operation } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { joinPaths, type PathTemplate, pathKey } from '../../model/endpoint.js';
import { areFoldedAlike, foldName } from '../comparison/spelling.js';
import type { Pairing } from '../rule.js';
import { answering, type RouteIndex } from './route-index.js';
import { isNamed, segmentsOf } from './route-match.js';

type Near = Pairing['near'][number];

/** A reader would not read more. */
const MAX_NEAR = 3;
/** The limit of routes that differ in one segment and are compared letter by letter. */
const MAX_LOOKED_AT = 50;

/** Routes, indexed by their path with one segment left out. */
export type Spellings = ReadonlyMap<
  string,
  readonly { readonly folded: string; readonly segment: string; readonly route: CodeRoute }[]
>;

/** Indexes routes by each path that leaves one literal segment open. Linear in the segments. */
export function indexSpellings(routes: readonly CodeRoute[]): Spellings {
  const index = new Map<string, { folded: string; segment: string; route: CodeRoute }[]>();
  for (const route of routes) {
    for (const { key, segment } of withOneOpen(segmentsOf(route.path))) {
      const list = index.get(key);
      const entry = { folded: foldName(segment), segment, route };
      if (list === undefined) index.set(key, [entry]);
      else list.push(entry);
    }
  }
  return index;
}

/**
 * Routes that nearly match an operation: the same path with another method, one segment spelt differently, or the same path below
 * another prefix. Only routes that match no other operation.
 */
export function findNear(
  operation: Operation,
  prefixes: readonly PathTemplate[],
  free: RouteIndex,
  spellings: Spellings,
): readonly Near[] {
  const keys = prefixes.map((prefix) => pathKey(joinPaths(prefix, operation.path)));
  // one for all methods differs in none: it only passes requests on
  const others = keys.flatMap((key) => free.at(key)).filter(({ method }) => method !== 'ANY');
  const methods = others.map((route): Near => ({ route, differs: 'method' }));
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

function findSpelt(expected: string, spellings: Spellings): readonly CodeRoute[] {
  return withOneOpen(segmentsOf(expected)).flatMap(({ key, segment }) => {
    const folded = foldName(segment);
    const likely = (spellings.get(key) ?? []).filter((other) => mayBeAlike(folded, other.folded) && other.segment !== segment);
    return likely.slice(0, MAX_LOOKED_AT).flatMap((other) => (areFoldedAlike(folded, other.folded) ? [other.route] : []));
  });
}

/** A cheap test that all similar names pass. */
function mayBeAlike(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return one.startsWith(other) || other.startsWith(one);
  return one.slice(0, 3) === other.slice(0, 3) || one.slice(-3) === other.slice(-3);
}

function withOneOpen(segments: readonly string[]): readonly { readonly key: string; readonly segment: string }[] {
  return segments.flatMap((segment, open) => {
    if (segment === '{}') return [];
    return [{ key: segments.map((other, index) => (index === open ? '' : other)).join('/'), segment }];
  });
}
