import { AGENT_IDS, type AgentId } from '../../../src/builder/agent-names.js';
import { checkContract, isPlanFile, isPositive, reporterRules } from '../../../src/builder/agent-report/rules.js';
import { contractOf } from './sample.js';

const stated = (reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}) =>
  checkContract(contractOf(reporter, changes), reporter).map(({ kind, message }) => `${kind}: ${message}`);

// Shows 002-STATUS by builder/agent-report/rules.ts
test('the values of STATUS are those of spec 002', () => {
  const review = ['APPROVE', 'CHANGES_REQUESTED'];
  expect(Object.fromEntries(AGENT_IDS.map((reporter) => [reporter, reporterRules[reporter].statuses]))).toEqual({
    builder: ['PASS', 'FAIL'],
    'security-reviewer': review,
    'performance-reviewer': review,
    'quality-reviewer': review,
    'live-reviewer': review,
    hunter: ['CLEAN', 'ISSUES_FOUND'],
    verifier: ['PASS', 'FAIL'],
    investigator: ['EVIDENCE_FOUND', 'INVESTIGATING', 'BLOCKED'],
    planner: ['PLAN_CREATED', 'NEEDS_CLARIFICATION'],
  });
});

test('builder and planner write, all others read', () => {
  expect(AGENT_IDS.filter((reporter) => !reporterRules[reporter].readsOnly)).toEqual(['builder', 'planner']);
});

test.each(AGENT_IDS)('a %s that did its work well keeps its rule', (reporter) => {
  expect(stated(reporter)).toEqual([]);
  expect(isPositive(contractOf(reporter), reporter)).toBe(true);
});

test.each(AGENT_IDS)('a %s has no other STATUS than its own', (reporter) => {
  expect(stated(reporter, { STATUS: 'DONE' })).toEqual([expect.stringContaining('malformed: STATUS is DONE: it is one of ')]);
});

test.each(
  AGENT_IDS.flatMap((reporter) => reporterRules[reporter].statuses.slice(1).map((status) => [reporter, status] as const)),
)('a %s that says %s claims nothing that has to hold', (reporter, STATUS) => {
  expect(stated(reporter, { STATUS, CONFIDENCE: 0, TDD_RED_EXIT: null, BLOCKERS: 3, ROOT_CAUSE: null, PLAN_FILE: null })).toEqual(
    [],
  );
  expect(isPositive(contractOf(reporter, { STATUS }), reporter)).toBe(false);
});

// Shows 002-AGENT_ID by builder/agent-report/rules.ts
test('one of several of a role has a number; no agent reports for another', () => {
  expect(stated('investigator', { AGENT_ID: 'investigator-2' })).toEqual([]);
  expect(stated('hunter', { AGENT_ID: 'verifier' })).toEqual(['malformed: AGENT_ID is verifier, not hunter']);
  expect(stated('investigator', { AGENT_ID: 'investigator-two' })).toHaveLength(1);
});

describe.each(['security-reviewer', 'performance-reviewer', 'quality-reviewer'] as const)('%s', (reporter) => {
  // Shows 002-CONFIDENCE by builder/agent-report/rules.ts; 002-RULE-REVIEWERS by builder/agent-report/rules.ts
  test('APPROVE needs no critical issue and a confidence of 80', () => {
    expect(stated(reporter, { CRITICAL_ISSUES: 1 })).toEqual(['malformed: APPROVE needs CRITICAL_ISSUES: 0']);
    expect(stated(reporter, { CONFIDENCE: 79 })).toEqual(['malformed: APPROVE needs CONFIDENCE of 80 or more']);
    expect(stated(reporter, { CONFIDENCE: 80 })).toEqual([]);
  });

  // Shows 002-SPEC_COMPLIANCE by builder/agent-report/rules.ts
  test('APPROVE needs a fulfilled spec', () => {
    expect(stated(reporter, { SPEC_COMPLIANCE: 'FAIL' })).toHaveLength(1);
    expect(stated(reporter, { SPEC_COMPLIANCE: 'N/A' })).toHaveLength(1);
  });
});

// Shows 002-RULE-LIVE-REVIEWER by builder/agent-report/rules.ts
test('live-reviewer: APPROVE needs that it stops nothing, whatever its confidence', () => {
  expect(stated('live-reviewer', { CONFIDENCE: 10 })).toEqual([]);
  expect(stated('live-reviewer', { BLOCKING: true, REMEDIATION_REASON: 'x' })).toHaveLength(1);
  expect(stated('live-reviewer', { CRITICAL_ISSUES: 1 })).toHaveLength(1);
});

// Shows 002-HIGH_ISSUES by builder/agent-report/rules.ts; 002-RULE-HUNTER by builder/agent-report/rules.ts
test('hunter: CLEAN needs no critical issue', () => {
  expect(stated('hunter', { CRITICAL_ISSUES: 1 })).toEqual(['malformed: CLEAN needs CRITICAL_ISSUES: 0']);
  expect(stated('hunter', { HIGH_ISSUES: 4, CONFIDENCE: 20 })).toEqual([]);
});

test.each([
  [{ TDD_RED_EXIT: null }, 'RED'],
  [{ TDD_RED_EXIT: 0 }, 'RED'],
  [{ TDD_RED_EXIT: undefined }, 'RED'],
  [{ TDD_GREEN_EXIT: null }, 'GREEN'],
  [{ TDD_GREEN_EXIT: 1 }, 'GREEN'],
  [{ TDD_GREEN_EXIT: undefined }, 'GREEN'],
  // Shows 002-RULE-BUILDER by builder/agent-report/rules.ts
])('builder: PASS needs a run that failed and then one that passed: %j', (changes, which) => {
  expect(stated('builder', changes)).toEqual([expect.stringMatching(`^evidence: PASS needs TDD_${which}_EXIT`)]);
});

test.each([
  [{ BLOCKERS: 1 }],
  [{ BLOCKERS: undefined }],
  [{ SCENARIOS_PASSED: 2 }],
  [{ SCENARIOS_PASSED: undefined, SCENARIOS_TOTAL: undefined }],
  [{ SCENARIOS_PASSED: 0, SCENARIOS_TOTAL: 0 }],
  [{ SPEC_COMPLIANCE: 'FAIL' }],
  // Shows 002-RULE-VERIFIER by builder/agent-report/rules.ts
])('verifier: PASS needs all scenarios passed and nothing in the way: %j', (changes) => {
  expect(stated('verifier', changes)).toEqual([expect.stringContaining('malformed: ')]);
});

// Shows 002-RULE-INVESTIGATOR by builder/agent-report/rules.ts
test('investigator: EVIDENCE_FOUND needs a cause, and evidence for it', () => {
  expect(stated('investigator', { ROOT_CAUSE: null })).toEqual(['malformed: EVIDENCE_FOUND needs a ROOT_CAUSE']);
  expect(stated('investigator', { EVIDENCE: '  ' })).toEqual([expect.stringMatching(/^evidence: /)]);
});

// Shows 002-RULE-PLANNER by builder/agent-report/rules.ts
test('planner: PLAN_CREATED needs a plan file and a confidence of 50', () => {
  expect(stated('planner', { CONFIDENCE: 49 })).toEqual(['malformed: PLAN_CREATED needs CONFIDENCE of 50 or more']);
  expect(stated('planner', { CONFIDENCE: 50 })).toEqual([]);
  expect(stated('planner', { PLAN_FILE: null })).toEqual([expect.stringContaining('PLAN_FILE')]);
});

test.each([
  ['docs/plans/a.md', true],
  ['docs/plans/2026-11-21-orders plan.md', true],
  ['docs/plans/deep/a.md', true],
  ['docs/plans/../../etc/a.md', false],
  ['docs/plans//a.md', false],
  ['docs/plans/a.txt', false],
  ['/docs/plans/a.md', false],
  ['plans/a.md', false],
  ['docs/plans/$(id).md', false],
  ['docs/plans/a\n.md', false],
])('%j as the path of a plan: %s', (path, valid) => {
  expect(isPlanFile(path)).toBe(valid);
});
