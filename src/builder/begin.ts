import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/schema.js';
import type { Clock } from '../mcp/clients/clock.js';
import { UserError } from '../model/user-error.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { ScanRequest } from '../scan.js';
import { readRunFile, runFolder, writeWhole } from './agent-report/run-files.js';
import { takeSnapshot } from './agent-report/snapshot.js';
import { checksOf } from './checks.js';
import {
  type ContractTexts,
  contractTextsNow,
  NO_CONTRACTS,
  storeContractTexts,
  storedContractTexts,
} from './effects/contract-texts.js';
import { scanned } from './effects/scanning.js';
import { deleteBuildFiles, deleteEndedFiles, isCode } from './effects/snapshots.js';
import { type BuildEvent, LOG_FORMAT } from './event.js';
import { type BuildLog, logFile, newLog, readLog } from './log.js';
import type { Plan } from './plan/plan.js';
import { wavesOf } from './plan/waves.js';
import { type BuildState, fold } from './state.js';
import { gitBaseline, gitChangesSince } from './workspace/git-state.js';

/** The facts of a new build. */
interface Beginning {
  readonly workspace: string;
  readonly plan: Plan;
  readonly resume: boolean;
  readonly config: Config;
  readonly scan: ScanRequest;
  readonly clock: Clock;
  readonly onEvent: (event: BuildEvent, state: BuildState) => void;
  readonly onWarning: (warning: string) => void;
}

/**
 * The log of a new or resumed build.
 *
 * @throws UserError when there is nothing to resume, or it is of another plan
 */
export async function openLog(request: Beginning): Promise<BuildLog> {
  const { workspace, resume, plan, config, onWarning } = request;
  const file = logFile(workspace);
  const hash = hashOf(plan);
  if (resume) {
    const log = readLog(file);
    const state = fold(log.events);
    if (state === undefined || state.plan.file !== plan.file)
      throw new UserError(`The build that was stopped here is of another plan: ${state?.plan.file}.`, {
        hint: 'Name that plan with --plan, or begin anew without --resume.',
      });
    if (state.plan.hash !== hash) onWarning('The plan was changed since the build began: what is done is not done again.');
    const isLost = state.mode === 'agent_teams' && state.ended === undefined && !state.interrupted;
    await deleteEndedFiles(workspace, state);
    say(request, log, { event: 'resumed', teammates_lost: isLost });
    return log;
  }
  const log = newLog(file);
  deleteBuildFiles(workspace);
  const checks = checksOf(config);
  const before = checks.includes('scan') ? await analysisBefore(request) : undefined;
  const { repository } = request.scan;
  const expected = before && contractTextsNow(repository, [...new Set(before.contracts.map(({ id }) => id))]);
  say(request, log, {
    event: 'build-started',
    format: LOG_FORMAT,
    plan: { file: plan.file, hash },
    checks,
    known: before === undefined ? [] : foundIn(before).map(({ fingerprint }) => fingerprint),
    ...(expected === undefined ? {} : { promised: storeContractTexts(workspace, expected) }),
    ...gitBefore(workspace, repository),
    order: wavesOf(plan).flatMap(({ milestones }) => milestones.map(({ id }) => id)),
    done: plan.milestones.flatMap(({ requirements }) => requirements.flatMap((each) => (each.done ? [each.id] : []))),
    discover: await hasCode(workspace),
  });
  return log;
}

/** Also what is suppressed. */
function foundIn({ violations, ignored = [] }: Analysis): readonly Violation[] {
  return [...violations, ...ignored.map(({ violation }) => violation)];
}

/** Whether discovery has files to examine. */
async function hasCode(workspace: string): Promise<boolean> {
  const { files } = await takeSnapshot(workspace);
  return [...files.keys()].some(isCode);
}

/** The scan before the build; undefined: there is nothing to scan yet. */
async function analysisBefore({ scan }: Pick<Beginning, 'scan'>): Promise<Analysis | undefined> {
  try {
    return (await scanned({ scan })).analysis;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

const GIT_FILE = 'git.json';

/** Stores what git has when a build begins, for a run that resumes it. */
function gitBefore(workspace: string, repository: string): { readonly git?: string } {
  const text = gitBaseline(repository);
  if (text === undefined) return {};
  writeWhole(join(runFolder(workspace, 'build'), GIT_FILE), text);
  return { git: textHash(text) };
}

/** What of git is not what it was when the build began that is resumed here. */
export function gitSinceBegun(workspace: string, repository: string, { events }: BuildLog): readonly string[] {
  const begun = events.find((event) => event.event === 'build-started');
  if (begun?.event !== 'build-started' || begun.git === undefined) return [];
  const text = readRunFile(join(runFolder(workspace, 'build'), GIT_FILE));
  if (text === undefined || textHash(text) !== begun.git)
    return ['What git had before the build is not kept any more: look at its configuration and hooks before you use it.'];
  return gitChangesSince(repository, text);
}

const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The contracts at the start of the build. If their copy was overwritten, the present contracts count, with a warning. */
export function contractTextsBefore(
  workspace: string,
  { events }: BuildLog,
  onWarning: (warning: string) => void,
): ContractTexts {
  const begun = events.find((event) => event.event === 'build-started');
  if (begun?.event !== 'build-started' || begun.promised === undefined) return NO_CONTRACTS;
  const expected = storedContractTexts(workspace, begun.promised);
  if (expected === undefined)
    onWarning('What the contracts promised before the build is not kept any more: they count as they are now.');
  return expected ?? NO_CONTRACTS;
}

type EventFields = BuildEvent extends infer Each ? (Each extends BuildEvent ? Omit<Each, 'at'> : never) : never;

/** Appends an event to the log, and reports it. */
export function say({ clock, onEvent }: Pick<Beginning, 'clock' | 'onEvent'>, log: BuildLog, fields: EventFields): void {
  const event = { at: new Date(clock.now()).toISOString(), ...fields } as BuildEvent;
  log.append(event);
  const state = fold(log.events);
  if (state !== undefined) onEvent(event, state);
}

/** Identifies a plan by its content without ticks. */
function hashOf({ milestones }: Plan): string {
  const asked = milestones.map(({ id, title, dependencies, description, requirements }) => {
    return [id, title, dependencies, description, requirements.map((each) => [each.id, each.text])];
  });
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

/** A plan with the milestones and requirements from the start of the build, because agents may have changed it since. */
export function asBegun(plan: Plan, { events }: BuildLog): Plan {
  const begun = events.find((event) => event.event === 'build-started');
  if (begun?.event !== 'build-started' || begun.order === undefined) return plan;
  const { order, done = [] } = begun;
  const milestones = plan.milestones.map((each) => ({
    ...each,
    status: order.includes(each.id) ? ('PENDING' as const) : each.status,
    requirements: each.requirements.map((requirement) => ({ ...requirement, done: done.includes(requirement.id) })),
  }));
  return { ...plan, milestones };
}
