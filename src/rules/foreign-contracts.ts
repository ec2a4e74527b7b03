import type { Contract } from '../contracts/contract.js';
import type { CodeRoute } from '../facts/codebase.js';
import type { Pairing } from './rule.js';

/** A contract that is not the service's own. */
export interface ForeignContract {
  /** Repository-relative. */
  readonly file: string;
  /** Half a sentence. */
  readonly why: string;
}

const TEMPLATE = /(?:^|\/)(?:templates?|skeletons?)\/|\.(?:tmpl|tpl|template)\./i;
/** Where contracts of servers that a service calls lie. Another contract of which nothing is served may be its own, and broken. */
const CALLED = /(?:^|\/)(?:clients?|consumed|external|integrations?|remotes?|third[-_]?party|upstreams?|vendors?)\//i;

/**
 * Templates that promise nothing of their own, and contracts of servers that the service calls, among those that nobody named. Only
 * where routes serve another contract: else nothing tells which one is the service's.
 */
export function foreignContracts(contracts: readonly Contract[], pairings: readonly Pairing[]): readonly ForeignContract[] {
  const served = new Map<string, Set<CodeRoute>>();
  const others = new Set<CodeRoute>();
  for (const { contract, actuals } of pairings) {
    const own = served.get(contract.id) ?? new Set();
    served.set(contract.id, own);
    const isElsewhere = TEMPLATE.test(contract.id) || CALLED.test(contract.id);
    for (const route of actuals) for (const routes of isElsewhere ? [own] : [own, others]) routes.add(route);
  }
  if (others.size === 0) return [];
  return contracts.flatMap(({ id, kind }): readonly ForeignContract[] => {
    const own = served.get(id) ?? new Set();
    if (TEMPLATE.test(id) && [...own].every((route) => others.has(route))) return [{ file: id, why: 'it is a template' }];
    const isCalled = kind === 'openapi' && CALLED.test(id) && own.size === 0;
    return isCalled ? [{ file: id, why: 'no route serves any of its promises' }] : [];
  });
}

/**
 * What such a contract promises is neither kept nor missing: a folder's name is no proof, and the service's own contract may be the one
 * whose last route is gone.
 */
export function withoutForeign(pairings: readonly Pairing[], foreign: readonly ForeignContract[]): readonly Pairing[] {
  const whyOf = new Map(foreign.map(({ file, why }) => [file, why]));
  if (whyOf.size === 0) return pairings;
  return pairings.map((pairing): Pairing => {
    const { id } = pairing.contract;
    const why = whyOf.get(id);
    if (why === undefined) return pairing;
    const undecided = `${id} seems to be another server's: ${why}; if it is of this service, name it with \`--contract ${id}\``;
    return { ...pairing, actuals: [], hiddenBy: [], undecided, undecidedBy: 'other-contract' };
  });
}
