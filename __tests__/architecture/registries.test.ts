import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../src/extract/languages/index.js';
import { packages } from '../../src/facts/packages/index.js';
import { supportedRows } from '../readme-sections.js';
import { root, sourceFiles } from './source-files.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const list = (path: string) => readdirSync(join(root, path), { withFileTypes: true });

/** The modules beside an `index.ts` that it imports, statically or lazily: `./scan.js`, `./koa/index.js`. */
function imported(index: string): readonly string[] {
  return [...read(index).matchAll(/['"]\.\/([^'"]+?)(?:\/index)?\.js['"]/g)].map((match) => match[1] ?? '').sort();
}

/** Files of a folder, or folders with an index, that declare a constant of the given type: the things that the folder is a list of. */
function things(folder: string, type: string): readonly string[] {
  const modules = list(folder).map((entry) => (entry.isDirectory() ? `${entry.name}/index.ts` : entry.name));
  return modules
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts' && existsSync(join(root, folder, name)))
    .filter((name) => new RegExp(`export const \\w+: ${type}\\b`).test(read(`${folder}/${name}`)))
    .map((name) => name.replace(/(?:\/index)?\.ts$/, ''))
    .sort();
}

const lists = [
  { folder: 'src/commands', type: 'Command' },
  { folder: 'src/reports', type: 'Report' },
  { folder: 'src/rules', type: '\\w*Rule' },
  { folder: 'src/extract/languages/typescript/frameworks', type: '(?:Extractor|Framework)' },
];

test.each(lists)('$folder/index.ts lists every $type on disk', ({ folder, type }) => {
  const onDisk = things(folder, type);
  expect(onDisk.length).toBeGreaterThan(0);
  expect(imported(`${folder}/index.ts`).filter((name) => onDisk.includes(name))).toEqual(onDisk);
});

test('src/extract/languages/index.ts lists every language on disk', () => {
  const folders = list('src/extract/languages').filter((entry) => entry.isDirectory());
  expect(imported('src/extract/languages/index.ts')).toEqual(folders.map(({ name }) => name).sort());
});

test('docs/reference/supported.md has a row for each framework and package, in their order', () => {
  const titles = (section: 'frameworks' | 'packages') => supportedRows(section).map(([title]) => title);
  expect(titles('frameworks')).toEqual(languages.flatMap(({ frameworks }) => frameworks.map(({ title }) => title)));
  expect(titles('packages')).toEqual(packages.map(({ title }) => title));
});

test('every rule has a page and a test of its name, and no page is left over', () => {
  const named = (ending: string) =>
    list('src/rules')
      .filter(({ name }) => /^contract-\d+\./.test(name) && name.endsWith(ending))
      .map(({ name }) => name.slice(0, -ending.length));
  expect(named('.md')).toEqual(named('.ts'));
  expect(named('.ts').filter((rule) => !existsSync(join(root, `__tests__/rules/${rule}.test.ts`)))).toEqual([]);
});

test('every folder of src is described, in a README of its own or in that of a folder above', () => {
  const folders = [...new Set(sourceFiles('src').map((path) => path.slice(0, path.lastIndexOf('/'))))].filter(
    (path) => path !== 'src',
  );
  const describes = (folder: string): boolean => {
    if (existsSync(join(root, folder, 'README.md'))) return true;
    const [, around = '', within = '', name = ''] = /^(.*)\/([^/]+)\/([^/]+)$/.exec(folder) ?? [];
    const says = (place: string, words: string): boolean =>
      existsSync(join(root, place, 'README.md')) && read(`${place}/README.md`).includes(words);
    // folders of one kind (a framework, a package) are described together
    return (
      says(`${around}/${within}`, `${name}/`) ||
      says(`${around}/${within}`, '<id>/') ||
      [name, '<id>'].some((one) => says(around, `${within}/${one}/`))
    );
  };
  expect(folders.filter((folder) => !describes(folder))).toEqual([]);
});

test('no file or folder is called after the fact that it is used by others', () => {
  const vague = /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\.ts$|\/)/;
  expect(
    [...sourceFiles('src'), ...sourceFiles('__tests__')].filter((path) => vague.test(path) && !path.includes('/fixtures/')),
  ).toEqual([]);
});

test('names of files are in kebab case', () => {
  expect(sourceFiles('src').filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([]);
});
