import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { taskServerChecks } from '../../../src/commands/checks/task-server.js';
import { stillRunning } from '../../mcp/sessions/server-folder.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

/** As `.mcp.json` names what the agent fills in. */
const VARIABLE = `$${'{MODEL}'}`;
const TASK = { id: '1', title: 'Books' };

/** A repository whose `.mcp.json` names a server of these tasks, and what becomes of it. */
async function looked(tasks: readonly object[], { allow = true, env = {}, more = {} as object, name = 'task-master-ai' } = {}) {
  const folder = folderOf({});
  const entry = { command: process.execPath, args: [join(import.meta.dirname, 'task-server.js'), folder, JSON.stringify(tasks)] };
  const repository = folderOf({ '.mcp.json': JSON.stringify({ mcpServers: { [name]: { ...entry, ...more } } }) });
  const given = { PATH: process.env.PATH ?? '', ...env };
  const [check] = await taskServerChecks({ repository, env: given, now: 0, allowCommands: allow });
  return { check, folder, repository };
}

describe('the server of TaskMaster that .mcp.json names', () => {
  test('is asked for its tasks and for nothing else, and ended', async () => {
    const { check, folder, repository } = await looked([TASK, { ...TASK, id: '2', dependencies: ['1'] }]);

    expect(check).toMatchObject({
      name: 'task-master',
      status: 'ok',
      message: expect.stringMatching(/^2 tasks, answered in \d+ ms$/),
    });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe(`get_tasks ${repository}\n`);
    expect(stillRunning(folder)).toEqual([]);
    expect(readdirSync(repository).sort()).toEqual(['.mcp.json', '.tallystick']);
    expect(readFileSync(join(repository, '.tallystick/logs/execution.log.ndjson'), 'utf8')).toContain(
      'mcp__task-master__get_tasks',
    );
  });

  test.each([
    ['lacks what consumers rely on', [{ id: '1' }], /^task-master: .*tasks\.0\.title/],
    ['names its tasks otherwise', [{ ...TASK, id: 'one' }], /tasks\.0\.id/],
    ['depends on what is not there', [{ ...TASK, dependencies: ['7'] }], /^task 1 depends on 7, which is not there$/],
  ])('stands in the way when it %s', async (_, tasks, stated) => {
    expect((await looked(tasks)).check).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(stated),
      hint: expect.any(String),
    });
  });

  test.each([
    ['nobody allowed commands', { allow: false }, /only started with --allow-commands$/],
    ['it may be the change’s own', { env: { GITHUB_EVENT_NAME: 'pull_request' } }, /on a pull request/],
  ])('is not started where %s', async (_, how, stated) => {
    const { check, folder } = await looked([TASK], how);

    expect(check).toMatchObject({ status: 'skipped', message: expect.stringMatching(stated) });
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('gets no secret from any source', async () => {
    const env = { ANTHROPIC_API_KEY: 'sesame', TASKS_MODE: 'one', MODEL: VARIABLE };
    const { folder } = await looked([TASK], { env: { GITHUB_TOKEN: 'sesame' }, more: { env } });
    const [pid = ''] = readdirSync(folder).filter((name) => name !== 'asked');
    const known = readFileSync(join(folder, pid), 'utf8');

    expect(known).not.toContain('sesame');
    expect(JSON.parse(known)).toMatchObject({ TASKS_MODE: 'one' });
    expect(JSON.parse(known)).not.toHaveProperty('MODEL');
  });

  test.each([
    ['is reached otherwise', { command: undefined, type: 'http', url: 'https://tasks.example.com' }, /no command/],
    ['needs variables', { args: [`${VARIABLE}/server.js`] }, /only agents fill in/],
  ])('is told of where it %s', async (_, more, stated) => {
    expect((await looked([TASK], { more })).check).toMatchObject({ status: 'warning', message: expect.stringMatching(stated) });
  });

  test('is looked for by its name', async () => {
    expect((await looked([TASK], { name: 'tasks' })).check).toBeUndefined();
  });
});
