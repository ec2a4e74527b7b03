import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';
import type { ImplementationState } from '../../model/validation.js';
import type { Analysis, MatrixRow } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import type { ContractClient } from './contract-client.js';
import { findingOf } from './finding.js';

/** The engine's contracts, compared with the scan. */
export interface ImplementationReport {
  readonly violations: readonly Violation[];
  readonly states: readonly ImplementationState[];
  readonly notices: readonly string[];
  /** Ids of the engine, by ours, of contracts whose documents differ. */
  readonly outdated: ReadonlyMap<string, string>;
  /** Ids of the engine, by ours, of contracts whose documents are equal. */
  readonly same: ReadonlyMap<string, string>;
}

const NOTHING: ImplementationReport = { violations: [], states: [], notices: [], outdated: new Map(), same: new Map() };

/**
 * Reports contracts that are not implemented, and those marked as implemented although the scan finds them broken. Without an
 * answer it reports nothing: the safe default would mark every contract as implemented.
 */
export async function checkImplementation(
  contracts: readonly RepositoryContract[],
  analysis: Analysis,
  client: ContractClient,
): Promise<ImplementationReport> {
  const listed = await client.ask('list_contracts', {});
  const open = await client.ask('get_unimplemented_contracts', {});
  if (listed.failure !== undefined || open.failure !== undefined) return NOTHING;
  const unimplemented = new Set(open.value.map(({ id }) => id));
  const [outdated, same] = [new Map<string, string>(), new Map<string, string>()];
  const used = new Set<string>();
  const states: ImplementationState[] = [];
  const violations: Violation[] = [];
  for (const { contract, stored } of contracts) {
    const row =
      listed.value.find(({ id }) => id === stored.id) ??
      listed.value.find(({ spec_hash }) => spec_hash === stored.hash) ??
      listed.value.find(
        ({ service_name, type }) => stored.service !== '' && service_name === stored.service && type === stored.type,
      );
    if (row === undefined) continue;
    used.add(row.id);
    (row.spec_hash === stored.hash ? same : outdated).set(contract.id, row.id);
    const rows = analysis.matrix.filter((each) => each.contract === contract.id);
    const state = { contract: contract.id, at: contract.at, marked: !unimplemented.has(row.id), found: foundOf(rows) };
    states.push(state);
    if (state.marked && state.found === 'broken') {
      const broken = rows.filter(isBroken).length;
      const message = `It is marked as implemented, and ${broken} of its ${rows.length} subjects ${broken === 1 ? 'is' : 'are'} broken.`;
      const subject = contract.title || contract.id;
      violations.push(findingOf({ problem: 'marked', at: contract.at, message, contract: contract.id, subject }));
    }
  }
  const foreign = listed.value.filter(({ id }) => !used.has(id)).map(({ id }) => id);
  return { violations, states, notices: foreignNotice(foreign, client), outdated, same };
}

const isBroken = ({ status }: MatrixRow): boolean => status === 'violated' || status === 'missing';

function foundOf(rows: readonly MatrixRow[]): ImplementationState['found'] {
  if (rows.some(isBroken)) return 'broken';
  return rows.length > 0 && rows.every(({ status }) => status === 'verified') ? 'kept' : 'open';
}

function foreignNotice(ids: readonly string[], client: ContractClient): readonly string[] {
  if (ids.length === 0 || !client.isServer) return [];
  const shown = ids.slice(0, 5).map((id) => id.slice(0, 80));
  return [
    `The Contract Engine has contracts that were not checked here: ${shown.join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}.`,
  ];
}
