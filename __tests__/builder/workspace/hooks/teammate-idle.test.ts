import { afterAll, describe, expect, test } from '@jest/globals';
import { folderOf, removeFolders, writeFiles } from '../../../temporary-folder.js';
import { runHook, withHooks } from './run-hook.js';

const idle = { hook_event_name: 'TeammateIdle', teammate_name: 'developer-1', team_name: 'books' };
interface Task {
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly blockedBy?: readonly string[];
  readonly owner?: string;
}

function listOf(tasks: readonly Task[], folder = '.claude/tasks/list-1') {
  const files = tasks.map((task, index) => {
    const id = String(index + 1);
    const text = JSON.stringify({
      id,
      subject: `task ${id}`,
      description: '',
      activeForm: '',
      blocks: [],
      blockedBy: [],
      ...task,
    });
    return [`${folder}/${id}.json`, text];
  });
  return withHooks(folderOf(Object.fromEntries(files)));
}
const ask = (folder: string, event: object = {}) =>
  runHook(folder, 'teammate-idle-check', { ...idle, ...event }, { CLAUDE_CODE_TASK_LIST_ID: 'list-1' });

afterAll(removeFolders);

describe('a teammate that wants to rest', () => {
  // Shows REQ-012 by builder/workspace/hooks/teammate-idle.ts
  test('is kept by a task that is pending and waits for nothing', () => {
    expect(ask(listOf([{ status: 'completed' }, { status: 'pending', blockedBy: ['1'] }, { status: 'pending' }]))).toEqual({
      code: 2,
      stated: '2 pending unblocked tasks: #2, #3. Claim one with TaskUpdate and work on it.\n',
    });
  });

  test.each<[string, readonly Task[]]>([
    ['all are completed', [{ status: 'completed' }]],
    ['the others are at work', [{ status: 'in_progress' }]],
    ['what is pending waits', [{ status: 'in_progress' }, { status: 'pending', blockedBy: ['1'] }]],
    ['what is pending waits for a task that is not there', [{ status: 'pending', blockedBy: ['9'] }]],
    ['what is pending is somebody else’s', [{ status: 'pending', owner: 'developer-2' }]],
    ['there is no list', []],
  ])('may rest when %s', (_, tasks) => {
    expect(ask(listOf(tasks))).toEqual({ code: 0, stated: '' });
  });

  test('may rest once it was asked three times for the same tasks', () => {
    const folder = listOf([{ status: 'pending' }]);
    expect([1, 2, 3, 4, 5].map(() => ask(folder).code)).toEqual([2, 2, 2, 0, 0]);
    expect(ask(folder, { teammate_name: 'developer-2' }).code).toBe(2);
    writeFiles(folder, { '.claude/tasks/list-1/2.json': '{"id":"2","status":"pending","blockedBy":[]}' });
    expect(ask(folder).code).toBe(2);
  });

  test('is asked by the list of its team, and by the folder of the configuration, where these are told', () => {
    const open: Task = { status: 'pending' };
    expect(runHook(listOf([open], '.claude/tasks/books'), 'teammate-idle-check', idle).code).toBe(2);
    const folder = listOf([open], 'elsewhere/tasks/books');
    expect(runHook(folder, 'teammate-idle-check', idle, { CLAUDE_CONFIG_DIR: `${folder}/elsewhere` }).code).toBe(2);
  });

  test.each(['..', '../books', '.', 'a/b'])('is not asked by a list called %s', (team_name) => {
    const folder = listOf([{ status: 'pending' }], '.claude/books');
    expect(runHook(folder, 'teammate-idle-check', { ...idle, team_name }).code).toBe(0);
  });

  test('may rest when files of the list are broken', () => {
    const folder = withHooks(
      folderOf({
        '.claude/tasks/list-1/1.json': '{"id": "1", "status": "pend',
        '.claude/tasks/list-1/2.json': '[]',
        '.claude/tasks/list-1/.lock': '',
        '.tallystick/build/idle.json': 'broken',
      }),
    );
    expect(ask(folder)).toEqual({ code: 0, stated: '' });
  });
});
