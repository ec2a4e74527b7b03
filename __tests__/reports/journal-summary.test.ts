import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JournalEntry } from '../../src/journal/entry.js';
import { summarise } from '../../src/journal/summary.js';
import { journalReport } from '../../src/reports/journal-summary.js';
import { journalJsonSchema } from '../../src/reports/schemas/journal-schema.js';
import { expectFresh } from '../generated.js';

const call: JournalEntry = {
  timestamp: '2026-11-21T08:00:00.000Z',
  agent: 'validate',
  tool: 'mcp__contract-engine__get_contract',
  taskId: '1',
  attempt: 1,
  durationMs: 5,
  status: 'success',
  errorCode: '',
  message: '',
};

test('the JSON has a published schema, and keeps to it', () => {
  expectFresh('schema/logs.schema.json', `${JSON.stringify(journalJsonSchema(), null, 2)}\n`);
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(journalJsonSchema() as object);
  for (const entries of [[], [call], [call, { ...call, attempt: 0, status: 'error' as const, errorCode: 'start-failed' }]]) {
    validate(JSON.parse(journalReport('json', summarise(entries, 1), 'a file')));
    expect(validate.errors).toBeNull();
  }
});

test('tables are cut, and say so', () => {
  const entries = Array.from({ length: 60 }, (_, index) => ({ ...call, tool: `tool-${index}` }));

  expect(journalReport('text', summarise(entries), 'a file')).toContain('… and 10 more');
});

test('lines that could not be read are told, with calls and without', () => {
  expect(journalReport('text', summarise([], 2), 'a file')).toBe('a file has no entries yet.\n2 lines could not be read.\n');
  expect(journalReport('text', summarise([call], 1), 'a file')).toContain('\n1 line could not be read.\n');
});

test('tasks without calls are told too', () => {
  const done = (taskId: string) => ({ ...call, tool: '', event: 'done' as const, taskId });

  expect(journalReport('text', summarise([done('1'), done('2')]), 'a file')).toContain(
    'No tool was called.\n2 tasks, none of them assigned to an agent\n',
  );
});
