import type { Contract } from '../contracts/contract.js';
import type { MatrixRow } from './matrix-row.js';
import type { Scans } from './scans.js';

/** Sentences on why a result proves less than it seems to. */
export interface Unseen {
  /** Why the run is incomplete. */
  readonly crashes: readonly string[];
  /** What a reader must know. */
  readonly notices: readonly string[];
}

/**
 * Finds contracts without a subject in this run, because the scan for it is off or the contract has none. A run without any
 * subject proves nothing, although it finds nothing. If a service should use events and has none, the scan may have looked in the
 * wrong place.
 */
export function unseenContracts(contracts: readonly Contract[], matrix: readonly MatrixRow[], scans: Scans): Unseen {
  const seen = new Set(matrix.map(({ contract }) => contract));
  const left = contracts.filter((contract) => expectationCount(contract) > 0 && !seen.has(contract.id));
  const count = left.reduce((sum, contract) => sum + expectationCount(contract), 0);
  const idle = scans.event_schema_scan ? left.filter(({ role }) => role === 'consumer') : [];
  const empty = contracts.filter((contract) => expectationCount(contract) === 0 && contract.role !== 'consumer');
  const none = `The contracts have ${count} ${count === 1 ? 'subject' : 'subjects'}, but this run compared none of them.`;
  return {
    crashes: matrix.length > 0 ? [] : left.length > 0 ? [none] : empty.map(nothingIn),
    notices: [
      ...(matrix.length > 0 ? empty.map(nothingIn) : []),
      ...idle.map(({ id, service = '' }) => `${id}: no code of ${service} handles or publishes any of its events.`),
    ],
  };
}

const nothingIn = ({ id }: Contract): string => `${id} has no operation, event or model to compare.`;

function expectationCount({ operations, messages, models }: Contract): number {
  return operations.length + messages.length + models.length;
}
