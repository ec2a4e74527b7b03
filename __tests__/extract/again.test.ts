import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FactCache } from '../../src/extract/cache.js';
import { keepParsed } from '../../src/extract/cache.js';
import { openMemory } from '../../src/extract/cached-facts.js';
import { collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';
import { type StampTable, stampsOf, stateOf } from '../../src/extract/stamps.js';
import { scanned } from '../../src/scan.js';
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
  const listing = (...known: string[]) => ({ known: new Set(known), sources: known, gaps: [] });

  test('is another after any edit, and of other files', () => {
    const folder = folderOf({ 'a.ts': 'one', 'b.ts': 'two' });
    const before = stateOf(folder, listing('a.ts', 'b.ts'), LATER());
    expect(stateOf(folder, listing('a.ts', 'b.ts'), LATER())).toBe(before);
    expect(stateOf(folder, listing('a.ts'), LATER())).not.toBe(before);
    writeFiles(folder, { 'a.ts': 'ONE' });
    expect(stateOf(folder, listing('a.ts', 'b.ts'), LATER())).not.toBe(before);
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
    const kept = { memory: openMemory(true), contractMemory: new Map(), last: {} };
    return (basePath?: string) => scanned({ repository: folder, dir: folder, scans, ...kept, ...(basePath ? { basePath } : {}) });
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
});
