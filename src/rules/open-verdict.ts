import type { Gap } from '../model/gap.js';
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

/** What may hide the code of a subject: each detail once, with the first place and how many more there are. */
export function hiddenBy(gaps: readonly Gap[]): Verdict {
  const places = new Map<string, Set<string>>();
  for (const { detail, at } of gaps) {
    const text = detail.replace(/\.$/, '');
    places.set(text, (places.get(text) ?? new Set()).add(`${at.file}:${at.line}`));
  }
  return openFor(
    [...places].map(([detail, all]) => {
      const [first] = [...all].sort();
      return `${detail} (${first}${all.size > 1 ? ` and ${all.size - 1} more` : ''})`;
    }),
  );
}
