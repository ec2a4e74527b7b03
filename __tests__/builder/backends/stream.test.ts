import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LongLines } from '../../../src/builder/backends/long-lines.js';
import { SessionStream } from '../../../src/builder/backends/stream.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const call = (id: string, name: string, input: object) => ({
  type: 'assistant',
  message: { id: `msg_${id}`, content: [{ type: 'tool_use', id, name, input }] },
  parent_tool_use_id: null,
});
const answered = (id: string, content: string, more: object = {}, details?: unknown) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] },
  tool_use_result: details,
});
const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Done.',
  num_turns: 3,
  total_cost_usd: 0.5,
  terminal_reason: 'completed',
};

function stream(workspace: string, ...messages: readonly object[]): SessionStream {
  const session = new SessionStream(workspace);
  for (const message of messages) session.take(JSON.stringify(message));
  return session;
}

describe('Files', () => {
  // Shows TECH-012A by builder/backends/team-session.ts builder/backends/file-changes.ts builder/backends/team-judge.ts
  test('created and modified files come from the answers of tools; failed calls are left out', () => {
    const workspace = folderOf({ 'old.ts': '' });
    const path = (name: string): string => join(workspace, name);
    const { changed } = stream(
      workspace,
      call('1', 'Write', { file_path: path('src/new.ts') }),
      answered('1', '', {}, { type: 'create' }),
      call('2', 'Edit', { file_path: path('src/new.ts') }),
      answered('2', ''),
      call('3', 'MultiEdit', { file_path: path('old.ts') }),
      answered('3', ''),
      call('4', 'NotebookEdit', { notebook_path: path('n.ipynb') }),
      answered('4', ''),
      call('5', 'Write', { file_path: path('denied.ts') }),
      answered('5', 'Permission denied', { is_error: true }),
      call('6', 'Write', { file_path: path('unanswered.ts') }),
      call('7', 'Write', { file_path: '/etc/elsewhere' }),
      answered('7', '', {}, { type: 'create' }),
      call('8', 'Write', { file_path: 'relative.ts' }),
      answered('8', 'File created successfully at: relative.ts'),
      call('9', 'Read', { file_path: path('old.ts') }),
      answered('9', ''),
    );
    expect(changed).toEqual({
      created: ['src/new.ts', 'relative.ts'],
      modified: ['old.ts', 'n.ipynb'],
      outside: ['/etc/elsewhere'],
    });
  });

  test('a file that was there is modified by being written', () => {
    const workspace = folderOf({ 'a.ts': '' });
    const input = { file_path: join(workspace, 'a.ts') };
    expect(stream(workspace, call('1', 'Write', input), answered('1', '', {}, { type: 'update' })).changed.modified).toEqual([
      'a.ts',
    ]);
    expect(stream(workspace, call('1', 'Write', input), answered('1', '')).changed.modified).toEqual(['a.ts']);
    writeFileSync(join(workspace, 'a.ts'), 'x');
    const stated = `The file ${input.file_path} has been updated successfully.`;
    expect(stream(workspace, call('1', 'Write', input), answered('1', stated)).changed.modified).toEqual(['a.ts']);
  });
});

describe('Results', () => {
  test('the answer, cost and turns; what was not allowed', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 'x', tool_input: { command: 'curl\n evil' } };
    const session = stream(folderOf({}), { ...RESULT, permission_denials: [denial] });
    expect([session.text, session.spent, session.denials]).toEqual(['Done.', { cost: 0.5, turns: 3 }, ['Bash curl evil']]);
  });

  test('several results of one session: its cost so far, and the turns of all', () => {
    const session = stream(folderOf({}), RESULT, { ...RESULT, total_cost_usd: 0.7, num_turns: 2, result: 'More.' });
    expect([session.text, session.spent]).toEqual(['More.', { cost: 0.7, turns: 5 }]);
  });

  test('cut off before its result it has turns, and the last words', () => {
    const stated = {
      type: 'assistant',
      message: { id: 'a', content: [{ type: 'text', text: 'I begin.' }] },
      parent_tool_use_id: null,
    };
    const session = stream(folderOf({}), stated, call('b', 'Bash', { command: 'true' }), {
      ...stated,
      parent_tool_use_id: 'toolu_1',
      message: { id: 'c', content: [{ type: 'text', text: 'A helper.' }] },
    });
    expect([session.text, session.spent, session.result]).toEqual(['I begin.', { cost: 0, turns: 2 }, undefined]);
  });

  test('what the program says in the place of an agent is no turn', () => {
    const stated = {
      type: 'assistant',
      message: { id: 'a', model: '<synthetic>', content: [{ type: 'text', text: 'Not logged in' }] },
      parent_tool_use_id: null,
    };
    expect(stream(folderOf({}), stated).spent.turns).toBe(0);
  });
});

describe('Hostile lines', () => {
  test('whatever it is given, it takes', () => {
    const workspace = folderOf({});
    const types = fc.constantFrom('assistant', 'user', 'result', 'system', '__proto__');
    const message = fc.record(
      {
        type: types,
        subtype: fc.constantFrom('api_retry', 'init'),
        message: fc.jsonValue(),
        content: fc.jsonValue(),
        result: fc.jsonValue(),
        errors: fc.jsonValue(),
        num_turns: fc.jsonValue(),
        permission_denials: fc.jsonValue(),
        tool_use_result: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json(),
            message.map((each) => JSON.stringify(each)),
          ),
        ),
        (lines) => {
          const session = new SessionStream(workspace);
          for (const line of lines) session.take(line);
          expect(session.changed).toEqual({ created: [], modified: [], outside: [] });
          expect(session.spent.cost).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('names of prototypes are no tools, paths with NUL no files', () => {
    const workspace = folderOf({});
    const session = stream(
      workspace,
      call('1', 'constructor', { file_path: 'a' }),
      answered('1', ''),
      call('2', 'Write', { file_path: 'a\0b' }),
      answered('2', ''),
    );
    expect(session.changed).toEqual({ created: [], modified: [], outside: [] });
  });
});

describe('Lines', () => {
  const linesOf = (chunks: readonly Buffer[], most = 1_000): readonly string[] => {
    const reader = new LongLines(most);
    return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
  };

  test('it does not matter how they come, also in the middle of a character', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), fc.array(fc.nat(30)), (given, cuts) => {
        const lines = given.map((line) => line.replace(/[\r\n]/g, '').trim()).filter((line) => line !== '');
        const bytes = Buffer.from(lines.join('\n'));
        const chunks: Buffer[] = [];
        let from = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(from, from + cut));
          from += cut;
        }
        chunks.push(bytes.subarray(from));
        expect(linesOf(chunks)).toEqual(lines);
      }),
    );
  });

  test('one that is too long is left out, not its neighbours', () => {
    const reader = new LongLines(5);
    const bytes = Buffer.from('ab\n1234567890\ncd\n1234567890');
    const lines = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])));
    expect([...lines, ...reader.end()]).toEqual(['ab', 'cd']);
    expect(reader.left).toBe(2);
  });
});
