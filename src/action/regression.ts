import { relative } from 'node:path';
import { exitCode } from '../commands/exit-code.js';
import { writeWhole } from '../commands/publish.js';
import type { ScanSettings } from '../commands/settings.js';
import type { Api } from '../github/api.js';
import type { Context } from '../github/context.js';
import type { Inputs } from '../github/inputs.js';
import { annotate, printUntrusted, setRegression, setResults, summarise } from '../github/publish.js';
import { annotationPrefix, resultPath, workspaceOf } from '../github/workspace.js';
import { scopeOf } from '../history/history.js';
import { plain } from '../reports/escape.js';
import type { Analysis } from '../rules/judge.js';
import { writeReports } from './files.js';

/** What mode regression needs of the run. */
export interface RegressionJob extends Pick<ScanSettings, 'request' | 'maxViolations' | 'selection'> {
  readonly inputs: Inputs;
  /** Absent outside a workflow. */
  readonly context?: Context | undefined;
  /** GitHub's API; rejects without a token. */
  readonly api: () => Promise<Api>;
  /** What a reader must know about how the result was obtained. */
  readonly notes: readonly string[];
}

/**
 * Mode regression: scan -> compare with the history -> issue, history, badge -> log, job summary, outputs, exit code. Findings
 * that the baseline covers are not reported and fail nothing; the history includes them, because they may leave the baseline
 * again.
 */
export async function regression(job: RegressionJob, log: (text: string) => void): Promise<number> {
  const { inputs, request, maxViolations, notes } = job;
  const [{ scan }, { text }] = await Promise.all([import('../scan.js'), import('../reports/terminal.js')]);
  const all = await scan(request);
  const { selectionOf, select } = await import('../commands/selection.js');
  const chosen = await selectionOf(all, request, { baseline: job.selection.baseline });
  const analysis = select(all, chosen);
  printUntrusted(text.render(analysis, { maxViolations, color: (process.env.NO_COLOR ?? '') === '' }), log);

  const placed = await placedInRepository(all, request.repository);
  if (inputs.publish.includes('annotations')) annotate(select(placed, chosen), log);

  const { runRegression } = await import('../github/regression-mode.js');
  const { badgeBeside, fileStore, writeHistory } = await import('../commands/history-file.js');
  const scope = scopeOf(relative(request.repository, request.dir).replaceAll('\\', '/'), request.service);
  const file = resultPath(inputs.history, 'history.json', process.env);
  const store = inputs.history === undefined ? undefined : fileStore(file, scope);
  const { context, api } = job;
  const result = await runRegression({ analysis: placed, scope, inputs, context, api, file: store, environment: process.env });
  printUntrusted([...notes, ...result.lines].map((line) => `note: ${plain(line)}`).join('\n'), log);
  if (inputs.publish.includes('summary')) await summarise({ analysis, notes, above: result.summary });
  if (store === undefined && result.history !== undefined) {
    const { badge } = await import('../reports/history/badge.js');
    writeHistory(file, result.history);
    writeWhole(badgeBeside(file), badge(analysis));
  }
  const { repository } = request;
  const report = await writeReports(analysis, { output: inputs.output, repository, maxViolations, context });
  setResults(analysis, report);
  setRegression(result.progress?.regressions.length, file, badgeBeside(file));

  const failOn = inputs['fail-on'] ?? ['error'];
  const code = exitCode(analysis, failOn);
  if (!failOn.includes('worse') || code !== 0) return code;
  // If nothing could be compared, no result is good.
  return result.progress === undefined ? 3 : result.progress.verdict === 'worse' ? 1 : 0;
}

/** The analysis with its places for GitHub: from the root of the repository. */
async function placedInRepository(analysis: Analysis, repository: string): Promise<Analysis> {
  const prefix = annotationPrefix(repository, workspaceOf(process.env));
  if (prefix === '') return analysis;
  const { placed } = await import('../reports/github/placed.js');
  return placed(analysis, ({ file, line }) => ({ file: `${prefix}/${file}`, line }));
}
