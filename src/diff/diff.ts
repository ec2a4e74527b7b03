import type { Contract } from '../contracts/contract.js';
import type { ContractDiff } from './change.js';
import { Collector } from './collector.js';
import { compareEvents } from './events.js';
import { compareModels } from './models.js';
import { compareOperations } from './operations.js';
import type { Direction } from './rule.js';
import type { Side } from './shapes/walker.js';
import { compareUnsupported, compareWebhooks } from './unsupported-keywords.js';

/** What a contract does not say but the user may know. */
export interface DiffOptions {
  /**
   * Who writes the data that a JSON Schema describes. `request`: others write it by the base, the service reads it by the head
   * (backward compatibility); `response`: the reverse (forward compatibility); `both`: each (full compatibility). Default:
   * `both`.
   */
  readonly models?: Direction | 'both';
}

/** The differences of a contract between base and head, by the table of rules. Pure. */
export function diffContracts(base: Contract, head: Contract, options: DiffOptions = {}): ContractDiff {
  const collector = new Collector(head.id, sideOf(base), sideOf(head));
  compareOperations(base, head, collector);
  compareEvents(base, head, collector);
  if (head.kind === 'json-schema') compareModels(base, head, options.models ?? 'both', collector);
  compareWebhooks(base, head, collector);
  compareUnsupported(base, head, collector);
  const atHead = new Set(head.gaps.map(({ detail }) => detail));
  const gaps = [...head.gaps, ...base.gaps.filter(({ detail }) => !atHead.has(detail))];
  for (const { detail, at } of gaps) collector.undecided(undefined, detail, at);
  return { ...described(base, head), ...collector.finish() };
}

function described(base: Contract, head: Contract): Omit<ContractDiff, 'changes' | 'undecided'> {
  return {
    contract: head.id,
    ...(base.id === head.id ? {} : { before: base.id }),
    kind: head.kind,
    title: head.title,
    versions: { base: base.version, head: head.version },
    subjects: base.operations.length + base.messages.length + base.models.length,
  };
}

/** Compares the contracts of two versions, paired by file; a single contract is paired with a single one, others by title. */
export function diffAll(
  base: readonly Contract[],
  head: readonly Contract[],
  options: DiffOptions = {},
): readonly ContractDiff[] {
  const [one, ...others] = base;
  const [other, ...more] = head;
  if (one !== undefined && other !== undefined && others.length === 0 && more.length === 0)
    return [diffContracts(one, other, options)];
  const left = new Set(head);
  const partnerOf = new Map<Contract, Contract>();
  for (const isSame of [sameFile, sameTitle]) {
    for (const contract of base) {
      if (partnerOf.has(contract)) continue;
      const partner = [...left].find((each) => isSame(contract, each));
      if (partner === undefined) continue;
      partnerOf.set(contract, partner);
      left.delete(partner);
    }
  }
  const pairs = base.map((contract) => {
    const partner = partnerOf.get(contract);
    return partner === undefined ? alone(contract, 'contract-removed', 'is gone') : diffContracts(contract, partner, options);
  });
  return [...pairs, ...[...left].map((contract) => alone(contract, 'contract-added', 'is new'))];
}

const sameFile = (one: Contract, other: Contract): boolean => one.id === other.id;
const sameTitle = (one: Contract, other: Contract): boolean => one.kind === other.kind && one.title === other.title;

function alone(contract: Contract, rule: string, what: string): ContractDiff {
  const collector = new Collector(contract.id, sideOf(contract), sideOf(contract));
  const { id, at } = contract;
  collector.note({ rule, subject: id, message: `The contract ${what}.`, baseAt: at, headAt: at });
  return { ...described(contract, contract), ...collector.finish() };
}

function sideOf({ definitions, definedAt }: Contract): Side {
  return { definitions, definedAt: definedAt ?? new Map() };
}
