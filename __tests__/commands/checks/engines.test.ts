import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { preflight } from '../../../src/commands/preflight.js';
import type { Check } from '../../../src/reports/preflight.js';
import { serverOf, signedIn, stillRunning } from '../../mcp/sessions/server-folder.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { recordedIo } from '../io.js';

afterAll(removeFolders);

const CONTRACT = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { responses: { '200': { description: all } } }
`;

interface How {
  readonly options?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

async function run(config: string, { options = {}, env = {}, files = {} }: How = {}) {
  const cwd = folderOf({ '.git/HEAD': '', 'openapi.yaml': CONTRACT, '.tallystick.yml': config, ...files });
  const io = recordedIo({ cwd, env: { PATH: process.env.PATH ?? '', ...env } });
  const code = await preflight.run({ operands: [], options: { json: true, ...options } }, io);
  const checks = JSON.parse(io.out()).checks as readonly Check[];
  return { cwd, code, engine: (name: string) => checks.find((check) => check.name === name) };
}

/** A configuration that names a server of the tests, and where its processes sign in. */
function naming(server: string, more = '') {
  const folder = folderOf({});
  const { command, args } = serverOf(server, folder);
  const config = `contract_engine:\n  enabled: true\n  mcp_command: ${JSON.stringify(command)}\n  mcp_args: ${JSON.stringify(args)}\n${more}`;
  return { folder, config };
}

const allowed = { options: { allowCommands: true } };

describe('engines', () => {
  test('the embedded Contract Engine answers, and leaves no database that was not there', async () => {
    const { cwd, engine } = await run('');

    expect(engine('contract-engine')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^embedded, answered in \d+ ms$/),
      latencyMs: expect.any(Number),
    });
    expect(existsSync(join(cwd, '.tallystick/contracts.db'))).toBe(false);
  });

  test('one that is enabled may keep the contracts that the repository has no file of', async () => {
    const none = { 'openapi.yaml': 'x: 1\n' };
    expect((await run('', { files: none })).engine('contracts')).toMatchObject({ status: 'failed' });
    expect((await run('contract_engine: { enabled: true }\n', { files: none })).engine('contracts')).toMatchObject({
      status: 'warning',
      hint: expect.stringContaining('reads the contracts of the Contract Engine'),
    });
  });

  test('one that is switched off is not asked', async () => {
    const { engine } = await run('');

    expect(engine('codebase-intelligence')).toMatchObject({ status: 'skipped' });
  });

  // Shows D4
  test('an allowed server is started, asked and ended; the call is in the journal', async () => {
    const { folder, config } = naming('answers-structured');
    const { cwd, engine } = await run(config, allowed);

    expect(engine('contract-engine')?.message).toMatch(/^it lacks validate_endpoint, generate_tests/);
    expect(signedIn(folder)).toHaveLength(1);
    expect(stillRunning(folder)).toEqual([]);
    expect(readFileSync(join(cwd, '.tallystick/logs/execution.log.ndjson'), 'utf8')).toMatch(
      /"agent":"preflight","tool":"mcp__contract-engine__list_contracts".*"status":"success"/,
    );
  });

  test.each([
    ['lacks-the-tool', /list_contracts/],
    ['exits-at-once', /did not start/],
    ['answers-prose', /no (list|JSON)/],
  ])('a server that fails (%s) stands in the way, with the reason and where it was named', async (server, stated) => {
    const { folder, config } = naming(server);
    const { code, engine } = await run(config, allowed);

    expect(code).toBe(1);
    expect(engine('contract-engine')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(stated),
      hint: 'Check .tallystick.yml:3. Until then, the embedded engine is used.',
    });
    expect(stillRunning(folder)).toEqual([]);
  });

  test.each([
    ['by nobody who typed it', {}],
    ['on a pull request, whatever is allowed', { ...allowed, env: { GITHUB_EVENT_NAME: 'pull_request' } }],
  ])('what only the repository names is not started: %s', async (_, how) => {
    const { folder, config } = naming('works');
    const { engine } = await run(config, how);

    expect(engine('contract-engine')).toMatchObject({ status: 'warning', message: expect.stringContaining('was not started') });
    expect(signedIn(folder)).toEqual([]);
  });
});
