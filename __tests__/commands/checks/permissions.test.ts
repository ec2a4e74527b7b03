import { afterAll, expect, test } from '@jest/globals';
import { permissionChecks } from '../../../src/commands/checks/permissions.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const FILE = '.github/workflows/contracts.yml';
const workflow = (permissions: string, uses = 'OWNER/tallystick@v1', mode = '') =>
  `on: push\njobs:\n  a:\n    permissions: ${permissions}\n    steps: [{ uses: ${uses}${mode} }]\n`;

async function checkOf(text: string) {
  const repository = folderOf({ [FILE]: text });
  const found = await permissionChecks({ repository, env: {}, now: 0, allowCommands: false });
  return found.find(({ name }) => name === FILE);
}

test('a job that may write both publishes all', async () => {
  expect(await checkOf(workflow('{ checks: write, pull-requests: write }'))).toMatchObject({ status: 'ok' });
  expect(await checkOf(workflow('write-all'))).toMatchObject({ status: 'ok' });
});

test.each(['{ checks: write }', '{ checks: write, pull-requests: read }'])('%s lacks a right, which is named', async (given) => {
  expect(await checkOf(workflow(given))).toMatchObject({
    status: 'warning',
    hint: 'Add to the permissions of the job: pull-requests: write.',
  });
});

test('what the workflow says counts for its jobs', async () => {
  const text = `permissions: write-all\n${workflow('', 'OWNER/tallystick@v1').replace(/ {4}permissions:.*\n/, '')}`;

  expect(await checkOf(text)).toMatchObject({ status: 'ok' });
});

test.each([
  ['of others', workflow('{}', 'actions/checkout@v7')],
  ['of shards', workflow('{}', 'OWNER/tallystick@v1', ', with: { mode: shard }')],
  ['that are broken', 'jobs: ['],
  ['that are something else', '- 1'],
])('workflows %s are not looked at', async (_, text) => {
  expect(await checkOf(text)).toBeUndefined();
});

test('the token of the agent is reported by its name, never by its value', async () => {
  const env = { ANTHROPIC_API_KEY: 'a-secret-value' };
  const found = await permissionChecks({ repository: folderOf({}), env, now: 0, allowCommands: false });

  expect(found).toMatchObject([{ name: 'token', status: 'ok', message: expect.stringContaining('ANTHROPIC_API_KEY') }]);
  expect(JSON.stringify(found)).not.toContain('a-secret-value');
});
