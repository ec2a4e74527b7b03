import { rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { FactCache } from '../../src/extract/cache.js';
import { keepParsed } from '../../src/extract/cache.js';
import { openMemory } from '../../src/extract/cached-facts.js';
import { collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';
import { looking, type StampTable, stampsOf, stateOf } from '../../src/extract/stamps.js';
import { noScan, scan, scanned } from '../../src/scan.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';

afterEach(removeFolders);

const LATER = () => Date.now() + 60_000;
const app = (path: string): string =>
  `import express from 'express';\nconst app = express();\napp.get('${path}', (req, res) => res.json({ a: 1 }));\napp.listen(1);\n`;

/** Scans one folder again and again, as a server does; each time gives the paths that were opened. */
function lasting(folder: string) {
  const table: StampTable = new Map();
  const cache: FactCache = { ...keepParsed(), save: () => undefined };
  return async () => {
    const opened = new Set<string>();
    const stamps = stampsOf(table, LATER());
    const put: typeof stamps.put = (path, ...rest) => {
      opened.add(path);
      stamps.put(path, ...rest);
    };
    const sheet = await collect({ repository: folder, dir: folder, languages, cache, stamps: { ...stamps, put } });
    return { opened: [...opened].sort(), files: sheet.files };
  };
}

test('only what was touched is read again, and what it says counts', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}.ts`, app(`/s${index}`)]));
  const folder = folderOf({ ...files, 'plain.ts': 'export const a = 1;\n' });
  const look = lasting(folder);
  const first = await look();
  expect(first.opened).toHaveLength(41);
  const second = await look();
  expect(second.opened).toEqual([]);
  // Not even their facts are parsed again.
  expect(second.files.every((file) => first.files.includes(file))).toBe(true);
  writeFiles(folder, { 's7.ts': app('/t7') });
  const third = await look();
  expect(third.opened).toEqual(['s7.ts']);
  expect(JSON.stringify(third.files)).toContain('/t7');
  expect(JSON.stringify(third.files)).not.toContain('/s7"');
  writeFiles(folder, { 'plain.ts': app('/plain') });
  rmSync(join(folder, 's9.ts'));
  const fourth = await look();
  expect(fourth.opened).toEqual(['plain.ts']);
  expect(fourth.files.map(({ path }) => path)).toContain('plain.ts');
  expect(fourth.files.map(({ path }) => path)).not.toContain('s9.ts');
});

describe('the state of a folder', () => {
  const listing = (...known: string[]) => ({ known: new Set(known), sources: known, links: new Map(), gaps: [] });

  test('is another after any edit, and of other files', () => {
    const folder = folderOf({ 'a.ts': 'one', 'b.ts': 'two' });
    const before = stateOf(folder, listing('a.ts', 'b.ts'), LATER());
    expect(stateOf(folder, listing('a.ts', 'b.ts'), LATER())).toBe(before);
    expect(stateOf(folder, listing('a.ts'), LATER())).not.toBe(before);
    writeFiles(folder, { 'a.ts': 'ONE' });
    expect(stateOf(folder, listing('a.ts', 'b.ts'), LATER())).not.toBe(before);
  });

  test('is not changed by time alone, and a file that was just edited is read until its state is another', () => {
    const folder = folderOf({ 'a.ts': 'one', 'b.ts': 'two' });
    const edited = new Set<string>();
    const state = (now: number) => stateOf(folder, listing('a.ts', 'b.ts'), now, looking(folder, edited));
    const before = state(Date.now());
    expect([...edited]).toEqual(['a.ts', 'b.ts']);
    expect(state(LATER())).toBe(before);
    const { atimeMs, mtimeMs } = statSync(join(folder, 'a.ts'));
    writeFiles(folder, { 'a.ts': 'ONE' });
    utimesSync(join(folder, 'a.ts'), atimeMs / 1000, mtimeMs / 1000);
    expect(state(LATER())).not.toBe(before);
  });

  test('depends on what a file holds whose time proves nothing yet, and is unknown where there are many', () => {
    const folder = folderOf(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.ts`, 'a'])));
    const all = Array.from({ length: 51 }, (_, index) => `${index}.ts`);
    const now = Date.now();
    expect(stateOf(folder, listing(...all), now)).toBeUndefined();
    expect(stateOf(folder, listing(...all.slice(1)), now)).toBe(stateOf(folder, listing(...all.slice(1)), now));
  });
});

describe('a scan again', () => {
  const contract = (field: string) =>
    `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths:\n  /a:\n    get:\n      responses:\n        '200':\n          description: a\n          content: { application/json: { schema: { $ref: 'a.yaml#/A' } } }\n# ${field}\n`;
  const schema = (field: string) => `A: { type: object, required: [${field}], properties: { ${field}: { type: integer } } }\n`;
  const files = { 'openapi.yaml': contract('a'), 'a.yaml': schema('a'), 'app.ts': app('/a'), 'README.md': 'a' };
  const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };

  function scanning(folder: string) {
    const retained = { memory: openMemory(true), contractMemory: new Map(), last: noScan() };
    return (basePath?: string) =>
      scanned({ repository: folder, dir: folder, scans, ...retained, ...(basePath ? { basePath } : {}) });
  }

  test('gives the result that it had while nothing has changed', async () => {
    const scan = scanning(folderOf(files));
    const first = await scan();
    expect(first.analysis.summary.verified).toBe(1);
    expect(await scan()).toBe(first);
    expect(await scan('/b')).not.toBe(first);
  });

  test.each([
    ['the code', { 'app.ts': app('/b') }, 'missing'],
    ['a file that the contract refers to', { 'a.yaml': schema('b') }, 'violated'],
    ['the contract', { 'openapi.yaml': contract('a').replace('/a:', '/b:') }, 'missing'],
    [
      'a second contract',
      { 'open.api/openapi.yaml': contract('a').replace('a.yaml', '../a.yaml').replace('/a:', '/c:') },
      'missing',
    ],
  ] as const)('sees an edit of %s', async (_, edit, status) => {
    const folder = folderOf(files);
    const scan = scanning(folder);
    const first = await scan();
    writeFiles(folder, edit);
    const second = await scan();
    expect(second).not.toBe(first);
    expect(second.analysis.summary[status]).toBe(1);
    writeFiles(folder, files);
    if (!('open.api/openapi.yaml' in edit)) expect((await scan()).analysis.summary.verified).toBe(1);
  });

  test('gives after each edit what a first scan gives, whatever it kept', async () => {
    const typed = (field: string, path = '/a') =>
      `import express from 'express';\nimport type { A } from './type';\nconst app = express();\napp.get('${path}', (req, res) => { const a: A = load(); res.json(a); });\napp.get('/z', (req, res) => res.json({ ${field}: 1 }));\napp.listen(1);\n`;
    const type = (field: string) => `export interface A { ${field}: number; next?: A }\n`;
    const both = `${contract('a').split('# ')[0]}  /z:\n    get:\n      responses:\n        '200':\n          description: z\n          content: { application/json: { schema: { $ref: 'a.yaml#/A' } } }\n`;
    const folder = folderOf({ ...files, 'openapi.yaml': both, 'app.ts': typed('a'), 'type.ts': type('a') });
    const last = noScan();
    const retained = { memory: openMemory(true), contractMemory: new Map(), last };
    const request = { repository: folder, dir: folder, scans };
    const edits: readonly Record<string, string>[] = [
      {},
      { 'type.ts': type('b') },
      { 'app.ts': typed('b') },
      { 'type.ts': type('a') },
      { 'app.ts': typed('a', '/b') },
      { 'app.ts': typed('a') },
      { 'a.yaml': schema('b') },
      { 'a.yaml': schema('a'), 'type.ts': '' },
    ];
    const seen: string[] = [];
    for (const edit of edits) {
      writeFiles(folder, edit);
      const { analysis: again } = await scanned({ ...request, ...retained });
      const { analysis: fresh } = await scanned(request);
      const parts = ({ matrix, violations, summary, crashes }: typeof fresh) => ({ matrix, violations, summary, crashes });
      expect(parts(again)).toEqual(parts(fresh));
      seen.push(again.matrix.map(({ status }) => status).join(' '));
    }
    expect(seen).toEqual([
      'verified verified',
      'violated verified',
      'violated violated',
      'verified violated',
      'missing verified',
      'verified verified',
      'violated violated',
      'unverified verified',
    ]);
    const before = last.of?.result.analysis.matrix[1];
    writeFiles(folder, { 'b.ts': app('/other') });
    expect((await scanned({ ...request, ...retained })).analysis.matrix[1]).toBe(before);
  });

  test('reads a contract again only when something that it was read from has changed', async () => {
    const folder = folderOf(files);
    const scan = scanning(folder);
    const first = (await scan()).contracts[0]?.operations;
    writeFiles(folder, { 'app.ts': app('/b') });
    expect((await scan()).contracts[0]?.operations).toBe(first);
    writeFiles(folder, { 'a.yaml': schema('b') });
    expect((await scan()).contracts[0]?.operations).not.toBe(first);
    writeFiles(folder, { 'a.yaml': 'A: [' });
    await scan().catch(() => undefined);
    writeFiles(folder, { 'a.yaml': schema('a') });
    expect((await scan()).analysis.summary.missing).toBe(1);
  });

  describe('of another process', () => {
    // files that were just written get another state when they are old enough, whatever a slow machine does in between
    const clock = Date.now;
    beforeEach(() => {
      const now = clock();
      Date.now = () => now;
    });
    afterEach(() => {
      Date.now = clock;
    });

    /** Scans with a store, whose text each result is marked in. */
    function storing(folder: string, named: readonly string[] = []) {
      let text: string | undefined;
      const marked = (written: string | Iterable<string>): void => {
        text = [...written].join('').replace('"crashes":[]', '"crashes":["stored"]');
      };
      const results = { read: () => text, write: marked };
      const contracts = named.map((file) => join(folder, file));
      const again = async (more: object = {}) => {
        const analysis = await scan({ repository: folder, dir: folder, contracts, scans, results, ...more });
        return { ...analysis, isStored: analysis.crashes.includes('stored') };
      };
      return { again, edit: (change: (text: string) => string) => marked(change(text ?? '')) };
    }

    test.each([[[]], [['openapi.yaml']]])('has the stored result while nothing has changed, contracts: %j', async (named) => {
      const folder = folderOf(files);
      const { again } = storing(folder, named);
      const first = await again();
      const { isStored, ...second } = await again();
      expect([first.isStored, isStored]).toEqual([false, true]);
      expect({ ...second, crashes: [], stats: {} }).toEqual({ ...first, isStored: undefined, stats: {} });
      expect((await again({ basePath: '/b' })).isStored).toBe(false);
      expect((await again({ memory: openMemory(), baseText: () => Promise.resolve('') })).isStored).toBe(false);
    });

    test.each([
      ['the code', { 'app.ts': app('/b') }],
      ['a file that the contract refers to', { 'a.yaml': schema('b') }],
      ['a comment of the contract', { 'openapi.yaml': contract('b') }],
      ['a new source', { 'b.ts': app('/b') }],
    ] as const)('is scanned again after an edit of %s', async (_, edit) => {
      for (const named of [[], ['openapi.yaml']]) {
        const folder = folderOf(files);
        const { again } = storing(folder, named);
        await again();
        writeFiles(folder, edit);
        expect((await again()).isStored).toBe(false);
        expect((await again()).isStored).toBe(true);
        rmSync(join(folder, 'a.yaml'));
        expect((await again()).isStored).toBe(false);
      }
    });

    test('is scanned again when a second contract appears or a link leads elsewhere', async () => {
      const folder = folderOf({ ...files, 'one/x.ts': app('/x'), 'two/x.ts': app('/y') });
      symlinkSync('one', join(folder, 'link'));
      const { again } = storing(folder);
      await again();
      rmSync(join(folder, 'link'));
      symlinkSync('two', join(folder, 'link'));
      expect((await again()).isStored).toBe(false);
      expect((await again()).isStored).toBe(true);
      writeFiles(folder, { 'api/openapi.yaml': contract('a').replace('a.yaml', '../a.yaml').replace('/a:', '/c:') });
      const { isStored, contracts } = await again();
      expect([isStored, contracts.length]).toEqual([false, 2]);
    });

    test('stores nothing that could not be read, and takes no malformed text', async () => {
      const folder = folderOf({ ...files, 'b.ts': 'import express from "express";\0' });
      const { again, edit } = storing(folder);
      expect((await again()).gaps.map(({ reason }) => reason)).toContain('unreadable-file');
      expect((await again()).isStored).toBe(false);
      writeFiles(folder, { 'b.ts': '' });
      await again();
      for (const change of [(text: string) => text.slice(1), () => '[]\n{}', () => '']) {
        edit(change);
        expect((await again()).isStored).toBe(false);
      }
      expect((await again()).isStored).toBe(true);
    });
  });
});
