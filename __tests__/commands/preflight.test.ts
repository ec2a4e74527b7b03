import { chmodSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { preflight } from '../../src/commands/preflight.js';
import type { Check } from '../../src/reports/preflight.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const CONTRACT = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { responses: { '200': { description: all } } }
`;
const SERVICE = { '.git/HEAD': '', 'openapi.yaml': CONTRACT };

async function run(
  files: Record<string, string>,
  { options = {}, env = {}, prepare }: { options?: object; env?: Record<string, string>; prepare?: (dir: string) => void } = {},
) {
  const cwd = folderOf({ ...SERVICE, ...files });
  prepare?.(cwd);
  const io = recordedIo({ cwd, env });
  const code = await preflight.run({ operands: [], options: { json: true, ...options } }, io);
  const report = JSON.parse(io.out()) as { ready: boolean; checks: readonly Check[] };
  const check = (name: string) => report.checks.find((each) => each.name === name);
  return { code, report, check };
}

describe('preflight', () => {
  test('a service with a contract is ready', async () => {
    const { code, report, check } = await run({});

    expect(code).toBe(0);
    expect(report).toMatchObject({ formatVersion: 1, ready: true });
    expect(check('configuration')).toMatchObject({ status: 'ok', message: 'the defaults' });
    expect(check('contracts')).toMatchObject({ status: 'ok', message: '1 read: openapi.yaml' });
    expect(check('.tallystick')).toMatchObject({ status: 'ok', message: 'it can be created' });
    expect(check('task folders')).toMatchObject({ status: 'skipped' });
    expect(check('hooks')).toMatchObject({ status: 'skipped' });
  });

  // Shows D4 by commands/preflight.ts
  test('says what to do, in one line each', async () => {
    const cwd = folderOf({ ...SERVICE, '.tallystick.yml': 'max_violation: 5\n' });
    const io = recordedIo({ cwd });

    expect(await preflight.run({ operands: [], options: {} }, io)).toBe(1);
    expect(io.out()).toMatch(
      /^failed {3}configuration {2} *\.tallystick\.yml:1: .*max_violation.*\. Did you mean .*max_violations.*$/m,
    );
    expect(io.out()).toMatch(/\nNot ready: 1 of \d+ checks failed, \d+ warnings\.\n$/);
  });

  test('a contract that cannot be read stands in the way', async () => {
    const { code, check } = await run({ 'openapi.yaml': 'openapi: 3.1.0\npaths: [' });

    expect(code).toBe(1);
    expect(check('contracts')).toMatchObject({ status: 'failed' });
  });

  test('so does the lack of one', async () => {
    const cwd = folderOf({ '.git/HEAD': '' });
    const io = recordedIo({ cwd });

    expect(await preflight.run({ operands: [], options: { json: true } }, io)).toBe(1);
    expect(JSON.parse(io.out()).checks[1]).toMatchObject({ name: 'contracts', status: 'failed', hint: expect.any(String) });
  });

  test('a file in place of the folder of runs stands in the way', async () => {
    const { check } = await run({ '.tallystick': '' });

    expect(check('.tallystick')).toMatchObject({ status: 'failed', message: 'it is no folder' });
  });

  // Shows D4
  test('task folders are looked at where they are used, and not made', async () => {
    const { check, code } = await run({ '.taskmaster/tasks/readme': '' });

    expect(code).toBe(0);
    expect(check('.taskmaster/tasks')).toMatchObject({ status: 'ok' });
    expect(check('.taskmaster/reports')).toMatchObject({
      status: 'warning',
      hint: 'Create it: mkdir -p .taskmaster/reports',
    });
  });

  const POSIX = process.platform === 'win32' ? test.skip : test;

  POSIX('hooks have to be executable', async () => {
    const script = '.claude/hooks/track.sh';
    const idle = await run({ [script]: '#!/bin/sh\n' }, { prepare: (dir) => chmodSync(`${dir}/${script}`, 0o644) });
    const able = await run({ [script]: '#!/bin/sh\n' }, { prepare: (dir) => chmodSync(`${dir}/${script}`, 0o755) });

    expect(idle.check('hooks')).toMatchObject({ status: 'failed', message: `not executable: ${script}` });
    expect(idle.code).toBe(1);
    expect(able.check('hooks')).toMatchObject({ status: 'ok', message: '1 in .claude/hooks' });
  });

  test.each([
    ['{', '.claude/settings.json is not valid JSON'],
    ['{"hooks":"sh .claude/hooks/gone.sh"}', '.claude/settings.json names missing files: .claude/hooks/gone.sh'],
  ])('settings of the agent: %s', async (text, message) => {
    expect((await run({ '.claude/settings.json': text })).check('hooks')).toMatchObject({ status: 'failed', message });
  });

  POSIX('programs are looked for in PATH, never in the repository', async () => {
    const elsewhere = folderOf({ claude: '#!/bin/sh\necho "2.0.1 (Claude Code) $SECRET_TOKEN"\n' });
    chmodSync(`${elsewhere}/claude`, 0o755);
    const theirs = { 'bin/claude': '#!/bin/sh\necho theirs > "$0.run"\n' };
    const cwd = folderOf({ ...SERVICE, ...theirs });
    chmodSync(`${cwd}/bin/claude`, 0o755);
    const claude = async (path: string) => {
      const io = recordedIo({ cwd, env: { PATH: path, SECRET_TOKEN: 'abc-secret-abc' } });
      await preflight.run({ operands: [], options: { json: true } }, io);
      return JSON.parse(io.out()).checks.find(({ name }: Check) => name === 'claude');
    };

    expect(await claude(`${cwd}/bin`)).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('needed for builds'),
    });
    expect(await claude(`${cwd}/bin:${elsewhere}`)).toMatchObject({ status: 'ok', message: '2.0.1 (Claude Code)' });
  });
});
