import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/schema.js';
import { makeRunFolder } from '../journal/run-folder.js';
import type { Clock } from '../mcp/clients/clock.js';
import type { BuildReport } from '../model/build-report.js';
import { UserError } from '../model/user-error.js';
import type { ScanRequest } from '../scan.js';
import { renderAgent } from './agents/definition.js';
import { enginesOf } from './agents/engines.js';
import { agents } from './agents/index.js';
import type { AgentActivity, ExecutionBackend, TeamState } from './backends/backend.js';
import { ROLES } from './cast.js';
import type { Limits } from './decide.js';
import { convergenceOf } from './effects/closing.js';
import { effectsOf } from './effects/effects.js';
import { scanned } from './effects/scanning.js';
import type { BuildOptions, Site } from './effects/site.js';
import { forgetBuild, forgetEnded } from './effects/snapshots.js';
import type { BuildEngines } from './engines.js';
import { type BuildEvent, LOG_FORMAT } from './event.js';
import { type BuildLog, logFile, newLog, readLog } from './log.js';
import type { Milestone, Plan } from './plan/plan.js';
import { wavesOf } from './plan/waves.js';
import { reportOf } from './report.js';
import { takeSnapshot } from './router-contract/snapshot.js';
import { runBuild } from './run.js';
import { type BuildState, fold } from './state.js';
import { stateFileOf } from './state-file.js';
import { type AgentFile, putAgentFiles } from './workspace/agent-files.js';
import { type Guard, openGuard } from './workspace/guarded-files.js';
import { prepareWorkspace } from './workspace/write-workspace.js';

/** Seconds that tests or one command of evidence may run. */
const PROGRAM_SECONDS = 600;

/** A build, and who watches it. */
export interface BuildRequest {
  /** Absolute and real: where agents work. */
  readonly workspace: string;
  readonly plan: Plan;
  /** Goes on with the build that was stopped here. */
  readonly resume: boolean;
  readonly config: Config;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: BuildOptions;
  readonly limits: Limits;
  /** Opened once nobody else builds here, and closed at the end. */
  readonly engines: () => Promise<BuildEngines>;
  /** Who runs agents; told of what they do, and ended with the signal. */
  readonly backend: (events: {
    readonly onActivity: (activity: AgentActivity) => void;
    readonly onWarning: (warning: string) => void;
    readonly signal: AbortSignal;
    readonly mcpConfig: string | undefined;
  }) => Promise<ExecutionBackend>;
  /** Permissions are bypassed where agents may be. */
  readonly bypass: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: BuildEvent, state: BuildState) => void;
  readonly onActivity: (activity: AgentActivity) => void;
  readonly onWarning: (warning: string) => void;
}

/** A build whose engines are open: they say what is scanned. */
interface Work extends Omit<BuildRequest, 'engines'> {
  readonly engines: BuildEngines;
}

/** What a build came to. */
export interface Built {
  readonly report: BuildReport;
  readonly state: BuildState;
}

/**
 * Builds a plan, or goes on building it. What agents find in the workspace is put there under a guard and taken away at the end,
 * however it ends.
 *
 * @throws UserError when another build is at work here, there is nothing to resume, or agents cannot be run
 */
export async function build(request: BuildRequest): Promise<Built> {
  makeRunFolder(request.workspace);
  const guard = openGuard(request.workspace, { onNote: request.onWarning });
  let engines: BuildEngines | undefined;
  try {
    engines = await request.engines();
    const work = { ...request, engines, scan: engines.scan };
    const log = await openLog(work);
    return await underGuard(work, log, guard);
  } finally {
    guard.restore();
    await engines?.close();
  }
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
    const save = (state: BuildState): void => writeState(workspace, stateFileOf(state, convergenceOf(site)));
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
    if (log.tampered()) onWarning('Somebody else wrote into the log of the build: what it says is what we wrote.');
    return { report: reportOf(plan, log.events, state, convergenceOf(site)), state };
  } finally {
    await backend.shutdown();
  }
}

/** What a team finds in the workspace while these milestones are built. */
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
  return {
    ...{ workspace, plan, config, scan, env, options, signal, leaveOut },
    engines: enginesOf(config),
    context: engines.context,
    register: engines.register,
    mark: engines.mark,
    seen: new Map(),
    known: new Set(begun?.event === 'build-started' ? begun.known : []),
    now: () => new Date(clock.now()),
    wait: (millis) => clock.sleep(millis, signal),
    warn: onWarning,
    programSeconds: PROGRAM_SECONDS,
    costLeft: (spent) => (limits.cost === undefined ? undefined : Math.max(limits.cost - spent, 0.01)),
  };
}

async function openLog(request: Work): Promise<BuildLog> {
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
    await forgetEnded(workspace, state);
    say(request, log, { event: 'resumed', teammates_lost: isLost });
    return log;
  }
  const log = newLog(file);
  forgetBuild(workspace);
  const checks: ('scan' | 'e2e')[] = [
    ...(Object.values(config.contract_scans).some(Boolean) ? (['scan'] as const) : []),
    ...(config.contract_engine.enabled ? (['e2e'] as const) : []),
  ];
  const known = checks.includes('scan') ? await brokenBefore(request) : [];
  say(request, log, {
    event: 'build-started',
    format: LOG_FORMAT,
    plan: { file: plan.file, hash },
    checks,
    known,
    discover: await hasCode(workspace),
  });
  return log;
}

const CODE = /\.(?:[cm]?[jt]sx?|py|java|kt|cs|go)$/;

/** Whether there is something to look at before it is decided what is built. */
async function hasCode(workspace: string): Promise<boolean> {
  const { files } = await takeSnapshot(workspace);
  return [...files.keys()].some((path) => CODE.test(path));
}

/** What was broken before anything was built; nothing, where there is nothing to scan yet. */
async function brokenBefore({ scan }: Pick<BuildRequest, 'scan'>): Promise<string[]> {
  try {
    return (await scanned({ scan })).violations.map(({ fingerprint }) => fingerprint);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

type Said = BuildEvent extends infer Each ? (Each extends BuildEvent ? Omit<Each, 'at'> : never) : never;

function say({ clock, onEvent }: Pick<BuildRequest, 'clock' | 'onEvent'>, log: BuildLog, said: Said): void {
  const event = { at: new Date(clock.now()).toISOString(), ...said } as BuildEvent;
  log.append(event);
  const state = fold(log.events);
  if (state !== undefined) onEvent(event, state);
}

/** By what a plan asks for, whatever of it is ticked. */
function hashOf({ milestones }: Plan): string {
  const asked = milestones.map(({ id, title, dependencies, description, requirements }) => {
    return [id, title, dependencies, description, requirements.map((each) => [each.id, each.text])];
  });
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

function writeState(workspace: string, state: unknown): void {
  const file = join(workspace, '.tallystick', 'STATE.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}
