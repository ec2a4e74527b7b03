import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { folderOf, removeFolders, writeFiles } from '../../../temporary-folder.js';
import { runHook, withHooks } from './run-hook.js';

const tasks = '.taskmaster/tasks/tasks.json';
const state = '.taskmaster/state.json';
const was = '{"version":"v1.0","tasks":[]}';
/** As a build leaves it: the files, and the copies that they are compared with. */
const workspace = () => withHooks(folderOf({ [tasks]: was, '.tallystick/build/task-files/0': was }));
const ended = (folder: string, tool_name: string, more: object = {}) =>
  runHook(folder, 'protect-storage', {
    hook_event_name: 'PostToolUse',
    tool_name,
    tool_use_id: 'toolu_1',
    tool_input: {},
    ...more,
  });
const begun = (folder: string, tool_name: string, tool_use_id: string) =>
  ended(folder, tool_name, { hook_event_name: 'PreToolUse', tool_use_id });
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

afterAll(removeFolders);

describe("TaskMaster's files", () => {
  test('unchanged files are not reported', () => {
    expect(ended(workspace(), 'Bash')).toEqual({ code: 0, stated: '' });
  });

  // Shows 001-STORAGE-PROTECTION by builder/workspace/hooks/protect-storage.ts
  test.each(['Bash', 'Write', 'mcp__other__write'])('a change by %s is reverted, reported and logged', (tool) => {
    const folder = workspace();
    writeFiles(folder, { [tasks]: '{}', [state]: '{}' });
    const { code, stated } = ended(folder, tool);
    expect(code).toBe(2);
    expect(stated).toContain(`${tasks} and ${state} belong to TaskMaster`);
    expect(read(folder, tasks)).toBe(was);
    expect(existsSync(join(folder, state))).toBe(false);
    expect(JSON.parse(read(folder, '.tallystick/build/protected.ndjson'))).toMatchObject({ files: [tasks, state], tool });
    expect(ended(folder, tool)).toEqual({ code: 0, stated: '' });
  });

  test('one that was removed is there again', () => {
    const folder = workspace();
    rmSync(join(folder, '.taskmaster'), { recursive: true });
    expect(ended(folder, 'Bash').code).toBe(2);
    expect(read(folder, tasks)).toBe(was);
  });

  test('a link or a folder in its place goes, and what it leads to stays', () => {
    const elsewhere = folderOf({ 'mine.json': 'mine' });
    const folder = workspace();
    rmSync(join(folder, tasks));
    symlinkSync(join(elsewhere, 'mine.json'), join(folder, tasks));
    mkdirSync(join(folder, state));
    expect(ended(folder, 'Bash').code).toBe(2);
    expect(read(folder, tasks)).toBe(was);
    expect(read(elsewhere, 'mine.json')).toBe('mine');
  });

  test('what TaskMaster itself changes stays, and is what counts from then on', () => {
    const folder = workspace();
    expect(begun(folder, 'mcp__task-master__set_task_status', 'toolu_7').code).toBe(0);
    writeFiles(folder, { [tasks]: 'newer', [state]: 'new' });
    // Another agent's tool ends at this very moment.
    expect(ended(folder, 'Bash')).toEqual({ code: 0, stated: '' });
    expect(ended(folder, 'mcp__task-master__set_task_status', { tool_use_id: 'toolu_7' }).code).toBe(0);
    expect(ended(folder, 'Bash')).toEqual({ code: 0, stated: '' });
    writeFileSync(join(folder, tasks), 'worse');
    expect(ended(folder, 'Bash').code).toBe(2);
    expect([read(folder, tasks), read(folder, state)]).toEqual(['newer', 'new']);
  });

  test('a call of TaskMaster that never ended does not leave them open for ever', () => {
    const folder = workspace();
    begun(folder, 'mcp__task-master__parse_prd', 'toolu_8');
    utimesSync(join(folder, '.tallystick/build/task-files/calls/toolu_8'), 1, 1);
    writeFiles(folder, { [tasks]: '{}' });
    expect(ended(folder, 'Bash').code).toBe(2);
  });

  test('they are also checked when a subagent ends, with one report', () => {
    const folder = workspace();
    const stop = { hook_event_name: 'SubagentStop', tool_name: undefined, tool_use_id: undefined };
    writeFiles(folder, { [tasks]: '{}' });
    expect(ended(folder, '', { ...stop, stop_hook_active: false }).code).toBe(2);
    writeFiles(folder, { [tasks]: '{}' });
    expect(ended(folder, '', { ...stop, stop_hook_active: true })).toEqual({ code: 0, stated: '' });
    expect(read(folder, tasks)).toBe(was);
  });

  test('the name of a call cannot lead elsewhere', () => {
    const folder = workspace();
    expect(begun(folder, 'mcp__task-master__get_tasks', '../../../../escaped').code).toBe(0);
    expect(existsSync(join(folder, '../escaped'))).toBe(false);
    expect(existsSync(join(folder, '.tallystick/build/task-files/calls/____________escaped'))).toBe(true);
  });
});
