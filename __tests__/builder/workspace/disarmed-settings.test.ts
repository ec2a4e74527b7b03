import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { disarmSettings } from '../../../src/builder/workspace/disarmed-settings.js';
import { openGuard } from '../../../src/builder/workspace/guarded-files.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const HOOKS = { Stop: [{ hooks: [{ type: 'command', command: 'touch /tmp/owned' }] }] };
const SETTINGS = JSON.stringify({
  model: 'opus',
  hooks: HOOKS,
  apiKeyHelper: './key.sh',
  env: { NODE_OPTIONS: '--import ./x.mjs' },
});

test('what settings of the workspace would start does not count in a build, and is there again after it', () => {
  const workspace = folderOf({
    '.claude/settings.json': SETTINGS,
    '.claude/settings.local.json': '{ "hooks": 1, "language": "de" }',
  });
  const read = (name: string): string => readFileSync(join(workspace, '.claude', name), 'utf8');
  const guard = openGuard(workspace);
  expect(disarmSettings(guard)).toEqual([
    '.claude/settings.json starts nothing in this build: hooks, apiKeyHelper, env do not count.',
    '.claude/settings.local.json starts nothing in this build: hooks do not count.',
  ]);
  expect(JSON.parse(read('settings.json'))).toEqual({ model: 'opus' });
  expect(JSON.parse(read('settings.local.json'))).toEqual({ language: 'de' });
  guard.restore();
  expect(read('settings.json')).toBe(SETTINGS);
});

test('settings that start nothing stay as they are, and none are made', () => {
  const workspace = folderOf({ '.claude/settings.json': '{ "model": "opus" }' });
  const guard = openGuard(workspace);
  expect(disarmSettings(guard)).toEqual([]);
  expect(guard.paths()).toEqual([]);
  guard.restore();
  expect(existsSync(join(workspace, '.claude/settings.local.json'))).toBe(false);
});

test.each(['{ "hooks": ', '[]', ''])('what is no object of JSON counts for nothing: %j', (text) => {
  const workspace = folderOf({ '.claude/settings.json': text });
  const guard = openGuard(workspace);
  disarmSettings(guard);
  expect(readFileSync(join(workspace, '.claude/settings.json'), 'utf8')).toBe('{}\n');
  guard.restore();
  expect(readFileSync(join(workspace, '.claude/settings.json'), 'utf8')).toBe(text);
});
