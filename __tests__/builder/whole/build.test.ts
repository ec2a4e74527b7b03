import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { removeFolders } from '../../temporary-folder.js';
import { building } from './building.js';
import { SMALL_BUILD } from './small-plan.js';

afterAll(removeFolders);

// Shows WIRE-001 by commands/build.ts; WIRE-012 by builder/effects/scanning.ts; WIRE-016 by builder/effects/closing.ts
// Shows WIRE-017 by builder/compliance.ts; TEST-093; REQ-BAP-005; REQ-BAP-022 by builder/event.ts builder/report.ts
// Shows REQ-BAP-024 by builder/event.ts builder/report.ts
test('a plan of two milestones is built, checked, scanned and reported', async () => {
  const built = await building(SMALL_BUILD);
  expect(built.stderr).not.toMatch(/^ ✗/m);
  expect(built.code).toBe(0);
  const steps = built.events().flatMap((each) => (each.event === 'task-ended' ? [`${each.milestone} ${each.step}`] : []));
  const each = ['analyst', 'architect', 'test-writer', 'red', 'developer', 'green', 'qa', 'scan'];
  const all = [...each, 'review', 'review', 'review', 'hunt', 'delivery'];
  expect(steps).toEqual(['milestone-1', 'milestone-2'].flatMap((id) => all.map((step) => `${id} ${step}`)));
  expect(built.state()).toMatchObject({
    status: 'completed',
    health: 'passed',
    summary: { success: true, test_passed: 2, test_total: 2, convergence_ratio: 1 },
    contract_report: { total_contracts: 1, verified_contracts: 1, health: 'passed' },
    agent_teams_active: false,
  });
  expect(built.file('MASTER_PLAN.md').match(/- Status: COMPLETE/g)).toHaveLength(2);
  expect(built.file('MASTER_PLAN.md')).toContain('- [x] REQ-002: GET /health answers with ok (review_cycles: 1)');
  expect(built.file('.tallystick/CONTRACT_COMPLIANCE_MATRIX.md')).toContain('GET /health');
  expect(built.stdout).toContain('All 2 milestones are built.');
  expect(existsSync(join(built.workspace, '.claude'))).toBe(false);
});
