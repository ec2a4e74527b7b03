import { withoutNames } from './fingerprint.js';
import type { Analysis, MatrixRow } from './judge.js';

/** A promise: its contract, and what it is about. */
export type ContractSubject = Pick<MatrixRow, 'contract' | 'subject'>;

/** A promise with a place and a reason. */
export interface SubjectPlace extends ContractSubject {
  /** Where the head's contract has it. */
  readonly at: MatrixRow['promisedAt'];
  /** Why nothing is known of it, as its row says; absent: the row gives no reason. Untrusted words. */
  readonly why?: string | undefined;
}

/** A promise that was decided at the base, as a whole or in some of its fields, and no longer is. */
export interface LostPromise extends SubjectPlace {
  /** How many fields were compared at the base and cannot be any more; absent: the whole promise. */
  readonly fields?: number | undefined;
}

/** A contract that is served below another path than before. */
export interface MovedContract {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  /** How many operations it promises at the head. */
  readonly operations: number;
}

/** What a change did to promises, whether or not anything is found to break them. */
export interface DroppedSubjects {
  /** Decided at the base, and no longer: no finding does not mean that all is well. */
  readonly lost: readonly LostPromise[];
  /** Promises of the base that the head's contracts do not make, or that stand in a contract that is no longer compared. */
  readonly dropped: readonly ContractSubject[];
  /** Contracts that both have, and that the code serves below another path now. */
  readonly moved: readonly MovedContract[];
  /** Promises that the head alone makes, and of which nobody knows whether they are kept. */
  readonly unproven: readonly SubjectPlace[];
}

/** What is compared of two analyses. */
export type ContractSide = Pick<Analysis, 'matrix' | 'contracts'>;

/** What is one promise on both sides, whatever its path parameters are called. */
export const promiseKey = ({ contract, subject }: ContractSubject): string => JSON.stringify([contract, withoutNames(subject)]);

export function droppedSubjects(base: ContractSide, head: ContractSide): DroppedSubjects {
  const atBase = new Map(base.matrix.map((row) => [promiseKey(row), row]));
  const atHead = new Set(head.matrix.map(promiseKey));
  return {
    lost: head.matrix.flatMap((row) => lostOf(atBase.get(promiseKey(row)), row)),
    dropped: base.matrix.filter((row) => !atHead.has(promiseKey(row))).map(({ contract, subject }) => ({ contract, subject })),
    moved: movedContracts(base, head),
    unproven: head.matrix.filter((row) => row.status === 'unverified' && !atBase.has(promiseKey(row))).map(promiseAt),
  };
}

function lostOf(before: MatrixRow | undefined, row: MatrixRow): readonly LostPromise[] {
  if (before === undefined || row.excused === true) return [];
  if (before.status !== 'unverified' && row.status === 'unverified') return [promiseAt(row)];
  // It is verified by the rest of its path alone: it may be served anywhere.
  if (row.start === 'unknown' && before.start === undefined)
    return [{ ...promiseAt(row), why: 'where its path begins can no longer be read' }];
  if (row.success === 'unknown' && before.success === undefined)
    return [{ ...promiseAt(row), why: 'the status of its success can no longer be read' }];
  if (row.served === 'unknown' && before.served === undefined)
    return [{ ...promiseAt(row), why: 'nothing serves its app any more' }];
  // A row may be decided by other fields than before: what it says is known of fewer.
  const fields = before.compared - row.compared;
  if (fields > 0 && row.unknown > before.unknown) return [{ ...promiseAt(row), fields }];
  const byType = (row.byType ?? 0) - (before.byType ?? 0);
  return byType > 0 && fields >= 0 ? [{ ...promiseAt(row), fields: byType, why: 'only their types are known now' }] : [];
}

function promiseAt({ contract, subject, promisedAt, note }: MatrixRow): SubjectPlace {
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
