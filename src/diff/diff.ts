import type { Contract } from '../contracts/contract.js';
import type { ContractDiff } from './change.js';
import { Collector } from './collector.js';
import { compareOperations } from './operations.js';
import type { Side } from './shapes/walker.js';

/** What became of a contract: its base version and its head version, compared by the table of rules. Pure. */
export function diffContracts(base: Contract, head: Contract): ContractDiff {
  const collector = new Collector(head.id, sideOf(base), sideOf(head));
  compareOperations(base, head, collector);
  return {
    contract: head.id,
    kind: head.kind,
    title: head.title,
    versions: { base: base.version, head: head.version },
    ...collector.finish(),
    subjects: base.operations.length + base.messages.length + base.models.length,
    gaps: [...base.gaps, ...head.gaps],
  };
}

function sideOf({ definitions, definedAt }: Contract): Side {
  return { definitions, definedAt: definedAt ?? new Map() };
}
