import { brokenWhy, isSubjectMissing } from './missing-subject.js';
import { type RunOptions, runCommand } from './run-command.js';
import type { TestCommand } from './test-command.js';
import { testCounts } from './test-output.js';

export { type TestCommand, testCommandOf } from './test-command.js';

/** The observed result of a test run. */
export interface Observation {
  /** All commands, for people. */
  readonly command: string;
  /** The first code other than 0; null: killed. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  /** The start and end of the output, without secrets. */
  readonly output: string;
  /** Lower bound of executed tests; absent: unknown. */
  readonly ranTests?: number | undefined;
  readonly failedTests?: number | undefined;
  /** The tests' subject does not exist yet, so they failed to compile or load. */
  readonly missingSubject: boolean;
  /** Why failures say nothing about the subject; a sentence without a full stop. */
  readonly broken?: string | undefined;
  readonly given: boolean;
}

export interface TestVerdict {
  /** `unknown` must not count as true. */
  readonly isTrue: boolean | 'unknown';
  /** A sentence without a full stop. */
  readonly why: string;
}

export async function observe(command: TestCommand, options: RunOptions): Promise<Observation> {
  const seen: { readonly exit: number | null; readonly timedOut: boolean; readonly output: string }[] = [];
  for (const run of command.runs) {
    const { how, exit, output } = await runCommand(run.command, options, run.folder);
    seen.push({ exit: how === 'not-started' ? NO_SUCH_COMMAND : exit, timedOut: how === 'timeout', output });
    if (how === 'interrupted') break;
  }
  const counts = seen.flatMap(({ output }) => testCounts(output) ?? []);
  const known = counts.length > 0;
  const output = seen.map((each) => each.output).join('\n');
  return {
    command: command.runs.map((run) => (run.folder === '' ? run.command : `${run.command} (in ${run.folder})`)).join('; '),
    exit: seen.map(({ exit }) => exit).find((exit) => exit !== 0) ?? (seen.some(({ exit }) => exit === null) ? null : 0),
    timedOut: seen.some(({ timedOut }) => timedOut),
    output,
    ranTests: known ? counts.reduce((total, { ran }) => total + ran, 0) : undefined,
    failedTests: known ? counts.reduce((total, { failed }) => total + failed, 0) : undefined,
    missingSubject: isSubjectMissing(output),
    broken: brokenWhy(output),
    given: command.given,
  };
}

const NO_SUCH_COMMAND = 127;
const CANNOT_BE_RUN = 126;

/**
 * Whether tests failed as expected before the code exists: some ran and failed, or their subject is missing.
 *
 * @param before the run without the new tests: failures in it say nothing about the new ones
 */
export function isRed(observed: Observation, before?: Observation): TestVerdict {
  const { exit, ranTests, failedTests, missingSubject, broken, given } = observed;
  const unusable = unusableWhy(observed);
  if (unusable !== undefined) return no(unusable);
  if (exit === 0) return no(ranTests === 0 ? 'no test ran' : 'the tests pass before the code is written');
  // A subject that was missing before may not be that of the new tests.
  if (missingSubject && before?.missingSubject !== true) return yes('what is tested is not there yet');
  if (broken !== undefined) return no(broken);
  if (failedTests !== undefined && failedTests > 0) {
    const earlier = before?.exit === 0 ? 0 : (before?.failedTests ?? 0);
    return failedTests > earlier ? yes(`${failedTests} failed`) : no('no test fails that did not fail before');
  }
  if (ranTests === 0) return no('no test ran');
  if (ranTests !== undefined) return no(`exit ${exit}, though no test failed`);
  return given ? yes(`exit ${exit}`) : unknown(exit);
}

/** Whether the tests pass: some ran, and none failed. */
export function isGreen(observed: Observation): TestVerdict {
  const { exit, ranTests, failedTests, given } = observed;
  const unusable = unusableWhy(observed);
  if (unusable !== undefined) return no(unusable);
  if (failedTests !== undefined && failedTests > 0) return no(`${failedTests} failed`);
  if (exit !== 0) return no(`exit ${exit}`);
  if (ranTests === 0) return no('no test ran');
  if (ranTests !== undefined) return yes(`${ranTests} passed`);
  return given ? yes('exit 0') : unknown(exit);
}

function unusableWhy({ exit, timedOut }: Observation): string | undefined {
  if (timedOut) return 'the tests did not end in time';
  if (exit === null) return 'the tests were interrupted';
  return exit === NO_SUCH_COMMAND || exit === CANNOT_BE_RUN ? 'the command that runs the tests is not there' : undefined;
}

function yes(why: string): TestVerdict {
  return { isTrue: true, why };
}

function no(why: string): TestVerdict {
  return { isTrue: false, why };
}

function unknown(exit: number | null): TestVerdict {
  return {
    isTrue: 'unknown',
    why: `exit ${exit}, and the output does not show whether a test ran: configure the test command`,
  };
}
