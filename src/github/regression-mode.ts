import { markdownText } from '../reports/escape.js';
import { trend } from '../reports/history/trend.js';
import type { Analysis } from '../rules/judge.js';
import type { Api } from './api.js';
import type { Context } from './context.js';
import { branchStore, type HistoryStore } from './history-store.js';
import type { Inputs } from './inputs.js';
import { report } from './publish-fallbacks.js';
import { type RegressionOutcome, type RegressionRun, regress } from './regression.js';
import { turnOf } from './stamp.js';

/** A result to compare with earlier ones, in a runner's environment. */
export interface RegressionMode {
  readonly analysis: Analysis;
  readonly scope: string;
  readonly inputs: Pick<Inputs, 'token' | 'history-branch' | 'publish' | 'fail-on'> & Partial<Pick<Inputs, 'build'>>;
  /** Absent outside a workflow. */
  readonly context?: Context | undefined;
  /** GitHub's API; rejects without a token. */
  readonly api: () => Promise<Api>;
  /** A history that the workflow itself stores, instead of the branch. */
  readonly file?: HistoryStore | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The output of a run of mode regression. */
export interface RegressionResult extends Pick<RegressionOutcome, 'progress' | 'history'> {
  /** For the job summary, in Markdown. */
  readonly summary: string;
  /** For the log, a line each. Untrusted. */
  readonly lines: readonly string[];
}

/**
 * Compares a result with the history; for the default branch it also records and publishes it. Never throws for errors of the
 * server.
 */
export async function runRegression(mode: RegressionMode): Promise<RegressionResult> {
  const outcome = await compared(mode);
  const lines = [...outcome.notes, ...report(outcome.steps)];
  return {
    progress: outcome.progress,
    history: outcome.history,
    summary: trend(outcome.progress, outcome.results, lines.map(markdownText)),
    lines,
  };
}

async function compared(mode: RegressionMode): Promise<RegressionOutcome> {
  const { analysis, scope, inputs, context } = mode;
  let api: Api | undefined;
  try {
    api = await mode.api();
  } catch (error) {
    if (mode.file === undefined)
      return nothing(`There is no history to compare with: ${error instanceof Error ? error.message : ''}`);
  }
  const store = mode.file ?? (api === undefined ? undefined : branchStore(api, inputs['history-branch'], scope));
  if (store === undefined) return nothing('There is no history to compare with.');
  const unrecorded = inputs.build === true ? BUILT : context && (await whyUnrecorded(context, api, inputs['history-branch']));
  const { run } = turnOf(mode.environment);
  const wish: RegressionRun = {
    analysis,
    scope,
    occasion: { at: new Date().toISOString(), commit: context?.headSha ?? null, run: run === 0 ? null : run },
    threshold: inputs['fail-on']?.includes('warning') === true ? 'warning' : 'error',
    store,
    unrecorded,
    api: inputs.publish.includes('issue') ? api : undefined,
    runUrl: context?.runUrl,
  };
  return regress(wish);
}

function nothing(note: string): RegressionOutcome {
  return { results: [], notes: [note], steps: [] };
}

const BUILT = 'What was just built is of no commit yet: it is only compared.';

/** Why a result is not recorded, as a sentence: only results of the default branch are. */
async function whyUnrecorded(context: Context, api: Api | undefined, historyBranch: string): Promise<string | undefined> {
  const only = 'Only results of the default branch are recorded';
  const prefix = 'refs/heads/';
  if (!context.trusted || !context.ref.startsWith(prefix)) return `${only}; this one is only compared.`;
  const branch = context.ref.slice(prefix.length);
  if (branch === historyBranch) return `${only}, and the history needs a branch of its own.`;
  // Schedules run only on the default branch.
  if (context.event.name === 'schedule') return undefined;
  try {
    if (api === undefined) throw new Error('there is no token');
    const { data } = await api.rest.repos.get(api.at);
    return data.default_branch === branch ? undefined : `${only}; this one is of ${branch}.`;
  } catch (error) {
    return `${only}, and which one that is could not be asked: ${error instanceof Error ? error.message : ''}.`;
  }
}
