import { createHash } from 'node:crypto';
import { UserError } from '../model/user-error.js';
import { fingerprint, withoutNames } from '../rules/fingerprint.js';
import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { Severity, Violation } from '../rules/rule.js';
import { type History, MOST_FOLLOWED, MOST_RESULTS, type Worsened } from './history.js';
import { type Occasion, type Result, resultOf } from './result.js';

/** Something that is worse than in the best known result. */
export type Regression = {
  /** Absent from the last result. */
  readonly fresh: boolean;
  /** The first scan that found it. */
  readonly since: Pick<Occasion, 'at' | 'commit'>;
} & (
  | { readonly kind: 'finding'; readonly finding: Violation }
  /** An operation that was verified and no longer is, without a new finding about it. */
  | { readonly kind: 'lost'; readonly row: MatrixRow }
);

/** How this result compares with the history. */
export interface Progress {
  /**
   * - `first`: no earlier result exists.
   * - `steady`: nothing is worse than before.
   * - `worse`: something is, either new in this result or not fixed yet.
   * - `recovered`: what was worse is fixed.
   */
  readonly verdict: 'first' | 'steady' | 'worse' | 'recovered';
  /** New ones first, then in the order of the report. */
  readonly regressions: readonly Regression[];
  /** How many regressions of the last result are fixed, or no longer expected. */
  readonly fixed: number;
  /** Absent for the first result. */
  readonly previous?: Result;
  readonly current: Result;
}

export type Threshold = 'error' | 'warning';

/**
 * Compares a result with the history and returns both. The reference is the best known result: without a regression it takes
 * over the whole result, with one only the improvements. A regression is reported on every run until it is fixed, and a fixed
 * finding that returns is a regression.
 *
 * @throws UserError for more findings than can be followed
 */
export function advance(
  earlier: History,
  analysis: Analysis,
  occasion: Occasion,
  threshold: Threshold,
): { readonly progress: Progress; readonly history: History } {
  const history = withRenamed(earlier, analysis);
  const current = resultOf(analysis, occasion);
  const regressions = regressionsOf(history, analysis, occasion, threshold);
  const ids = new Set(regressions.map(idOf));
  const previous = history.results.at(-1);
  const progress: Progress = {
    verdict: history.standing === null ? 'first' : ids.size > 0 ? 'worse' : history.worse.length > 0 ? 'recovered' : 'steady',
    regressions,
    fixed: history.worse.filter(({ id }) => !ids.has(id)).length,
    ...(previous === undefined ? {} : { previous }),
    current,
  };
  const worse = regressions.map((regression) => ({ id: idOf(regression), ...regression.since }));
  return {
    progress,
    history: { ...history, results: withResult(history.results, current), standing: standingOf(history, analysis, worse), worse },
  };
}

/** The history with all current regressions accepted. */
export function accept(history: History): History {
  const accepted = new Set(history.worse.map(({ id }) => id));
  if (history.standing === null) return history;
  const { findings, verified } = history.standing;
  return {
    ...history,
    standing: { findings: [...new Set([...findings, ...accepted])], verified: verified.filter((id) => !accepted.has(id)) },
    worse: [],
    issue: null,
  };
}

function regressionsOf(
  history: History,
  analysis: Analysis,
  { at, commit }: Occasion,
  threshold: Threshold,
): readonly Regression[] {
  if (history.standing === null) return [];
  const known = new Map<string, Worsened>(history.worse.map((worsened) => [worsened.id, worsened]));
  const seen = (id: string) => {
    const before = known.get(id);
    return before === undefined
      ? { fresh: true, since: { at, commit } }
      : { fresh: false, since: { at: before.at, commit: before.commit } };
  };
  const findings = new Set(history.standing.findings);
  const verified = new Set(history.standing.verified);
  const grave: readonly Severity[] = threshold === 'error' ? ['error'] : ['error', 'warning'];
  const worse = firstOfEach(analysis.violations, ({ fingerprint }) => fingerprint).filter(
    ({ fingerprint, severity }) => grave.includes(severity) && !findings.has(fingerprint),
  );
  const reported = new Set(worse.map(operationId));
  const lost = analysis.matrix.filter((row) => {
    const id = operationId(row);
    return row.status !== 'verified' && verified.has(id) && !reported.has(id);
  });
  const all: readonly Regression[] = [
    ...worse.map((finding) => ({ kind: 'finding', finding, ...seen(finding.fingerprint) }) as const),
    ...firstOfEach(lost, operationId).map((row) => ({ kind: 'lost', row, ...seen(operationId(row)) }) as const),
  ];
  return [...all.filter(({ fresh }) => fresh), ...all.filter(({ fresh }) => !fresh)];
}

function idOf(regression: Regression): string {
  return regression.kind === 'finding' ? regression.finding.fingerprint : operationId(regression.row);
}

function standingOf(history: History, analysis: Analysis, worse: readonly Worsened[]): History['standing'] {
  const findings = [...new Set(analysis.violations.map(({ fingerprint }) => fingerprint))];
  const verified = [...new Set(analysis.matrix.filter(({ status }) => status === 'verified').map(operationId))];
  if (findings.length > MOST_FOLLOWED || analysis.matrix.length > MOST_FOLLOWED) {
    throw new UserError(`More than ${MOST_FOLLOWED} findings or subjects cannot be compared from one result to the next.`, {
      hint: 'Compare the services one by one, with --service.',
    });
  }
  const { standing } = history;
  if (standing === null || worse.length === 0) return { findings, verified };
  const expected = new Set(analysis.matrix.map(operationId));
  const there = new Set(findings);
  return {
    findings: standing.findings.filter((id) => there.has(id)),
    verified: [...new Set([...standing.verified.filter((id) => expected.has(id)), ...verified])],
  };
}

/** A repeated run replaces its own result. */
function withResult(results: readonly Result[], current: Result): Result[] {
  const last = results.at(-1);
  const repeated = last !== undefined && current.run !== null && last.run === current.run;
  return [...(repeated ? results.slice(0, -1) : results), current].slice(-MOST_RESULTS);
}

function firstOfEach<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item);
  return [...first.values()];
}

/** Each comparison takes a hash, so beyond this many pairs of findings and deleted contracts no rename is detected. */
const MOST_PAIRS = 1_000_000;

/** An identity for an operation without the names of its path parameters, like the fingerprint of a finding: 32 hex digits. */
function operationId({ contract, subject }: Pick<MatrixRow, 'contract' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([contract, withoutNames(subject)]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The history with the new names of contracts that were renamed or moved since the last result. Identities of findings and
 * operations include their contract's name, so all of a moved contract would look new. A finding of a new contract takes over
 * the identity from a deleted contract when all else is the same.
 */
function withRenamed(history: History, { violations, matrix }: Pick<Analysis, 'violations' | 'matrix'>): History {
  const before = new Set((history.results.at(-1)?.contracts ?? []).map(({ contract }) => contract));
  const now = new Set([...violations, ...matrix].map(({ contract }) => contract));
  const gone = [...before].filter((contract) => !now.has(contract));
  if (history.standing === null || gone.length === 0) return history;
  if (gone.length * (violations.length + matrix.length) > MOST_PAIRS) return history;
  const names = new Map<string, string>();
  for (const contract of gone) {
    for (const violation of violations) {
      if (!before.has(violation.contract)) names.set(fingerprint({ ...violation, contract }), violation.fingerprint);
    }
    for (const row of matrix) if (!before.has(row.contract)) names.set(operationId({ ...row, contract }), operationId(row));
  }
  const renamed = (id: string): string => names.get(id) ?? id;
  return {
    ...history,
    standing: { findings: history.standing.findings.map(renamed), verified: history.standing.verified.map(renamed) },
    worse: history.worse.map((worsened) => ({ ...worsened, id: renamed(worsened.id) })),
  };
}
