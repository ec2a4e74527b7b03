import { z } from 'zod';
import { UserError } from '../model/user-error.js';
import type { Analysis, BaselineEntry } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';

/** The form of an entry. */
export const baselineEntrySchema = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{8,64}$/),
  check: z.string(),
  problem: z.string(),
  contract: z.string(),
  subject: z.string(),
  status: z.string().optional(),
  field: z.string().optional(),
  count: z.int().min(2).optional().describe('How many findings share the fingerprint. Absent: one.'),
});

const baselineSchema = z.strictObject({ formatVersion: z.literal(1), findings: z.array(baselineEntrySchema).max(100_000) });

/**
 * Reads a baseline.
 *
 * @param name for messages
 * @param update the command that writes it
 * @throws UserError when it is none
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a baseline: a line for every finding, in an order of its own, so that two branches seldom collide. */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n  "formatVersion": 1,\n  "findings": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`;
}

/** Notes are not listed: they never fail a run. */
const isListed = ({ severity }: Violation): boolean => severity !== 'note';

/**
 * The baseline that makes these findings known.
 *
 * @param kept entries of the former one that could not be looked at: {@link Held.open}
 */
export function baselineOf(violations: readonly Violation[], kept: readonly BaselineEntry[]): readonly BaselineEntry[] {
  const counts = countsBy(violations.filter(isListed));
  const first = new Map(violations.filter(isListed).map((violation) => [violation.fingerprint, violation]));
  const entries = [...first.values()].map(({ fingerprint, check, problem, contract, subject, status, field }): BaselineEntry => {
    const count = counts.get(fingerprint) ?? 1;
    return {
      fingerprint,
      check,
      problem,
      contract,
      subject,
      ...(status === undefined ? {} : { status }),
      ...(field === undefined ? {} : { field }),
      ...(count > 1 ? { count } : {}),
    };
  });
  return [...entries, ...kept].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

const orderOf = ({ contract, subject, check, status, field, problem, fingerprint }: BaselineEntry): string =>
  JSON.stringify([contract, subject, check, status ?? '', field ?? '', problem, fingerprint]);

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
    const count = (sums.get(entry.fingerprint) ?? 0) - (former.get(entry.fingerprint) ?? 0);
    if (count > 0) added.set(entry.fingerprint, { ...entry, count });
  }
  return [...added.values()];
}

/** What a baseline says of the findings of a run. */
export interface Held {
  /** By the order of the findings: whether the baseline knows it. */
  readonly isKnown: readonly boolean[];
  /** Entries whose finding is gone, though what they are about was compared: they can be taken out. */
  readonly resolved: readonly BaselineEntry[];
  /** Entries whose finding was not found, though nobody has seen it resolved: their contract or subject could not be compared. */
  readonly open: readonly BaselineEntry[];
  /** How many findings the change adds to the baseline itself, which does not count. */
  readonly refused: number;
}

/**
 * Lays findings beside a baseline. Of several with one fingerprint as many are known as it lists. An entry is only resolved where
 * it can be seen that it is: nothing unknown, and not because its endpoint is gone.
 *
 * @param ran whether a rule, or one of its problems (`CONTRACT-001/extra`), was asked for: what was not leaves entries open
 * @param own the baseline of the code that is judged
 * @param trusted the baseline of the base revision, where a change could forgive itself: only what both list is known
 */
export function hold(
  { violations, matrix, contracts }: Pick<Analysis, 'violations' | 'matrix' | 'contracts'>,
  ran: (rule: string) => boolean,
  own: readonly BaselineEntry[],
  trusted: readonly BaselineEntry[] = own,
): Held {
  const listed = sumsOf(own);
  const allowed = sumsOf(trusted);
  const left = new Map([...listed].map(([name, count]) => [name, Math.min(count, allowed.get(name) ?? 0)]));
  const refused = [...listed].reduce((sum, [name, count]) => sum + count - (left.get(name) ?? 0), 0);
  const isKnown = violations.map((violation) => {
    const count = isListed(violation) ? (left.get(violation.fingerprint) ?? 0) : 0;
    if (count > 0) left.set(violation.fingerprint, count - 1);
    return count > 0;
  });
  const found = countsBy(violations);
  const compared = new Set(contracts.map(({ id }) => id));
  const rows = new Map(matrix.map((row) => [keyOf(row), row]));
  const isSeen = (entry: BaselineEntry): boolean => {
    const row = rows.get(keyOf(entry));
    const isWhole = row === undefined || (row.status !== 'unverified' && row.status !== 'missing' && row.unknown === 0);
    return compared.has(entry.contract) && isWhole && ran(entry.check) && ran(`${entry.check}/${entry.problem}`);
  };
  const gone = own.filter(({ fingerprint }) => (found.get(fingerprint) ?? 0) < (listed.get(fingerprint) ?? 1));
  const open = gone.filter((entry) => !isSeen(entry) && !found.has(entry.fingerprint));
  return { isKnown, resolved: gone.filter(isSeen), open, refused };
}

function sumsOf(entries: readonly BaselineEntry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { fingerprint, count = 1 } of entries) sums.set(fingerprint, (sums.get(fingerprint) ?? 0) + count);
  return sums;
}

const keyOf = ({ contract, subject }: { readonly contract: string; readonly subject: string }): string =>
  JSON.stringify([contract, subject]);
