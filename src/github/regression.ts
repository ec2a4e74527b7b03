import type { History } from '../history/history.js';
import { accept, advance, type Progress, type Threshold } from '../history/progress.js';
import type { Occasion, Result } from '../history/result.js';
import { badge } from '../reports/history/badge.js';
import { incompleteness } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';
import { outcomeOf } from './answer.js';
import type { Api } from './api.js';
import type { HistoryStore } from './history-store.js';
import { findIssue, publishIssue } from './issue.js';
import type { Step } from './publish-fallbacks.js';
import type { Outcome } from './publisher.js';

/** A result to add to a history. */
export interface RegressionRun {
  readonly analysis: Analysis;
  readonly scope: string;
  readonly occasion: Occasion;
  readonly threshold: Threshold;
  readonly store: HistoryStore;
  /** Why this result is compared but not recorded: a sentence. Absent: it is recorded. */
  readonly unrecorded?: string | undefined;
  /** For the issue; absent: no issue is requested, or there is no token. */
  readonly api?: Api | undefined;
  readonly runUrl?: string | undefined;
}

/** The result of the comparison, and the outcomes of writing. */
export interface RegressionOutcome {
  /** Absent: it could not be compared; a note says why. */
  readonly progress?: Progress | undefined;
  /** Oldest first, this one last. */
  readonly results: readonly Result[];
  readonly history?: History | undefined;
  /** Sentences for the reader. Untrusted: they may contain a server's text. */
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
}

/** How often to retry if others write the history at the same time. */
const ROUNDS = 5;

/**
 * Compares a result with the history, updates the issue, and records the result. No error ends the run: it is an outcome. A
 * history that cannot be read is never treated as empty, and an incomplete result is never recorded.
 */
export async function regress(run: RegressionRun): Promise<RegressionOutcome> {
  const read = await attempt(run.store.read, 'contents: read');
  if ('failed' in read) {
    const note = `The history could not be read, so nothing was compared: ${whyOf(read.failed)}`;
    return { results: [], notes: [note], steps: [{ publisher: 'History', outcome: read.failed }] };
  }
  const history = read.value;
  if (incompleteness(run.analysis).length > 0) {
    return { results: history.results, history, notes: ['An incomplete result is neither compared nor recorded.'], steps: [] };
  }
  const unrecorded = run.unrecorded ?? whyOutdated(history, run);
  if (unrecorded !== undefined) {
    const compared = advance(history, run.analysis, run.occasion, run.threshold);
    return { ...concluded(compared), notes: [unrecorded, ...versionNote(compared.progress)], steps: [] };
  }
  return record(run, history);
}

async function record(run: RegressionRun, history: History): Promise<RegressionOutcome> {
  const known = await withoutAccepted(run, history);
  const next = advance(known.history, run.analysis, run.occasion, run.threshold);
  const { api, scope, runUrl } = run;
  const stated =
    api && (await attempt(() => publishIssue(api, next.progress, { scope, runUrl }, known.history.issue), 'issues: write'));
  const issue = stated === undefined || 'failed' in stated ? known.history.issue : stated.value.number;
  const steps: Step[] =
    stated === undefined ? [] : [{ publisher: 'Issue', outcome: 'failed' in stated ? stated.failed : stated.value.outcome }];
  const written = await attempt(() => write(run, { ...next.history, issue }), 'contents: write');
  steps.push({ publisher: 'History', outcome: 'failed' in written ? written.failed : written.value });
  const notes = [...known.notes, ...versionNote(next.progress)];
  return { ...concluded({ progress: next.progress, history: { ...next.history, issue } }), notes, steps };
}

/** Writes the successor of the history; if others wrote in the meantime, the successor of theirs. */
async function write(run: RegressionRun, history: History): Promise<Outcome> {
  let next = history;
  for (let round = 1; round <= ROUNDS; round += 1) {
    if ((await run.store.write(next, badge(run.analysis))) === 'written') return { status: 'published', detail: run.store.place };
    const theirs = await run.store.read();
    const why = whyOutdated(theirs, run);
    if (why !== undefined) return { status: 'skipped', why };
    next = { ...advance(theirs, run.analysis, run.occasion, run.threshold).history, issue: history.issue ?? theirs.issue };
  }
  return { status: 'failed', why: `Other runs keep changing ${run.store.place}.` };
}

/** A user who closed the issue as not planned has accepted its regressions. */
async function withoutAccepted(
  { api, scope }: RegressionRun,
  history: History,
): Promise<{ readonly history: History; readonly notes: readonly string[] }> {
  const { issue } = history;
  if (api === undefined || issue === null) return { history, notes: [] };
  const found = await attempt(() => findIssue(api, scope, issue), 'issues: write');
  if ('failed' in found || found.value?.accepted !== true) return { history, notes: [] };
  const note = `Issue ${found.value.number} was closed as not planned, so its regressions are accepted from now on.`;
  return { history: accept(history), notes: [note] };
}

function concluded({ progress, history }: { readonly progress: Progress; readonly history: History }) {
  return { progress, history, results: history.results };
}

/** A run for an older commit that ends late must not count as the newest. */
function whyOutdated({ results }: History, { occasion }: RegressionRun): string | undefined {
  const last = results.at(-1)?.run ?? null;
  if (last === null || occasion.run === null || last <= occasion.run) return undefined;
  return 'A later run has been recorded already, so this one is only compared.';
}

function versionNote({ current, previous }: Progress): readonly string[] {
  if (previous === undefined || previous.tool === current.tool) return [];
  return [`The last result was that of version ${previous.tool}; this is ${current.tool}, which may find more or less.`];
}

async function attempt<Value>(
  how: () => Promise<Value>,
  needs: Parameters<typeof outcomeOf>[1],
): Promise<{ readonly value: Value } | { readonly failed: Outcome }> {
  try {
    return { value: await how() };
  } catch (error) {
    return { failed: outcomeOf(error, needs) };
  }
}

function whyOf(outcome: Outcome): string {
  return 'why' in outcome ? outcome.why : '';
}
