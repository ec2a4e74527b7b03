import { createHash } from 'node:crypto';
import { checkHandoff, findHandoff, nextActions } from '../../../src/builder/agent-report/handoff.js';
import { judgeReply } from '../../../src/builder/agent-report/judge.js';
import { takeSnapshot } from '../../../src/builder/agent-report/snapshot.js';
import { validationBlock } from '../../../src/builder/agent-report/validation-block.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { saying } from './sample.js';

afterEach(removeFolders);

describe('the validation block', () => {
  const judge = (output: string, more = {}) =>
    judgeReply({ reporter: 'hunter', output, previousRetries: 0, openRemFixes: 0, ...more });

  // Shows 002-STEP-3 by builder/agent-report/validation-block.ts
  test('of a contract that holds', () => {
    expect(validationBlock('hunter', judge(saying('hunter')))).toBe(
      [
        '### Agent Validation: hunter',
        '- Router Contract: Found',
        '- STATUS: CLEAN',
        '- BLOCKING: false',
        '- CRITICAL\\_ISSUES: 0',
        '- SPEC\\_COMPLIANCE: N/A',
        '- FILES\\_MODIFIED: none',
        '- Proceeding: Yes: what it claims holds',
      ]
        .join('\n')
        .replaceAll('\\_', '_'),
    );
  });

  test('of one that is not there', () => {
    const block = validationBlock('hunter', judge('Done.'));
    expect(block).toContain('- Router Contract: Not found\n- STATUS: -\n');
    expect(block).toContain('- Proceeding: No: it does not comply: its answer has no router contract');
  });

  test.each([
    ['a fix', { STATUS: 'ISSUES_FOUND', BLOCKING: true, REMEDIATION_REASON: 'x' }, {}, 'No: a fix is needed first: hunter: x'],
    [
      'too many fixes',
      { BLOCKING: true, REMEDIATION_REASON: 'x' },
      { openRemFixes: 3 },
      'No: a fix is needed, and too many were tried',
    ],
    ['a refusal', { STATUS: 'ISSUES_FOUND' }, {}, 'Yes: hunter says ISSUES'],
    ['a wrong STATUS', { STATUS: 'PASS' }, {}, 'No: it is asked for its contract again'],
  ])('of %s', (_, changes, more, expected) => {
    expect(validationBlock('hunter', judge(saying('hunter', changes), more))).toContain(`- Proceeding: ${expected}`);
  });

  test('what an agent says cannot be read as Markdown', () => {
    const block = validationBlock(
      'hunter',
      judge(saying('hunter', { BLOCKING: true, REMEDIATION_REASON: '# <b>@all</b>\n- x' })),
    );
    expect(block.split('\n')).toHaveLength(8);
    expect(block).not.toContain('<b>');
  });
});

describe('what an agent hands on', () => {
  const payload = {
    agent: 'build-developer',
    taskId: '1',
    status: 'success',
    artifacts: [{ path: 'src/a.ts' }],
    next_actions: [],
  };
  const text = (changes: object = {}): string => JSON.stringify({ ...payload, ...changes });
  const check = async (changes: object = {}) => {
    const workspace = folderOf({ 'src/a.ts': 'abc' });
    return checkHandoff(text(changes), workspace, await takeSnapshot(workspace));
  };

  // Shows D5 by builder/agent-report/handoff.ts builder/workspace/hooks/handoff.ts
  test('has the published form, and its artifacts are there', async () => {
    const sha256 = createHash('sha256').update('abc').digest('hex');
    expect(await check()).toMatchObject({ ok: true, handoff: { taskId: '1' } });
    expect(await check({ artifacts: [{ path: 'src/a.ts', bytes: 3, sha256 }] })).toMatchObject({ ok: true });
  });

  test.each([
    ['a file that is not there', { artifacts: [{ path: 'src/b.ts' }] }, 'src/b.ts is not there'],
    ['a folder', { artifacts: [{ path: 'src' }] }, 'src is not there'],
    ['a path that leads out', { artifacts: [{ path: '../a' }] }, '../a is no path inside the workspace'],
    ['another size', { artifacts: [{ path: 'src/a.ts', bytes: 4 }] }, 'src/a.ts has 3 bytes, not 4'],
    ['another content', { artifacts: [{ path: 'src/a.ts', sha256: 'ab' }] }, 'src/a.ts has another SHA-256'],
    ['another form', { status: 'done' }, expect.stringContaining('status')],
    ['too much', { summary: 'x'.repeat(300_000) }, expect.stringContaining('more than')],
  ])('is refused for %s', async (_, changes, problem) => {
    expect(await check(changes)).toEqual({ ok: false, problems: [problem] });
  });

  test('is the last block of JSON that has its fields', () => {
    const output = `Done.\n\`\`\`json\n${text({ taskId: 'first' })}\n\`\`\`\n\`\`\`json\n${text()}\n\`\`\`\n\`\`\`json\n{"a":1}\n\`\`\`\n`;
    expect(findHandoff(output)).toBe(text());
    expect(findHandoff(text())).toBe(text());
    expect(findHandoff('Done.')).toBeUndefined();
  });

  test('starts the next agents that exist; others are reported', async () => {
    const next = [
      { action: 'review', target: 'build-reviewer', params: { lens: 'security' } },
      { action: 'test', target: 'test-writer' },
      { action: 'deploy', target: 'ops' },
    ];
    const checked = await check({ next_actions: next });
    if (!checked.ok) throw new Error(checked.problems.join());
    expect(nextActions(checked.handoff)).toEqual({
      actions: [
        { action: 'review', agent: 'build-reviewer', params: { lens: 'security' } },
        { action: 'test', agent: 'build-test-writer', params: {} },
      ],
      unknown: ['ops'],
    });
  });
});
