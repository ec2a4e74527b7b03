import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateHooksConfig } from '../../../src/builder/workspace/hooks-config.js';
import { mergedSettings, withoutHooks } from '../../../src/builder/workspace/settings-file.js';

const { hooks } = generateHooksConfig({
  node: 'node',
  requirements: 'REQUIREMENTS.md',
  milestones: [],
  checkTasks: true,
  hasTaskFiles: false,
});
const theirs = { matcher: 'Bash', hooks: [{ type: 'command', command: './mine.sh' }] };

describe('hooks of a build in settings of the user', () => {
  test('make the file where there is none', () => {
    const { text, notes } = mergedSettings(undefined, hooks);
    expect(JSON.parse(text)).toEqual({ hooks });
    expect(notes).toEqual([]);
  });

  // Shows TECH-012 by builder/workspace/settings-file.ts
  test('stand beside all other keys, and behind the hooks of the user', () => {
    const before = { permissions: { allow: ['Bash(ls)'] }, hooks: { Stop: [theirs], PreCompact: [theirs] } };
    const merged = JSON.parse(mergedSettings(JSON.stringify(before), hooks).text) as typeof before;
    expect(merged.permissions).toEqual(before.permissions);
    expect(merged.hooks.Stop).toEqual([theirs, ...(hooks.Stop ?? [])]);
    expect(merged.hooks.PreCompact).toEqual([theirs]);
  });

  test('are not doubled when they are written again', () => {
    const once = mergedSettings(JSON.stringify({ hooks: { Stop: [theirs] } }), hooks).text;
    expect(mergedSettings(once, hooks).text).toBe(once);
  });

  test.each(['{', '[]', '"x"', ''])('settings such as %j do not count meanwhile, which is reported', (text) => {
    const merged = mergedSettings(text, hooks);
    expect(JSON.parse(merged.text)).toEqual({ hooks });
    expect(merged.notes).toEqual([expect.stringContaining('is no JSON object')]);
  });

  test('hooks that are no object do not count meanwhile, which is reported; those that are no list neither', () => {
    const merged = mergedSettings('{"hooks": ["x"], "model": "opus"}', hooks);
    expect(JSON.parse(merged.text)).toEqual({ model: 'opus', hooks });
    expect(merged.notes).toHaveLength(1);
    expect(JSON.parse(mergedSettings('{"hooks": {"Stop": "x"}}', hooks).text)).toEqual({ hooks });
  });

  test('do not run if the user turned hooks off, which is reported', () => {
    expect(mergedSettings('{"disableAllHooks": true}', hooks).notes).toEqual([expect.stringContaining('turns hooks off')]);
  });

  test('a file that begins with a byte order mark is read', () => {
    expect(mergedSettings('\uFEFF{"model": "opus"}', hooks).notes).toEqual([]);
  });
});

describe('settings that were changed during a build', () => {
  test('keep the change and lose the hooks of the build', () => {
    const former = JSON.stringify({ hooks: { Stop: [theirs] } });
    const changed = { ...(JSON.parse(mergedSettings(former, hooks).text) as object), permissions: { allow: ['Bash(npm test)'] } };
    const left = withoutHooks(JSON.stringify(changed), former);
    expect(left === 'former' ? left : JSON.parse(left.text ?? '')).toEqual({
      hooks: { Stop: [theirs] },
      permissions: { allow: ['Bash(npm test)'] },
    });
  });

  test('are gone when nothing else is in them and there were none', () => {
    expect(withoutHooks(JSON.stringify({ hooks }), undefined)).toEqual({ text: undefined });
  });

  test('are what they were when either is broken', () => {
    expect(withoutHooks('{', '{}')).toBe('former');
    expect(withoutHooks('{}', '{')).toBe('former');
  });

  // Shows TEST-011 by builder/workspace/settings-file.ts
  test('keep every key and hook of the user, whatever it is', () => {
    const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
    const group = fc.oneof(fc.record({ hooks: fc.array(handler) }), fc.jsonValue());
    const event = fc.constantFrom('Stop', 'PostToolUse', 'TaskCompleted', 'PreCompact', '__proto__');
    const users = fc.record({
      hooks: fc.dictionary(event, fc.array(group, { minLength: 1 }), { minKeys: 1 }),
      model: fc.jsonValue(),
    });
    fc.assert(
      fc.property(users, (before) => {
        const former = JSON.stringify(before);
        const left = withoutHooks(mergedSettings(former, hooks).text, former);
        expect(left === 'former' ? left : JSON.parse(left.text ?? '')).toEqual(JSON.parse(former));
      }),
    );
  });
});
