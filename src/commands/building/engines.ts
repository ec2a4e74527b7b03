import { enginesOf } from '../../builder/agents/engines.js';
import type { BuildEngines } from '../../builder/engines.js';
import { resumeNote } from '../../builder/phases/resume-note.js';
import { techResearch } from '../../builder/phases/tech-research.js';
import { technologiesOf } from '../../builder/phases/technologies.js';
import { writeMcpConfig } from '../../builder/workspace/mcp-config.js';
import { chooseEngine } from '../../mcp/choose.js';
import { detectEngines } from '../../mcp/servers-file.js';
import { agentServers } from './agent-servers.js';
import type { EnginesRequest } from './engines-request.js';

/**
 * Opens the configured engines of a build. With all engines off it starts nothing and writes no file.
 *
 * @throws UserError for invalid limits in the environment
 */
export async function openEngines(request: EnginesRequest): Promise<BuildEngines> {
  const { resolved, commands, env, scan, workspace } = request;
  const chosen = { resolved, commands, env, repository: scan.repository };
  const choices = {
    'contract-engine': chooseEngine('contract-engine', chosen),
    'codebase-intelligence': chooseEngine('codebase-intelligence', chosen),
  } as const;
  const contracts =
    choices['contract-engine'].kind === 'off'
      ? undefined
      : await (await import('./contracts.js')).ContractsAtWork.open(request, choices['contract-engine']);
  const codebase =
    choices['codebase-intelligence'].kind === 'off'
      ? undefined
      : await (await import('./codebase.js')).CodebaseAtWork.open(request, choices['codebase-intelligence']);
  const servers = agentServers(request, choices);
  const { languages, packages } = technologiesOf(workspace);
  return {
    scan: contracts?.scan ?? scan,
    context: contextBy(request, contracts, codebase),
    register: async (files) => (await codebase?.register(files)) ?? [],
    mark: async () => (await contracts?.mark()) ?? [],
    instructions: {
      contracts: ((await contracts?.listed()) ?? []).map(({ id, type, version, service_name, implemented }) => ({
        ...{ contract_id: id, contract_type: type, version, provider_service: service_name, consumer_service: '', implemented },
      })),
      mcp_servers: servers,
      codebase_context: (await codebase?.context()) ?? '',
      dependencies: packages,
      tech_stack: languages.join(', '),
    },
    mcpConfig: writeMcpConfig(workspace, servers, request.self),
    close: async () => {
      await Promise.all([contracts?.close(), codebase?.close()]);
    },
  };
}

interface Asked {
  readonly contract_context: string;
  readonly codebase_index_context: string;
}

/** Contexts of agents; parallel agents share one request. */
function contextBy(
  { resolved, scan, workspace, resumed }: EnginesRequest,
  contracts: { readonly context: (step: Parameters<BuildEngines['context']>[1]['step']) => Promise<string> } | undefined,
  codebase: { readonly context: () => Promise<string> } | undefined,
): BuildEngines['context'] {
  const engines = enginesOf(resolved.config);
  let last: { readonly key: string; readonly asked: Promise<Asked> } | undefined;
  return async (state, { milestone, step }) => {
    const done = state.milestones[milestone]?.done ?? [];
    const key = `${milestone} ${step} ${done.length}`;
    if (last?.key !== key) {
      const asked = Promise.all([contracts?.context(step), codebase?.context()]).then(([contractText = '', found = '']) => ({
        ...{ contract_context: contractText, codebase_index_context: found },
      }));
      last = { key, asked };
    }
    const { languages, packages } = technologiesOf(workspace);
    const { engines: detected } = detectEngines(scan.repository);
    return {
      ...(await last.asked),
      engines,
      tech_research_content: techResearch({ technologies: [...languages, ...packages], engines, detected }),
      resume_context: resumed
        ? resumeNote({
            verified_contract_ids: state.contractReport?.verified_contract_ids ?? [],
            violated_contract_ids: state.contractReport?.violated_contract_ids ?? [],
            registered_artifacts: state.registered,
            teammates_lost: state.teammatesLost,
            done,
          })
        : '',
    };
  };
}
