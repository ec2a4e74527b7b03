import { withOthers, withoutNames } from '../model/alike.js';
import type { Gap, GapReason } from '../model/gap.js';
import { isCatchAll, isNamed, segmentsOf } from './pairing/route-match.js';
import type { Verdict } from './rule.js';

/** More reasons are counted, not listed. */
const MAX_REASONS = 3;

/** The verdict if nothing of a subject could be compared. */
export function openFor(why: string): Verdict {
  return { outcome: 'open', compared: 0, unknown: [{ field: '', why }], violations: [] };
}

/** Gaps of one kind. */
interface Hidden {
  readonly reason: GapReason;
  readonly nearness: number;
  /** Each reason in words, with its places. */
  readonly details: Map<string, Set<string>>;
  places: number;
}

/**
 * A verdict with the gaps that may hide a subject's code: each kind once, with its first place and the number of further places.
 * Gaps near the subject come first, then those with most places; the first one is the reason that counts.
 */
export function hiddenBy(gaps: readonly Gap[]): Verdict {
  const kinds = new Map<string, Hidden>();
  for (const gap of gaps) {
    const detail = gap.detail.replace(/\.$/, '');
    const nearness = nearnessOf(gap);
    const key = `${nearness} ${withoutNames(detail)}`;
    const kind = kinds.get(key) ?? { reason: gap.reason, nearness, details: new Map(), places: 0 };
    kinds.set(key, kind);
    const places = kind.details.get(detail) ?? new Set();
    const before = places.size;
    kind.details.set(detail, places.add(`${gap.at.file}:${gap.at.line}`));
    kind.places += places.size - before;
  }
  const all = [...kinds.values()]
    .sort((one, other) => one.nearness - other.nearness || other.places - one.places)
    .map((kind) => ({ reason: kind.reason, words: inWords(kind) }));
  const more = all.length > MAX_REASONS ? [`and ${all.length - MAX_REASONS} more`] : [];
  const reasons = all.slice(0, MAX_REASONS).map(({ words }) => words);
  const [first] = all;
  const verdict = openFor([...reasons, ...more].join('; '));
  if (first === undefined) return verdict;
  return { ...verdict, unknown: verdict.unknown.map((one) => ({ ...one, reason: first.reason, first: first.words })) };
}

function inWords({ details }: Hidden): string {
  const [[detail, places] = ['', new Set<string>()], ...others] = [...details].sort(([one], [other]) => (one < other ? -1 : 1));
  const [first] = [...places].sort();
  const more = places.size > 1 ? ` and ${places.size - 1} more` : '';
  return withOthers(`${detail} (${first}${more})`, others.length);
}

/** Files that no extractor reads: mostly build output for browsers, or data. */
const UNLOOKED: readonly GapReason[] = ['minified', 'too-large', 'unreadable-file'];

/**
 * How near a gap is to what it may hide: a route of that name, a prefix of it, the whole service, a route that matches anything
 * (`…/{id}`).
 */
function nearnessOf({ reason, hides }: Gap): number {
  if (UNLOOKED.includes(reason)) return 4;
  if (typeof hides !== 'object' || 'messages' in hides) return 2;
  if ('prefix' in hides) return segmentsOf(hides.prefix).some((one) => !isCatchAll(one)) ? 1 : 2;
  return hides.routes.some(({ path }) => isNamed(path) && !segmentsOf(path).some(isCatchAll)) ? 0 : 3;
}
