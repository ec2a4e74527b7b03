import { type Fact, RECEIVER } from '../../../src/facts/fact.js';
import { FACT_FORMAT, type FactSheet } from '../../../src/facts/fact-sheet.js';
import { MAX_FACT_DEPTH } from '../../../src/facts/sheets/sheet-expression.js';

import { parseSheet, printSheet } from '../../../src/facts/sheets/sheet-parse.js';

const at = { line: 1, column: 1 };
const text = { kind: 'literal', value: '/a' } as const;
const facts: readonly Fact[] = [
  {
    kind: 'route',
    by: 'toy/toy',
    method: 'GET',
    path: text,
    router: { kind: 'name', name: 'app', space: 'value' },
    responses: [{ status: { kind: 'literal', value: 200 }, body: { kind: 'name', name: 'Cat', arguments: [] }, at }],
    each: [{ name: 'each', over: { kind: 'tuple', items: [text, { kind: 'spread', value: text }] } }],
    at,
  },
  { kind: 'mount', by: 'toy/toy', child: { kind: 'module', specifier: './x' }, certainty: 'maybe', at },
  {
    kind: 'declaration',
    name: 'Cat',
    form: 'interface',
    type: {
      kind: 'object',
      members: [
        { kind: 'property', name: 'age', value: { kind: 'scalar', type: 'integer' }, optional: true, at },
        { kind: 'rest', values: { kind: 'unknown', why: 'x' } },
      ],
    },
    at,
  },
  // what a method is called on
  { kind: 'callable', name: 'Cat#self', inferred: { kind: 'parameter', callable: 'Cat#self', index: RECEIVER }, at },
  { kind: 'setting', key: 'moduleAlias', scope: '', value: { '@/*': ['src/*'] }, at },
];
const sheet: FactSheet = {
  format: FACT_FORMAT,
  tool: { name: 'tallystick', version: '1.0.0' },
  shard: { index: 1, total: 2 },
  files: [
    {
      path: 'a.ts',
      language: 'toy',
      hash: 'a'.repeat(64),
      facts,
      gaps: [{ reason: 'syntax-error', detail: 'x', at, hides: 'service' }],
    },
    { path: 'b.ts', language: 'toy', hash: 'b'.repeat(64), facts: [], gaps: [] },
  ],
  resolutions: { 'a.ts': { './b': 'b.ts' } },
  gaps: [{ reason: 'outside-repository', detail: 'x', at: { file: 'link', line: 1 }, hides: { prefix: '/a', methods: ['GET'] } }],
  stats: { files: 2, cacheHits: 0 },
};

it('a sheet survives being printed and parsed', () => {
  expect(parseSheet(printSheet(sheet), 'sheet.json')).toEqual(sheet);
  expect(parseSheet(printSheet({ ...sheet, files: [] }), 'sheet.json')).toEqual({ ...sheet, files: [] });
});

it('is printed with one file on each line', () => {
  expect(printSheet(sheet).split('\n')).toHaveLength(5);
});

it('says what is no JSON, no sheet, or a sheet of another format', () => {
  expect(() => parseSheet('{', 'x.json')).toThrow('x.json is not JSON.');
  expect(() => parseSheet('[]', 'x.json')).toThrow('x.json is not a fact sheet.');
  expect(() => parseSheet('{"format":99}', 'x.json')).toThrow(`format 99; this version reads format ${FACT_FORMAT}.`);
});

it.each<[string, (text: string) => string]>([
  ['an unknown fact', (printed) => printed.replace('"kind":"mount"', '"kind":"magic"')],
  ['an unknown field', (printed) => printed.replace('"certainty"', '"x":1,"certainty"')],
  ['a missing field', (printed) => printed.replace(',"certainty":"maybe"', '')],
  ['a field of another type', (printed) => printed.replace('"method":"GET"', '"method":1')],
  ['a path out of the repository', (printed) => printed.replace('"path":"a.ts"', '"path":"../a.ts"')],
  ['an absolute path', (printed) => printed.replace('"file":"link"', '"file":"/etc/passwd"')],
  ['a resolution out of the repository', (printed) => printed.replace('"./b":"b.ts"', '"./b":"x/../../b.ts"')],
  ['a hash that is none', (printed) => printed.replace('aaaa', 'zzzz')],
  ['a line that is none', (printed) => printed.replace('"line":1', '"line":1e999')],
  ['facts nested too deeply', (printed) => printed.replace('{"kind":"unknown","why":"x"}', nested(MAX_FACT_DEPTH))],
])('refuses %s', (_what, change) => {
  const printed = printSheet(sheet);
  expect(change(printed)).not.toBe(printed);
  expect(() => parseSheet(change(printed), 'x.json')).toThrow('x.json is not a fact sheet.');
});

it('is not brought down by a value nested a hundred thousand times', () => {
  const printed = printSheet(sheet).replace('{"kind":"unknown","why":"x"}', nested(100_000));
  expect(() => parseSheet(printed, 'x.json')).toThrow('x.json is not a fact sheet.');
});

function nested(depth: number): string {
  return `${'{"kind":"array","items":'.repeat(depth)}{"kind":"absent"}${'}'.repeat(depth)}`;
}
