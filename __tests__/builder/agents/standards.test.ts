import { ROLES } from '../../../src/builder/agent-names.js';
import { renderAgent } from '../../../src/builder/agents/definition.js';
import { ALL_ENGINES, enginesOf } from '../../../src/builder/agents/engines.js';
import { agentOf } from '../../../src/builder/agents/index.js';
import {
  awarenessFor,
  CONTRACT_COMPLIANCE_STANDARDS,
  INTEGRATION_STANDARDS,
  STANDARDS_BY_ROLE,
  standardsFor,
} from '../../../src/builder/agents/standards.js';
import { configSchema, type PartialConfig } from '../../../src/config/schema.js';
import { codebaseIntelligence } from '../../../src/mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';
import { rules } from '../../../src/rules/index.js';
import { NO_ENGINES } from './no-engines.js';

const rolesWith = (id: string) => ROLES.filter((role) => STANDARDS_BY_ROLE[role].some((standard) => standard.id === id));

describe('standards', () => {
  // Shows REQ-071 by builder/agents/standards.ts
  test('of contracts are those of the four scans, each with a description and a severity', () => {
    expect(CONTRACT_COMPLIANCE_STANDARDS.map(({ id }) => id)).toEqual([
      'CONTRACT-001',
      'CONTRACT-002',
      'CONTRACT-003',
      'CONTRACT-004',
    ]);
    const known = rules.map(({ id }) => id);
    for (const { id, severity, text } of CONTRACT_COMPLIANCE_STANDARDS) {
      expect(known).toContain(id);
      expect(severity).toBe('error');
      expect(text.length).toBeGreaterThan(80);
    }
  });

  // Shows REQ-072 by builder/agents/standards.ts
  test('of integration are service discovery, trace ids, error boundaries and health', () => {
    expect(INTEGRATION_STANDARDS.map(({ id }) => id)).toEqual(['STD-INT-001', 'STD-INT-002', 'STD-INT-003', 'STD-INT-004']);
    const [discovery, trace, boundary, health] = INTEGRATION_STANDARDS.map(({ text }) => text);
    expect(discovery).toMatch(/environment variables/);
    expect(trace).toMatch(/trace id/);
    expect(boundary).toMatch(/timeout/);
    expect(health).toMatch(/GET \/health/);
  });

  // Shows REQ-073 by builder/agents/standards.ts; TEST-056 by builder/agents/standards.ts
  test('of contracts hold for code writers, reviewers and architects', () => {
    for (const { id } of CONTRACT_COMPLIANCE_STANDARDS)
      expect(rolesWith(id)).toEqual(['architect', 'code-writer', 'code-reviewer']);
  });

  // Shows REQ-074 by builder/agents/standards.ts; TEST-057 by builder/agents/standards.ts
  test('of integration hold for code writers and reviewers', () => {
    for (const { id } of INTEGRATION_STANDARDS) expect(rolesWith(id)).toEqual(['code-writer', 'code-reviewer']);
  });

  test('are a list in Markdown, empty where a role has none or is not known', () => {
    expect(standardsFor('code-writer').split('\n')).toHaveLength(8);
    expect(standardsFor('architect')).toMatch(/^- \*\*CONTRACT-001\*\* \(error\): /);
    expect(standardsFor('test-engineer')).toBe('');
    expect(standardsFor('constructor')).toBe('');
  });

  test('are in the texts of the agents they hold for', () => {
    const text = (name: Parameters<typeof agentOf>[0]) => renderAgent(agentOf(name), { bypass: true, engines: NO_ENGINES });
    expect(text('build-architect')).toContain(standardsFor('architect'));
    expect(text('build-developer')).toContain(standardsFor('code-writer'));
    expect(text('build-reviewer')).toContain(standardsFor('code-reviewer'));
    expect(text('build-test-writer')).not.toContain('## Standards');
  });
});

describe('what a role knows of contracts', () => {
  // Shows REQ-045 by builder/agents/standards.ts; REQ-057 by builder/agents/standards.ts
  test('the architect asks both engines before it designs, and writes stubs with exact field schemas', () => {
    const text = awarenessFor('architect');
    expect(text).toMatch(/query the Contract Engine for existing contracts/);
    expect(text).toMatch(/Query Codebase Intelligence for existing code/);
    expect(text).toMatch(/SVC-xxx contract stubs with EXACT FIELD SCHEMAS/);
  });

  // Shows REQ-046 by builder/agents/standards.ts; REQ-058 by builder/agents/standards.ts
  test('the code writer uses no mock data, keeps contracts, validates each endpoint and registers each file', () => {
    const text = awarenessFor('code-writer');
    expect(text).toContain('ZERO MOCK DATA POLICY');
    expect(text.toUpperCase()).toContain('API CONTRACT COMPLIANCE');
    expect(text).toMatch(
      /Call `validate_endpoint\(.*\)` with a real response after you finish each API endpoint, and fix what it finds before/,
    );
    expect(text).toMatch(/Call `register_artifact\(file_path, service_name\)` after you create each new file/);
  });

  // Shows REQ-047 by builder/agents/standards.ts; REQ-059 by builder/agents/standards.ts
  test('the reviewer compares fields, blocks on violations and looks across files', () => {
    const text = awarenessFor('code-reviewer');
    expect(text).toMatch(/every API endpoint beside its SVC-xxx contract, field by field/);
    expect(text).toMatch(/violation is a blocking issue/);
    expect(text).toMatch(/Codebase Intelligence for cross-file impact analysis/);
  });

  // Shows REQ-048 by builder/agents/standards.ts
  test('the test engineer has contract tests made, and writes unit and integration tests', () => {
    const text = awarenessFor('test-engineer');
    expect(text).toContain('generate_tests(contract_id');
    expect(text).toContain('Unit tests');
    expect(text).toContain('Integration tests');
  });

  // Shows REQ-049 by builder/agents/standards.ts
  test('the wiring verifier traces imports, looks for unused exports and verifies endpoints', () => {
    const text = awarenessFor('wiring-verifier');
    expect(text).toContain('find_dependencies(file_path)');
    expect(text).toContain('check_dead_code(service_name)');
    expect(text).toContain('Contract endpoint verification');
  });

  // Shows TECH-034 by builder/agents/standards.ts builder/workspace/claude-md-sections.ts
  // Shows TEST-049 by builder/agents/standards.ts builder/workspace/claude-md-sections.ts
  test('a role that is not known gets what holds for all', () => {
    const text = awarenessFor('poet');
    expect(text).toContain('ZERO MOCK DATA POLICY');
    expect(awarenessFor('toString')).toBe(text);
    expect(ROLES.map((role) => awarenessFor(role))).not.toContain(text);
  });

  test.each(ROLES)('%s is told of no engine that is off, and still of contracts', (role) => {
    const text = awarenessFor(role, NO_ENGINES);
    expect(text).not.toMatch(/Contract Engine|Codebase Intelligence/);
    for (const tool of [...Object.keys(contractEngine.tools), ...Object.keys(codebaseIntelligence.tools)])
      expect(text).not.toContain(tool);
    expect(text).toMatch(/contract/i);
  });

  test.each([
    ['test-engineer', 'testGeneration', 'generate_tests'],
    ['code-writer', 'registration', 'register_artifact'],
    ['code-writer', 'validation', 'validate_endpoint'],
    ['wiring-verifier', 'validation', 'validate_endpoint'],
  ] as const)('%s without %s is not known of %s', (role, part, tool) => {
    expect(awarenessFor(role, ALL_ENGINES)).toContain(tool);
    expect(awarenessFor(role, { ...ALL_ENGINES, [part]: false })).not.toContain(tool);
  });

  test('tools are called with parameters that they have', () => {
    const tools: Readonly<Record<string, { readonly input: { readonly shape: object } }>> = {
      ...contractEngine.tools,
      ...codebaseIntelligence.tools,
    };
    const calls = [...ROLES, 'poet'].flatMap((role) => [...awarenessFor(role).matchAll(/`([a-z_]+)\(([a-z_, ]*)\)`/g)]);
    expect(calls.length).toBeGreaterThan(10);
    for (const [, name = '', parameters = ''] of calls) {
      const known = Object.keys(tools[name]?.input.shape ?? {});
      expect([name, parameters.split(', ').filter((parameter) => !known.includes(parameter))]).toEqual([name, []]);
    }
  });
});

describe('engines', () => {
  const config = (set: PartialConfig) => configSchema.parse(set);

  test('that are off can do nothing, whatever else is set', () => {
    expect(enginesOf(config({ contract_engine: { test_generation: true } }))).toEqual(NO_ENGINES);
  });

  test('can do what the settings say', () => {
    const set = {
      contract_engine: { enabled: true, test_generation: false },
      codebase_intelligence: { enabled: true, register_artifacts: false },
    };
    expect(enginesOf(config(set))).toEqual({ ...ALL_ENGINES, testGeneration: false, registration: false });
  });
});
