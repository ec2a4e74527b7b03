import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../src/extract/cache.js';
import { openCache } from '../../src/extract/cache.js';
import { collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';
import { type FolderTable, foldersOf, openStamps, stampOf } from '../../src/extract/stamps.js';
import { link } from '../../src/facts/link.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { toyLanguage } from './toy-language.js';

afterAll(removeFolders);

function memory(text = ''): Store & { text: string } {
  const store = {
    text,
    read: () => store.text,
    write: (written: string) => {
      store.text = written;
    },
  };
  return store;
}

const LATER = Date.now() + 60_000;
const app = (path: string): string =>
  `import express from 'express';\nconst app = express();\napp.get('${path}', (req, res) => res.json({ a: 1 }));\n`;

describe('a file that was not touched', () => {
  test('is known without being read: as it was seen, whatever its path', () => {
    const folder = folderOf({ 'a.ts': '1', 'b\tc.ts': '2' });
    const store = memory();
    const stamps = openStamps(store, LATER);
    for (const path of ['a.ts', 'b\tc.ts']) {
      const stamp = stampOf(folder, path);
      if (stamp === undefined) throw new Error('no stamp');
      stamps.put(path, stamp, { isCandidate: path === 'a.ts' });
      stamps.put(path, stamp, { hash: 'ab' });
    }
    stamps.save();
    const again = openStamps(memory(store.text), LATER);
    const seen = ['a.ts', 'b\tc.ts'].map((path) => again.get(path, stampOf(folder, path) ?? { text: '', size: 0, changed: 0 }));
    expect(seen).toEqual([
      { isCandidate: true, hash: 'ab' },
      { isCandidate: false, hash: 'ab' },
    ]);
  });

  test('gives the facts that reading it gives, and is not opened', async () => {
    const folder = folderOf({ 'app.ts': app('/a'), 'other.ts': 'export const x = 1;', 'package.json': '{"name":"a"}' });
    const directory = folderOf({});
    const store = memory();
    const request = { repository: folder, dir: folder, languages };
    const fresh = await collect(request);
    const run = () =>
      collect({ ...request, cache: openCache(directory, folder, '1'), stamps: openStamps(memory(store.text), LATER) });
    await collect({ ...request, cache: openCache(directory, folder, '1'), stamps: openStamps(store, LATER) });
    const again = await run();
    expect({ ...again, stats: fresh.stats }).toEqual(fresh);
    expect(again.stats.cacheHits).toBeGreaterThan(0);
  });
});

test('a document of several files is read anew when one of the others was changed', async () => {
  const item = (name: string): string => `get: { operationId: ${name} }`;
  const folder = folderOf({
    'pom.xml':
      '<artifactId>openapi-generator-maven-plugin</artifactId><inputSpec>api.yaml</inputSpec><generatorName>spring</generatorName>',
    'api.yaml': 'paths: { /a: { $ref: item.yaml } }',
    'item.yaml': item('getA'),
    'A.java': 'package a;\nimport b.AApi;\n@RestController class A implements AApi { public String getB() { return ""; } }',
  });
  const directory = folderOf({});
  const store = memory();
  const routes = async () => {
    const retained = { cache: openCache(directory, folder, '1'), stamps: openStamps(store, LATER) };
    return link(await collect({ repository: folder, dir: folder, languages, ...retained })).routes.map(({ path }) => path);
  };
  expect(await routes()).toEqual([]);
  writeFileSync(join(folder, 'item.yaml'), item('getB'));
  expect(await routes()).toEqual(['/a']);
});

describe('a file that passes the text test and says nothing unless it is asked', () => {
  test('is extracted once, whether its facts are kept for other runs or not, and not again by the next run', async () => {
    const folder = folderOf({ 'a.toy': 'import path b path\nroute path', 'b.toy': 'export path\nconst path route' });
    const directory = folderOf({});
    const store = memory();
    const run = async (isRetained: boolean) => {
      const extracted: string[] = [];
      const retained = { cache: openCache(directory, folder, '1'), stamps: openStamps(store, LATER) };
      const request = { repository: folder, dir: folder, languages: [toyLanguage(extracted)] };
      const { stats, ...facts } = await collect({ ...request, ...(isRetained ? retained : {}) });
      return { extracted, facts };
    };
    const plain = await run(false);
    expect(plain.extracted).toEqual(['a.toy', 'b.toy']);
    expect(plain.facts.files.map(({ path }) => path)).toEqual(['a.toy', 'b.toy']);
    expect(await run(true)).toEqual(plain);
    expect(await run(true)).toEqual({ extracted: [], facts: plain.facts });
  });
});

describe('a folder', () => {
  const namesIn = (known: FolderTable, folder: string, now: number) =>
    foldersOf(
      known,
      now,
    )(folder)
      .map(({ name }) => name)
      .sort();

  test('is read again when a file came, went or was renamed, and not because one was written', () => {
    const folder = folderOf({ 'a.ts': '1' });
    const known: FolderTable = new Map();
    expect(namesIn(known, folder, LATER)).toEqual(['a.ts']);
    const [first] = [known.get(folder)?.entries];
    writeFileSync(join(folder, 'a.ts'), '2');
    expect(foldersOf(known, LATER)(folder)).toBe(first);
    writeFileSync(join(folder, 'b.ts'), '1');
    expect(namesIn(known, folder, LATER)).toEqual(['a.ts', 'b.ts']);
    renameSync(join(folder, 'a.ts'), join(folder, 'c.ts'));
    expect(namesIn(known, folder, LATER)).toEqual(['b.ts', 'c.ts']);
    expect(() => foldersOf(known, LATER)(join(folder, 'none'))).toThrow('ENOENT');
  });

  test('that was touched just before it is read is not relied upon', () => {
    const folder = folderOf({ 'a.ts': '1' });
    const known: FolderTable = new Map();
    expect(namesIn(known, folder, Date.now())).toEqual(['a.ts']);
    expect(known.size).toBe(0);
  });
});

describe('a file that was touched', () => {
  test('is read again, even with the size and the time that it had', async () => {
    const folder = folderOf({ 'app.ts': app('/a') });
    const directory = folderOf({});
    const store = memory();
    const request = { repository: folder, dir: folder, languages };
    const file = join(folder, 'app.ts');
    const run = () => collect({ ...request, cache: openCache(directory, folder, '1'), stamps: openStamps(store, LATER) });
    await run();
    const { mtime, atime, size } = statSync(file);
    writeFileSync(file, app('/b'));
    utimesSync(file, atime, mtime);
    expect(statSync(file).size).toBe(size);
    const { files } = await run();
    expect(JSON.stringify(files)).toContain('"/b"');
    expect(readFileSync(file, 'utf8')).toContain('/b');
  });

  test('just before it is read is not relied upon: it may be touched again at the same time', () => {
    const folder = folderOf({ 'a.ts': '1' });
    const stamp = stampOf(folder, 'a.ts');
    if (stamp === undefined) throw new Error('no stamp');
    const stamps = openStamps(memory(), stamp.changed + 100);
    stamps.put('a.ts', stamp, { isCandidate: false });
    expect(stamps.get('a.ts', stamp)).toBeUndefined();
  });

  test('is no longer a file, or gone: there is no stamp', () => {
    const folder = folderOf({ 'a/b.ts': '1' });
    expect(stampOf(folder, 'a')).toBeUndefined();
    expect(stampOf(folder, 'c.ts')).toBeUndefined();
  });
});

test.each(['nonsense', '"a.ts\t1\t2', '"\\u00zz"\tx\t1\tab', '\t\t\t'])(
  'what is kept and cannot be read (%j) says nothing',
  (text) => {
    const folder = folderOf({ 'a.ts': '1' });
    const stamp = stampOf(folder, 'a.ts');
    expect(stamp && openStamps(memory(text), LATER).get('a.ts', stamp)).toBeUndefined();
  },
);
