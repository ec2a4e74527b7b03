import type { Analysis, BaselineEntry } from '../rules/judge.js';
import { counted, shortfall } from './verdict.js';

type Chosen = Pick<Analysis, 'ignored' | 'notices' | 'baseline' | 'scope' | 'matrix' | 'minDecided'>;

/** So many resolved entries are named. */
const MOST_RESOLVED = 10;

/** What a reader must know of how the findings were chosen, a sentence each. Untrusted words are in them. */
export function noticesOf(analysis: Chosen): readonly string[] {
  const { ignored = [], notices = [], baseline, scope } = analysis;
  const short = shortfall(analysis);
  return [
    ...(short === undefined ? [] : [short]),
    ...(ignored.length === 0 ? [] : [`${counted(ignored.length, 'finding')} ignored, as the configuration says.`]),
    ...(baseline === undefined ? [] : baselineNotices(baseline)),
    ...(scope === undefined ? [] : [scopeNotice(scope)]),
    ...notices,
  ];
}

function baselineNotices({ file, known, resolved }: NonNullable<Analysis['baseline']>): readonly string[] {
  const named = resolved.slice(0, MOST_RESOLVED).map(entryText);
  const rest = resolved.length - named.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [
    `${counted(known.length, 'finding')} known to the baseline ${file}, and not reported.`,
    ...(resolved.length === 0 ? [] : [`Resolved, and still listed in ${file}: ${named.join(', ')}${more}.`]),
  ];
}

/** A baseline entry in a few words. */
export function entryText({ check, subject, field }: BaselineEntry): string {
  return field === undefined ? `${check} ${subject}` : `${check} ${subject} ${field}`;
}

function scopeNotice({ since, outside }: NonNullable<Analysis['scope']>): string {
  return `Only what was changed since ${since} is reported: ${counted(outside, 'finding')} elsewhere ${outside === 1 ? 'is' : 'are'} not.`;
}
