import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { claudeVersion, verifyClaude } from '../../../src/builder/backends/verify.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { backendOptions } from '../stub-claude/backend-options.js';
import { ManualClock } from '../stub-claude/manual-clock.js';
import { stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

// Shows TECH-010
test('`claude` is there when it says its version', async () => {
  expect(await claudeVersion(backendOptions(stubHome({})))).toBe('2.1.329 (Claude Code)');
  expect(await verifyClaude(backendOptions(stubHome({ version: [{ exit: 1 }] })))).toBe(false);
});

// Shows TECH-010 by builder/backends/verify.ts
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
