import type { Contract, Operation } from '../contracts/contract.js';
import type { CodeRoute } from '../facts/codebase.js';
import { joinPaths, type PathTemplate } from '../model/endpoint.js';
import type { Gap } from '../model/gap.js';
import { answering, type RouteIndex } from './route-index.js';
import { isBelow, segmentsOf } from './route-match.js';

/** What could hide the code of an operation for which no route was found. */
export interface Hiding {
  readonly gaps: readonly Gap[];
  /** By what follows an unreadable start; without those that are known to keep another promise. */
  readonly rests: RouteIndex;
  /** No route at all was found. */
  readonly empty: boolean;
}

/**
 * The gaps that may hide the operation's code. Where no base path could be found, a gap below any prefix may: the whole
 * contract may be served from there.
 */
export function findHiding(
  contract: Contract,
  operation: Operation,
  prefixes: readonly PathTemplate[] | 'any',
  hiding: Hiding,
): readonly Gap[] {
  const found = hiding.gaps.filter((gap) => mayHide(gap, operation, prefixes));
  if (hiding.empty) found.push(noRoutes(contract));
  const seen = new Set<CodeRoute>();
  const segments = segmentsOf(operation.path);
  for (let start = 0; start <= segments.length; start += 1) {
    const covering = hiding.rests.covering(joinPaths(...segments.slice(start)));
    for (const { route } of covering) {
      if (answering([route], operation.method, (item) => item) !== undefined) seen.add(route);
    }
  }
  return [...found, ...[...seen].map(unreadableStart)];
}

function mayHide({ hides }: Gap, operation: Operation, prefixes: readonly PathTemplate[] | 'any'): boolean {
  if (hides === undefined) return false;
  if (hides === 'service') return true;
  const methods = hides.methods?.map((method) => method.toUpperCase());
  if (methods !== undefined && !methods.some((method) => answers(method, operation.method))) return false;
  if (prefixes === 'any') return true;
  const below = segmentsOf(hides.prefix);
  return prefixes.some((prefix) => isBelow(below, segmentsOf(joinPaths(prefix, operation.path))));
}

function answers(hidden: string, promised: Operation['method']): boolean {
  return hidden === promised || hidden === 'ANY' || (hidden === 'GET' && promised === 'HEAD');
}

function noRoutes(contract: Contract): Gap {
  const detail = 'no route of any supported framework was found';
  return { reason: 'unsupported-framework', detail, at: contract.at, hides: 'service' };
}

function unreadableStart(route: CodeRoute): Gap {
  const detail = `${route.method} …${route.path} may be it: the start of its path could not be read`;
  return { reason: 'dynamic-path', detail, at: route.at };
}
