import type { Config } from '../../config/schema.js';
import { codebaseIntelligence } from '../../mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../mcp/toolsets/contract-engine.js';
import type { AgentName } from '../agent-names.js';

/** What agents can ask the engines for. What they cannot ask is not spoken of, and its tools are not offered. */
export interface Engines {
  readonly contractEngine: boolean;
  /** Endpoints are validated while they are built. */
  readonly validation: boolean;
  /** The Contract Engine writes tests. */
  readonly testGeneration: boolean;
  readonly codebaseIntelligence: boolean;
  /** New files are read into the index. */
  readonly registration: boolean;
}

export const NO_ENGINES: Engines = {
  contractEngine: false,
  validation: false,
  testGeneration: false,
  codebaseIntelligence: false,
  registration: false,
};
export const ALL_ENGINES: Engines = {
  contractEngine: true,
  validation: true,
  testGeneration: true,
  codebaseIntelligence: true,
  registration: true,
};

/** What the configuration turns on. */
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

/** Tools that change something, by who may call them. */
const WRITING: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  'build-developer': ['mark_implemented', 'register_artifact'],
  'build-test-writer': ['register_artifact'],
};
/** Tools of the Contract Engine that seed 000 has agents use (SVC-001 to SVC-006), and the list of contracts. */
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
 * Names of the engines' tools that an agent is offered, as the command line has them (`mcp__contract-engine__get_contract`). An
 * agent's `tools:` are the only ones it gets, so those of MCP servers have to be among them.
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
