import { parseConfig } from '../../src/config/parse.js';
import { DEPTHS } from '../../src/config/presets.js';
import { resolve } from '../../src/config/resolve.js';

const SCANS = ['endpoint_schema_scan', 'missing_endpoint_scan', 'event_schema_scan', 'shared_model_scan'] as const;

describe('resolved settings', () => {
  test.each([
    // depth, 001, 002, 003, 004, engine, tests generated, intelligence, static map replaced, artifacts registered, teams
    ['quick', false, false, false, false, false, false, false, false, false, false],
    ['standard', true, true, false, false, true, false, true, false, false, false],
    ['thorough', true, true, true, true, true, true, true, true, true, true],
    ['exhaustive', true, true, true, true, true, true, true, true, true, true],
    // Shows TECH-044 by config/presets.ts; TEST-062 by config/presets.ts; INT-016 by config/presets.ts
  ] as const)('the preset of %s', (depth, ...expected) => {
    const { config } = resolve({ depth, agentTeams: true });
    expect([
      ...SCANS.map((scan) => config.contract_scans[scan]),
      config.contract_engine.enabled,
      config.contract_engine.test_generation,
      config.codebase_intelligence.enabled,
      config.codebase_intelligence.replace_static_map,
      config.codebase_intelligence.register_artifacts,
      config.agent_teams.enabled,
    ]).toEqual(expected);
    expect(config.contract_engine.validation_on_build).toBe(true);
  });

  // Shows TECH-044; TEST-062; INT-016
  test.each(DEPTHS)('%s never enables agent teams where the environment does not', (depth) => {
    expect(resolve({ depth }).config.agent_teams.enabled).toBe(false);
  });

  test('no depth, no preset', () => {
    const { config, setBy } = resolve({});
    expect(SCANS.map((scan) => config.contract_scans[scan])).toEqual([true, true, true, true]);
    expect(setBy(['contract_scans', 'event_schema_scan'])).toBe('default');
  });

  // Shows TECH-044; TEST-062; INT-007 by config/resolve.ts; INT-016; INT-020 by config/resolve.ts
  // Shows TEST-073 by config/resolve.ts; TEST-089 by config/resolve.ts
  test('the file wins over the preset, the command line over both, and each is remembered', () => {
    const file = parseConfig(
      'contract_scans:\n  event_schema_scan: true\nbase_path: /file\nmax_violations: 7\n',
      '.tallystick.yml',
    );
    const overrides = { by: 'the command line', values: { base_path: '/flag' } };
    const { config, setBy } = resolve({ depth: 'quick', file, overrides });
    expect(config.contract_scans.event_schema_scan).toBe(true);
    expect(config.contract_scans.shared_model_scan).toBe(false);
    expect([config.base_path, config.max_violations]).toEqual(['/flag', 7]);
    expect(setBy(['contract_scans', 'event_schema_scan'])).toBe('.tallystick.yml:2');
    expect(setBy(['contract_scans', 'shared_model_scan'])).toBe('depth quick');
    expect(setBy(['base_path'])).toBe('the command line');
    expect(setBy(['max_violations'])).toBe('.tallystick.yml:4');
    expect(setBy(['scan_scope_mode'])).toBe('default');
  });

  test('severities are joined by key, lists are replaced', () => {
    const file = parseConfig('severity:\n  CONTRACT-001/extra: off\ncontracts: [a.yaml, b.yaml]\n', '.tallystick.yml');
    const overrides = { by: 'the inputs', values: { severity: { 'CONTRACT-002': 'note' as const }, contracts: ['c.yaml'] } };
    const { config } = resolve({ file, overrides });
    expect(config.severity).toEqual({ 'CONTRACT-001/extra': 'off', 'CONTRACT-002': 'note' });
    expect(config.contracts).toEqual(['c.yaml']);
  });

  test('a service may have any name', () => {
    const file = parseConfig('services:\n  constructor:\n    path: services/constructor\n', '.tallystick.yml');
    expect(Object.keys(resolve({ file }).config.services)).toEqual(['constructor']);
  });
});
