import fc from 'fast-check';
import { AGENT_IDS, type AgentId } from '../../../src/builder/agent-names.js';
import type { ArtifactProblem } from '../../../src/builder/agent-report/artifacts.js';
import type { EvidenceResult } from '../../../src/builder/agent-report/evidence.js';
import { type Judgement, judgeReply, MOST_RETRIES, NO_NOTES, type Reply } from '../../../src/builder/agent-report/judge.js';
import { saying, withBlock } from './sample.js';

const judge = (reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}, known: Partial<Reply> = {}): Judgement =>
  judgeReply({ reporter, output: saying(reporter, changes), previousRetries: 0, openRemFixes: 0, ...known });
const artifact = (message: string, blocks = true): ArtifactProblem => ({ kind: 'missing', path: 'a', blocks, message });
const evidence = (outcome: EvidenceResult['outcome']): EvidenceResult => ({
  entry: 'node --test => exit 0',
  command: 'node --test',
  claimed: 0,
  outcome,
  why: `node --test: ${outcome}`,
  output: '',
});

describe('when all holds', () => {
  // Shows 002-STEP-2-RULE-5 by builder/agent-report/judge.ts
  test.each(AGENT_IDS)('work that depends on a %s goes on, and its notes are stored', (reporter) => {
    const notes = { learnings: ['a'], patterns: ['b'], verification: ['c'] };
    expect(judge(reporter, { MEMORY_NOTES: notes })).toMatchObject({
      next: 'proceed',
      positive: true,
      reasons: [],
      memory: notes,
    });
  });

  test('a warning stops nothing', () => {
    const known = { artifacts: [artifact('one file is not named', false)], evidence: [evidence('kept'), evidence('earlier')] };
    expect(judge('builder', {}, known)).toMatchObject({ next: 'proceed', warnings: ['one file is not named'] });
  });

  test('a STATUS that refuses without asking for a fix is reported', () => {
    expect(judge('verifier', { STATUS: 'FAIL', SPEC_COMPLIANCE: 'FAIL' })).toMatchObject({
      next: 'proceed',
      positive: false,
      reasons: ['verifier says FAIL'],
    });
  });
});

describe('step 1: is it there', () => {
  // Shows 002-STEP-1 by builder/agent-report/judge.ts
  test('an answer without a contract is not compliant, and what depends on it waits', () => {
    const judged = judge('hunter', {}, { output: 'I am done.' });
    expect(judged).toMatchObject({ next: 'rem-evidence', nonCompliant: true, positive: false, memory: NO_NOTES });
    expect(judged.task?.name).toBe('CC100X REM-EVIDENCE: hunter: its answer has no router contract');
  });
});

describe('malformed contracts', () => {
  const bad: readonly (readonly [string, string, AgentId])[] = [
    ['no YAML', withBlock('STATUS: ['), 'hunter'],
    ['a field that is missing', saying('hunter', { CONFIDENCE: undefined }), 'hunter'],
    ['a STATUS that there is not', saying('hunter', { STATUS: 'PASS' }), 'hunter'],
    ['a STATUS that its fields gainsay', saying('planner', { CONFIDENCE: 10 }), 'planner'],
    ['claims of files that are left out', saying('hunter', { CLAIMED_ARTIFACTS: undefined }), 'hunter'],
  ];

  // Shows 002-MALFORMED by builder/agent-report/judge.ts builder/advance.ts
  // Shows 002-MALFORMED-FALLBACK by builder/agent-report/judge.ts
  test.each(bad)('%s: asked again twice, then it is not compliant', (_, output, reporter) => {
    const at = (previousRetries: number) => judgeReply({ reporter, output, previousRetries, openRemFixes: 0 });
    expect([at(0), at(1)].map(({ next }) => next)).toEqual(['ask-again', 'ask-again']);
    expect(at(MOST_RETRIES)).toMatchObject({ next: 'rem-evidence', nonCompliant: true });
    expect(at(0).reasons).not.toEqual([]);
  });

  test('the contract of another speaker is none of this one', () => {
    const quoted = saying('builder', { BLOCKING: true, REMEDIATION_REASON: 'x' });
    expect(judge('hunter', {}, { output: quoted }).next).toBe('ask-again');
  });
});

describe('rule 1: what blocks', () => {
  const reason = 'The token is compared with ==.\nUse a comparison of constant time.';

  test.each([
    ['BLOCKING', { BLOCKING: true }],
    ['REQUIRES_REMEDIATION', { REQUIRES_REMEDIATION: true }],
    ['CRITICAL_ISSUES', { CRITICAL_ISSUES: 2 }],
    // Shows 002-BLOCKING by builder/agent-report/judge.ts; 002-REQUIRES_REMEDIATION by builder/agent-report/judge.ts
    // Shows 002-STEP-2-RULE-1 by builder/agent-report/judge.ts builder/transitions.ts
  ])('%s makes a task of exactly its reason', (_, changes) => {
    const judged = judge('security-reviewer', { STATUS: 'CHANGES_REQUESTED', REMEDIATION_REASON: reason, ...changes });
    expect(judged).toMatchObject({ next: 'rem-fix', breakerOpen: false, memory: NO_NOTES });
    expect(judged.task).toEqual({ name: 'CC100X REM-FIX: The token is compared with ==.', description: reason });
  });

  test('it comes before everything that could be asked of evidence', () => {
    const known = { artifacts: [artifact('gone')], evidence: [evidence('differs')] };
    expect(judge('builder', { BLOCKING: true, TDD_RED_EXIT: null, REMEDIATION_REASON: reason }, known).next).toBe('rem-fix');
  });

  test('an agent that blocks without a reason blocks all the same', () => {
    const judged = judge('hunter', { STATUS: 'ISSUES_FOUND', CRITICAL_ISSUES: 2 });
    expect(judged.task?.description).toContain('hunter says ISSUES_FOUND and found 2 critical');
  });

  // Shows 002-CRITICAL_ISSUES by builder/agent-report/judge.ts
  test('an approval with something critical in it is none', () => {
    expect(judge('quality-reviewer', { CRITICAL_ISSUES: 1 }).next).toBe('rem-fix');
  });

  test.each([
    [2, false],
    [3, true],
    [4, true],
  ])('with %i fixes in the workflow the breaker is open: %s', (openRemFixes, breakerOpen) => {
    const judged = judge('hunter', { STATUS: 'ISSUES_FOUND', BLOCKING: true, REMEDIATION_REASON: reason }, { openRemFixes });
    expect(judged.breakerOpen).toBe(breakerOpen);
  });
});

describe('rule 3: what is shown', () => {
  test.each([
    ['files that are not there', 'builder', {}, { artifacts: [artifact('src/a.ts is not there')] }, 'src/a.ts is not there'],
    ['a command that gave something else', 'verifier', {}, { evidence: [evidence('differs')] }, 'node --test: differs'],
    ['a command that does not end', 'verifier', {}, { evidence: [evidence('timeout')] }, 'node --test: timeout'],
    ['a command that nobody can run', 'hunter', {}, { evidence: [evidence('unusable')] }, 'node --test: unusable'],
    ['no command at all', 'verifier', { EVIDENCE_COMMANDS: [] }, {}, 'EVIDENCE_COMMANDS is empty'],
    ['no list of commands', 'hunter', { EVIDENCE_COMMANDS: undefined }, {}, 'EVIDENCE_COMMANDS is empty'],
    ['tests that never failed', 'builder', { TDD_RED_EXIT: null }, {}, 'TDD_RED_EXIT'],
    // Shows 002-EVIDENCE_COMMANDS-MISSING by builder/agent-report/judge.ts
    // Shows 002-STEP-2-RULE-3 by builder/agent-report/judge.ts
  ] as const)('%s: it has to show it', (_, reporter, changes, known, why) => {
    const judged = judge(reporter, changes, known);
    expect(judged).toMatchObject({ next: 'rem-evidence', nonCompliant: false, memory: NO_NOTES });
    expect(judged.reasons).toEqual([expect.stringContaining(why)]);
    expect(judged.task?.name).toMatch(/^CC100X REM-EVIDENCE: /);
  });

  test('roles that run nothing need no commands', () => {
    expect(judge('planner', { EVIDENCE_COMMANDS: [] }).next).toBe('proceed');
    expect(judge('live-reviewer', { EVIDENCE_COMMANDS: [] }).next).toBe('proceed');
  });

  test('commands that are not run again here do not stop it', () => {
    expect(judge('verifier', {}, { evidence: [evidence('not-run')] }).next).toBe('proceed');
  });

  // Shows 002-STEP-2-RULE-4 by builder/agent-report/judge.ts
  test('nothing but proceed lets notes through', () => {
    const MEMORY_NOTES = { learnings: ['a'], patterns: [], verification: [] };
    expect(judge('builder', { MEMORY_NOTES, TDD_RED_EXIT: 0 }).memory).toEqual(NO_NOTES);
  });
});

test('work goes on only when nothing blocks it, for any report and evidence', () => {
  const changes = fc.record(
    {
      STATUS: fc.constantFrom('PASS', 'FAIL', 'APPROVE', 'CLEAN', 'PLAN_CREATED', 'EVIDENCE_FOUND', 'BLOCKED', 'x'),
      CONFIDENCE: fc.nat({ max: 100 }),
      CRITICAL_ISSUES: fc.nat({ max: 2 }),
      BLOCKING: fc.boolean(),
      REQUIRES_REMEDIATION: fc.boolean(),
      SPEC_COMPLIANCE: fc.constantFrom('PASS', 'FAIL', 'N/A'),
      EVIDENCE_COMMANDS: fc.constantFrom([], ['node --test => exit 0']),
      TDD_RED_EXIT: fc.constantFrom(0, 1, null),
      SCENARIOS_PASSED: fc.nat({ max: 4 }),
      BLOCKERS: fc.nat({ max: 1 }),
    },
    { requiredKeys: [] },
  );
  const seen = fc.array(fc.constantFrom('kept', 'differs', 'timeout', 'unusable', 'earlier', 'not-run').map(evidence), {
    maxLength: 2,
  });
  const files = fc.array(
    fc.boolean().map((blocks) => artifact('a', blocks)),
    { maxLength: 2 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...AGENT_IDS),
      changes,
      seen,
      files,
      fc.nat({ max: 3 }),
      (reporter, stated, ran, artifacts, previousRetries) => {
        const judged = judge(reporter, stated, { evidence: ran, artifacts, previousRetries });
        const { contract, next } = judged;
        expect(next === 'ask-again' && previousRetries >= MOST_RETRIES).toBe(false);
        expect(judged.task === undefined).toBe(next === 'proceed' || next === 'ask-again');
        if (next !== 'proceed') return expect(judged.memory).toEqual(NO_NOTES);
        expect([contract?.BLOCKING, contract?.REQUIRES_REMEDIATION, contract?.CRITICAL_ISSUES]).toEqual([false, false, 0]);
        expect(artifacts.some(({ blocks }) => blocks)).toBe(false);
        return expect(ran.every(({ outcome }) => ['kept', 'earlier', 'not-run'].includes(outcome))).toBe(true);
      },
    ),
  );
});
