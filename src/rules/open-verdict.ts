import type { Verdict } from './rule.js';

/** More reasons are counted, not told. */
const MAX_REASONS = 3;

/** Nothing of a subject could be compared: one unknown, for all reasons. */
export function openFor(reasons: readonly string[]): Verdict {
  const distinct = [...new Set(reasons)].sort();
  const more = distinct.length > MAX_REASONS ? [`and ${distinct.length - MAX_REASONS} more`] : [];
  const why = [...distinct.slice(0, MAX_REASONS), ...more].join('; ');
  return { outcome: 'open', compared: 0, unknown: [{ field: '', why }], violations: [] };
}
