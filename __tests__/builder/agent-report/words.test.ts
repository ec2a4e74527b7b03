import type { AgentId } from '../../../src/builder/agent-names.js';
import { breaker } from '../../../src/builder/agent-report/breaker.js';
import { AFTER_FIX, reconcile } from '../../../src/builder/agent-report/reconcile.js';
import { findingsOf, SEVERITIES, severityMeanings } from '../../../src/builder/agent-report/severity.js';
import { remEvidenceTask, remFixTask, repairs } from '../../../src/builder/agent-report/tasks.js';
import { contractOf } from './sample.js';

const voice = (reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}) => ({
  reporter,
  contract: contractOf(reporter, changes),
});
const bad = (reason: string | null, more: Readonly<Record<string, unknown>> = {}) => ({
  STATUS: 'CHANGES_REQUESTED',
  REMEDIATION_REASON: reason,
  ...more,
});

describe('tasks that repair', () => {
  test('have the names that task lists are searched for', () => {
    expect(remFixTask('Close the file.').name).toBe('CC100X REM-FIX: Close the file.');
    expect(remEvidenceTask('Show the run.').name).toBe('CC100X REM-EVIDENCE: Show the run.');
  });

  test('keep every word of the reason, and name its first line', () => {
    const reason = `${'long '.repeat(100)}\nsecond line`;
    const { name, description } = remFixTask(reason);
    expect(description).toBe(reason);
    expect(name.length).toBeLessThan(150);
    expect(name).not.toContain('\n');
  });

  test('are known by their names, the earlier one too', () => {
    expect(repairs('CC100X REM-FIX: a')).toBe('fix');
    expect(repairs('CC100X REMEDIATION: a')).toBe('fix');
    expect(repairs('CC100X REM-EVIDENCE: a')).toBe('evidence');
    expect(repairs('Fix a')).toBeUndefined();
  });
});

test('the breaker opens at three; unasked the build ends', () => {
  expect([0, 1, 2].map((count) => breaker(count, 'skip'))).toEqual(['create', 'create', 'create']);
  expect(breaker(3)).toBe('abort');
  expect((['research', 'fix', 'skip', 'abort'] as const).map((choice) => breaker(7, choice))).toEqual([
    'research',
    'fix',
    'skip',
    'abort',
  ]);
});

describe('reviewers that look side by side', () => {
  test('all content: the work goes on', () => {
    expect(reconcile([voice('security-reviewer'), voice('quality-reviewer')])).toEqual({
      next: 'proceed',
      conflict: false,
      decidedBy: [],
      reasons: [],
    });
  });

  test('security wins, whatever the others say', () => {
    const security = voice('security-reviewer', bad('Tokens are logged.', { CRITICAL_ISSUES: 1 }));
    const slow = voice('performance-reviewer', bad('A query in a loop.', { CRITICAL_ISSUES: 1 }));
    expect(reconcile([slow, voice('quality-reviewer'), security])).toEqual({
      next: 'rem-fix',
      conflict: true,
      decidedBy: ['security-reviewer'],
      reasons: ['security-reviewer: Tokens are logged.', 'performance-reviewer: A query in a loop.'],
    });
  });

  test('where others differ, the stricter word stands and the conflict is told', () => {
    const slow = voice('performance-reviewer', bad('A query in a loop.', { CRITICAL_ISSUES: 1 }));
    expect(reconcile([voice('security-reviewer'), slow])).toMatchObject({
      next: 'rem-fix',
      conflict: true,
      decidedBy: ['performance-reviewer'],
    });
  });

  test('what blocks without being critical is no conflict', () => {
    const blocking = voice('quality-reviewer', bad('No test covers it.', { BLOCKING: true }));
    expect(reconcile([blocking, voice('security-reviewer')])).toMatchObject({ next: 'rem-fix', conflict: false });
  });

  test('changes that nobody insists on do not stop the work', () => {
    expect(reconcile([voice('quality-reviewer', bad(null, { HIGH_ISSUES: 2 }))]).next).toBe('proceed');
  });

  test('after a fix all of them look again, then the hunter, then the verifier', () => {
    expect(AFTER_FIX).toEqual([['security-reviewer', 'performance-reviewer', 'quality-reviewer'], ['hunter'], ['verifier']]);
  });
});

describe('severities', () => {
  test('there are four, and one of them blocks', () => {
    expect(SEVERITIES).toEqual(['CRITICAL', 'MAJOR', 'MINOR', 'NIT']);
    expect(SEVERITIES.filter((severity) => severityMeanings[severity].blocks)).toEqual(['CRITICAL']);
  });

  test.each([
    ['- CRITICAL: tokens are logged', 'CRITICAL', 'tokens are logged'],
    ['* **MAJOR** — a query in a loop', 'MAJOR', 'a query in a loop'],
    ['3. **MINOR:** a name', 'MINOR', 'a name'],
    ['[NIT] a space', 'NIT', 'a space'],
  ])('%s is a finding', (line, severity, text) => {
    expect(findingsOf(`Findings\n${line}\n`)).toEqual([{ severity, text }]);
  });

  test.each([
    'No CRITICAL issues',
    'CRITICAL: 0',
    'CRITICAL: none',
    'CRITICAL_ISSUES: 2',
    'MAJOR',
    '| CRITICAL | a |',
    'MAJORITY: x',
  ])('%s is none', (line) => {
    expect(findingsOf(line)).toEqual([]);
  });
});
