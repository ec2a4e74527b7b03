import type { Analysis } from '../rules/judge.js';
import { counted, shortfall } from './verdict.js';

type Chosen = Pick<Analysis, 'ignored' | 'notices' | 'baseline' | 'scope' | 'matrix' | 'minDecided'>;

/** So many paid debts are named. */
const MOST_PAID = 10;

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

function baselineNotices({ file, known, paid }: NonNullable<Analysis['baseline']>): readonly string[] {
  const named = paid
    .slice(0, MOST_PAID)
    .map(({ check, subject, field }) => (field === undefined ? `${check} ${subject}` : `${check} ${subject} ${field}`));
  const rest = paid.length - named.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [
    `${counted(known.length, 'finding')} known to the baseline ${file}, and not reported.`,
    ...(paid.length === 0 ? [] : [`Mended, and still listed in ${file}: ${named.join(', ')}${more}.`]),
  ];
}

function scopeNotice({ since, outside }: NonNullable<Analysis['scope']>): string {
  return `Only what was changed since ${since} is reported: ${counted(outside, 'finding')} elsewhere ${outside === 1 ? 'is' : 'are'} not.`;
}
