import type { Config } from '../../config/schema.js';
import { codebaseIntelligence } from '../../mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../mcp/toolsets/contract-engine.js';
import type { AgentName } from '../agent-names.js';

/** The engines' abilities that agents may use. Disabled ones are not mentioned, and their tools not offered. */
export interface Engines {
  readonly contractEngine: boolean;
  /** Endpoints are validated during the build. */
  readonly validation: boolean;
  /** The Contract Engine writes tests. */
  readonly testGeneration: boolean;
  readonly codebaseIntelligence: boolean;
  /** New files are added to the index. */
  readonly registration: boolean;
}

export const ALL_ENGINES: Engines = {
  contractEngine: true,
  validation: true,
  testGeneration: true,
  codebaseIntelligence: true,
  registration: true,
};

/** The configured abilities. */
export function enginesOf(config: Pick<Config, 'contract_engine' | 'codebase_intelligence'>): Engines {
  const { contract_engine: contracts, codebase_intelligence: codebase } = config;
  return {
    contractEngine: contracts.enabled,
    validation: contracts.enabled && contracts.validation_on_build,
    testGeneration: contracts.enabled && contracts.test_generation,
    codebaseIntelligence: codebase.enabled,
    registration: codebase.enabled && codebase.register_artifacts,
  };
}

/** Tools with side effects, by agent. */
const WRITING: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  'build-developer': ['mark_implemented', 'register_artifact'],
  'build-test-writer': ['register_artifact'],
};
/** The Contract Engine's tools for agents (SVC-001 to SVC-006), and the list of contracts. */
const CONTRACT_TOOLS: readonly (keyof typeof contractEngine.tools)[] = [
  'get_contract',
  'list_contracts',
  'get_unimplemented_contracts',
  'validate_endpoint',
  'check_breaking_changes',
  'generate_tests',
  'mark_implemented',
];
const NEEDS: Readonly<Record<string, keyof Engines>> = {
  validate_endpoint: 'validation',
  generate_tests: 'testGeneration',
  register_artifact: 'registration',
};

/**
 * Names of an agent's engine tools for the command line (`mcp__contract-engine__get_contract`). An agent only gets the tools
 * of its `tools:` field, so these must be among them.
 */
export function engineTools(agent: AgentName, engines: Engines): readonly string[] {
  return [
    ...(engines.contractEngine ? CONTRACT_TOOLS.filter((name) => offered(name, contractEngine.tools[name].readOnly)) : []).map(
      (name) => `mcp__${contractEngine.id}__${name}`,
    ),
    ...(engines.codebaseIntelligence ? Object.entries(codebaseIntelligence.tools) : [])
      .filter(([name, { readOnly }]) => offered(name, readOnly))
      .map(([name]) => `mcp__${codebaseIntelligence.id}__${name}`),
  ];

  function offered(name: string, readOnly: boolean): boolean {
    const need = NEEDS[name];
    return (need === undefined || engines[need]) && (readOnly || (WRITING[agent] ?? []).includes(name));
  }
}
