import type { Contract } from '../contracts/contract.js';
import type { CodeRoute } from '../facts/codebase.js';
import { joinPaths, pathKey } from '../model/endpoint.js';
import { declaredPrefixes } from './pair-base-path.js';
import { answering, type RouteIndex } from './route-index.js';

/** The first other contract that promises a route at its very path, below where that contract says that it is served. */
export type Claims = (route: CodeRoute, contract: Contract) => Contract | undefined;

/** Which routes which contracts promise. What a contract itself promises there is nobody else's. */
export function collectClaims(contracts: readonly Contract[], index: RouteIndex): Claims {
  if (contracts.length < 2) return () => undefined;
  const claims = new Map<CodeRoute, Set<Contract>>();
  for (const contract of contracts) {
    for (const { method, path, prefixes = declaredPrefixes(contract) } of contract.operations) {
      for (const prefix of prefixes) {
        const found = answering(index.at(pathKey(joinPaths(prefix, path))), method, (route) => route);
        for (const route of found?.items ?? []) claims.set(route, (claims.get(route) ?? new Set()).add(contract));
      }
    }
  }
  return (route, contract) => {
    const promising = claims.get(route);
    if (promising === undefined || promising.has(contract)) return undefined;
    const [other] = promising;
    return other;
  };
}
