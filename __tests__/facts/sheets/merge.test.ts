import type { FileFacts } from '../../../src/facts/fact.js';
import { FACT_FORMAT, type FactSheet } from '../../../src/facts/fact-sheet.js';
import { mergeSheets } from '../../../src/facts/sheets/merge.js';
import { UserError } from '../../../src/model/user-error.js';

const fileOf = (path: string, digit = 'a'): FileFacts => ({ path, language: 'toy', hash: digit.repeat(64), facts: [], gaps: [] });

function sheetOf(index: number, total: number, more: Partial<FactSheet> = {}): FactSheet {
  return {
    format: FACT_FORMAT,
    tool: { name: 'tallystick', version: '1.0.0' },
    shard: { index, total },
    files: [],
    resolutions: {},
    gaps: [],
    stats: { files: 2, cacheHits: 1 },
    ...more,
  };
}
function messageOf(...sheets: FactSheet[]): string {
  try {
    mergeSheets(sheets);
  } catch (error) {
    if (error instanceof UserError && error.hint !== undefined) return error.message;
    throw error;
  }
  return 'merged';
}

it('joins files, resolutions and gaps, each once and in order', () => {
  const gap = { reason: 'too-large', detail: 'x', at: { file: 'z.ts', line: 1 } } as const;
  const merged = mergeSheets([
    sheetOf(2, 2, { files: [fileOf('b.ts'), fileOf('c.ts')], resolutions: { 'b.ts': { './c': 'c.ts' } }, gaps: [gap] }),
    sheetOf(1, 2, { files: [fileOf('a.ts'), fileOf('c.ts')], resolutions: { 'b.ts': { './a': 'a.ts' } }, gaps: [gap] }),
  ]);
  expect(merged.files.map((file) => file.path)).toEqual(['a.ts', 'b.ts', 'c.ts']);
  expect(merged.resolutions).toEqual({ 'b.ts': { './a': 'a.ts', './c': 'c.ts' } });
  expect(merged.gaps).toEqual([gap]);
  expect(merged.stats).toEqual({ files: 4, cacheHits: 2 });
  expect(merged.shard).toBeUndefined();
});

it('takes a sheet of the whole as it is', () => {
  const { shard: _, ...whole } = sheetOf(1, 1, { files: [fileOf('a.ts')] });
  expect(mergeSheets([whole])).toEqual(whole);
});

it('keeps names that objects inherit', () => {
  const resolutions = JSON.parse('{"__proto__":{"constructor":"a.ts","__proto__":"b.ts"}}');
  expect(JSON.stringify(mergeSheets([sheetOf(1, 1, { resolutions })]).resolutions)).toBe(
    '{"__proto__":{"__proto__":"b.ts","constructor":"a.ts"}}',
  );
});

it('names what is missing, doubled or foreign', () => {
  const { shard: _, ...whole } = sheetOf(1, 1);
  expect(messageOf()).toBe('There is no fact sheet to merge.');
  expect(messageOf(sheetOf(1, 3), sheetOf(3, 3))).toBe('Shard 2/3 is missing.');
  expect(messageOf(sheetOf(2, 3))).toBe('Shards 1/3, 3/3 are missing.');
  expect(messageOf(sheetOf(1, 2), sheetOf(1, 2))).toBe('Shard 1/2 was given twice.');
  expect(messageOf(sheetOf(1, 2), sheetOf(2, 3))).toBe('One sheet is of 2 shards, another of 3.');
  expect(messageOf(sheetOf(1, 2), sheetOf(7, 2))).toBe('There is no shard 7 of 2.');
  expect(messageOf(sheetOf(1, 2), whole)).toBe('A sheet of a whole repository cannot be merged with others.');
  expect(messageOf(whole, whole)).toBe('A sheet of a whole repository cannot be merged with others.');
  expect(messageOf(sheetOf(1, 2), sheetOf(2, 2, { tool: { name: 'tallystick', version: '2.0.0' } }))).toBe(
    'One sheet is of Tallystick 1.0.0, another of 2.0.0.',
  );
});

it('refuses shards of different commits', () => {
  expect(messageOf(sheetOf(1, 2, { files: [fileOf('a.ts', 'a')] }), sheetOf(2, 2, { files: [fileOf('a.ts', 'b')] }))).toBe(
    'The shards read different versions of a.ts.',
  );
  const leads = (to: string) => ({ resolutions: { 'a.ts': { './b': to } } });
  expect(messageOf(sheetOf(1, 2, leads('b.ts')), sheetOf(2, 2, leads('b/index.ts')))).toBe(
    'The shards found different files for "./b" in a.ts.',
  );
});

it('does not hang on a made-up number of shards', () => {
  expect(messageOf(sheetOf(1, Number.MAX_SAFE_INTEGER))).toMatch(/^Shards 2\/9007199254740991, .* are missing\.$/);
});
