import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasAssertion, hasTest } from '../agent-report/assertions.js';
import { isGreen, isRed, type Observation, observe, type TestCommand, testCommandOf } from '../agent-report/red-green.js';
import type { Duty } from '../decide.js';
import { isBuilt, type MilestoneState, newMilestone } from '../milestone-state.js';
import type { Judged } from '../run.js';
import type { BuildState } from '../state.js';
import { isTest, protectTests, restoreTests } from './protected-tests.js';
import { runOptions, type Site } from './site.js';
import { isCode, snapshotNow } from './snapshots.js';

/** Runs the tests: they must fail before the work (RED) and pass after it (GREEN). */
export async function testsLooked(site: Site, id: string, step: 'red' | 'green', state: BuildState): Promise<Judged> {
  const milestone = state.milestones[id] ?? newMilestone(id, state.checks);
  return step === 'red' ? redLooked(site, id) : greenLooked(site, milestone);
}

/** Runs the existing tests before the first new ones: their failures are no RED of new tests. */
export async function testsBefore(site: Site, { milestone, step, attempt }: Duty, state: BuildState): Promise<void> {
  const isLater = Object.values(state.milestones).some(isBuilt);
  const isFirst = step === 'test-writer' && attempt === 1 && state.milestones[milestone]?.done.includes(step) !== true;
  if (!isFirst || isLater || site.earlier.has(milestone)) return;
  const command = testCommandOf(site.workspace, site.options.testCommand);
  if (command === undefined || ![...(await snapshotNow(site)).files.keys()].some(isTest)) return;
  site.earlier.set(milestone, await observe(command, runOptions(site)));
}

async function redLooked(site: Site, milestone: string): Promise<Judged> {
  const command = testCommandOf(site.workspace, site.options.testCommand);
  if (command === undefined) return UNKNOWN;
  const seen = await observe(command, runOptions(site));
  const { isTrue, why } = isRed(seen, site.earlier.get(milestone));
  if (isTrue !== true) return refused('the new tests do not fail before the work', why, seen);
  await protectTests(site, milestone);
  const tests = command.runs.map((run) => {
    const script = scriptOf(site.workspace, run);
    return { command: run.command, folder: run.folder, ...(script === undefined ? {} : { script }) };
  });
  return { verdict: { outcome: 'passed', reasons: [] }, logged: { tests } };
}

async function greenLooked(site: Site, milestone: MilestoneState): Promise<Judged> {
  const { returned, changed, lost } = await restoreTests(site, milestone);
  const command = testCommandOf(site.workspace, site.options.testCommand);
  if (command === undefined) return UNKNOWN;
  if (lost.length > 0) return { verdict: { outcome: 'refused', reasons: [...lost] } };
  const seen = await observe(withFormer(site.workspace, command, milestone), runOptions(site));
  const { isTrue, why } = isGreen(seen);
  const warnings = [...returned, ...changed.map((path) => `${path} was changed after the tests were seen to fail`)];
  if (isTrue !== true) {
    const { verdict } = refused('the tests do not pass', why, seen);
    return { verdict: { ...verdict, reasons: [...returned, ...verdict.reasons], warnings } };
  }
  const action = `Say whether these tests, changed after they were seen to fail, still test what was asked for: ${changed.join(', ')}`;
  const next_actions = ['build-qa', 'build-reviewer'].map((agent) => ({ action, agent }));
  const doubts = emptyTests(site.workspace, milestone);
  return {
    verdict: { outcome: 'passed', reasons: [], warnings, doubts },
    ...(changed.length === 0 ? {} : { logged: { next_actions } }),
  };
}

/** A doubt for each test file of a milestone that asserts nothing that could fail. */
export function emptyTests(workspace: string, { files }: Pick<MilestoneState, 'files'>): string[] {
  const tests = files.filter((path) => isTest(path) && isCode(path));
  const read = tests.flatMap((path) => {
    const file = join(workspace, path);
    const found = lstatSync(file, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= LARGEST ? [{ path, text: readFileSync(file, 'utf8') }] : [];
  });
  const empty = read.filter(({ text }) => !hasAssertion(text));
  // Beside a file that asserts, one without tests is a helper.
  const doubted = empty.length === read.length ? empty : empty.filter(({ text }) => hasTest(text));
  return doubted.map(({ path }) => `${path} has no assertion that could fail`);
}

const UNKNOWN: Judged = {
  verdict: {
    outcome: 'refused',
    reasons: ['the test command is unknown: no package.json, pyproject.toml, go.mod, pom.xml or the like declares it'],
  },
};

/** The present test command and, if it differs, the one that failed before: the agent must not choose the tests. */
function withFormer(workspace: string, command: TestCommand, { tests }: MilestoneState): TestCommand {
  const now = command.runs.map((run) => ({ ...run, script: scriptOf(workspace, run) }));
  const missing = tests.filter(
    (former) =>
      !now.some((run) => run.folder === former.folder && run.command === former.command && run.script === former.script),
  );
  // A shell of Windows has another way to find the programs of packages.
  const runs = missing.filter(({ script }) => script === undefined || process.platform !== 'win32');
  return {
    ...command,
    runs: [
      ...command.runs,
      ...runs.map(({ command: plain, script, folder }) => ({
        ...{ folder, runner: 'former' },
        command: script === undefined ? plain : `export PATH="$PWD/node_modules/.bin:$PATH"; ${script}`,
      })),
    ],
  };
}

const LARGEST = 1_000_000;

/** The script behind a package manager's test command; undefined: it has none. */
function scriptOf(workspace: string, { command, folder }: TestCommand['runs'][number]): string | undefined {
  if (!/^(?:npm|pnpm|yarn|bun)(?: run)? test\b/.test(command)) return undefined;
  const file = join(workspace, folder, 'package.json');
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > LARGEST) return undefined;
  try {
    const described = JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts?: { readonly test?: unknown } } | null;
    return typeof described?.scripts?.test === 'string' ? described.scripts.test : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST = 3_000;

function refused(stated: string, why: string, seen: Observation): Judged {
  return { verdict: { outcome: 'refused', reasons: [`${stated}: ${why}`, ...outputOf(seen)] } };
}

/** The end of the output, for the agent that fixes it. */
function outputOf({ command, output }: Observation): readonly string[] {
  const tail = output.trim().slice(-LONGEST);
  return tail === '' ? [] : [`${command} printed at its end:\n${tail}`];
}
