import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../model/user-error.js';
import type { EndpointTest } from '../../model/validation.js';
import { whileRunning } from '../agent-report/run-command.js';
import { compare } from '../agent-report/snapshot.js';
import { namesIn } from '../compliance.js';
import type { BuildState } from '../state.js';
import { accountableOf, scanned } from './scanning.js';
import { milestoneOf, runOptions, type Site } from './site.js';
import { codeIn, snapshotNow } from './snapshots.js';

/** How a started service answered. */
export type Started =
  | {
      readonly kind: 'tested';
      readonly command: string;
      readonly tests: readonly EndpointTest[];
      /** Operations that the milestone names. */
      readonly named: ReadonlySet<string>;
    }
  /** It does not start, never listens, or writes code; a sentence without its full stop. */
  | { readonly kind: 'refused'; readonly command: string; readonly why: string }
  /** Nothing can be asked; a sentence without its full stop. `isExpected`: there are endpoints that should have been. */
  | { readonly kind: 'none'; readonly why: string; readonly isExpected: boolean };

const START_SECONDS = 30;
const LOOK_MS = 100;
const LARGEST = 1_000_000;
const LONGEST_COMMAND = 500;

/**
 * Starts the service with a command and calls the endpoints that the milestone answers for: what it names, what has a route,
 * and all of them for the last milestone.
 *
 * @param claimed `START` of an agent's answer, untrusted like its evidence commands; undefined: the script `start`
 */
export async function startedService(
  site: Site,
  milestone: string,
  state: BuildState,
  claimed: string | undefined,
): Promise<Started> {
  const compared = await scannedOrNone(site);
  const expected = compared?.analysis.matrix.filter(({ kind }) => kind === 'endpoint') ?? [];
  if (compared === undefined || expected.length === 0)
    return { kind: 'none', why: 'no contract promises an endpoint', isExpected: false };
  const { isLast } = accountableOf(site, milestone, state);
  const plan = namesIn(milestoneOf(site, milestone).text, compared.contracts);
  const mine = new Set(
    expected.flatMap(({ subject, status }) => (isLast || status !== 'missing' || plan.has(subject) ? [subject] : [])),
  );
  if (mine.size === 0) return { kind: 'none', why: 'no endpoint is due in this milestone', isExpected: false };
  const command = claimed ?? startScript(site.workspace);
  if (command === undefined)
    return { kind: 'none', why: 'no command starts the service: START was not answered', isExpected: true };
  if (!site.options.rerunEvidence) return { kind: 'none', why: 'commands of agents are not run here', isExpected: true };
  return whileStarted(site, command, async (port) => {
    const tests = await site.probe.test(port, compared.analysis);
    const named = new Set([...mine].filter((subject) => plan.mayMean(subject)));
    return { kind: 'tested', command, tests: tests.filter(({ subject }) => mine.has(subject)), named };
  });
}

/** Asks a service on the port that its `PORT` names, once it listens there. */
async function whileStarted(site: Site, command: string, ask: (port: number) => Promise<Started>): Promise<Started> {
  const refused = (why: string): Started => ({ kind: 'refused', command, why });
  const port = await site.probe.freePort();
  const before = await snapshotNow(site);
  const started = await whileRunning(command, runOptions(site), { PORT: String(port) }, async (ended): Promise<Started> => {
    const until = performance.now() + START_SECONDS * 1_000;
    while (!(await site.probe.isListening(port))) {
      const ran = ended();
      const how = ran && `ended with exit ${ran.exit ?? 'none'}: ${ran.output.trim().slice(-500)}`;
      const isLate = performance.now() > until || site.signal.aborted;
      if (how !== undefined || isLate)
        return refused(
          `the service does not start: \`${command}\` ${how ?? `does not listen on the port that PORT names within ${START_SECONDS} s`}`,
        );
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return ask(port);
  });
  // Nobody has looked at what a start writes.
  const written = codeIn(compare(before, await snapshotNow(site)), before).slice(0, 20);
  return written.length === 0 ? started : refused(`what starts the service, \`${command}\`, writes code: ${written.join(', ')}`);
}

/** What the answers of a started service do not show: doubts where the milestone names an endpoint, or nothing was tested; else warnings. */
export function untestedAnswers({ tests, named: byPlan }: Extract<Started, { readonly kind: 'tested' }>): Untested {
  const untested = tests.filter(({ outcome }) => outcome === 'untested');
  const stated = (some: readonly EndpointTest[]): readonly string[] =>
    some.slice(0, MOST_KNOWN).map(({ subject, why }) => `${subject} of the started service was not tested: ${why}`);
  const named = untested.filter(({ subject }) => byPlan.has(subject));
  const none = untested.length === tests.length ? [`none of ${tests.length} promised endpoints could be tested`] : [];
  return { doubts: [...none, ...stated(named)], warnings: stated(untested.filter((one) => !named.includes(one))) };
}

const MOST_KNOWN = 20;

interface Untested {
  readonly doubts: readonly string[];
  readonly warnings: readonly string[];
}

/** What differs in the answers of a service, one sentence for each endpoint. */
export function wrongAnswers(tests: readonly EndpointTest[]): readonly string[] {
  return tests.flatMap(({ outcome, subject, why = '', violations }) => {
    if (outcome !== 'failed') return [];
    const [first] = violations;
    const what = first === undefined ? '' : ` (${first.field || 'the body'} is ${first.actual}, expected is ${first.expected})`;
    return [`${subject}, asked of the started service: ${why || 'it does not answer as promised'}${what}`];
  });
}

async function scannedOrNone(site: Site) {
  try {
    return await scanned(site);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** `START: command` in an agent's answer: the last one counts. */
export function startOf(output: string): string | undefined {
  const stated = output.split('\n').map((line) => line.replace(/[`*>]/g, '').trim());
  const command = stated
    .findLast((line) => line.startsWith('START:'))
    ?.slice('START:'.length)
    .trim()
    .slice(0, LONGEST_COMMAND);
  return command === undefined || command === '' || /^none\b/i.test(command) ? undefined : command;
}

function startScript(workspace: string): string | undefined {
  const file = join(workspace, 'package.json');
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > LARGEST) return undefined;
  try {
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts?: { readonly start?: unknown } };
    return typeof scripts?.start === 'string' ? 'npm start --silent' : undefined;
  } catch {
    return undefined;
  }
}
