import { findingsOf, SEVERITIES } from '../../../src/builder/agent-report/severity.js';
import { remEvidenceTask, remFixTask } from '../../../src/builder/agent-report/tasks.js';

describe('tasks that repair', () => {
  // Shows 002-REM-FIX-NAME by builder/agent-report/tasks.ts
  test('have the names that task lists are searched for', () => {
    expect(remFixTask('Close the file.').name).toBe('CC100X REM-FIX: Close the file.');
    expect(remEvidenceTask('Show the run.').name).toBe('CC100X REM-EVIDENCE: Show the run.');
  });

  // Shows 002-REMEDIATION_REASON by builder/agent-report/tasks.ts
  test('keep every word of the reason, and name its first line', () => {
    const reason = `${'long '.repeat(100)}\nsecond line`;
    const { name, description } = remFixTask(reason);
    expect(description).toBe(reason);
    expect(name.length).toBeLessThan(150);
    expect(name).not.toContain('\n');
  });
});

describe('severities', () => {
  // Shows 002-SEVERITY
  test('there are four', () => {
    expect(SEVERITIES).toEqual(['CRITICAL', 'MAJOR', 'MINOR', 'NIT']);
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
