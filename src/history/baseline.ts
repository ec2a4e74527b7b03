import { z } from 'zod';
import { jsonOf } from '../model/json.js';
import { UserError } from '../model/user-error.js';
import { fingerprint as fingerprintOf, withoutNames } from '../rules/fingerprint.js';
import type { Analysis, BaselineEntry } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';

export const baselineEntrySchema = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{8,64}$/),
  check: z.string(),
  problem: z.string(),
  contract: z.string(),
  subject: z.string(),
  status: z.string().optional(),
  field: z.string().optional(),
  severity: z
    .literal('warning')
    .optional()
    .describe('Only a warning is in the baseline; as an error it is new. Absent: any severity.'),
  count: z.int().min(2).optional().describe('How many findings share the fingerprint. Absent: one.'),
});

const baselineSchema = z.strictObject({ formatVersion: z.literal(1), findings: z.array(baselineEntrySchema).max(100_000) });

/**
 * Reads a baseline.
 *
 * @param name for messages
 * @param update the command that writes it
 * @throws UserError when the text is not a baseline
 */
export function parseBaseline(text: string, name: string, update: string): readonly BaselineEntry[] {
  const parsed = baselineSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.findings;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.map(String).join('.')})`;
  throw new UserError(`${name} is not a baseline${place}.`, {
    hint: `Name another file, or delete it and write it with \`${update}\`.`,
  });
}

/** The text of a baseline: one line per finding, in a stable order, so that two branches seldom conflict. */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n  "formatVersion": 1,\n  "findings": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`;
}

/** Notes are not listed: they never fail a run. */
const isListed = ({ severity }: Violation): boolean => severity !== 'note';

/**
 * The baseline that makes these findings known.
 *
 * @param unchecked entries of the former baseline that were not compared: {@link BaselineMatch.open}
 */
export function baselineOf(violations: readonly Violation[], unchecked: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const first = new Map<string, BaselineEntry>();
  for (const violation of violations.filter(isListed)) {
    const { fingerprint, check, problem, contract, subject, status, field, severity } = violation;
    const entry = { fingerprint, check, problem, contract, subject, ...present({ status, field }), ...levelOf(severity) };
    const count = (first.get(nameOf(entry))?.count ?? 0) + 1;
    first.set(nameOf(entry), { ...entry, count });
  }
  const entries = [...first.values()].map(({ count = 1, ...entry }) => (count > 1 ? { ...entry, count } : entry));
  return [...entries, ...unchecked].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

const orderOf = ({ contract, subject, check, status, field, problem, fingerprint }: BaselineEntry): string =>
  JSON.stringify([contract, subject, check, status ?? '', field ?? '', problem, fingerprint]);

const present = (texts: { readonly status?: string | undefined; readonly field?: string | undefined }) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));

const levelOf = (severity: Violation['severity']): Pick<BaselineEntry, 'severity'> =>
  severity === 'warning' ? { severity } : {};

/** What an entry is counted by: as a warning alone, or whatever it is. */
const nameOf = ({ fingerprint, severity }: Pick<BaselineEntry, 'fingerprint' | 'severity'>): string =>
  severity === 'warning' ? `${fingerprint} warning` : fingerprint;

/** Takes findings out of what is listed, and says how many were. A warning may be listed as one or as whatever it is. */
function take(listed: Map<string, number>, finding: Pick<BaselineEntry, 'fingerprint' | 'severity' | 'count'>): number {
  const { count: requested = 1 } = finding;
  let taken = 0;
  for (const name of new Set([nameOf(finding), finding.fingerprint])) {
    const count = listed.get(name) ?? 0;
    const some = Math.min(count, requested - taken);
    listed.set(name, count - some);
    taken += some;
  }
  return taken;
}

function countsBy(violations: readonly Violation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { fingerprint } of violations) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  return counts;
}

/** How many findings a baseline lists. */
export function listedCount(entries: readonly BaselineEntry[]): number {
  return entries.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Entries of which `after` lists more findings than `before`, each with how many more. */
export function entriesAdded(before: readonly BaselineEntry[], after: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const [former, sums] = [sumsOf(before), sumsOf(after)];
  const added = new Map<string, BaselineEntry>();
  for (const entry of after) {
    const count = (sums.get(nameOf(entry)) ?? 0) - (former.get(nameOf(entry)) ?? 0);
    if (count > 0) added.set(nameOf(entry), { ...entry, count });
  }
  return [...added.values()];
}

/** The result of matching the findings of a run to a baseline. */
export interface BaselineMatch {
  /** In the order of the findings: whether the baseline knows the finding. */
  readonly isKnown: readonly boolean[];
  /** Entries whose finding is gone although their subject was compared: users can remove them. */
  readonly resolved: readonly BaselineEntry[];
  /** Entries whose finding is absent because their contract or subject could not be compared. */
  readonly open: readonly BaselineEntry[];
  /** How many findings the change adds to the baseline itself; they do not count. */
  readonly refused: number;
}

/**
 * Matches findings to a baseline. Of several findings with one fingerprint, as many are known as the baseline lists; the entry of a
 * warning covers no error. An entry is only resolved when its subject was compared: nothing is unknown, and its endpoint still exists.
 *
 * @param ran whether a rule, or one of its problems (`CONTRACT-001/extra`), was selected; entries of other rules stay open
 * @param own the baseline of the judged code
 * @param trusted the baseline of the base revision, for changes that could edit their own baseline: a finding is known when
 * both list it
 * @param isGone whether a contract is no longer in the repository; its entries are followed to the contract that replaced it
 */
export function matchBaseline(
  { violations, matrix, contracts }: Compared,
  { ran, isGone }: { readonly ran: (rule: string) => boolean; readonly isGone: (contract: string) => boolean },
  listed: readonly BaselineEntry[],
  listedByBase: readonly BaselineEntry[] = listed,
): BaselineMatch {
  const follow = (entries: readonly BaselineEntry[]) => followRenamed(entries, { violations, matrix, contracts }, isGone);
  const own = follow(listed);
  const trusted = listedByBase === listed ? own : follow(listedByBase);
  const [left, allowed] = [sumsOf(own), sumsOf(trusted)];
  const isKnown = violations.map((violation) => {
    const finding = { fingerprint: violation.fingerprint, ...levelOf(violation.severity) };
    return isListed(violation) && take(left, finding) > 0 && take(allowed, finding) > 0;
  });
  const ofBase = sumsOf(trusted);
  const refused = own.reduce((sum, entry) => sum + (entry.count ?? 1) - take(ofBase, entry), 0);
  const found = countsBy(violations);
  const compared = new Set(contracts.map(({ id }) => id));
  const rows = new Map(matrix.map((row) => [keyOf(row), row]));
  const isSeen = (entry: BaselineEntry): boolean => {
    const row = rows.get(keyOf(entry));
    const isWhole = row === undefined || (row.status !== 'unverified' && row.status !== 'missing' && row.unknown === 0);
    return compared.has(entry.contract) && isWhole && ran(entry.check) && ran(`${entry.check}/${entry.problem}`);
  };
  const sums = sumsOf(own, ({ fingerprint }) => fingerprint);
  const gone = own.filter(({ fingerprint }) => (found.get(fingerprint) ?? 0) < (sums.get(fingerprint) ?? 1));
  const open = gone.filter((entry) => !isSeen(entry) && !found.has(entry.fingerprint));
  return { isKnown, resolved: gone.filter(isSeen), open, refused };
}

type Compared = Pick<Analysis, 'violations' | 'matrix' | 'contracts'>;

/**
 * The entries, under the present names of their contracts. A contract that is gone was renamed to the one that the entries do not
 * name and that promises most of their subjects, if those are more than half of them.
 */
function followRenamed(
  entries: readonly BaselineEntry[],
  { matrix, contracts }: Compared,
  isGone: (contract: string) => boolean,
): readonly BaselineEntry[] {
  const named = new Map<string, Set<string>>();
  for (const { contract, subject } of entries) {
    const subjects = named.get(contract) ?? new Set();
    if (subject !== contract) subjects.add(withoutNames(subject));
    named.set(contract, subjects);
  }
  const candidates = new Map(contracts.filter(({ id }) => !named.has(id)).map(({ id }) => [id, new Set<string>()]));
  for (const { contract, subject } of matrix) candidates.get(contract)?.add(withoutNames(subject));
  for (const { id } of contracts) named.delete(id);
  const renamed = new Map<string, string>();
  for (const [contract, subjects] of candidates.size === 0 ? [] : named) {
    if (!isGone(contract)) continue;
    const sharedWith = (expected: ReadonlySet<string>): number => [...subjects].filter((each) => expected.has(each)).length;
    const shared = [...candidates].map(([id, expected]) => ({ id, count: sharedWith(expected) }));
    const best = shared.reduce((one, other) => (other.count > one.count ? other : one), { id: '', count: 0 });
    if (best.count * 2 <= subjects.size) continue;
    renamed.set(contract, best.id);
    candidates.delete(best.id);
  }
  if (renamed.size === 0) return entries;
  return entries.map((entry) => {
    const contract = renamed.get(entry.contract);
    // The fingerprint of a few findings holds more than the entry does.
    if (contract === undefined || fingerprintOf(entry) !== entry.fingerprint) return entry;
    const followed = { ...entry, contract, subject: entry.subject === entry.contract ? contract : entry.subject };
    return { ...followed, fingerprint: fingerprintOf(followed) };
  });
}

function sumsOf(entries: readonly BaselineEntry[], name = nameOf): Map<string, number> {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(name(entry), (sums.get(name(entry)) ?? 0) + (entry.count ?? 1));
  return sums;
}

const keyOf = ({ contract, subject }: { readonly contract: string; readonly subject: string }): string =>
  JSON.stringify([contract, withoutNames(subject)]);
