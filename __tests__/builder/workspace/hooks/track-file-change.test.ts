import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { folderOf, removeFolders } from '../../../temporary-folder.js';
import { runHook, withHooks } from './run-hook.js';

const wrote = (tool: string, file_path: unknown) => ({
  hook_event_name: 'PostToolUse',
  agent_id: 'a208e0ae83beaa535',
  agent_type: 'build-developer',
  tool_name: tool,
  tool_input: { file_path, content: 'secret contents' },
  tool_response: { type: 'create', structuredPatch: [], originalFile: null },
  tool_use_id: 'toolu_1_0',
  duration_ms: 12,
});
const linesOf = (folder: string) =>
  readFileSync(join(folder, '.tallystick/build/changes.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

afterAll(removeFolders);

// Shows REQ-015 by builder/workspace/hooks/track-file-change.ts
test('every file that is written is noted, with who wrote it and without what', () => {
  const folder = withHooks(folderOf({}));
  expect(runHook(folder, 'track-file-change', wrote('Write', join(folder, 'src/app.ts')))).toEqual({ code: 0, stated: '' });
  runHook(folder, 'track-file-change', wrote('Edit', 'src/loans.ts'));
  runHook(folder, 'track-file-change', wrote('Edit', '/etc/hosts'));
  expect(linesOf(folder)).toEqual([
    { at: expect.any(String), tool: 'Write', file: 'src/app.ts', agent_type: 'build-developer', agent_id: 'a208e0ae83beaa535' },
    expect.objectContaining({ tool: 'Edit', file: 'src/loans.ts' }),
    expect.objectContaining({ file: '/etc/hosts' }),
  ]);
});

test('a call without a file leaves nothing', () => {
  const folder = withHooks(folderOf({}));
  expect(runHook(folder, 'track-file-change', wrote('Write', 7)).code).toBe(0);
  expect(existsSync(join(folder, '.tallystick'))).toBe(false);
});

test('a link in the place of the list is not written through', () => {
  const folder = withHooks(folderOf({ '.tallystick/build/other': '', 'victim.txt': 'mine' }));
  symlinkSync(join(folder, 'victim.txt'), join(folder, '.tallystick/build/changes.ndjson'));
  expect(runHook(folder, 'track-file-change', wrote('Write', 'a.ts')).code).toBe(0);
  expect(readFileSync(join(folder, 'victim.txt'), 'utf8')).toBe('mine');
});
