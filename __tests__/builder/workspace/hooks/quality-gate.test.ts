import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseRequirements } from '../../../../src/contracts/requirements/requirements.js';
import { folderOf, removeFolders, writeFiles } from '../../../temporary-folder.js';
import { runHook, withHooks } from './run-hook.js';

const stop = {
  hook_event_name: 'Stop',
  stop_hook_active: false,
  last_assistant_message: 'All done.',
  background_tasks: [],
  session_crons: [],
};
const boxes = (ticked: number, open: number) =>
  `# Requirements\n\n${'- [x] REQ-001: It works (review_cycles: 1)\n'.repeat(ticked)}${'- [ ] REQ-002: It too\n'.repeat(open)}`;

function atStop(requirements: string, event: object = {}, milestones: readonly string[] = []) {
  return runHook(withHooks(folderOf({ 'REQUIREMENTS.md': requirements }), { milestones }), 'quality-gate', { ...stop, ...event });
}

afterAll(removeFolders);

describe('a session that wants to end', () => {
  test.each([
    ['all boxes are ticked', boxes(4, 0)],
    ['four of five are ticked', boxes(4, 1)],
    ['there are no boxes', '# Requirements\n'],
    ['other ways to write a list', '* [X] one\r\n  + [x] two\n'],
  ])('may do so when %s', (_, text) => {
    expect(atStop(text)).toEqual({ code: 0, stated: '' });
  });

  test.each([
    ['half of them', boxes(1, 1), '0.5'],
    ['none', boxes(0, 3), '0'],
    ['just too few, which is not rounded up', boxes(799, 201), '0.79'],
    // Shows REQ-013 by builder/workspace/hooks/quality-gate.ts; TEST-092 by builder/workspace/hooks/quality-gate.ts
  ])('may not when %s are', (_, text, ratio) => {
    const stated = `REQUIREMENTS.md only ${ratio} complete (threshold: 0.8)\n`;
    expect(atStop(text)).toEqual({ code: 2, stated });
  });

  test('may when it was asked to go on before: else it would never end', () => {
    expect(atStop(boxes(0, 1), { stop_hook_active: true }).code).toBe(0);
  });

  test('may when it was started for one task alone: its answer is checked, and must be its last', () => {
    const folder = withHooks(folderOf({ 'REQUIREMENTS.md': boxes(0, 1) }));
    expect(runHook(folder, 'quality-gate', stop, { TALLYSTICK_ALONE: '1' }).code).toBe(0);
  });

  test('may when it only waits for agents in the background', () => {
    const running = { id: 'a208e0ae83beaa535', type: 'subagent', status: 'running', description: 'sub', agent_type: 'build-qa' };
    expect(atStop(boxes(0, 1), { background_tasks: [running] }).code).toBe(0);
    expect(atStop(boxes(0, 1), { background_tasks: [{ ...running, status: 'completed' }] }).code).toBe(2);
  });

  test('may when all tasks of its list are completed: boxes are ticked after the last step of a milestone', () => {
    const env = { CLAUDE_CODE_TASK_LIST_ID: 'list-1' };
    const folder = withHooks(folderOf({ 'REQUIREMENTS.md': boxes(0, 1) }));
    const listed = (one: string, two: string) => {
      const task = (id: string, status: string) => JSON.stringify({ id, subject: id, status, blocks: [], blockedBy: [] });
      writeFiles(folder, { '.claude/tasks/list-1/1.json': task('1', one), '.claude/tasks/list-1/2.json': task('2', two) });
      return runHook(folder, 'quality-gate', stop, env);
    };
    expect(listed('completed', 'completed')).toEqual({ code: 0, stated: '' });
    expect(listed('completed', 'in_progress').stated).toBe('REQUIREMENTS.md only 0 complete (threshold: 0.8)\n');
  });

  test('is measured by the milestones that are being built', () => {
    const plan = `# Plan\n\n## Milestone 1: One\n\n- ID: first\n\n${boxes(1, 0).slice(16)}\n## Milestone 2: Two\n\n${boxes(0, 3).slice(16)}`;
    expect(atStop(plan, {}, ['first']).code).toBe(0);
    expect(atStop(plan, {}, ['milestone-2']).stated).toContain('only 0 complete');
    expect(atStop(plan).stated).toContain('only 0.25 complete');
  });

  test('is not measured by examples in fenced code', () => {
    expect(atStop('- [x] one\n\n```md\n- [ ] example\n```\n\n~~~~\n```\n- [ ] example\n~~~~\n').code).toBe(0);
    expect(atStop('```md\n- [x] example\n```\n- [ ] one\n').code).toBe(2);
  });

  test('may where there is no checklist, or its folder is gone', () => {
    expect(runHook(withHooks(folderOf({})), 'quality-gate', stop).code).toBe(0);
    expect(runHook(withHooks(folderOf({})), 'quality-gate', { ...stop, cwd: '/nowhere' }).code).toBe(0);
  });

  // Shows REQ-016 by builder/workspace/hooks/quality-gate.ts
  test('is measured by the checklist of the folder it works in, else by that of the workspace', () => {
    const folder = withHooks(folderOf({ 'REQUIREMENTS.md': boxes(0, 1), 'sub/REQUIREMENTS.md': boxes(1, 0) }));
    expect(runHook(folder, 'quality-gate', { ...stop, cwd: `${folder}/sub` }).code).toBe(0);
    expect(runHook(folder, 'quality-gate', { ...stop, cwd: `${folder}/other` }).code).toBe(2);
  });

  // Shows TECH-004A by builder/workspace/hooks/script.ts
  test.each(['', 'no JSON', '[]', 'null', '{"cwd": 7, "background_tasks": {}}'])('is not kept by an input such as %j', (text) => {
    const { code } = runHook(withHooks(folderOf({ 'REQUIREMENTS.md': boxes(1, 0) })), 'quality-gate', text);
    expect(code).not.toBe(2);
  });
});

test('boxes are counted as plans count them', () => {
  const line = fc.constantFrom(
    ...['- [x] one', '* [X] two', '+ [ ] three', '  - [ ] four', '- [y] five', '-[ ] six', '1. [ ] seven', '- [x]', '- [ ]eight'],
    ...['# Plan', '## Milestone 1: One', '## Milestone 2 - Two', '### Milestone 3: Three', '### Part', '## Other', '- ID: first'],
    ...['- **ID**: `second`', '```', '````md', '~~~', '``` x `', ''],
  );
  const plan = fc.array(line, { maxLength: 16 }).map((lines) => lines.join('\n'));
  const folder = folderOf({});
  const ratioOf = (text: string, milestones: readonly string[]): string => {
    writeFiles(withHooks(folder, { milestones }), { 'REQUIREMENTS.md': text });
    return /only (\S+) complete/.exec(runHook(folder, 'quality-gate', stop).stated)?.[1] ?? 'enough';
  };
  const expected = (ratio: number | undefined): string =>
    ratio === undefined || ratio >= 0.8 ? 'enough' : String(Math.floor(ratio * 100) / 100);
  const checkboxRatio = (text: string): number | undefined => {
    const { done, open } = parseRequirements(text).boxes;
    return done + open === 0 ? undefined : done / (done + open);
  };
  fc.assert(
    fc.property(plan, (text) => {
      expect(ratioOf(text, [])).toBe(expected(checkboxRatio(text)));
      const { milestones } = parseRequirements(text);
      const [one] = milestones.filter(({ id }) => milestones.filter((each) => each.id === id).length === 1);
      if (one === undefined) return;
      const section = text.split('\n').slice(one.line, one.lastLine).join('\n');
      expect(ratioOf(text, [one.id])).toBe(expected(checkboxRatio(section)));
    }),
    { numRuns: 40 },
  );
});
