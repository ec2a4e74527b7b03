import type { Gap } from '../model/gap.js';
import type { CodeRoute } from './codebase.js';

/** Orders routes by path, method and place. */
export function byPlace(a: CodeRoute, b: CodeRoute): number {
  return (
    compare(a.path, b.path) ||
    compare(a.method, b.method) ||
    compare(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    (a.at.column ?? 0) - (b.at.column ?? 0)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function sortGaps(gaps: readonly Gap[]): readonly Gap[] {
  return [...gaps].sort(
    (a, b) =>
      compare(a.at.file, b.at.file) || a.at.line - b.at.line || compare(a.reason, b.reason) || compare(a.detail, b.detail),
  );
}
