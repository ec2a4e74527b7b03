import type { Violation } from './rule.js';

/** What was changed since some revision; paths are relative to the repository. */
export interface ChangedPlaces {
  readonly file: (path: string) => boolean;
  readonly line: (path: string, line: number) => boolean;
  /** Whether any source, or what sets one up, was changed, or is gone. */
  readonly source: boolean;
  /** Whether the contract of a finding promises something else about it, wherever in its files that was written. */
  readonly promise: (violation: Violation) => boolean;
}

/**
 * Whether a finding is about what was changed: it stands in a changed file of the code, or its contract promises something else in
 * that place. Code is looked at by file, since what a route sends is seldom all in one place of it; a contract by promise, since
 * one file holds all. What no code stands for may have been taken away in any source: nobody can say where it stood.
 */
export function isInScope(violation: Violation, changed: ChangedPlaces): boolean {
  const { file_path, line, promisedAt, related } = violation;
  const places = [{ file: file_path, line }, ...related];
  return (
    changed.line(promisedAt.file, promisedAt.line) ||
    places.some((place) => (place.file === promisedAt.file ? changed.line(place.file, place.line) : changed.file(place.file))) ||
    (isWithoutCode(violation) && changed.source) ||
    changed.promise(violation)
  );
}

/** Whether a finding stands where the promise does, since no code keeps it. */
export function isWithoutCode({ file_path, promisedAt }: Violation): boolean {
  return file_path === promisedAt.file;
}
