import { randomUUID } from 'node:crypto';
import { error as annotateError, warning as annotateWarning, setOutput, summary } from '@actions/core';
import type { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { annotations, type First } from '../reports/github/annotations.js';
import { jobSummary, type Summarised } from '../reports/summary.js';
import { QUESTIONS, type Question } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';

/** Where text for the log goes: the standard output of the step. */
export type Log = (text: string) => void;

/**
 * Prints untrusted text: until the second marker, whose token is random, the runner executes no command.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#stopping-and-starting-workflow-commands
 */
export function printUntrusted(text: string, log: Log, token: string = randomUUID()): void {
  log(`::stop-commands::${token}\n${text.endsWith('\n') ? text : `${text}\n`}::${token}::\n`);
}

/**
 * Prints untrusted text piece by piece: the runner executes no command between the first piece and the end.
 *
 * @returns functions that write a piece, and that end; the latter may be called several times
 */
export function untrusted(log: Log, token: string = randomUUID()): readonly [write: Log, end: () => void] {
  let isOpen = false;
  let isWhole = true;
  const write = (text: string): void => {
    if (!isOpen) log(`::stop-commands::${token}\n`);
    isOpen = true;
    log(text);
    isWhole = text.endsWith('\n');
  };
  const end = (): void => {
    if (isOpen) log(`${isWhole ? '' : '\n'}::${token}::\n`);
    isOpen = false;
  };
  return [write, end];
}

/** Annotates the places of findings by log commands; within each severity, those that `first` selects come first. */
export function annotate(analysis: Analysis, log: Log, first?: First): void {
  log(annotations(analysis, first));
}

/**
 * Writes the job summary. Returns false if there is none (outside a workflow, or on an older server), or if writing fails, which
 * gives a warning: the exit code does not change.
 */
export async function summarise(run: Summarised): Promise<boolean> {
  if ((process.env.GITHUB_STEP_SUMMARY ?? '') === '') return false;
  return summariseText(jobSummary(run));
}

/** Writes Markdown into the job summary; returns as `summarise` does. */
export async function summariseText(text: string): Promise<boolean> {
  if ((process.env.GITHUB_STEP_SUMMARY ?? '') === '') return false;
  try {
    await summary.addRaw(text).write();
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    annotateWarning(plain(`The job summary cannot be written: ${why}`), { title: 'Tallystick' });
    return false;
  }
}

/**
 * Sets the outputs of a comparison; `report` is the path of the JSON report, `change` the number of answers to each question
 * about the change, empty if unknown.
 */
export function setResults(
  analysis: Pick<Analysis, 'summary' | 'violations'>,
  report: string,
  change: Partial<Readonly<Record<Question, number>>> = {},
): void {
  const { complianceRatio, errors, health } = analysis.summary;
  set('violations', String(analysis.violations.length));
  set('errors', String(errors));
  set('compliance-ratio', complianceRatio === null ? '' : String(complianceRatio));
  set('health', health);
  set('report', report);
  for (const question of QUESTIONS) set(question, String(change[question] ?? ''));
}

/**
 * Sets the outputs of a comparison with earlier results: the number of regressions (undefined: nothing could be compared), and
 * the paths of history and badge.
 */
export function setRegression(regressions: number | undefined, history: string, badge: string): void {
  set('regressions', regressions === undefined ? '' : String(regressions));
  set('history', history);
  set('badge', badge);
}

/** The outputs of a build: its outcome, and paths; `patch` is empty if there is none. */
export interface BuildOutputs {
  readonly outcome: string;
  readonly health: string;
  readonly report: string;
  readonly patch: string;
}

export function setBuild(outputs: BuildOutputs): void {
  for (const [name, value] of Object.entries(outputs)) set(name, value);
}

/** Sets the output of mode `apply`: the URL of the commit or the pull request. */
export function setApplied(url: string): void {
  set('applied', url);
}

/** Sets the output of a shard: the path of its fact sheet. */
export function setSheet(path: string): void {
  set('sheet', path);
}

function set(name: string, value: string): void {
  // Without the file the toolkit falls back to a log command that runners no longer execute.
  if ((process.env.GITHUB_OUTPUT ?? '') !== '') setOutput(name, value);
}

/**
 * One error annotation for a user's mistake: the error, its location, and what to do.
 *
 * @param isPlaced whether the line already has an annotation
 */
export function annotateMistake(mistake: UserError, isPlaced = false): void {
  const { hint, location } = mistake;
  const place = location === undefined || isPlaced ? {} : { file: location.file, startLine: location.line };
  const message = [mistake.message, ...(hint === undefined ? [] : [hint])].map(plain).join('\n');
  annotateError(message, { title: 'Tallystick', ...place });
}

/** One error annotation for an internal error, and its stack in the log. */
export function annotateBug(bug: unknown, log: Log): void {
  const stack = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  printUntrusted(stack, log);
  annotateError('This is a bug in Tallystick. Please report it with the lines above.', { title: 'Tallystick' });
}
