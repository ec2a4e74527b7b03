import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readTaskList, removeTaskList, taskListFolder } from '../../../src/builder/backends/task-list.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const row = (fields: object): string => JSON.stringify({ id: '1', subject: 's', status: 'pending', blockedBy: [], ...fields });

test('a list lies in the home, or where the configuration is', () => {
  expect(taskListFolder({ HOME: '/home/a' }, 'x')).toBe(join('/home/a', '.claude', 'tasks', 'x'));
  expect(taskListFolder({ HOME: '/home/a', CLAUDE_CONFIG_DIR: '/c' }, 'x')).toBe(join('/c', 'tasks', 'x'));
});

test('tasks are listed in the order of their numbers, by their names', () => {
  const folder = folderOf({
    '10.json': row({ id: '10', subject: '[task-3] Third', status: 'completed', blockedBy: ['2', 7] }),
    '2.json': row({ id: '2', metadata: { task_id: 'task-2' }, status: 'in_progress', owner: 'task-2' }),
    '1.json': row({ subject: 'Without a name' }),
    '.lock': '',
  });
  expect(readTaskList(folder)).toEqual([
    { id: '1', subject: 'Without a name', status: 'pending', owner: '', blockedBy: [], key: '' },
    { id: '2', subject: 's', status: 'in_progress', owner: 'task-2', blockedBy: [], key: 'task-2' },
    { id: '10', subject: '[task-3] Third', status: 'completed', owner: '', blockedBy: ['2'], key: 'task-3' },
  ]);
});

test('what is half written, too large, of another kind or a link is left out', () => {
  const elsewhere = folderOf({ 'secret.json': row({}) });
  const folder = folderOf({
    ...{
      '1.json': '{"id":"1","subj',
      '2.json': row({ id: 2 }),
      '3.json': row({ status: 'deleted' }),
      '4.json': '[]',
      '5.json': 'null',
    },
    ...{ '6.json': row({ subject: 'x'.repeat(2_000_000) }), 'x.json': row({}), '8.json/inner': '' },
  });
  symlinkSync(join(elsewhere, 'secret.json'), join(folder, '7.json'));
  expect(readTaskList(folder)).toEqual([]);
});

test('a list that is not there is empty, and can be taken away', () => {
  expect(readTaskList('/nowhere')).toEqual([]);
  removeTaskList('/nowhere');
});
