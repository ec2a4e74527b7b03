import { afterAll, expect, test } from '@jest/globals';
import { taskChecks } from '../../../src/commands/checks/tasks.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const NOW = Date.parse('2026-11-21T08:00:00Z');

async function checksOf(files: Record<string, string>) {
  const repository = folderOf(files);
  const found = await taskChecks({ repository, env: {}, now: NOW, allowCommands: false });
  return (name: string) => found.find((check) => check.name === name);
}

test('without a folder of TaskMaster nothing is looked at', async () => {
  expect(await taskChecks({ repository: folderOf({}), env: {}, now: NOW, allowCommands: false })).toEqual([]);
});

test('files that are not there yet are TaskMaster’s to make', async () => {
  const check = await checksOf({ '.taskmaster/config.json': '{}' });

  expect(check('.taskmaster/tasks/tasks.json')).toMatchObject({
    status: 'warning',
    hint: 'Create it with TaskMaster (parse_prd).',
  });
  expect(check('.taskmaster/state.json')).toMatchObject({ status: 'warning' });
  expect(check('research')).toMatchObject({ status: 'skipped' });
});

test('their problems are reported, at most three', async () => {
  const tasks = JSON.stringify({ version: 'v1.0', tasks: Array.from({ length: 5 }, () => ({ id: 'x', title: 'Books' })) });
  const check = await checksOf({ '.taskmaster/tasks/tasks.json': tasks });

  expect(check('.taskmaster/tasks/tasks.json')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/ and 2 more$/),
  });
});

const research = (name: string) => `.taskmaster/docs/research/${name}`;

test.each([
  ['fresh', { '2026-10-01_zod.md': 'zod' }, { status: 'ok', message: '1 of at most 90 days' }],
  [
    'old',
    { '2026-10-01_zod.md': 'zod', '2025-08-10_react.md': 'r' },
    { status: 'warning', message: '1 of 2 older than 90 days: 2025-08-10_react.md' },
  ],
  ['empty', { '2026-10-01_zod.md': '' }, { status: 'warning', message: 'empty: 2026-10-01_zod.md' }],
])('research that is %s', async (_, files, expected) => {
  const check = await checksOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [research(name), text])));

  expect(check('research')).toMatchObject(expected);
});
