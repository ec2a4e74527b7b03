import { resolve } from 'node:path';
import { changeCounts, exitCode, OF_CHANGE } from '../commands/exit-code.js';
import { readForeignReport } from '../commands/untrusted/foreign-report.js';
import type { Context } from '../github/context.js';
import type { Inputs } from '../github/inputs.js';
import { printUntrusted, setResults, summarise } from '../github/publish.js';
import { report as reportSteps } from '../github/publish-fallbacks.js';
import { type Found, linksOf, ofReport, publicationOf, publishResult } from '../github/publish-result.js';
import { workspaceOf } from '../github/workspace.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';

/** What mode report needs of the run. */
export interface ReportJob {
  readonly inputs: Inputs;
  /** Its pull request was looked up. Absent outside a workflow. */
  readonly context?: Context | undefined;
  /** What a reader must know about how the result was obtained. */
  readonly notes: readonly string[];
}

const FOREIGN = 'A run of the change produced this result, so trust it no more than the change itself.';

/**
 * Mode report: the result of the run that triggered this one -> publishing -> log, job summary, outputs. Commit and pull request
 * come from the event. The exit code is always 0: this run belongs to the default branch, and the check run reports what is wrong
 * with the other commit.
 *
 * @throws UserError for another event than `workflow_run`, and for a file that is no report
 */
export async function report({ inputs, context, notes }: ReportJob, log: (text: string) => void): Promise<number> {
  if (context === undefined || context.event.name !== 'workflow_run') {
    throw new UserError('Mode report is for workflows that the event `workflow_run` starts.', {
      hint: 'There it knows the commit and the pull request from GitHub; docs/guides/workflows.md of Tallystick has the recipe for forks.',
    });
  }
  const named = inputs.result ?? '';
  const path = resolve(workspaceOf(process.env), named);
  const { analysis, change, unanswered } = readForeignReport(path, named);
  const failOn = inputs['fail-on'] ?? (change === undefined ? (['error'] as const) : OF_CHANGE);
  const failed = exitCode(analysis, failOn, change) !== 0;
  const byChange = change !== undefined && failOn.includes('new');
  const found: Found = { analysis, change, unanswered, byChange, failed, untrusted: true, notes: [FOREIGN, ...notes] };

  const { text } = await import('../reports/terminal.js');
  const maxViolations = inputs['max-violations'] ?? 100;
  printUntrusted(text.render(analysis, { maxViolations, color: (process.env.NO_COLOR ?? '') === '' }), log);
  const wishes = ofReport(inputs);
  const published = reportSteps(await publishResult(wishes, publicationOf(found, context, wishes, process.env), () => ''));
  printUntrusted([...notes, ...published].map((line) => `note: ${plain(line)}`).join('\n'), log);
  if (inputs.publish.includes('summary')) await summarise({ ...found, ...linksOf(context, process.env), published });
  setResults(analysis, path, change && changeCounts(analysis, change));
  return 0;
}
