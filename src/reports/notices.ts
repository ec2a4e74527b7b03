import type { Analysis, BaselineEntry } from '../rules/judge.js';
import { counted, shortfall } from './verdict.js';

type Chosen = Pick<Analysis, 'ignored' | 'notices' | 'baseline' | 'scope' | 'matrix' | 'minDecided'>;

/** The maximum number of resolved entries that are named. */
const MOST_RESOLVED = 10;

/** What a reader must know about how the findings were selected, a sentence each. They contain untrusted text. */
export function noticesOf(analysis: Chosen): readonly string[] {
  const { ignored = [], notices = [], baseline, scope } = analysis;
  const short = shortfall(analysis);
  return [
    ...(short === undefined ? [] : [short]),
    ...ignoredNotices(ignored),
    ...(baseline === undefined ? [] : baselineNotices(baseline)),
    ...(scope === undefined ? [] : [scopeNotice(scope)]),
    ...notices,
  ];
}

function ignoredNotices(ignored: NonNullable<Chosen['ignored']>): readonly string[] {
  const configured = ignored.filter(({ suppressedAt }) => suppressedAt === undefined).length;
  const stated = configured === 0 ? [] : [`${counted(configured, 'finding')} ignored, as the configuration says.`];
  return [...stated, ...suppressedNotices(ignored)];
}

/** A sentence for each finding that a comment in the code or an extension in a contract suppresses. */
export function suppressedNotices(ignored: NonNullable<Chosen['ignored']>): readonly string[] {
  return ignored.flatMap(({ violation, reason, suppressedAt }) =>
    suppressedAt === undefined ? [] : [`Suppressed in ${suppressedAt}: ${entryText(violation)} (${reason}).`],
  );
}

function baselineNotices({ file, known, resolved }: NonNullable<Analysis['baseline']>): readonly string[] {
  const named = resolved.slice(0, MOST_RESOLVED).map(entryText);
  const rest = resolved.length - named.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [
    known.length === 0
      ? `No finding of this run is listed in the baseline ${file}.`
      : `${counted(known.length, 'finding')} listed in the baseline ${file} and not reported.`,
    ...(resolved.length === 0 ? [] : [`Resolved, and still listed in ${file}: ${named.join(', ')}${more}.`]),
  ];
}

/** A baseline entry in a few words. */
export function entryText({ check, subject, field }: Pick<BaselineEntry, 'check' | 'subject' | 'field'>): string {
  return field === undefined ? `${check} ${subject}` : `${check} ${subject} ${field}`;
}

function scopeNotice({ since, outside }: NonNullable<Analysis['scope']>): string {
  return `Only findings in changes since ${since} are reported: ${counted(outside, 'finding')} elsewhere ${outside === 1 ? 'is' : 'are'} not.`;
}
