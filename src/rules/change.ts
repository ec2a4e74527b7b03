import type { Location } from '../model/location.js';
import {
  type ContractSubject,
  type DroppedSubjects,
  droppedSubjects,
  expectationKey,
  type SubjectPlace,
} from './dropped-subjects.js';
import { fingerprint } from './fingerprint.js';
import type { Analysis } from './judge.js';
import type { Violation } from './rule.js';

export type { SubjectPlace } from './dropped-subjects.js';

/** A difference between the base's and the head's contracts that breaks consumers of the base's contract. */
export interface BreakingDifference {
  readonly contract: string;
  readonly subject: string;
  /** The comparison rule, such as `endpoint-removed`. */
  readonly rule: string;
  readonly message: string;
  /** The line in the head's contract, or the nearest line around what was removed. */
  readonly at: Location;
}

/** The result of comparing the base's contracts with the head's. */
export interface ContractComparison {
  /** The differences that break consumers of the base's contracts. */
  readonly breaking: readonly BreakingDifference[];
  /** Subjects that could be compared at the base but not at the head: whether they break consumers is unknown. */
  readonly uncompared: readonly SubjectPlace[];
  /** The base's id of each contract that has another id at the head -> the head's id. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * What a change did to violations, to subjects that were decided before, and to the contracts themselves. Each violation of the
 * head is in exactly one of `added`, `surfaced` and `remaining`; each violation of the base is in exactly one of `fixed`,
 * `unseen` and `remaining`.
 */
export interface Change extends DroppedSubjects, Pick<ContractComparison, 'breaking' | 'uncompared'> {
  /** Violations of the head that the base does not have. */
  readonly added: readonly Violation[];
  /** Violations of the head in places where the base's code could not be fully compared: they may be older than the change. */
  readonly surfaced: readonly Violation[];
  /** Violations of both sides. Places and messages are the head's. */
  readonly remaining: readonly Violation[];
  /** Violations of the base that the head does not have, although the same subject was fully compared. */
  readonly fixed: readonly Violation[];
  /**
   * Violations of the base that the head cannot confirm: its code cannot be fully compared there, or its contract has no such
   * operation any more. They do not count as fixed.
   */
  readonly unseen: readonly Violation[];
}

/** The parts of an analysis that are compared. */
type Side = Pick<Analysis, 'violations' | 'matrix' | 'contracts'>;

/**
 * Compares the violations of two analyses with the same settings. Two violations are the same if they have the same fingerprint
 * and severity; if several share a fingerprint, as many remain as both sides have. What a side could not compare is neither new
 * nor fixed.
 */
export function changeSince(before: Side, head: Side, contracts: ContractComparison = SAME_CONTRACTS): Change {
  const { breaking, uncompared, renamed } = contracts;
  const base = renamed.size === 0 ? before : underNames(before, renamed);
  const ofBase = split(head.violations, base.violations);
  const ofHead = split(base.violations, head.violations);
  const seenByBase = seenBy(base);
  const seenByHead = seenBy(head);
  return {
    added: ofHead.rest.filter((violation) => seenByBase(violation) !== 'not wholly'),
    surfaced: ofHead.rest.filter((violation) => seenByBase(violation) === 'not wholly'),
    remaining: ofHead.common,
    fixed: ofBase.rest.filter((violation) => seenByHead(violation) === 'compared'),
    unseen: ofBase.rest.filter((violation) => seenByHead(violation) !== 'compared'),
    ...droppedSubjects(base, head),
    breaking,
    uncompared,
  };
}

const SAME_CONTRACTS: ContractComparison = { breaking: [], uncompared: [], renamed: new Map() };

/** One side with the ids of its contracts replaced by new ones. */
function underNames({ violations, matrix, contracts }: Side, names: ReadonlyMap<string, string>): Side {
  const nameOf = (id: string): string => names.get(id) ?? id;
  const renamed = <Part extends ContractSubject>(part: Part): Part => {
    const contract = nameOf(part.contract);
    return { ...part, contract, subject: part.subject === part.contract ? contract : part.subject };
  };
  return {
    violations: violations.map((violation) => {
      const followed = renamed(violation);
      return followed.contract === violation.contract ? violation : { ...followed, fingerprint: fingerprint(followed) };
    }),
    matrix: matrix.map(renamed),
    contracts: contracts.map((contract) => ({ ...contract, id: nameOf(contract.id) })),
  };
}

/** The identity of a violation on both sides: a warning that becomes an error is another violation. */
const identityOf = ({ fingerprint, severity }: Violation): string =>
  severity === 'error' ? `${fingerprint} error` : fingerprint;

/** Splits a side's violations into those that the other side has too, and the rest. */
function split(other: readonly Violation[], own: readonly Violation[]) {
  const left = new Map<string, number>();
  for (const each of other) left.set(identityOf(each), (left.get(identityOf(each)) ?? 0) + 1);
  const common: Violation[] = [];
  const rest: Violation[] = [];
  for (const violation of own) {
    const count = left.get(identityOf(violation)) ?? 0;
    left.set(identityOf(violation), count - 1);
    (count > 0 ? common : rest).push(violation);
  }
  return { common, rest };
}

type Seen = 'compared' | 'absent' | 'not wholly';

/**
 * How completely a side has compared the subject of a violation. `absent`: there is no code, or the contract has no such subject.
 */
function seenBy({ matrix }: Side): (violation: Violation) => Seen {
  const subjects = new Map<string, Seen>();
  const contracts = new Map<string, Seen>();
  for (const { contract, subject, status, unknown } of matrix) {
    const whole = status !== 'unverified' && unknown === 0;
    const seen = !whole ? 'not wholly' : status === 'missing' ? 'absent' : 'compared';
    subjects.set(expectationKey({ contract, subject }), seen);
    // A finding about a whole contract counts as compared as soon as one subject of the contract is decided.
    contracts.set(contract, status === 'unverified' ? (contracts.get(contract) ?? 'not wholly') : 'compared');
  }
  return (violation) => {
    const { contract, subject } = violation;
    return (subject === contract ? contracts.get(contract) : subjects.get(expectationKey(violation))) ?? 'absent';
  };
}

/** The findings that the base does not have. */
export function newFindings(violations: readonly Violation[], { remaining }: Pick<Change, 'remaining'>): readonly Violation[] {
  return split(remaining, violations).rest;
}

/** The errors among these findings that the base does not have. */
export function newErrors(violations: readonly Violation[], change: Pick<Change, 'remaining'>): readonly Violation[] {
  return newFindings(violations, change).filter(({ severity }) => severity === 'error');
}

/** The questions that judge a change. Each names a result that can fail a run. */
export const QUESTIONS = ['new', 'lost', 'breaking', 'dropped', 'moved'] as const;
export type Question = (typeof QUESTIONS)[number];
