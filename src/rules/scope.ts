import type { MatrixRow } from './matrix-row.js';
import type { Violation } from './rule.js';

/** What changed since a revision; paths are relative to the repository. */
export interface ChangedPlaces {
  readonly file: (path: string) => boolean;
  readonly line: (path: string, line: number) => boolean;
  /** Whether a source that may serve a contract, or its configuration, was changed or removed. */
  readonly source: (contract: string) => boolean;
  /** Whether the finding's contract now expects something else in that place, whichever of its files says so. */
  readonly expectation: (violation: Violation) => boolean;
}

/**
 * Whether a finding concerns the change: it stands in a changed code file, or its contract now expects something else in that
 * place. Code counts by file, because a response is seldom built in one place; contracts count by subject, because one file has
 * them all. Code that is missing may have been removed from any source of its service.
 */
export function isInScope(violation: Violation, changed: ChangedPlaces): boolean {
  const { file_path, line, promisedAt, related } = violation;
  const places = [{ file: file_path, line }, ...related];
  return (
    changed.line(promisedAt.file, promisedAt.line) ||
    places.some((place) => (place.file === promisedAt.file ? changed.line(place.file, place.line) : changed.file(place.file))) ||
    (isWithoutCode(violation) && changed.source(violation.contract)) ||
    changed.expectation(violation)
  );
}

/** Whether a finding stands in the contract, because no code implements the subject. */
export function isWithoutCode({ file_path, promisedAt }: Violation): boolean {
  return file_path === promisedAt.file;
}

/**
 * A test whether a file is code of other contracts only: it lies in the folder with all code of another contract, and not in this
 * contract's folder. If nothing of a contract is served, any file may be its own.
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
