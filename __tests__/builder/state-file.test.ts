import type { BuildEvent } from '../../src/builder/event.js';
import { fold } from '../../src/builder/state.js';
import { healthRatio, stateFile, stateFileOf } from '../../src/builder/state-file.js';

const at = '2026-11-21T08:00:00.000Z';
const BEGUN: BuildEvent = {
  event: 'build-started',
  at,
  format: 1,
  plan: { file: 'PRD.md', hash: 'a' },
  checks: ['scan'],
  known: [],
};
const report = (total: number, verified: number, violated: number) => ({
  total_contracts: total,
  verified_contracts: verified,
  violated_contracts: violated,
  missing_implementations: 0,
  violations: [],
  health: 'partial' as const,
  verified_contract_ids: ['a.yaml'].slice(0, verified),
  violated_contract_ids: ['b.yaml'].slice(0, violated),
});
const endpoints = {
  total_endpoints: 4,
  tested_endpoints: 3,
  passed_endpoints: 2,
  failed_endpoints: 1,
  untested_contracts: [],
  health: 'partial' as const,
};
const milestone = 'milestone-1';

function state(...events: readonly BuildEvent[]) {
  const folded = fold([BEGUN, ...events]);
  if (folded === undefined) throw new Error('there are events');
  return folded;
}

describe('STATE.json', () => {
  // Shows TECH-007 by builder/state-file.ts; TECH-031 by builder/state-file.ts; TEST-093 by builder/state-file.ts
  test('has the specified keys, and is the same after it was written', () => {
    const file = stateFileOf(
      state(
        { event: 'backend-chosen', at, mode: 'agent_teams', why: '' },
        { event: 'milestone-started', at, milestone },
        { event: 'scanned', at, milestone, report: report(2, 1, 1) },
        { event: 'endpoints-tested', at, milestone, report: endpoints },
        { event: 'registered', at, milestone, files: ['src/a.ts'] },
      ),
      { done: 1, total: 2 },
    );
    expect(file).toMatchObject({
      summary: { success: false, test_passed: 2, test_total: 3, convergence_ratio: 0.5 },
      contract_report: report(2, 1, 1),
      endpoint_test_report: endpoints,
      registered_artifacts: ['src/a.ts'],
      agent_teams_active: true,
    });
    expect(Object.keys(file.summary)).toEqual(['success', 'test_passed', 'test_total', 'convergence_ratio']);
    expect(stateFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
  });

  // Shows TECH-031; TEST-046 by builder/state-file.ts
  test('knows of no contracts, no endpoints and no team where there were none, and nothing of its health', () => {
    const file = stateFileOf(state(), { done: 0, total: 0 });
    expect(file).toMatchObject({
      health: 'unknown',
      contract_report: null,
      endpoint_test_report: null,
      registered_artifacts: [],
      agent_teams_active: false,
    });
  });

  // Shows INT-017; TEST-082
  test('says that it was interrupted, and that no team is at work any more', () => {
    const file = stateFileOf(
      state(
        { event: 'backend-chosen', at, mode: 'agent_teams', why: '' },
        { event: 'scanned', at, milestone, report: report(2, 2, 0) },
        { event: 'interrupted', at },
      ),
      { done: 1, total: 2 },
    );
    expect(file).toMatchObject({ status: 'interrupted', agent_teams_active: false, contract_report: { verified_contracts: 2 } });
  });
});

test.each([
  [{ done: 3, total: 4 }, undefined, 0.75],
  [{ done: 3, total: 4 }, report(0, 0, 0), 0.75],
  [{ done: 3, total: 4 }, report(2, 1, 1), 0.5],
  [{ done: 1, total: 4 }, report(2, 1, 1), 0.25],
  // Shows REQ-061 by builder/state-file.ts; REQ-078 by builder/state-file.ts; TEST-066 by builder/state-file.ts
])('health is the smaller of what checklists and contracts say: %j, %j', (convergence, contractReport, ratio) => {
  expect(healthRatio(contractReport === undefined ? {} : { contractReport }, convergence)).toBe(ratio);
});

test.each([
  [{ done: 2, total: 2 }, report(2, 2, 0), 'passed', true],
  [{ done: 2, total: 2 }, report(2, 1, 1), 'partial', true],
  [{ done: 0, total: 2 }, report(2, 2, 0), 'failed', false],
])('a build that is complete with %j and %j is %s', (convergence, found, health, success) => {
  const file = stateFileOf(
    state(
      { event: 'milestone-started', at, milestone },
      { event: 'scanned', at, milestone, report: found },
      { event: 'milestone-ended', at, milestone, outcome: 'completed', reasons: [], requirements: [] },
      { event: 'build-ended', at, outcome: 'completed', why: '' },
    ),
    convergence,
  );
  expect([file.health, file.summary.success]).toEqual([health, success]);
});
