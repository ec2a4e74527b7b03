import { lstatSync, readFileSync } from 'node:fs';
import type { GapReason } from '../../model/gap.js';
import { subjectKey } from '../../model/subject-key.js';
import { TOOL } from '../../model/tool.js';
import { UserError } from '../../model/user-error.js';
import { reportSchema } from '../../reports/schemas/json-schema.js';
import type { Change } from '../../rules/change.js';
import { fingerprint } from '../../rules/fingerprint.js';
import { type Analysis, type MatrixRow, summaryOf } from '../../rules/judge.js';
import { byRouteOf } from '../../rules/matrix-row.js';
import type { Violation } from '../../rules/rule.js';

/** Larger reports are refused, in bytes. */
const LARGEST = 64 * 1024 * 1024;
/** Longer lists are refused: no real service has as many entries. */
const MOST_ENTRIES = 100_000;
/** Longer texts are refused. */
const LONGEST_TEXT = 20_000;

const HINT = 'Give the JSON report that a step with mode scan of the same version wrote.';

/** The analysis of another run, and the effect of its change. */
interface ForeignReport {
  readonly analysis: Analysis;
  /** Absent: the report has no change. */
  readonly change: Change | undefined;
  /** Why the effect is unknown. */
  readonly unanswered: string | undefined;
}

/**
 * Reads the JSON report of another run, which foreign code may have forged. Checks format, sizes and paths, and derives again
 * what can be derived. Only its findings are used: no commit, pull request, version or counts.
 *
 * @param path absolute
 * @param name as the user wrote it, for messages
 * @throws UserError when it is not such a report
 */
export function readForeignReport(path: string, name: string): ForeignReport {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UserError(`There is no report ${name}.`, { hint: HINT });
  // A link in an artifact leads to a file of its author's choice.
  if (!stats.isFile()) throw new UserError(`${name} is no file.`, { hint: HINT });
  if (stats.size > LARGEST) throw new UserError(`${name} is larger than ${LARGEST / 1024 / 1024} MB.`, { hint: HINT });
  return parseForeignReport(readFileSync(path, 'utf8'), name);
}

export function parseForeignReport(text: string, name: string): ForeignReport {
  const parsed = reportSchema.safeParse(jsonOf(text, name));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(name, `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const report = parsed.data;
  checkSizes(report, name);
  checkContracts(report, name);
  const violations = report.violations.map((violation) => violationOf(violation, name));
  const broken = new Set(violations.filter(({ severity }) => severity === 'error').map(subjectKey));
  const matrix = report.matrix.map((row) => rowOf(row, broken));
  for (const place of placesOf(report)) checkPath(place.file, name);
  const analysis: Analysis = {
    // A forged name and version would be shown as ours.
    tool: TOOL,
    summary: summaryOf(matrix, violations, {
      contracts: report.contracts.length,
      undocumented: report.routes.filter((route) => !route.documented).length,
    }),
    matrix,
    violations,
    routes: report.routes.map(({ method, path, pathStart, framework, file, line, documented }) => ({
      method: method as Analysis['routes'][number]['method'],
      path,
      ...(pathStart === 'unknown' ? { prefixUnknown: true } : {}),
      by: framework,
      at: { file, line },
      responses: [],
      documented,
    })),
    gaps: report.gaps.map(({ reason, detail, file, line }) => ({
      reason: word(reason, name) as GapReason,
      detail,
      at: { file, line },
    })),
    ...choiceOf(report, name),
    crashes: report.crashes,
    contracts: report.contracts,
    stats: report.stats,
  };
  const change = report.change && changeOf(report.change, violations, name);
  return { analysis, change, unanswered: report.unanswered };
}

/** Findings that the report calls known stay new where it does not list them with the words that their fingerprints are made of. */
function changeOf(change: NonNullable<Report['change']>, violations: readonly Violation[], name: string): Change {
  const among = (named: typeof change.remaining): readonly Violation[] => {
    const keys = new Set(named.map(({ fingerprint: print, severity }) => `${print} ${severity}`));
    return violations.filter((violation) => keys.has(`${violation.fingerprint} ${violation.severity}`));
  };
  const [remaining, surfaced] = [among(change.remaining), among(change.surfaced)];
  const known = new Set([...remaining, ...surfaced]);
  return {
    added: violations.filter((violation) => !known.has(violation)),
    remaining,
    surfaced,
    fixed: change.fixed.map((one) => violationOf(one, name)),
    unseen: change.unseen.map((one) => violationOf(one, name)),
    lost: change.lost.map(given),
    breaking: change.breaking.map((one) => ({ ...one, rule: word(one.rule, name) })),
    dropped: change.dropped,
    moved: change.moved,
    unproven: change.unproven.map(given),
    uncompared: change.uncompared.map(given),
  };
}

/** The selection of the findings: without it no finding would look known, ignored or excluded. */
function choiceOf(report: Report, name: string): Pick<Analysis, 'ignored' | 'baseline' | 'scope' | 'notices' | 'minDecided'> {
  const { ignored, baseline, scope, notices, minDecided } = report;
  return {
    ...(ignored && { ignored: ignored.map(({ reason, violation }) => ({ reason, violation: violationOf(violation, name) })) }),
    ...(baseline && {
      baseline: {
        file: baseline.file,
        known: baseline.known.map((one) => violationOf(one, name)),
        resolved: baseline.paid.map(given),
        ...(baseline.strict && { strict: true }),
      },
    }),
    ...(scope && { scope }),
    ...(minDecided !== undefined && { minDecided }),
    ...(notices && { notices }),
  };
}

type Report = ReturnType<typeof reportSchema.parse>;

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(name, 'it is not JSON');
  }
}

/** Recomputes the fingerprint, because a forged one could match a known finding. */
function violationOf(violation: Report['violations'][number], name: string): Violation {
  if (!/^CONTRACT-\d{3}$/.test(violation.check)) throw refused(name, 'a finding names no known rule');
  return { ...given(violation), fingerprint: fingerprint(violation) };
}

/** An operation with an error is not verified, whatever the row claims. */
function rowOf(row: Report['matrix'][number], broken: ReadonlySet<string>): MatrixRow {
  const { byRoute: _, ...reported } = given(row);
  const status = row.status === 'verified' && broken.has(subjectKey(row)) ? 'violated' : row.status;
  return { ...reported, status, ...byRouteOf({ status, compared: row.compared }) };
}

/** Removes keys without a value. */
function given<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never;
}

/** Reported, known and ignored findings. */
function findingsOf({ violations, baseline, ignored = [] }: Report): Report['violations'] {
  return [...violations, ...(baseline?.known ?? []), ...ignored.map(({ violation }) => violation)];
}

function placesOf(report: Report): readonly { readonly file: string }[] {
  return [
    ...report.matrix.flatMap((row) => [row.promisedAt, ...(row.codeAt === null ? [] : [row.codeAt])]),
    ...findingsOf(report).flatMap((one) => [{ file: one.file_path }, one.promisedAt, ...one.related]),
    ...(report.baseline === undefined ? [] : [report.baseline]),
    ...report.routes,
    ...report.gaps,
    ...(report.change === undefined ? [] : placesOfChange(report.change)),
  ];
}

function placesOfChange({ lost, breaking, unproven, uncompared, fixed, unseen }: NonNullable<Report['change']>) {
  const base = [...fixed, ...unseen].flatMap((one) => [{ file: one.file_path }, one.promisedAt, ...one.related]);
  return [...[...lost, ...breaking, ...unproven, ...uncompared].map(({ at }) => at), ...base];
}

/** Accepts repository paths only: relative, with forward slashes, without `..`. */
function checkPath(path: string, name: string): void {
  const parts = path.split('/');
  const inside = path !== '' && !path.includes('\0') && !path.includes('\\') && !/^[a-z]:/i.test(path);
  if (!inside || parts.includes('..') || parts[0] === '') throw refused(name, 'a path leads out of the repository');
}

/** A scan without contracts writes no report; a report without contracts would always pass. */
function checkContracts(report: Report, name: string): void {
  const { contracts, matrix } = report;
  if (contracts.length === 0) throw refused(name, 'there is no contract in it');
  const ids = new Set(contracts.map(({ id }) => id));
  if (![...matrix, ...findingsOf(report)].every(({ contract }) => ids.has(contract)))
    throw refused(name, 'it refers to a contract that it does not list');
}

function checkSizes(report: Report, name: string): void {
  const lists = [report.contracts, report.matrix, report.violations, report.routes, report.gaps, report.crashes];
  const chosen = [report.ignored, report.baseline?.known, report.baseline?.paid, report.notices].map((list) => list ?? []);
  const changed = Object.values(report.change ?? {});
  const related = findingsOf(report).map((violation) => violation.related);
  if ([...lists, ...chosen, ...changed, ...related].some((list) => list.length > MOST_ENTRIES))
    throw refused(name, 'a list in it is too long');
  if (longestText(report) > LONGEST_TEXT) throw refused(name, 'a text in it is too long');
}

/** The schema bounds the depth. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const part of Object.values(value)) longest = Math.max(longest, longestText(part));
  return longest;
}

/** An identifier such as `dynamic-path`, which reports show unescaped. */
function word(text: string, name: string): string {
  if (!/^[a-z]+(?:-[a-z]+){0,4}$/.test(text) || text.length > 40) throw refused(name, 'a reason in it is no word');
  return text;
}

function refused(name: string, why: string): UserError {
  return new UserError(`${name} is not a report of Tallystick: ${why}.`, { hint: HINT });
}
