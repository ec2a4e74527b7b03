import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache, openStore } from '../../src/extract/cache.js';
import type { FileFacts } from '../../src/facts/fact.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

const hash = (digit: string) => digit.repeat(64);
const factsOf = (path: string, digit: string): FileFacts => ({
  path,
  language: 'toy',
  hash: hash(digit),
  facts: [{ kind: 'constant', name: 'a', value: { kind: 'literal', value: 'line\nbreak\tand tab' }, at: { line: 1, column: 1 } }],
  gaps: [],
});

function filled(directory: string, ...facts: FileFacts[]): string {
  const cache = openCache(directory, '/repo', '1.0.0');
  for (const one of facts) cache.put(one);
  cache.save();
  return join(directory, readdirSync(directory)[0] ?? '');
}

/** The text of a file that was changed, with the hash that it would have. */
function sealed(text: string): string {
  const body = text.slice(text.indexOf('\n') + 1);
  const hash = createHash('sha256').update(body).digest('hex');
  return `${text.slice(0, text.indexOf('\n')).replace(/[0-9a-f]{64}$/, hash)}\n${body}`;
}

it('gives back what was put, to the next run too', () => {
  const directory = folderOf({});
  const odd = 'it\'s\t"odd"\n.ts';
  filled(directory, factsOf('a.ts', 'a'), factsOf(odd, 'b'));
  const cache = openCache(directory, '/repo', '1.0.0');
  expect(cache.get('a.ts', hash('a'))).toEqual(factsOf('a.ts', 'a'));
  expect(cache.get(odd, hash('b'))).toEqual(factsOf(odd, 'b'));
});

it('has nothing for another content, path, version or repository', () => {
  const directory = folderOf({});
  filled(directory, factsOf('a.ts', 'a'));
  expect(openCache(directory, '/repo', '1.0.0').get('a.ts', hash('b'))).toBeUndefined();
  expect(openCache(directory, '/repo', '1.0.0').get('b.ts', hash('a'))).toBeUndefined();
  expect(openCache(directory, '/repo', '1.0.1').get('a.ts', hash('a'))).toBeUndefined();
  expect(openCache(directory, '/other', '1.0.0').get('a.ts', hash('a'))).toBeUndefined();
});

it('keeps what a later run did not read, and only the newest of a path', () => {
  const directory = folderOf({});
  filled(directory, factsOf('a.ts', 'a'), factsOf('b.ts', 'b'));
  filled(directory, factsOf('b.ts', 'c'));
  const cache = openCache(directory, '/repo', '1.0.0');
  expect(cache.get('a.ts', hash('a'))).toBeDefined();
  expect(cache.get('b.ts', hash('b'))).toBeUndefined();
  expect(cache.get('b.ts', hash('c'))).toBeDefined();
});

it.each<[string, (text: string) => string | Uint8Array]>([
  ['cut off', (text) => text.slice(0, -20)],
  ['of bytes that are no text', () => Uint8Array.from({ length: 500 }, (_, index) => (index * 7) % 256)],
  ['empty', () => ''],
  ['without its first line', (text) => text.split('\n').slice(1).join('\n')],
  ['made up', (text) => sealed(text.replace('"facts":[{', '"facts":[{"evil":1,'))],
  ['of facts of another file', (text) => sealed(text.replace('"path":"a.ts"', '"path":"b.ts"'))],
  ['of a path out of the repository', (text) => sealed(text.replaceAll('a.ts', '../a.ts'))],
  ['changed by hand', (text) => text.replace('line', 'lane')],
  ['of facts that are none', (text) => sealed(text.replace('"kind":"constant"', '"kind":"__proto__"'))],
])('does not trust a file that is %s', (_how, change) => {
  const directory = folderOf({});
  const file = filled(directory, factsOf('a.ts', 'a'));
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  expect(openCache(directory, '/repo', '1.0.0').get('a.ts', hash('a'))).toBeUndefined();
  expect(openCache(directory, '/repo', '1.0.0').get('../a.ts', hash('a'))).toBeUndefined();
});

it('leaves one file and nothing temporary behind', () => {
  const directory = folderOf({});
  filled(directory, factsOf('a.ts', 'a'));
  filled(directory, factsOf('b.ts', 'b'));
  expect(readdirSync(directory)).toHaveLength(1);
});

it('does not read what is no file: a pipe or a device may never end', () => {
  const directory = folderOf({});
  const file = filled(directory, factsOf('a.ts', 'a'));
  rmSync(file);
  symlinkSync('/dev/zero', file);
  expect(openCache(directory, '/repo', '1.0.0').get('a.ts', hash('a'))).toBeUndefined();

  const store = () => openStore(directory, '/repo', 'result', '1.0.0');
  store().write('{}');
  expect(store().read()).toBe('{}');
  const [stored = ''] = readdirSync(directory).filter((name) => name.endsWith('.result'));
  rmSync(join(directory, stored));
  symlinkSync('/dev/zero', join(directory, stored));
  expect(store().read()).toBeUndefined();
});

it('stores a text in parts as one text, and none that is too long', () => {
  const directory = folderOf({});
  const store = () => openStore(directory, '/repo', 'result', '1.0.0');
  const parts = ['é', ...Array.from({ length: 3 }, (_, index) => `${index}\n`.repeat(40_000))];
  store().write(parts);
  expect(store().read()).toBe(parts.join(''));
  store().write(Array.from({ length: 40 }, () => 'x'.repeat(1 << 20)));
  expect(store().read()).toBe(parts.join(''));
  expect(readdirSync(directory)).toHaveLength(1);
});

it.each(['/proc/tallystick/cache', '/dev/null/cache'])('is no error, and takes no time, in %s', (directory) => {
  const cache = openCache(directory, '/repo', '1.0.0');
  cache.put(factsOf('a.ts', 'a'));
  expect(() => cache.save()).not.toThrow();
});

it('is no error where it cannot be written', () => {
  const directory = join(folderOf({ 'a file': '' }), 'a file');
  const cache = openCache(directory, '/repo', '1.0.0');
  cache.put(factsOf('a.ts', 'a'));
  expect(() => cache.save()).not.toThrow();
});
