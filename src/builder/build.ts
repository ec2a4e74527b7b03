import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Config } from '../config/schema.js';
import { makeRunFolder } from '../journal/run-folder.js';
import type { Clock } from '../mcp/clients/clock.js';
import type { BuildReport } from '../model/build-report.js';
import { UserError } from '../model/user-error.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { ScanRequest } from '../scan.js';
import { ROLES } from './agent-names.js';
import { readRunFile, runFolder, writeWhole } from './agent-report/run-files.js';
import { takeSnapshot } from './agent-report/snapshot.js';
import { renderAgent } from './agents/definition.js';
import { enginesOf } from './agents/engines.js';
import { agents } from './agents/index.js';
import { type AgentActivity, BackendError, type ExecutionBackend, type TeamState } from './backends/backend.js';
import { checksOf } from './checks.js';
import type { Limits } from './decide.js';
import { convergenceOf } from './effects/closing.js';
import {
  type ContractTexts,
  contractTextsNow,
  NO_CONTRACTS,
  storeContractTexts,
  storedContractTexts,
} from './effects/contract-texts.js';
import { effectsOf } from './effects/effects.js';
import { scanned } from './effects/scanning.js';
import type { BuildOptions, Site } from './effects/site.js';
import { deleteBuildFiles, deleteEndedFiles, isCode } from './effects/snapshots.js';
import type { BuildEngines } from './engines.js';
import { type BuildEvent, type EventOf, LOG_FORMAT } from './event.js';
import { type BuildLog, logFile, newLog, readLog } from './log.js';
import type { Milestone, Plan } from './plan/plan.js';
import { wavesOf } from './plan/waves.js';
import type { ServiceProbe } from './probe.js';
import { reportOf } from './report.js';
import { runBuild, type Unstamped } from './run.js';
import { type BuildState, fold } from './state.js';
import { stateFileOf } from './state-file.js';
import { writeWholeFile } from './whole-file.js';
import { type AgentFile, putAgentFiles } from './workspace/agent-files.js';
import { disarmSettings } from './workspace/disarmed-settings.js';
import { GitWatch, gitBaseline, gitChangesSince } from './workspace/git-state.js';
import { type Guard, openGuard } from './workspace/guarded-files.js';
import { prepareWorkspace } from './workspace/write-workspace.js';

/** Time limit of tests or one evidence command, in seconds. */
const PROGRAM_SECONDS = 600;

export interface BuildRequest {
  /** The agents' folder: absolute and real. */
  readonly workspace: string;
  readonly plan: Plan;
  /** Resume the build that was stopped here. */
  readonly resume: boolean;
  readonly config: Config;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: BuildOptions;
  readonly limits: Limits;
  /** Opened once this build has the lock, and closed at the end. */
  readonly engines: () => Promise<BuildEngines>;
  /** Creates the agents' backend; it reports their actions, and ends with the signal. */
  readonly backend: (events: {
    readonly onActivity: (activity: AgentActivity) => void;
    readonly onWarning: (warning: string) => void;
    readonly signal: AbortSignal;
    readonly mcpConfig: string | undefined;
  }) => Promise<ExecutionBackend>;
  readonly probe: ServiceProbe;
  /** Settings of the workspace start nothing, because the change is not reviewed. */
  readonly noExecution: boolean;
  /** Bypass permissions when possible. */
  readonly bypass: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: BuildEvent, state: BuildState) => void;
  readonly onActivity: (activity: AgentActivity) => void;
  readonly onWarning: (warning: string) => void;
}

/** A build with open engines, which define what is scanned. */
interface Work extends Omit<BuildRequest, 'engines'> {
  readonly engines: BuildEngines;
}

export interface Built {
  readonly report: BuildReport;
  readonly state: BuildState;
}

/**
 * Builds a plan, or resumes it. A guard restores the workspace's own files at the end, however it ends.
 *
 * @throws UserError when another build runs here, there is nothing to resume, or agents cannot be run
 */
export async function build(request: BuildRequest): Promise<Built> {
  makeRunFolder(request.workspace);
  const undone: string[] = [];
  const onNote = (note: string): void => {
    undone.push(note);
    request.onWarning(note);
  };
  const guard = openGuard(request.workspace, { onNote });
  let engines: BuildEngines | undefined;
  try {
    if (request.noExecution) for (const note of disarmSettings(guard)) request.onWarning(note);
    engines = await request.engines();
    const work = { ...request, engines, scan: engines.scan };
    const log = await openLog(work);
    const built = await underGuard({ ...work, plan: asBegun(request.plan, log) }, log, guard);
    guard.restore();
    return { ...built, report: { ...built.report, notices: [...built.report.notices, ...undone] } };
  } catch (error) {
    throw asMistake(error);
  } finally {
    try {
      guard.restore();
    } finally {
      await engines?.close();
    }
  }
}

/** A missing `claude`, a full disk, a read-only folder: not a bug. */
function asMistake(error: unknown): unknown {
  if (error instanceof BackendError) return new UserError(error.message);
  if (typeof error !== 'object' || error === null || !('syscall' in error && 'message' in error)) return error;
  return new UserError(`The build cannot go on: ${String(error.message)}.`, {
    hint: 'Fix that, then: tallystick build --resume.',
    incomplete: true,
  });
}

async function underGuard(request: Work, log: BuildLog, guard: Guard): Promise<Built> {
  const { workspace, plan, signal, limits, engines, onWarning, onActivity } = request;
  const backend = await request.backend({ onActivity, onWarning, signal, mcpConfig: engines.mcpConfig });
  try {
    const team = await backend.initialize();
    say(request, log, { event: 'backend-chosen', mode: team.mode, why: '' });
    putAgentFiles(guard, agentFiles(request, team.mode));
    prepare(request, guard, team.mode, plan.milestones);
    const site = siteOf(request, log, guard.paths());
    const file = join(workspace, '.tallystick', 'STATE.json');
    const save = (state: BuildState): void =>
      writeWholeFile(file, `${JSON.stringify(stateFileOf(state, convergenceOf(plan, state)), null, 2)}\n`);
    const state = await runBuild({
      order: { waves: wavesOf(plan) },
      limits,
      log,
      effects: effectsOf(site, backend),
      signal,
      onEvent: (event, now) => {
        save(now);
        if (event.event === 'milestone-started')
          prepare(
            request,
            guard,
            team.mode,
            plan.milestones.filter(({ id }) => id === event.milestone),
          );
        request.onEvent(event, now);
      },
    });
    const report = reportOf(plan, log.events, state, convergenceOf(plan, state));
    if (!log.tampered()) return { report, state };
    const forged = 'Somebody else wrote into the log of the build: what it says is what we wrote.';
    onWarning(forged);
    return { report: { ...report, notices: [...report.notices, forged] }, state };
  } finally {
    await backend.shutdown();
  }
}

/** Prepares the workspace for a team that builds these milestones. */
function prepare(request: Work, guard: Guard, mode: TeamState['mode'], milestones: readonly Milestone[]): void {
  const { workspace, config, plan, options, engines, onWarning } = request;
  prepareWorkspace(guard, {
    ...{ workspace, config, mode, requirements: plan.file, onNote: onWarning },
    milestones: milestones.map(({ id }) => id),
    instructions: {
      ...engines.instructions,
      role: ROLES,
      service_name: options.serviceName === '' ? basename(workspace) : options.serviceName,
      quality_standards: '',
      convergence_config: {},
    },
  });
}

/** All definitions of agents, as files. */
function agentFiles({ config, bypass, options: { model } }: Work, mode: TeamState['mode']): readonly AgentFile[] {
  const handsOn = mode === 'agent_teams';
  const mayBypass = !handsOn || config.agent_teams.teammate_permission_mode === 'bypassPermissions';
  const rendered = { bypass: bypass && mayBypass, engines: enginesOf(config), model, handsOn };
  return agents.map((agent) => ({ name: agent.name, content: renderAgent(agent, rendered) }));
}

function siteOf(request: Work, log: BuildLog, leaveOut: readonly string[]): Site {
  const { clock, config, limits, engines, onWarning, plan, workspace, scan, env, options, signal } = request;
  const begun = beginningOf(log.events);
  const git = new GitWatch(scan.repository);
  const noticed: string[] = [];
  const notice = (text: string): void => {
    noticed.push(text);
    onWarning(text);
  };
  if (request.resume) for (const text of gitSinceBegun(workspace, scan.repository, log)) notice(text);
  return {
    ...{ workspace, plan, config, scan, env, options, signal, leaveOut },
    engines: enginesOf(config),
    context: engines.context,
    register: engines.register,
    mark: engines.mark,
    seen: new Map(),
    failingTests: new Map(),
    earlier: new Map(),
    expected: contractTextsBefore(workspace, log, onWarning),
    known: new Set(begun?.known),
    now: () => new Date(clock.now()),
    wait: (millis) => clock.sleep(millis, signal),
    warn: onWarning,
    notice,
    notices: () => {
      for (const text of git.look()) notice(text);
      return noticed.splice(0);
    },
    probe: request.probe,
    programSeconds: PROGRAM_SECONDS,
    costLeft: (spent) => (limits.cost === undefined ? undefined : Math.max(limits.cost - spent, 0.01)),
  };
}

/** The facts of a new build. */
type Beginning = Pick<BuildRequest, 'workspace' | 'plan' | 'resume' | 'config' | 'scan' | 'clock' | 'onEvent' | 'onWarning'>;

/**
 * The log of a new or resumed build.
 *
 * @throws UserError when there is nothing to resume, or it is of another plan
 */
async function openLog(request: Beginning): Promise<BuildLog> {
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

const beginningOf = (events: readonly BuildEvent[]): EventOf<'build-started'> | undefined =>
  events.find((event) => event.event === 'build-started');

const GIT_FILE = 'git.json';

/** Stores what git has when a build begins, for a run that resumes it. */
function gitBefore(workspace: string, repository: string): { readonly git?: string } {
  const text = gitBaseline(repository);
  if (text === undefined) return {};
  writeWhole(join(runFolder(workspace, 'build'), GIT_FILE), text);
  return { git: textHash(text) };
}

/** What of git is not what it was when the build began that is resumed here. */
function gitSinceBegun(workspace: string, repository: string, { events }: BuildLog): readonly string[] {
  const begun = beginningOf(events);
  if (begun?.git === undefined) return [];
  const text = readRunFile(join(runFolder(workspace, 'build'), GIT_FILE));
  if (text === undefined || textHash(text) !== begun.git)
    return ['What git had before the build is not kept any more: look at its configuration and hooks before you use it.'];
  return gitChangesSince(repository, text);
}

const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The contracts at the start of the build. If their copy was overwritten, the present contracts count, with a warning. */
function contractTextsBefore(workspace: string, { events }: BuildLog, onWarning: (warning: string) => void): ContractTexts {
  const begun = beginningOf(events);
  if (begun?.promised === undefined) return NO_CONTRACTS;
  const expected = storedContractTexts(workspace, begun.promised);
  if (expected === undefined)
    onWarning('What the contracts promised before the build is not kept any more: they count as they are now.');
  return expected ?? NO_CONTRACTS;
}

/** Appends an event to the log, and reports it. */
function say({ clock, onEvent }: Pick<Beginning, 'clock' | 'onEvent'>, log: BuildLog, fields: Unstamped): void {
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
function asBegun(plan: Plan, { events }: BuildLog): Plan {
  const begun = beginningOf(events);
  if (begun?.order === undefined) return plan;
  const { order, done = [] } = begun;
  const milestones = plan.milestones.map((each) => ({
    ...each,
    status: order.includes(each.id) ? ('PENDING' as const) : each.status,
    requirements: each.requirements.map((requirement) => ({ ...requirement, done: done.includes(requirement.id) })),
  }));
  return { ...plan, milestones };
}
