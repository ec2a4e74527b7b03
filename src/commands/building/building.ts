import { basename } from 'node:path';
import { toolsOf } from '../../builder/agents/definition.js';
import { enginesOf } from '../../builder/agents/engines.js';
import { agents } from '../../builder/agents/index.js';
import { createExecutionBackend } from '../../builder/backends/choose.js';
import { type BuildRequest, build } from '../../builder/build.js';
import type { Plan } from '../../builder/plan/plan.js';
import { openJournal } from '../../journal/write.js';
import { isForeign } from '../../mcp/choose.js';
import { systemClock } from '../../mcp/clients/clock.js';
import type { BuildReport } from '../../model/build-report.js';
import { secretsOf } from '../../model/secrets.js';
import { openEngines } from './engines.js';
import type { EnginesRequest } from './engines-request.js';
import { serviceProbe } from './probe.js';
import type { Watcher } from './watch.js';
import type { BuildSettings } from './wishes.js';

const BYPASS = 'bypassPermissions';

/** A build for the command line and the Action. */
export interface BuildingRequest extends Omit<EnginesRequest, 'resumed' | 'serviceName' | 'warn'> {
  readonly plan: Plan;
  readonly wishes: BuildSettings & { readonly language: string };
  /** Receives the events. */
  readonly watch: Watcher;
}

/**
 * Builds with the real agents and the configured engines.
 *
 * @throws UserError when another build runs here, there is nothing to resume, or agents cannot be run
 */
export async function buildPlan(request: BuildingRequest): Promise<BuildReport> {
  const { workspace, plan, resolved, scan, wishes, env, watch, signal } = request;
  const { permissionMode = BYPASS, limits, resume } = wishes;
  const built = await build({
    ...{ workspace, plan, resume, scan, env, limits, signal },
    config: resolved.config,
    options: optionsOf(wishes),
    engines: () => enginesFor(request),
    // On a pull request the build starts no commands that the change configures.
    noExecution: isForeign(env),
    bypass: permissionMode === BYPASS && process.getuid?.() !== 0,
    backend: backendFor(request),
    probe: serviceProbe(() => scan, env, resolved.config.contract_engine.database_path),
    clock: systemClock,
    ...watch,
  });
  return built.report;
}

function optionsOf(wishes: BuildingRequest['wishes']): BuildRequest['options'] {
  const { testCommand, rerunEvidence, onBreaker, ask, model, language, skillsDir, service } = wishes;
  return { testCommand, rerunEvidence, onBreaker, ask, model, language, skillsDir, serviceName: service ?? '' };
}

function enginesFor(request: BuildingRequest) {
  const { workspace, scan, commands, resolved, env, wishes, self, serveOptions, watch, signal } = request;
  return openEngines({
    ...{ workspace, scan, commands, resolved, env, self, serveOptions, signal },
    resumed: wishes.resume,
    serviceName: wishes.service ?? basename(workspace),
    warn: watch.onWarning,
  });
}

function backendFor({
  workspace,
  resolved: { config },
  env,
  wishes: { permissionMode },
}: BuildingRequest): BuildRequest['backend'] {
  // The typed choice applies to teams too.
  const typed = permissionMode === undefined ? {} : { teammate_permission_mode: permissionMode };
  return (events) =>
    createExecutionBackend({
      ...{ workspace, config: { ...config.agent_teams, ...typed }, env, clock: systemClock },
      permissionMode: permissionMode ?? BYPASS,
      toolsOf: (name) => {
        const agent = agents.find((each) => each.name === name);
        return agent === undefined ? [] : toolsOf(agent, enginesOf(config));
      },
      journal: openJournal(workspace, { secrets: secretsOf(env) }),
      ...events,
    });
}
