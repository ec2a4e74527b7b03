import type { Contract } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import type { Pairing } from '../rule.js';

/** A contract that is not the service's own. */
export interface ForeignContract {
  /** Relative to the repository. */
  readonly file: string;
  /** Half a sentence. */
  readonly why: string;
}

const TEMPLATE = /(?:^|\/)(?:templates?|skeletons?)\/|\.(?:tmpl|tpl|template)\./i;
/**
 * Folders for contracts of servers that a service calls. Elsewhere a contract without any route may be the service's own, and
 * violated.
 */
const CALLED = /(?:^|\/)(?:clients?|consumed|external|integrations?|remotes?|third[-_]?party|upstreams?|vendors?)\//i;

/**
 * Finds templates without operations of their own and contracts of servers that the service calls, among contracts that the user
 * did not name. Only if routes serve another contract: otherwise nothing shows which contract is the service's own.
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
    return isCalled ? [{ file: id, why: 'no route serves any of its operations' }] : [];
  });
}

/**
 * Makes the subjects of such contracts unverified, neither verified nor missing: a folder's name is no proof, and the contract
 * may be the service's own after its last route was removed.
 */
export function withoutForeign(pairings: readonly Pairing[], foreign: readonly ForeignContract[]): readonly Pairing[] {
  const whyOf = new Map(foreign.map(({ file, why }) => [file, why]));
  if (whyOf.size === 0) return pairings;
  return pairings.map((pairing): Pairing => {
    const { id } = pairing.contract;
    const why = whyOf.get(id);
    if (why === undefined) return pairing;
    const undecided = `${id} seems to belong to another server because ${why}; if this service implements it, name it with \`--contract ${id}\``;
    return { ...pairing, actuals: [], hiddenBy: [], undecided, undecidedBy: 'other-contract' };
  });
}
