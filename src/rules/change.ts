import type { Location } from '../model/location.js';
import {
  type ContractSubject,
  type DroppedSubjects,
  droppedSubjects,
  promiseKey,
  type SubjectPlace,
} from './dropped-subjects.js';
import { fingerprint } from './fingerprint.js';
import type { Analysis } from './judge.js';
import type { Violation } from './rule.js';

export type { SubjectPlace } from './dropped-subjects.js';

/** A difference between the base's and the head's contracts that breaks who relies on the base's. */
export interface BreakingDifference {
  readonly contract: string;
  readonly subject: string;
  /** The rule of the comparison, such as `endpoint-removed`. */
  readonly rule: string;
  readonly message: string;
  /** Where the head says so, or the nearest place around what it lacks. */
  readonly at: Location;
}

/** What a comparison of the base's contracts with the head's found. */
export interface ContractComparison {
  /** What breaks the consumers of the base's contracts. */
  readonly breaking: readonly BreakingDifference[];
  /** Of what it is not known whether it breaks them, though that could be told of the base. */
  readonly uncompared: readonly SubjectPlace[];
  /** What the head calls those contracts that the base calls otherwise. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * What a change did: to the violations, to the promises that could be checked before, and to the contracts themselves. Every violation
 * of the head is in exactly one of `added`, `surfaced` and `remaining`, every one of the base in exactly one of `fixed`, `unseen` and
 * `remaining`.
 */
export interface Change extends DroppedSubjects, Pick<ContractComparison, 'breaking' | 'uncompared'> {
  /** Of the head: the base did not break these promises. */
  readonly added: readonly Violation[];
  /** Of the head: the base's code could not be fully compared there, so nobody knows since when they are. */
  readonly surfaced: readonly Violation[];
  /** Of both, as the head has them: places and words are the head's. */
  readonly remaining: readonly Violation[];
  /** Of the base: the head was fully compared there and does not break them. */
  readonly fixed: readonly Violation[];
  /** Of the base: the head's code cannot be fully compared there, or does no longer promise it. Nobody has seen them fixed. */
  readonly unseen: readonly Violation[];
}

/** What is compared of two analyses. */
type Side = Pick<Analysis, 'violations' | 'matrix' | 'contracts'>;

/**
 * What became of the violations between two analyses with the same settings. A violation is the same one when its fingerprint
 * is, and it is as grave; of several with one fingerprint as many remain as both sides have. What a side could not see is neither new nor fixed.
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

/** A side as if its contracts had always had these names. */
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

/** What is one violation on both sides: a warning that becomes an error is not the same one. */
const identityOf = ({ fingerprint, severity }: Violation): string =>
  severity === 'error' ? `${fingerprint} error` : fingerprint;

/** Those violations of a side that the other has too, and the rest. */
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

/** How well a side has compared what a violation is about; `absent`: the code is missing, or nothing is promised any more. */
function seenBy({ matrix }: Side): (violation: Violation) => Seen {
  const subjects = new Map<string, Seen>();
  const contracts = new Map<string, Seen>();
  for (const { contract, subject, status, unknown } of matrix) {
    const whole = status !== 'unverified' && unknown === 0;
    const seen = !whole ? 'not wholly' : status === 'missing' ? 'absent' : 'compared';
    subjects.set(promiseKey({ contract, subject }), seen);
    // What is said of a whole contract was seen as soon as anything of it was decided.
    contracts.set(contract, status === 'unverified' ? (contracts.get(contract) ?? 'not wholly') : 'compared');
  }
  return (violation) => {
    const { contract, subject } = violation;
    return (subject === contract ? contracts.get(contract) : subjects.get(promiseKey(violation))) ?? 'absent';
  };
}

/** The findings that the base is not known to have. */
export function newFindings(violations: readonly Violation[], { remaining }: Pick<Change, 'remaining'>): readonly Violation[] {
  return split(remaining, violations).rest;
}

/** The errors among these findings that the base is not known to have. */
export function newErrors(violations: readonly Violation[], change: Pick<Change, 'remaining'>): readonly Violation[] {
  return newFindings(violations, change).filter(({ severity }) => severity === 'error');
}

/** What a change is asked: each names what must not come of it. */
export const QUESTIONS = ['new', 'lost', 'breaking', 'dropped', 'moved'] as const;
export type Question = (typeof QUESTIONS)[number];
