import type { Contract } from '../contracts/contract.js';
import type { CodeRoute } from '../facts/codebase.js';
import { nearestOf } from './pair-events.js';
import type { Unpromised } from './rule.js';

/**
 * Routes that no contract promises, each with the contract that lies nearest. Left out is what may be promised after all (the start of
 * its path could not be read), what no contract would list (catch-alls of any method, HEAD and OPTIONS, which frameworks answer), and
 * all routes beside a contract of which not one operation has a route.
 */
export function unpromisedRoutes(
  contracts: readonly Contract[],
  routes: readonly CodeRoute[],
  documented: ReadonlySet<CodeRoute>,
  isServed: (contract: Contract) => boolean,
): readonly Unpromised[] {
  const served = contracts.filter((contract) => contract.operations.length > 0 && isServed(contract));
  const found = new Map<string, Unpromised>();
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

/** A route, and its other spelling where the version in its path is `1` as well as `1.0` (ASP.NET Core). */
function oncePerVersion({ method, path, at }: CodeRoute): string {
  return `${method} ${path.replace(/\/(v?[0-9]{1,6})\.0(?=\/|$)/g, '/$1')} ${at.file}:${at.line}:${at.column}`;
}

function isListed({ method, path, prefixUnknown }: CodeRoute): boolean {
  if (prefixUnknown === true || method === 'HEAD' || method === 'OPTIONS') return false;
  return !(method === 'ANY' && /\{[^{}]*\*\}/.test(path));
}
