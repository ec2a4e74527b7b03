import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { handoffJsonSchema } from '../../../../src/mcp/handoff.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';
import { runHook, withHooks } from './run-hook.js';

const good = {
  agent: 'build-developer',
  taskId: '3',
  status: 'success',
  artifacts: [{ path: 'src/app.ts', bytes: 120, lines: 7 }],
  next_actions: [{ action: 'verify', target: 'build-qa', params: { quick: true } }],
};
const stop = {
  hook_event_name: 'SubagentStop',
  stop_hook_active: false,
  agent_id: 'a208e0ae83beaa535',
  agent_type: 'build-developer',
  agent_transcript_path: '/home/someone/agent-a208e0ae83beaa535.jsonl',
  background_tasks: [],
};
const fenced = (value: unknown, fence = '```') => `Done.\n\n${fence}json\n${JSON.stringify(value, null, 2)}\n${fence}\n`;
const end = (folder: string, text: string, more: object = {}) =>
  runHook(folder, 'handoff', { ...stop, last_assistant_message: text, ...more });
function reportOf(folder: string): readonly Record<string, unknown>[] {
  const file = join(folder, '.tallystick/build/handoffs.ndjson');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

afterAll(removeFolders);

describe('an agent that ends', () => {
  test.each([
    ['in a block of JSON', fenced(good)],
    ['in a longer fence', fenced(good, '````')],
    ['as all that it says', JSON.stringify(good)],
    ['after another block', `${fenced({ other: true })}${fenced(good)}`],
    ['before its router contract', `${fenced(good)}\n### Router Contract\n\`\`\`yaml\nSTATUS: PASS\n\`\`\`\n`],
  ])('hands on %s: it goes into the run report', (_, text) => {
    const folder = withHooks(folderOf({}));
    expect(end(folder, text)).toEqual({ code: 0, stated: '' });
    const { agent_type, agent_id } = stop;
    expect(reportOf(folder)).toEqual([
      { at: expect.any(String), agent_type, agent_id, valid: true, problems: [], handoff: good },
    ]);
  });

  test.each([
    ['nothing', 'Done.', 'there is none'],
    ['no status', fenced({ ...good, status: undefined }), 'hand-off.status is missing'],
    ['an unknown status', fenced({ ...good, status: 'done' }), 'hand-off.status is none of success, partial, failed'],
    ['an unknown field', fenced({ ...good, mood: 'fine' }), 'hand-off.mood is not known'],
    ['an artifact without a path', fenced({ ...good, artifacts: [{}] }), 'hand-off.artifacts[0].path is missing'],
    ['negative bytes', fenced({ ...good, artifacts: [{ path: 'a', bytes: -1 }] }), 'hand-off.artifacts[0].bytes is less than 0'],
    ['actions that are no list', fenced({ ...good, next_actions: {} }), 'hand-off.next_actions is not of type array'],
    ['broken JSON', fenced(good).replace('"taskId": "3",', '"taskId": "3"'), 'the block is no JSON'],
  ])('with %s gets its problems, once', (_, text, problem) => {
    const folder = withHooks(folderOf({}));
    const first = end(folder, text);
    expect(first.code).toBe(2);
    expect(first.stated).toContain(
      'Give your last answer again, whole, with its router contract if it has one, and with a hand-off before that',
    );
    expect(first.stated).toContain(problem);
    expect(reportOf(folder)).toEqual([]);
    expect(end(folder, text, { stop_hook_active: true })).toEqual({ code: 0, stated: '' });
    expect(reportOf(folder)).toEqual([expect.objectContaining({ valid: false, problems: [expect.stringContaining(problem)] })]);
  });

  test('is left alone when it is none of the build', () => {
    expect(end(withHooks(folderOf({})), 'Done.', { agent_type: 'Explore' })).toEqual({ code: 0, stated: '' });
    expect(end(withHooks(folderOf({})), 'Done.', { agent_type: undefined }).code).toBe(0);
  });
});

// Shows D5
test('a hand-off is valid in the hook exactly when it is by its JSON Schema', () => {
  const validate = new Ajv2020().compile(handoffJsonSchema() as object);
  const value = fc.constantFrom<unknown>(
    'x',
    '',
    'success',
    0,
    -1,
    1.5,
    null,
    true,
    [],
    {},
    [{}],
    ['x'],
    [{ path: 'a' }],
    [{ path: 'a', bytes: -1 }],
    [{ path: 'a', sha256: 1 }],
    [{ action: 'a', target: 'b' }],
    [{ action: 'a', target: 'b', params: 1 }],
  );
  const part = fc.record(
    { agent: value, taskId: value, status: value, artifacts: value, next_actions: value, evidence: value, more: value },
    {
      requiredKeys: [],
    },
  );
  const folder = withHooks(folderOf({}));
  fc.assert(
    fc.property(part, (given) => {
      const payload = { ...good, ...given };
      expect(end(folder, fenced(payload)).code).toBe(validate(payload) ? 0 : 2);
    }),
    { numRuns: 40 },
  );
});
