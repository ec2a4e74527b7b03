import { fitsWildcard } from '../model/wildcard.js';
import { type Ignored, type Judged, type MatrixRow, summaryOf } from './judge.js';
import { isOfRule, type Violation } from './rule.js';
import { isOfValidation } from './validation-rules.js';

/** Findings that the configuration ignores, and why. A property that is absent matches any; `*` stands for any characters. */
export interface IgnoreEntry {
  /** `CONTRACT-001`, or rule and problem: `CONTRACT-001/extra`. */
  readonly rule?: string | undefined;
  /** Id of the contract: its file. */
  readonly contract?: string | undefined;
  readonly subject?: string | undefined;
  /** Matches only findings about fields; `user.*` is all of `user`. */
  readonly field?: string | undefined;
  readonly reason: string;
  /** The last day on which it counts, `2026-12-31`. */
  readonly expires?: string | undefined;
  /** Where it is written, for readers: `.tallystick.yml:12`. */
  readonly writtenAt?: string | undefined;
  /** Matches only these findings: the entry is a comment next to them, in the code or the contract. */
  readonly beside?: ReadonlySet<Violation> | undefined;
}

/** The verdicts without ignored findings. */
export interface WithoutIgnored extends Judged {
  readonly ignored: readonly Ignored[];
  /** Notices about the entries: which match nothing, which have expired. They contain untrusted text. */
  readonly notices: readonly string[];
}

/**
 * Removes the ignored findings. A subject whose errors are all ignored is unverified, not verified, because the code does not
 * satisfy it.
 *
 * @param today as `2026-12-31`: entries that expired before it do not count
 */
export function withoutIgnored(judged: Judged, entries: readonly IgnoreEntry[], today: string): WithoutIgnored {
  const { violations, ignored, used } = sifted(judged.violations, entries, today);
  // A scan cannot know whether an entry matches findings that only `validate` makes.
  const notices = entries.flatMap((entry) => (isValidates(entry) ? [] : noticesOf(entry, used, today)));
  if (ignored.length === 0) return { ...judged, ignored, notices };
  const matrix = judged.matrix.map((row) => rowWithout(row, violations, ignored));
  return { ...judged, matrix, violations, summary: summaryOf(matrix, violations, judged.summary), ignored, notices };
}

/** Findings from outside a scan, without ignored ones. */
export interface FoundBesides {
  readonly violations: readonly Violation[];
  readonly ignored: readonly Ignored[];
  /** The scan's notices, without those that no longer hold, and with new ones. */
  readonly notices: readonly string[];
}

/**
 * Does the same for findings that `validate` adds after a scan: an entry that matched nothing in the scan may match here.
 *
 * @param said the notices of the scan
 * @param asked the rules that `validate` could check: entries for other rules are not judged
 * @param today as {@link withoutIgnored} has it
 */
export function foundWithoutIgnored(
  found: readonly Violation[],
  entries: readonly IgnoreEntry[],
  { stated, asked, today }: { readonly stated: readonly string[]; readonly asked: readonly string[]; readonly today: string },
): FoundBesides {
  const { violations, ignored, used } = sifted(found, entries, today);
  const wrong = new Set([...used].map(unused));
  const concerned = ({ rule = '' }: IgnoreEntry): boolean =>
    asked.some((check) => fitsWildcard(rule, check) || rule.startsWith(`${check}/`));
  const more = entries
    .filter((entry) => isValidates(entry) && concerned(entry))
    .flatMap((entry) => noticesOf(entry, used, today));
  return { violations, ignored, notices: [...stated.filter((notice) => !wrong.has(notice)), ...more] };
}

function sifted(found: readonly Violation[], entries: readonly IgnoreEntry[], today: string) {
  const live = entries.filter((entry) => !isExpired(entry, today));
  const used = new Set<IgnoreEntry>();
  const ignored: Ignored[] = [];
  const violations = found.filter((violation) => {
    const fitting = live.filter((entry) => fits(entry, violation));
    const [first] = fitting;
    if (first === undefined) return true;
    for (const entry of fitting) used.add(entry);
    const suppressedAt = first.beside === undefined ? undefined : first.writtenAt;
    ignored.push({ violation, reason: first.reason, ...(suppressedAt === undefined ? {} : { suppressedAt }) });
    return false;
  });
  return { violations, ignored, used };
}

const isValidates = ({ rule }: IgnoreEntry): boolean => rule !== undefined && isOfValidation(rule);
const isExpired = ({ expires }: IgnoreEntry, today: string): boolean => expires !== undefined && expires < today;

function noticesOf(entry: IgnoreEntry, used: ReadonlySet<IgnoreEntry>, today: string): readonly string[] {
  if (isExpired(entry, today)) return [`${nameOf(entry)} expired on ${entry.expires} and no longer applies.`];
  return used.has(entry) ? [] : [unused(entry)];
}

function unused(entry: IgnoreEntry): string {
  return `${nameOf(entry)} matches no finding.`;
}

function fits(entry: IgnoreEntry, violation: Violation): boolean {
  const { rule, contract, subject, field, beside } = entry;
  return (
    (beside === undefined || beside.has(violation)) &&
    (rule === undefined || isOfRule(violation, rule)) &&
    (contract === undefined || fitsWildcard(contract, violation.contract)) &&
    (subject === undefined || fitsWildcard(subject, violation.subject)) &&
    (field === undefined || (violation.field !== undefined && fitsWildcard(field, violation.field)))
  );
}

function nameOf({ writtenAt, reason, beside }: IgnoreEntry): string {
  if (beside !== undefined) return `\`tallystick-ignore\` in ${writtenAt} (${reason})`;
  return `The entry of \`ignore\`${writtenAt === undefined ? '' : ` in ${writtenAt}`} (${reason})`;
}

function rowWithout(row: MatrixRow, violations: readonly Violation[], ignored: readonly Ignored[]): MatrixRow {
  const isOwn = (one: Violation): boolean => one.contract === row.contract && one.subject === row.subject;
  const own = ignored.filter(({ violation }) => isOwn(violation));
  if (own.length === 0) return row;
  const reasons = [...new Set(own.map(({ reason }) => reason))].join('; ');
  const stated = `${own.length} ignored (${reasons})`;
  const note = row.note === undefined ? stated : `${row.note}; ${stated}`;
  const errors = own.filter(({ violation }) => violation.severity === 'error').length;
  const left = violations.some((one) => isOwn(one) && one.severity === 'error');
  const counted = { ...row, ignored: own.length, note };
  return errors > 0 && !left ? { ...counted, status: 'unverified', excused: true } : counted;
}
