import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { openAnswers } from '../../src/extract/answer-cache.js';
import type { Store } from '../../src/extract/cache.js';
import { type Collection, openCollection } from '../../src/extract/collect.js';
import type { Language } from '../../src/extract/extractor.js';
import { inferOpen } from '../../src/extract/infer.js';
import { languages } from '../../src/extract/languages/index.js';
import { shardOf } from '../../src/extract/shard.js';
import type { FactSheet } from '../../src/facts/fact-sheet.js';
import { link } from '../../src/facts/link.js';
import { mergeSheets } from '../../src/facts/sheets/merge.js';
import { parseSheet, printSheet } from '../../src/facts/sheets/sheet-parse.js';
import { allQuestions } from '../../src/facts/values/all-questions.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';

afterAll(removeFolders);

const fixtures = fileURLToPath(new URL('../fixtures/typescript/inference', import.meta.url));

/** All fixtures of inference side by side: one repository with many questions. */
function everything(): Record<string, string> {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:ts|js|json)$/.test(path));
  return Object.fromEntries(files.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(fixtures, path), 'utf8')]));
}

const all = (sheet: FactSheet) => allQuestions(() => true)(sheet);
const open = (repository: string, with_: readonly Language[] = languages): Promise<Collection> =>
  openCollection({ repository, dir: repository, languages: with_ });

/** A store that is a variable, and languages that count what they are asked. */
function memory(): Store & { text: string | undefined } {
  const store = {
    text: undefined as string | undefined,
    read: () => store.text,
    write: (text: string) => {
      store.text = text;
    },
  };
  return store;
}

function counting(): { readonly asked: () => number; readonly languages: readonly Language[] } {
  let asked = 0;
  const counted = languages.map((language): Language => {
    const { infer } = language;
    if (infer === undefined) return language;
    return {
      ...language,
      infer: (asks, host) => {
        asked += asks.length;
        return infer(asks, host);
      },
    };
  });
  return { asked: () => asked, languages: counted };
}

describe('answers', () => {
  /** A repository that no test changes, and what it is when nothing is cached. */
  let unchanged: string;
  let whole: FactSheet;
  beforeAll(async () => {
    unchanged = folderOf(everything());
    whole = await inferOpen(await open(unchanged), all);
  });

  test('do not depend on the order of the questions, nor on how many are asked at once', async () => {
    const collection = await open(unchanged);
    const [typescript] = languages;
    const asks = all(collection.sheet);
    expect(asks.length).toBeGreaterThan(25);
    const [language] = collection.languages;
    if (language === undefined || typescript?.infer === undefined) throw new Error('there is no language');
    const infer = typescript.infer;
    const { answers } = await infer(asks, collection.projectOf(language));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...asks], { minLength: 1 }), async (some) => {
        const alone = await infer(some, { ...collection.projectOf(language) });
        for (const [key, answer] of alone.answers) expect([key, answer]).toEqual([key, answers.get(key)]);
      }),
      { numRuns: 4 },
    );
  });

  test('that are cached are those that are worked out anew', async () => {
    const store = memory();
    await inferOpen(await open(unchanged), all, openAnswers(store));
    const { asked, languages: counted } = counting();
    const cached = await inferOpen(await open(unchanged, counted), all, openAnswers(store));
    expect(cached).toEqual(whole);
    expect(asked()).toBe(0);
  });

  test('are taken as they are, without working out the questions, where nothing has changed', async () => {
    const repository = folderOf(everything());
    const store = memory();
    const fresh = await inferOpen(await open(repository), all, openAnswers(store), 'all');
    const none = (): never => {
      throw new Error('nothing should be asked');
    };
    expect(await inferOpen(await open(repository), none, openAnswers(store), 'all')).toEqual(fresh);
    await expect(inferOpen(await open(repository), none, openAnswers(store), 'others')).rejects.toThrow('nothing should');
    // a file that no route names, but an answer read
    writeFiles(repository, { 'services-across-files/user.mapper.ts': 'export const toUser = () => ({ changed: true });' });
    const changed = await inferOpen(await open(repository), all, openAnswers(store), 'all');
    expect(changed).toEqual(await inferOpen(await open(repository), all));
  });

  test('do not outlive a change of any file that they depend on', async () => {
    const repository = folderOf(everything());
    const store = memory();
    await inferOpen(await open(repository), all, openAnswers(store));
    const mapper = 'export const toUser = (row: { user_id: number }) => ({ id: String(row.user_id), changed: true });';
    writeFiles(repository, { 'services-across-files/user.mapper.ts': mapper });
    const { asked, languages: counted } = counting();
    const again = await inferOpen(await open(repository, counted), all, openAnswers(store));
    expect(again).toEqual(await inferOpen(await open(repository), all));
    expect(asked()).toBeGreaterThan(0);
    expect(asked()).toBeLessThan(Object.keys(again.answers ?? {}).length / 2);
    // what was kept before of the same file is not taken for an answer of today when the file changes once more
    writeFiles(repository, {
      'services-across-files/user.mapper.ts': everything()['services-across-files/user.mapper.ts'] ?? '',
    });
    expect(await inferOpen(await open(repository), all, openAnswers(store))).toEqual(whole);
  });

  test.each([
    '',
    'nonsense',
    '{"digest":1}',
    '{"digest":"","files":{"a":{}},"answers":{},"asked":{}}',
    '{"digest":"","files":{},"answers":{},"asked":{"a":[{}]}}',
  ])('of a broken cache (%s) are not read', async (text) => {
    const store = memory();
    store.text = text;
    const found = await inferOpen(await open(unchanged), all, openAnswers(store));
    expect(found.answers).toEqual(whole.answers);
  });

  test('of all shards together give what the whole gives', async () => {
    const sheets: FactSheet[] = [];
    for (const index of [1, 2, 3]) {
      const shard = { index, total: 3 };
      const collection = await openCollection({ repository: unchanged, dir: unchanged, languages, shard });
      sheets.push(
        await inferOpen(
          collection,
          allQuestions((path) => shardOf(path, shard.total) === shard.index),
        ),
      );
    }
    const merged = mergeSheets(sheets.map((sheet) => parseSheet(printSheet(sheet), 'a sheet')));
    expect(link(merged).routes).toEqual(link(whole).routes);
  });

  test('that crash are named, and the others given', async () => {
    const broken = languages.map((language): Language => {
      const { infer } = language;
      if (infer === undefined) return language;
      return {
        ...language,
        infer: async (asks, host) => {
          const found = await infer(asks, host);
          return { ...found, crashes: asks.slice(0, 1).map((ask) => ({ ask, message: 'of no reason' })) };
        },
      };
    });
    const { gaps, answers } = await inferOpen(await open(unchanged, broken), all);
    expect(gaps.filter(({ reason }) => reason === 'extractor-crash').map(({ detail }) => detail)).toContain(
      'Working out what is sent failed inside Tallystick: of no reason',
    );
    expect(answers).toEqual(whole.answers);
  });

  test('are not looked for in languages in which nothing is inferred', async () => {
    const python = 'from flask import Flask\napp = Flask(__name__)\n@app.get("/a")\ndef a():\n    return load()\n';
    const script = `import express from 'express';\nconst app = express();\napp.get('/b', (req, res) => res.json({ b: 1 }));\n`;
    const asked: FactSheet[] = [];
    const questions = (sheet: FactSheet) => {
      asked.push(sheet);
      return [{ file: 'app.py', at: { line: 5, column: 12, length: 6 }, what: 'value' as const }];
    };
    const { sheet, ...rest } = await open(folderOf({ 'app.py': python }));
    expect(await inferOpen({ sheet, ...rest }, questions)).toBe(sheet);
    expect(asked).toEqual([]);
    const both = await open(folderOf({ 'app.py': python, 'app.ts': script }));
    expect(await inferOpen(both, questions)).toBe(both.sheet);
    expect(asked).toEqual([both.sheet]);
  });
});
