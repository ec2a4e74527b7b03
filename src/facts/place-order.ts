import type { Gap } from '../model/gap.js';
import { compareTexts } from '../model/text-order.js';
import type { CodeRoute } from './codebase.js';

/** Orders routes by path, method and place. */
export function byPlace(a: CodeRoute, b: CodeRoute): number {
  return (
    compareTexts(a.path, b.path) ||
    compareTexts(a.method, b.method) ||
    compareTexts(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    (a.at.column ?? 0) - (b.at.column ?? 0)
  );
}

export function sortGaps(gaps: readonly Gap[]): readonly Gap[] {
  return [...gaps].sort(
    (a, b) =>
      compareTexts(a.at.file, b.at.file) ||
      a.at.line - b.at.line ||
      compareTexts(a.reason, b.reason) ||
      compareTexts(a.detail, b.detail),
  );
}
