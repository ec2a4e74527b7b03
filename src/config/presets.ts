import type { PartialConfig } from './schema.js';

export const DEPTHS = ['quick', 'standard', 'thorough', 'exhaustive'] as const;
export type Depth = (typeof DEPTHS)[number];

/** Agent teams are experimental in the agent program: they start only if this variable is `1`. */
export const AGENT_TEAMS_VARIABLE = 'CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS';

const scans = (basic: boolean, full: boolean) => ({
  endpoint_schema_scan: basic,
  missing_endpoint_scan: basic,
  event_schema_scan: full,
  shared_model_scan: full,
});

const THOROUGH = {
  agent_teams: { enabled: true },
  contract_engine: { enabled: true, validation_on_build: true, test_generation: true },
  codebase_intelligence: { enabled: true, replace_static_map: true, register_artifacts: true },
  contract_scans: scans(true, true),
} as const satisfies PartialConfig;

const PRESETS = {
  quick: {
    agent_teams: { enabled: false },
    contract_engine: { enabled: false, test_generation: false },
    codebase_intelligence: { enabled: false, replace_static_map: false, register_artifacts: false },
    contract_scans: scans(false, false),
  },
  standard: {
    agent_teams: { enabled: false },
    contract_engine: { enabled: true, validation_on_build: true, test_generation: false },
    codebase_intelligence: { enabled: true, replace_static_map: false, register_artifacts: false },
    contract_scans: scans(true, false),
  },
  thorough: THOROUGH,
  exhaustive: THOROUGH,
} as const satisfies Record<Depth, PartialConfig>;

/** What a depth sets. `agentTeams`: the environment allows teams (AGENT_TEAMS_VARIABLE is `1`). */
export function preset(depth: Depth, agentTeams: boolean): PartialConfig {
  const chosen: PartialConfig = PRESETS[depth];
  return { ...chosen, agent_teams: { enabled: chosen.agent_teams?.enabled === true && agentTeams } };
}
