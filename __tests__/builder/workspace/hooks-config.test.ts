import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { checkSync } from 'recheck';
import { ts } from 'ts-morph';
import { type HookSettings, scriptPath } from '../../../src/builder/workspace/hooks/hook.js';
import { hooks } from '../../../src/builder/workspace/hooks/index.js';
import { generateHooksConfig } from '../../../src/builder/workspace/hooks-config.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

const settings: HookSettings = {
  node: '/opt/node 24/bin/node',
  requirements: 'REQUIREMENTS.md',
  milestones: [],
  checkTasks: true,
  hasTaskFiles: true,
};
const { hooks: events, scripts } = generateHooksConfig(settings);
const command = (name: string) => `'/opt/node 24/bin/node' "$CLAUDE_PROJECT_DIR/.claude/hooks/tallystick/${name}.mjs"`;

afterAll(removeFolders);

describe('the hooks of a build', () => {
  // Shows TECH-004 by builder/workspace/hooks/hook.ts
  test('a session that ends: the quality gate, 30 seconds', () => {
    expect(events.Stop).toEqual([{ hooks: [{ type: 'command', command: command('quality-gate'), timeout: 30 }] }]);
  });

  // Shows REQ-011 by builder/workspace/hooks/task-completed.ts; TEST-006 by builder/workspace/hooks/task-completed.ts
  test('a task that is completed: an agent that looks at the ticked requirements, 120 seconds', () => {
    expect(events.TaskCompleted).toEqual([{ hooks: [{ type: 'agent', prompt: expect.any(String), timeout: 120 }] }]);
    const prompt = JSON.stringify(events.TaskCompleted);
    for (const words of ['REQUIREMENTS.md', '[x]', '$ARGUMENTS']) expect(prompt).toContain(words);
  });

  // Shows TEST-007 by builder/workspace/hooks/teammate-idle.ts
  test('a teammate that rests: the open tasks, 30 seconds', () => {
    expect(events.TeammateIdle).toEqual([{ hooks: [{ type: 'command', command: command('teammate-idle-check'), timeout: 30 }] }]);
  });

  // Shows TEST-009 by builder/workspace/hooks/track-file-change.ts
  test('a written file: recorded without waiting', () => {
    expect(events.PostToolUse).toContainEqual({
      matcher: 'Write|Edit',
      hooks: [{ type: 'command', command: command('track-file-change'), timeout: 30, async: true }],
    });
  });

  test('a subagent that ends: the hand-off', () => {
    expect(events.SubagentStop).toContainEqual({ hooks: [{ type: 'command', command: command('handoff'), timeout: 30 }] });
  });

  test('TaskMaster: its files are protected around every tool that writes', () => {
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStop'])
      expect(JSON.stringify(events[event])).toContain('protect-storage');
  });

  // Shows REQ-010 by builder/workspace/hooks-config.ts
  test('what is off, or has nothing to protect, is not there', () => {
    const { hooks: fewer, scripts: files } = generateHooksConfig({ ...settings, checkTasks: false, hasTaskFiles: false });
    expect(Object.keys(fewer).sort()).toEqual(['PostToolUse', 'Stop', 'SubagentStop', 'TeammateIdle']);
    expect(Object.keys(files)).not.toContain(scriptPath('protect-storage'));
  });

  test('every file of the folder is a hook of the list', () => {
    const folder = resolve(import.meta.dirname, '../../../src/builder/workspace/hooks');
    const files = readdirSync(folder).filter((name) => !['index.ts', 'hook.ts', 'script.ts'].includes(name));
    expect(files).toHaveLength(hooks.length);
  });
});

describe('the scripts', () => {
  // Shows TEST-008 by builder/workspace/hooks/quality-gate.ts; INT-010 by builder/workspace/hooks/script.ts
  test.each(Object.keys(scripts))('%s is a program that Node.js takes, and imports nothing but Node.js', (path) => {
    const folder = folderOf({});
    writeFiles(folder, scripts);
    expect(spawnSync(process.execPath, ['--check', join(folder, path)], { encoding: 'utf8' }).stderr).toBe('');
    const imported = [...(scripts[path] ?? '').matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
    expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });

  // Shows SEC-002 by builder/workspace/hooks/script.ts
  test('hold nothing of the environment', () => {
    process.env.TALLYSTICK_TEST_TOKEN = 'canary-in-the-environment';
    expect(JSON.stringify(generateHooksConfig(settings))).not.toContain('canary');
    delete process.env.TALLYSTICK_TEST_TOKEN;
  });

  test('are not left by what files are called', () => {
    const name = '";process.exit(7);//\u2028`$`\'';
    const { scripts: files } = generateHooksConfig({ ...settings, requirements: name, milestones: [name] });
    const folder = folderOf({});
    writeFiles(folder, files);
    const child = spawnSync(process.execPath, [join(folder, scriptPath('quality-gate'))], { input: '{}' });
    expect(child.status).toBe(0);
  });

  test('have no regular expression that takes more than linear time', () => {
    const found = new Set<string>();
    for (const text of Object.values(scripts)) {
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) found.add(node.text);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile('hook.mjs', text, ts.ScriptTarget.Latest));
    }
    expect(found.size).toBeGreaterThan(8);
    const slow = [...found].filter((literal) => {
      const end = literal.lastIndexOf('/');
      return checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: 20_000 }).status !== 'safe';
    });
    expect(slow).toEqual([]);
  });
});
