import type { Analysis, MatrixRow } from './judge.js';
import type { Violation } from './rule.js';

/** A promise: its contract, and what it is about. */
export type Promised = Pick<MatrixRow, 'contract' | 'subject'>;

/**
 * What a change did to the violations, and to the promises that could be checked before. Every violation of the head is in exactly one of `added`, `surfaced` and `remaining`,
 * every one of the base in exactly one of `fixed`, `unseen` and `remaining`.
 */
export interface Change {
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
  /** Promises that the base's code was seen to keep, and that can no longer be checked: no finding does not mean that all is well. */
  readonly lost: readonly Promised[];
  /** Promises of the base that the head's contracts do not make, or that stand in a contract that is no longer compared. */
  readonly dropped: readonly Promised[];
}

/** What is compared of two analyses. */
type Side = Pick<Analysis, 'violations' | 'matrix'>;

/**
 * What became of the violations between two analyses with the same settings. A violation is the same one when its fingerprint
 * is; of several with one fingerprint as many remain as both sides have. What a side could not see is neither new nor fixed.
 */
export function changeSince(base: Side, head: Side): Change {
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
    ...promisesGone(base, head),
  };
}

/** Those violations of a side that the other has too, and the rest. */
function split(other: readonly Violation[], own: readonly Violation[]) {
  const left = new Map<string, number>();
  for (const { fingerprint } of other) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1);
  const common: Violation[] = [];
  const rest: Violation[] = [];
  for (const violation of own) {
    const count = left.get(violation.fingerprint) ?? 0;
    left.set(violation.fingerprint, count - 1);
    (count > 0 ? common : rest).push(violation);
  }
  return { common, rest };
}

function promisesGone(base: Side, head: Side): Pick<Change, 'lost' | 'dropped'> {
  const atHead = new Map(head.matrix.map((row) => [keyOf(row), row.status]));
  const gone = (wanted: (row: MatrixRow, now: MatrixRow['status'] | undefined) => boolean): readonly Promised[] =>
    base.matrix.filter((row) => wanted(row, atHead.get(keyOf(row)))).map(({ contract, subject }) => ({ contract, subject }));
  return {
    lost: gone(({ status }, now) => status === 'verified' && now === 'unverified'),
    dropped: gone((_, now) => now === undefined),
  };
}

type Seen = 'compared' | 'absent' | 'not wholly';

/** How well a side has compared what a violation is about; `absent`: the code is missing, or nothing is promised any more. */
function seenBy({ matrix }: Side): (violation: Violation) => Seen {
  const subjects = new Map<string, Seen>();
  const contracts = new Map<string, Seen>();
  for (const { contract, subject, status, unknown } of matrix) {
    const whole = status !== 'unverified' && unknown === 0;
    const seen = !whole ? 'not wholly' : status === 'missing' ? 'absent' : 'compared';
    subjects.set(keyOf({ contract, subject }), seen);
    // What is said of a whole contract was seen as soon as anything of it was decided.
    contracts.set(contract, status === 'unverified' ? (contracts.get(contract) ?? 'not wholly') : 'compared');
  }
  return (violation) => {
    const { contract, subject } = violation;
    return (subject === contract ? contracts.get(contract) : subjects.get(keyOf(violation))) ?? 'absent';
  };
}

const keyOf = ({ contract, subject }: Promised): string => JSON.stringify([contract, subject]);
