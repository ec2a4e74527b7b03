import type { Contract } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { joinPaths, pathKey } from '../../model/endpoint.js';
import { declaredPrefixes } from './pair-base-path.js';
import { answering, type RouteIndex } from './route-index.js';

/** Finds the first other contract that describes a route's exact path below one of its own servers. */
export type Assignments = (route: CodeRoute, contract: Contract) => Contract | undefined;

/** Finds which contracts describe which routes. A route that a contract describes itself is not attributed to another one. */
export function collectAssignments(contracts: readonly Contract[], index: RouteIndex): Assignments {
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
