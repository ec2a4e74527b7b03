import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { optionRows } from '../../src/config/options.js';
import { configSchema } from '../../src/config/schema.js';
import { expectFresh } from '../generated.js';

const COMMITTED = 'schema/tallystick.schema.json';

describe('the schema of .tallystick.yml', () => {
  // Shows TEST-074 by config/schema.ts
  test('is published as JSON Schema', () => {
    expectFresh(COMMITTED, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  });

  test('the published schema accepts an empty file and refuses unknown options', () => {
    const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(COMMITTED, 'utf8')));
    expect(accepts({})).toBe(true);
    expect(accepts({ severity: { 'CONTRACT-001/extra': 'off' }, contract_scans: { event_schema_scan: false } })).toBe(true);
    expect(accepts({ severities: {} })).toBe(false);
    expect(accepts({ max_violations: 0 })).toBe(false);
  });

  // Shows INT-015 by config/schema.ts
  test('every option has a description and says what acts on it', () => {
    const rows = optionRows();
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => row.description === '' || row.effect.by === '')).toEqual([]);
    expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
  });

  // Shows TECH-015; TECH-016; TEST-025; TECH-025; TECH-026; TEST-036; TECH-037 by config/schema.ts
  // Shows TECH-038 by config/schema.ts; TEST-061 by config/schema.ts; INT-006 by config/schema.ts
  // Shows TEST-070 by config/schema.ts
  test('with nothing set the four scans are on and the engines off', () => {
    const config = configSchema.parse({});
    expect(config.contract_scans).toEqual({
      endpoint_schema_scan: true,
      missing_endpoint_scan: true,
      event_schema_scan: true,
      shared_model_scan: true,
      undocumented_endpoint_scan: false,
    });
    expect([config.contract_engine.enabled, config.codebase_intelligence.enabled, config.agent_teams.enabled]).toEqual([
      false,
      false,
      false,
    ]);
    expect(config.max_violations).toBe(100);
  });

  // Shows TECH-005 by config/schema.ts; TECH-006 by config/schema.ts; TEST-012 by config/schema.ts
  // Shows TECH-015 by config/schema.ts; TECH-016 by config/schema.ts; TEST-025 by config/schema.ts
  // Shows TECH-025 by config/schema.ts; TECH-026 by config/schema.ts; TEST-036 by config/schema.ts
  test('the sections for builds have the defaults they were specified with', () => {
    const config = configSchema.parse({});
    expect(config.agent_teams).toEqual({
      enabled: false,
      fallback_to_cli: true,
      delegate_mode: true,
      max_teammates: 5,
      teammate_model: '',
      teammate_permission_mode: 'acceptEdits',
      teammate_idle_timeout: 300,
      task_completed_hook: true,
      wave_timeout_seconds: 3600,
      task_timeout_seconds: 1800,
      teammate_display_mode: 'in-process',
      contract_limit: 100,
    });
    expect(config.contract_engine).toEqual({
      enabled: false,
      mcp_command: 'python',
      mcp_args: ['-m', 'src.contract_engine.mcp_server'],
      database_path: '',
      validation_on_build: true,
      test_generation: true,
      server_root: '',
      startup_timeout_ms: 30_000,
      tool_timeout_ms: 60_000,
    });
    expect(config.codebase_intelligence).toEqual({
      enabled: false,
      mcp_command: 'python',
      mcp_args: ['-m', 'src.codebase_intelligence.mcp_server'],
      database_path: '',
      chroma_path: '',
      graph_path: '',
      replace_static_map: true,
      register_artifacts: true,
      server_root: '',
      startup_timeout_ms: 30_000,
      tool_timeout_ms: 60_000,
    });
  });
});
