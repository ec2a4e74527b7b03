import { join } from 'node:path';
import fc from 'fast-check';
import { openCache } from '../../src/extract/cache.js';
import { collect } from '../../src/extract/collect.js';
import type { FactSheet } from '../../src/facts/fact-sheet.js';
import { mergeSheets } from '../../src/facts/sheets/merge.js';
import { canonicalSheet } from '../../src/facts/sheets/sheet-order.js';
import { parseSheet, printSheet } from '../../src/facts/sheets/sheet-parse.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { toyLanguage } from './toy-language.js';

afterEach(removeFolders);

// one stands aside of the service
const modules = ['a', 'b', 'c', 'd', 'e', 'dev/f'];
const names = ['x', 'y', 'z', 'default', '='];
const word = fc.constantFrom('x', 'y', 'z', 'i', 'j');
const line = fc.oneof(
  fc.tuple(word).map(([name]) => `route ${name}`),
  fc
    .tuple(word, fc.constantFrom(...modules), fc.constantFrom('x', 'y', 'z', 'default', '*'))
    .map((parts) => `import ${parts.join(' ')}`),
  fc
    .tuple(word, word, fc.option(word, { nil: undefined }))
    .map(([name, of, member]) => `const ${name} ${of}${member ? `.${member}` : ''}`),
  fc.tuple(fc.constantFrom(...names), word).map((parts) => `export ${parts.join(' ')}`),
  fc.constantFrom(...modules).map((module) => `export * ${module}`),
);
const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
/** Repositories of a few files that import, re-export and refer to each other in every way, cycles included. */
const files = fc
  .dictionary(fc.constantFrom(...modules.map((module) => `${module}.toy`)), text, { minKeys: 1, noNullPrototype: true })
  .map((made) => ({ ...made, 'toy.config': 'package shop' }));

const without = ({ stats: _, shard: __, ...rest }: FactSheet) => rest;

async function run(
  repository: string,
  more: { shard?: { index: number; total: number }; cached?: boolean; extracted?: string[] } = {},
): Promise<FactSheet> {
  const { shard, cached } = more;
  return collect({
    repository,
    dir: repository,
    languages: [toyLanguage(more.extracted)],
    ...(shard === undefined ? {} : { shard }),
    ...(cached === true ? { cache: openCache(join(repository, '.cache'), repository, '1') } : {}),
  });
}

it('the sheets of all shards are the sheet of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (made, total, reversed) => {
      const repository = folderOf(made);
      const shards: FactSheet[] = [];
      for (let index = 1; index <= total; index += 1) shards.push(await run(repository, { shard: { index, total } }));
      const carried = shards.map((sheet) => parseSheet(printSheet(sheet), 'sheet'));
      const merged = mergeSheets(reversed ? carried.reverse() : carried);
      expect(printSheet({ ...without(merged), stats: { files: 0, cacheHits: 0 } })).toBe(
        printSheet({ ...without(await run(repository)), stats: { files: 0, cacheHits: 0 } }),
      );
    }),
    { numRuns: 60 },
  );
});

it('facts from the cache are those that a fresh run reads, whatever was edited', async () => {
  await fc.assert(
    fc.asyncProperty(files, files, async (before, edits) => {
      const repository = folderOf(before);
      await run(repository, { cached: true });
      writeFiles(repository, edits);
      const warm = await run(repository, { cached: true });
      expect(without(warm)).toEqual(without(await run(repository)));
      const extracted: string[] = [];
      const hot = await run(repository, { cached: true, extracted });
      expect(extracted).toEqual([]);
      expect(hot.stats.cacheHits).toBeGreaterThanOrEqual(hot.files.length);
      expect(without(hot)).toEqual(without(warm));
    }),
    { numRuns: 60 },
  );
});

it('the order of files and gaps does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (made) => {
      const sheet = await run(folderOf(made));
      const turned = { ...sheet, files: [...sheet.files].reverse(), gaps: [...sheet.gaps, ...sheet.gaps].reverse() };
      expect(printSheet(canonicalSheet(turned))).toBe(printSheet(sheet));
    }),
    { numRuns: 30 },
  );
});
