import type { MatrixRow } from './matrix-row.js';
import type { Violation } from './rule.js';

/** What was changed since some revision; paths are relative to the repository. */
export interface ChangedPlaces {
  readonly file: (path: string) => boolean;
  readonly line: (path: string, line: number) => boolean;
  /** Whether any source that may serve a contract, or what sets one up, was changed, or is gone. */
  readonly source: (contract: string) => boolean;
  /** Whether the contract of a finding promises something else about it, wherever in its files that was written. */
  readonly promise: (violation: Violation) => boolean;
}

/**
 * Whether a finding is about what was changed: it stands in a changed file of the code, or its contract promises something else in
 * that place. Code is looked at by file, since what a route sends is seldom all in one place of it; a contract by promise, since
 * one file holds all. What no code stands for may have been taken away in any source of its service: nobody can say where it stood.
 */
export function isInScope(violation: Violation, changed: ChangedPlaces): boolean {
  const { file_path, line, promisedAt, related } = violation;
  const places = [{ file: file_path, line }, ...related];
  return (
    changed.line(promisedAt.file, promisedAt.line) ||
    places.some((place) => (place.file === promisedAt.file ? changed.line(place.file, place.line) : changed.file(place.file))) ||
    (isWithoutCode(violation) && changed.source(violation.contract)) ||
    changed.promise(violation)
  );
}

/** Whether a finding stands where the promise does, since no code keeps it. */
export function isWithoutCode({ file_path, promisedAt }: Violation): boolean {
  return file_path === promisedAt.file;
}

/**
 * Tells whether a file is code of other contracts alone: it lies in the folder that holds all code of another one, and not in that
 * of this one. Where nothing of a contract is served, any file may be its own.
 */
export function codeOfOthers(rows: readonly MatrixRow[]): (file: string, contract: string) => boolean {
  const folders = new Map<string, readonly string[]>();
  for (const { contract, codeAt } of rows) {
    if (codeAt === null) continue;
    const folder = codeAt.file.split('/').slice(0, -1);
    const before = folders.get(contract) ?? folder;
    const end = before.findIndex((part, index) => part !== folder[index]);
    folders.set(contract, end < 0 ? before : before.slice(0, end));
  }
  const holds = (folder: readonly string[], file: string): boolean => {
    const parts = file.split('/');
    return folder.every((part, index) => part === parts[index]);
  };
  return (file, contract) => {
    const own = folders.get(contract);
    if (own === undefined || holds(own, file)) return false;
    return [...folders].some(([other, folder]) => other !== contract && holds(folder, file));
  };
}
