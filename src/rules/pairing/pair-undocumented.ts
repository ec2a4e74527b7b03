import type { Contract } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import type { Undocumented } from '../rule.js';
import { nearestOf } from './pair-events.js';

/**
 * Routes that no contract describes, each with the nearest contract. It leaves out routes that a contract may describe after all
 * (the start of their path is unresolved), routes that no contract would list (catch-alls of any method, HEAD and OPTIONS, which
 * frameworks answer), and all routes beside a contract of which no operation has a route.
 */
export function undocumentedRoutes(
  contracts: readonly Contract[],
  routes: readonly CodeRoute[],
  documented: ReadonlySet<CodeRoute>,
  isServed: (contract: Contract) => boolean,
): readonly Undocumented[] {
  const served = contracts.filter((contract) => contract.operations.length > 0 && isServed(contract));
  const found = new Map<string, Undocumented>();
  const known = new Set([...documented].map(oncePerVersion));
  for (const route of routes) {
    const contract = known.has(oncePerVersion(route)) || !isListed(route) ? undefined : nearestOf(served, route.at.file);
    if (contract === undefined) continue;
    known.add(oncePerVersion(route));
    const subject = `${route.method} ${route.path}`;
    const before = found.get(subject);
    if (before === undefined) found.set(subject, { contract, subject, what: { kind: 'route', route }, others: [] });
    else found.set(subject, { ...before, others: [...before.others, route.at] });
  }
  return [...found.values()];
}

/** The key of a route, the same for both spellings if its path has the version as `1` and as `1.0` (ASP.NET Core). */
function oncePerVersion({ method, path, at }: CodeRoute): string {
  return `${method} ${path.replace(/\/(v?[0-9]{1,6})\.0(?=\/|$)/g, '/$1')} ${at.file}:${at.line}:${at.column}`;
}

function isListed({ method, path, prefixUnknown }: CodeRoute): boolean {
  if (prefixUnknown === true || method === 'HEAD' || method === 'OPTIONS') return false;
  return !(method === 'ANY' && /\{[^{}]*\*\}/.test(path));
}
