import { withoutNames } from './fingerprint.js';
import type { Analysis, MatrixRow } from './judge.js';

/** A subject and the contract that describes it. */
export type ContractSubject = Pick<MatrixRow, 'contract' | 'subject'>;

/** A subject with its location and a reason. */
export interface SubjectPlace extends ContractSubject {
  /** The location in the head's contract. */
  readonly at: MatrixRow['promisedAt'];
  /** Why it is undecided, from its row; absent: the row gives no reason. Untrusted text. */
  readonly why?: string | undefined;
}

/** A subject that was decided at the base, as a whole or in some fields, and is not any more. */
export interface LostExpectation extends SubjectPlace {
  /** How many fields were compared at the base and cannot be compared any more; absent: the whole subject. */
  readonly fields?: number | undefined;
}

/** A contract that the code serves below another path than before. */
export interface MovedContract {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  /** How many operations it has at the head. */
  readonly operations: number;
}

/** What a change did to subjects of contracts, whether or not it caused findings. */
export interface DroppedSubjects {
  /** Decided at the base and undecided at the head: the absence of findings does not mean that the code fits. */
  readonly lost: readonly LostExpectation[];
  /** Subjects of the base that the head's contracts do not have, or whose contract is no longer compared. */
  readonly dropped: readonly ContractSubject[];
  /** Contracts of both sides that the code serves below another path at the head. */
  readonly moved: readonly MovedContract[];
  /** Subjects that only the head has, and that are unverified. */
  readonly unproven: readonly SubjectPlace[];
}

/** The parts of an analysis that are compared. */
export type ContractSide = Pick<Analysis, 'matrix' | 'contracts'>;

/** The identity of a subject on both sides, whatever the names of its path parameters. */
export const expectationKey = ({ contract, subject }: ContractSubject): string =>
  JSON.stringify([contract, withoutNames(subject)]);

export function droppedSubjects(base: ContractSide, head: ContractSide): DroppedSubjects {
  const atBase = new Map(base.matrix.map((row) => [expectationKey(row), row]));
  const atHead = new Set(head.matrix.map(expectationKey));
  return {
    lost: head.matrix.flatMap((row) => lostOf(atBase.get(expectationKey(row)), row)),
    dropped: base.matrix
      .filter((row) => !atHead.has(expectationKey(row)))
      .map(({ contract, subject }) => ({ contract, subject })),
    moved: movedContracts(base, head),
    unproven: head.matrix.filter((row) => row.status === 'unverified' && !atBase.has(expectationKey(row))).map(expectationAt),
  };
}

function lostOf(before: MatrixRow | undefined, row: MatrixRow): readonly LostExpectation[] {
  if (before === undefined || row.excused === true) return [];
  if (before.status !== 'unverified' && row.status === 'unverified') return [expectationAt(row)];
  // Only the rest of its path verifies it: the code may serve it below any prefix.
  if (row.start === 'unknown' && before.start === undefined)
    return [{ ...expectationAt(row), why: 'the scan no longer finds the start of its path' }];
  if (row.success === 'unknown' && before.success === undefined)
    return [{ ...expectationAt(row), why: 'the scan no longer finds the status of its success' }];
  if (row.served === 'unknown' && before.served === undefined)
    return [{ ...expectationAt(row), why: 'no code serves its app any more' }];
  // The row may be decided by other fields than before: then it decides fewer.
  const fields = before.compared - row.compared;
  if (fields > 0 && row.unknown > before.unknown) return [{ ...expectationAt(row), fields }];
  const byType = (row.byType ?? 0) - (before.byType ?? 0);
  return byType > 0 && fields >= 0 ? [{ ...expectationAt(row), fields: byType, why: 'only their types are known now' }] : [];
}

function expectationAt({ contract, subject, promisedAt, note }: MatrixRow): SubjectPlace {
  return { contract, subject, at: promisedAt, why: note };
}

function movedContracts(base: ContractSide, head: ContractSide): readonly MovedContract[] {
  const before = new Map(base.contracts.map(({ id, basePath }) => [id, basePath]));
  return head.contracts.flatMap(({ id, basePath: to }) => {
    const from = before.get(id) ?? null;
    if (from === null || to === null || from === to) return [];
    return [{ contract: id, from, to, operations: head.matrix.filter(({ contract }) => contract === id).length }];
  });
}
