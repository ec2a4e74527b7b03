import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { claudeVersion, detectAgentTeamsAvailable, verifyClaude } from '../../../src/builder/backends/verify.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { backendOptions } from '../stub-claude/backend-options.js';
import { ManualClock } from '../stub-claude/manual-clock.js';
import { stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

const TEAMS = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' };

test('`claude` is there when it says its version', async () => {
  expect(await claudeVersion(backendOptions(stubHome({})))).toBe('2.1.329 (Claude Code)');
  expect(await verifyClaude(backendOptions(stubHome({ version: [{ exit: 1 }] })))).toBe(false);
});

test('it has ten seconds for that', async () => {
  const clock = new ManualClock();
  const stub = stubHome({ version: [{ signal: 'asked' }, { hang: true }] });
  const answer = verifyClaude(backendOptions(stub, { clock }));
  await stub.signalled('asked');
  clock.advance(10);
  expect(await answer).toBe(false);
});

test('what lies in the workspace is not taken for it', async () => {
  const workspace = folderOf({});
  mkdirSync(join(workspace, 'bin'));
  writeFileSync(join(workspace, 'bin/claude'), '#!/bin/sh\necho mine\n');
  chmodSync(join(workspace, 'bin/claude'), 0o755);
  const env = { PATH: [join(workspace, 'bin'), '/usr/bin', '/bin'].join(delimiter) };
  expect(await claudeVersion(backendOptions(stubHome({}), { workspace, env }))).not.toBe('mine');
});

test.each([
  { name: 'asked for, and `claude` is there', env: TEAMS, mode: 'in-process', available: true },
  { name: 'not asked for', env: {}, mode: 'in-process', available: false },
  { name: 'split panes in Windows Terminal', env: { ...TEAMS, WT_SESSION: 'a' }, mode: 'split', available: false },
  { name: 'tmux in Windows Terminal', env: { ...TEAMS, WT_SESSION: 'a' }, mode: 'tmux', available: false },
  { name: 'no panes in Windows Terminal', env: { ...TEAMS, WT_SESSION: 'a' }, mode: 'in-process', available: true },
  { name: 'split panes elsewhere', env: TEAMS, mode: 'split', available: true },
])('teams: $name', async ({ env, mode, available }) => {
  const options = backendOptions(stubHome({}, env), { teams: { teammate_display_mode: mode } });
  expect(await detectAgentTeamsAvailable(options)).toBe(available);
});

test('teams need `claude`', async () => {
  expect(await detectAgentTeamsAvailable(backendOptions(stubHome({}, TEAMS), { claude: '/nowhere/claude' }))).toBe(false);
});
