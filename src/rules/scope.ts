import type { Violation } from './rule.js';

/** What was changed since some revision; paths are relative to the repository. */
export interface ChangedPlaces {
  readonly file: (path: string) => boolean;
  readonly line: (path: string, line: number) => boolean;
}

/**
 * Whether a finding is about what was changed: it stands in a changed file of the code, or a changed line of a contract promises
 * it. Code is looked at by file, since what a route sends is seldom all in one place of it; a contract by line, since one file
 * promises all.
 */
export function isInScope(violation: Violation, changed: ChangedPlaces): boolean {
  const { file_path, line, promisedAt, related } = violation;
  const places = [{ file: file_path, line }, ...related];
  return (
    changed.line(promisedAt.file, promisedAt.line) ||
    places.some((place) => (place.file === promisedAt.file ? changed.line(place.file, place.line) : changed.file(place.file)))
  );
}
