import { resolve } from 'node:path';
import { findRepository } from '../config/repository.js';
import type { Inputs } from '../github/inputs.js';
import { usableInputs } from '../github/inputs.js';
import { annotateBug, annotateMistake, printUntrusted, summariseText } from '../github/publish.js';
import { report as reportSteps, type Step } from '../github/publish-fallbacks.js';
import { isAnnotated, mistakePublicationOf, publishOutcome } from '../github/publish-result.js';
import { annotationPrefix, workspaceOf } from '../github/workspace.js';
import { TOOL } from '../model/tool.js';
import { reasonOf, UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { type Mistake, mistakeSummary } from '../reports/mistake.js';
import { type Job, openJob } from './job.js';

/**
 * Reports why the run has no result: in the check run, the comment, the job summary and the log. Otherwise an earlier run's
 * result for another commit would stand for this one, and a required check would never complete.
 *
 * @param opened absent: the error came earlier
 */
export async function answerMistake(error: unknown, opened: Job | undefined, log: (text: string) => void): Promise<void> {
  const inputs = opened?.inputs ?? usableInputs(process.argv[2]);
  const mistake = mistakeOf(error, inputs);
  let steps: readonly Step[] = [];
  let lines: readonly string[];
  try {
    steps = await publish(opened ?? (await openJob(inputs)), mistake);
    lines = reportSteps(steps);
  } catch (failure) {
    // The subject of this run is unknown.
    lines = [`Nothing was published: ${reasonOf(failure)}.`];
  }
  if (lines.length > 0) printUntrusted(lines.map((line) => `note: ${plain(line)}`).join('\n'), log);
  if (inputs.publish.includes('summary')) await summariseText(mistakeSummary({ mistake }, lines));
  if (error instanceof UserError) annotateMistake(error, isAnnotated(steps));
  else annotateBug(error, log);
}

function publish({ inputs, context, progress }: Job, mistake: Mistake): Promise<readonly Step[]> | readonly Step[] {
  // Mode regression has an issue instead; and without its pull request a run does not know its commit.
  if (context === undefined || context.lookup !== undefined || inputs.mode === 'regression') return [];
  // A comment with findings is more useful than one that a file could not be written.
  const withoutComment = inputs.publish.filter((name) => name !== 'comment' && name !== 'comment-always');
  const wishes = { ...inputs, publish: progress.isShown ? withoutComment : inputs.publish };
  return publishOutcome(wishes, mistakePublicationOf(mistake, context, wishes, process.env));
}

function mistakeOf(error: unknown, { directory }: Pick<Inputs, 'directory'>): Mistake {
  if (!(error instanceof UserError))
    return { message: `Tallystick failed by a bug of its own, not by this change (${reasonOf(error)}).`, hint: BUG };
  const { message, hint, location } = error;
  if (location === undefined) return { message, hint };
  const workspace = workspaceOf(process.env);
  const prefix = annotationPrefix(findRepository(resolve(workspace, directory)), workspace);
  return { message, hint, location: prefix === '' ? location : { ...location, file: `${prefix}/${location.file}` } };
}

const BUG = `Please report it with the log of the run (${TOOL.name} ${TOOL.version}).`;
