import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { testLong } from '../../long.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import type { StubScenario, StubStep } from '../stub-claude/stub-home.js';
import { type Building, building } from './building.js';
import { FIRST_ALONE, milestoneCalls, SMALL_WORKSPACE } from './small-plan.js';

afterAll(removeFolders);

/** There is code before the build. */
const WORKSPACE = { ...SMALL_WORKSPACE, ...FIRST_ALONE, 'words.js': "exports.hello = 'Hello ';\n" };
const TESTED = ['--test-command', 'node --test'];
const ON = `contract_engine: { enabled: true }
codebase_intelligence: { enabled: true }
`;
const RESULTS = `| Contract | Endpoint | Result | Status | Why |
| --- | --- | --- | --- | --- |
| openapi.yaml | GET /greetings/{name} | passed | 200 | |
`;
const CALLED = {
  agent: 'build-qa',
  prompt: 'CONTRACT COMPLIANCE E2E',
  do: [
    { write: { file: '.tallystick/CONTRACT_E2E_RESULTS.md', text: RESULTS } },
    { say: 'All endpoints were called.\nSTART: node src/app.js' },
  ],
};
const SCENARIO: StubScenario = {
  strict: true,
  calls: [CALLED, ...milestoneCalls('milestone-1').map((call) => ({ ...call, do: call.do.map(withOverview) }))],
};

/** What is found when somebody searches the code for its architecture. */
function withOverview(step: StubStep): StubStep {
  const { file, text } = Object(step.write);
  if (file !== 'src/app.js') return step;
  return { write: { file, text: `${text}/** Architecture overview: one route. */\nfunction overview() {}\n` } };
}

function built(settings: string, files: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const workspace = folderOf({ ...WORKSPACE, '.tallystick.yml': settings, ...files });
  return building(SCENARIO, { args: [...TESTED, ...args], workspace, env: { TOOL_MAX_RETRIES: '0' } });
}

/** What an agent was told in a block; undefined: there was none. */
function knownTo({ stub }: Building, agent: string, name: string): string | undefined {
  const { prompt = '' } = stub.calls().find((call) => call.agent === `build-${agent}`) ?? {};
  return prompt.split(`=== ${name} ===\n`)[1]?.split(`\n=== END ${name} ===`)[0];
}

const toolsAsked = (building: Building): readonly string[] => {
  const folder = join(building.workspace, '.tallystick', 'logs');
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line) => String(JSON.parse(line).tool)).filter((tool) => tool.startsWith('mcp__'));
};

/** Files below a folder, relative to it. */
function filesIn(folder: string): readonly string[] {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => !entry.isDirectory());
  return found.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

describe('the engines of this program', () => {
  // Shows REQ-041; REQ-054 by commands/building/codebase.ts mcp/codebase-map.ts; REQ-055
  // Shows REQ-060B by commands/building/engines.ts builder/phases/engine-context.ts builder/engines.ts; WIRE-009
  // Shows WIRE-011 by commands/building/engines.ts builder/engines.ts; WIRE-013; REQ-081 by builder/effects/endpoint-tests.ts
  // Shows REQ-083; TEST-067; TEST-068; TEST-087; TEST-093
  test('are asked before agents begin, and updated with what they built', async () => {
    const done = await built(ON);
    expect(done.stderr).not.toContain('!');
    expect(done.code).toBe(0);
    // Before.
    expect(knownTo(done, 'architect', 'CONTRACT ENGINE CONTEXT')).toBe(
      'Contracts that nothing implements yet:\n- openapi.yaml: openapi 1.0.0',
    );
    expect(knownTo(done, 'test-writer', 'CONTRACT ENGINE CONTEXT')).toContain('- .tallystick/tests/openapi-yaml.contract.cjs');
    expect(done.file('.tallystick/tests/openapi-yaml.contract.cjs')).toContain('BASE_URL');
    expect(knownTo(done, 'qa', 'CODEBASE INTELLIGENCE CONTEXT')).toMatch(/^A map of the services.*CODEBASE_MAP\.md$/m);
    expect(knownTo(done, 'analyst', 'TECH RESEARCH RESULTS')).toContain('Technologies: JavaScript, express 4');
    expect(knownTo(done, 'analyst', 'TECH RESEARCH RESULTS')).toContain('Contract Engine (MCP server `contract-engine`):');
    expect(knownTo(done, 'analyst', 'RESUME')).toBeUndefined();
    expect(done.file('.tallystick/CODEBASE_MAP.md')).toMatch(/^# /);
    // To agents.
    const file = join(done.workspace, '.tallystick/build/mcp.json');
    for (const { args } of done.stub.calls()) expect(args.join(' ')).toContain(`--mcp-config ${file}`);
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'));
    expect(mcpServers['contract-engine']).toEqual({
      type: 'stdio',
      command: 'tallystick',
      args: [
        ...['serve', 'contract-engine', '--dir', done.workspace],
        ...['--database', join(done.workspace, '.tallystick/contracts.db')],
      ],
    });
    expect(Object.keys(mcpServers)).toEqual(['contract-engine', 'codebase-intelligence']);
    // After.
    expect(done.state().registered_artifacts).toEqual(['test/greetings.test.js', 'src/app.js']);
    const [contract] = JSON.parse(done.file('.tallystick/CONTRACTS.json')).contracts;
    expect(contract).toMatchObject({ contract_id: 'openapi.yaml', implemented: true });
    expect(toolsAsked(done)).toContain('mcp__contract-engine__mark_implemented');
  });

  // Shows INT-015
  testLong('what is switched off of them is not done', async () => {
    const done = await built(`contract_engine: { enabled: true, test_generation: false, validation_on_build: false }
codebase_intelligence: { enabled: true, register_artifacts: false, replace_static_map: false }
`);
    expect(done.code).toBe(0);
    expect(existsSync(join(done.workspace, '.tallystick/tests'))).toBe(false);
    expect(done.state().registered_artifacts).toEqual([]);
    const known = done.stub.calls().map(({ prompt }) => prompt);
    expect(known.join('\n')).not.toMatch(/register_artifact|validate_endpoint|generate_tests/);
    expect(done.file('.tallystick/CODEBASE_MAP.md')).not.toContain('Codebase Intelligence');
    expect(toolsAsked(done)).not.toContain('mcp__codebase-intelligence__register_artifact');
  });
});

const GREETINGS = {
  openapi: '3.1.0',
  info: { title: 'Greetings of the registry', version: '2.0.0' },
  paths: {
    '/greetings/{name}': {
      get: {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'A greeting',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Greeting' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Greeting: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-left-here' } },
  },
};
const RETAINED = [
  {
    ...{ id: 'greetings-api', type: 'openapi', version: '2.0.0', service_name: 'greetings' },
    ...{ spec_hash: 'of-the-registry', status: 'active', spec: GREETINGS },
  },
];

/** Settings whose Contract Engine is a server that only keeps contracts; what it keeps lies elsewhere. */
function registry(): { readonly settings: string; readonly words: readonly string[]; readonly file: string } {
  const file = join(folderOf({ 'kept.json': JSON.stringify(RETAINED) }), 'kept.json');
  const words = [join(import.meta.dirname, '../../commands/registry-server.js'), file];
  const command = `mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${JSON.stringify(words)}`;
  return { settings: `contract_engine: { enabled: true, ${command} }\n`, words, file };
}

const engineIn = ({ file }: Building): Record<string, unknown> =>
  JSON.parse(file('.tallystick/build/mcp.json')).mcpServers['contract-engine'];

describe('a server that the settings name', () => {
  // Shows REQ-055 by commands/building/contracts.ts commands/validation/registered.ts; TEST-067; TEST-068; TEST-093
  test('is asked, scanned for and given to agents; what it keeps is saved without what it says of security', async () => {
    const { settings, words } = registry();
    const done = await built(settings, {}, ['--allow-commands']);
    expect(done.code).toBe(0);
    expect(knownTo(done, 'architect', 'CONTRACT ENGINE CONTEXT')).toBe(
      'Contracts that nothing implements yet:\n- greetings-api: openapi 2.0.0, kept by greetings',
    );
    expect(done.state()).toMatchObject({
      contract_report: { verified_contract_ids: ['.tallystick/contracts/greetings-api.json', 'openapi.yaml'] },
    });
    expect(done.file('.tallystick/CONTRACTS.json')).toContain('"greetings-api"');
    expect(done.file('.tallystick/CONTRACTS.json')).not.toContain('x-left-here');
    expect(engineIn(done)).toEqual({ type: 'stdio', command: process.execPath, args: words });
  });

  test('is not started, by the build or an agent, unless a person allows it; reported once', async () => {
    const { settings, words } = registry();
    const done = await built(settings);
    expect(done.code).toBe(0);
    expect(JSON.stringify(engineIn(done))).not.toContain(words[0]);
    expect(done.stderr.match(/^! .*--allow-commands.*$/gm)).toHaveLength(1);
    expect(existsSync(join(done.workspace, '.tallystick/CONTRACTS.json'))).toBe(false);
  });

  // Shows INT-001 by commands/building/contracts.ts mcp/choose.ts
  // Shows INT-002 by commands/building/codebase.ts mcp/codebase-map.ts; TEST-069 by mcp/codebase-map.ts; TEST-085
  testLong('that cannot be reached is reported once, and the build goes on with the repository', async () => {
    const gone = 'enabled: true, mcp_command: no-such-engine, mcp_args: []';
    const done = await built(`contract_engine: { ${gone} }\ncodebase_intelligence: { ${gone} }\n`, {}, ['--allow-commands']);
    expect(done.code).toBe(0);
    expect(done.stderr.match(/^! .*$/gm)).toEqual([
      expect.stringMatching(/^! The Contract Engine gives no contracts: .*no-such-engine/),
      expect.stringMatching(/^! Codebase Intelligence did not answer: .*no-such-engine.*The build goes on without it\.$/),
    ]);
    expect(knownTo(done, 'architect', 'CONTRACT ENGINE CONTEXT')).toContain('- openapi.yaml: openapi 1.0.0');
    expect(done.file('.tallystick/CODEBASE_MAP.md')).toMatch(/^# /);
    expect(done.state()).toMatchObject({ registered_artifacts: [], contract_report: { health: 'passed' } });
  });
});

// Shows REQ-063; INT-018; TEST-083
test('a build that goes on tells agents what is known of the time before', async () => {
  const stopped = await built(ON, {}, ['--max-turns', '20']);
  expect(stopped.code).toBe(3);
  const done = await building(SCENARIO, { args: [...TESTED, '--resume'], workspace: stopped.workspace });
  expect(done.code).toBe(0);
  const [next] = done.stub.calls();
  expect(next?.prompt).toContain('=== RESUME ===\nThis build was interrupted and goes on.');
  expect(next?.prompt).toContain('Done before: discovery, analyst, architect, test-writer, red');
  expect(next?.prompt).toContain('Contracts that were found kept: openapi.yaml');
  expect(next?.prompt).toMatch(/architecture finds it:\n- overview \(function\): src\/app\.js:\d+\n/);
});

describe('a document without milestones', () => {
  const server = { command: process.execPath, args: [join(import.meta.dirname, 'architect-server.js')] };
  const files = {
    'PRD.md': '# Greetings\n\n## Features\n\n- [ ] REQ-001: It greets\n\n## Health\n\n- [ ] REQ-002: It says how it is\n',
    '.mcp.json': JSON.stringify({ mcpServers: { architect: server } }),
  };
  const dryRun = (...args: readonly string[]) =>
    building(SCENARIO, { args: ['--dry-run', ...args], workspace: folderOf(files), env: { TOOL_MAX_RETRIES: '0' } });

  // Shows INT-003
  test('is taken apart by the Architect that .mcp.json names', async () => {
    const { stdout, workspace } = await dryRun('--allow-commands');
    expect(stdout).toContain('2 milestones in 2 waves');
    expect(stdout).toMatch(/wave 2\n {2}features\s+Features \(1 requirement\)/);
    expect(existsSync(join(workspace, '.tallystick'))).toBe(false);
  });

  test('is one milestone unless a person allows that it is started', async () => {
    const { stdout, stderr } = await dryRun();
    expect(stdout).toContain('1 milestone in 1 wave');
    expect(stderr).toMatch(/^! The Architect in \.mcp\.json was not used .*--allow-commands\.$/m);
  });
});

describe('all engines are off', () => {
  // Shows REQ-085; TEST-071; TEST-072
  testLong('nothing of them is started, written or spoken of', async () => {
    const off =
      'contract_scans: { endpoint_schema_scan: false, missing_endpoint_scan: false, event_schema_scan: false, shared_model_scan: false }\n';
    const done = await built(off);
    expect(done.code).toBe(0);
    expect(done.events().flatMap(({ step }) => (step === 'scan' || step === 'e2e' ? [step] : []))).toEqual([]);
    for (const { args, prompt } of done.stub.calls()) {
      expect(args).not.toContain('--mcp-config');
      expect(prompt).not.toMatch(/CONTRACT ENGINE CONTEXT|CODEBASE INTELLIGENCE CONTEXT|mcp__|validate_endpoint/);
    }
    expect(toolsAsked(done)).toEqual([]);
    const own = filesIn(done.workspace).filter((path) => !Object.hasOwn(WORKSPACE, path) && path !== '.tallystick.yml');
    expect(own.filter((path) => !path.startsWith('.tallystick/build/'))).toEqual([
      ...['.tallystick/.gitignore', '.tallystick/STATE.json', '.tallystick/logs/execution.log.ndjson'],
      ...['docs/plans/milestone-1.md', 'docs/usage.md', 'specs/architecture.md', 'specs/requirements.md'],
      ...['src/app.js', 'test/greetings.test.js'],
    ]);
    expect(own).not.toContain('.tallystick/build/mcp.json');
  });
});
