import { basename, join } from 'node:path';
import type { Config } from '../config/schema.js';
import { makeRunFolder } from '../journal/run-folder.js';
import type { Clock } from '../mcp/clients/clock.js';
import type { BuildReport } from '../model/build-report.js';
import { UserError } from '../model/user-error.js';
import type { ScanRequest } from '../scan.js';
import { ROLES } from './agent-names.js';
import { renderAgent } from './agents/definition.js';
import { enginesOf } from './agents/engines.js';
import { agents } from './agents/index.js';
import { type AgentActivity, BackendError, type ExecutionBackend, type TeamState } from './backends/backend.js';
import { asBegun, contractTextsBefore, gitSinceBegun, openLog, say } from './begin.js';
import type { Limits } from './decide.js';
import { convergenceOf } from './effects/closing.js';
import { effectsOf } from './effects/effects.js';
import type { BuildOptions, Site } from './effects/site.js';
import type { BuildEngines } from './engines.js';
import type { BuildEvent } from './event.js';
import type { BuildLog } from './log.js';
import type { Milestone, Plan } from './plan/plan.js';
import { wavesOf } from './plan/waves.js';
import type { ServiceProbe } from './probe.js';
import { reportOf } from './report.js';
import { runBuild } from './run.js';
import type { BuildState } from './state.js';
import { stateFileOf } from './state-file.js';
import { writeWholeFile } from './whole-file.js';
import { type AgentFile, putAgentFiles } from './workspace/agent-files.js';
import { disarmSettings } from './workspace/disarmed-settings.js';
import { GitWatch } from './workspace/git-state.js';
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
  const begun = log.events.find((event) => event.event === 'build-started');
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
    known: new Set(begun?.event === 'build-started' ? begun.known : []),
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
