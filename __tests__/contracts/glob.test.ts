import type { Tree, TreeEntry } from '../../src/contracts/find.js';
import { globLists } from '../../src/contracts/glob.js';
import { UserError } from '../../src/model/user-error.js';
import { expectQuick } from '../processor-time.js';

/** A tree of these files, and a list of the folders that were asked for. */
function treeOf(files: readonly string[]): { readonly tree: Tree; readonly listed: string[] } {
  const listed: string[] = [];
  const list = (folder: string): readonly TreeEntry[] => {
    listed.push(folder);
    const below = files.filter((file) => `/${file}`.startsWith(`${folder}/`)).map((file) => `/${file}`.slice(folder.length + 1));
    const entries = below.map(
      (rest): TreeEntry => ({ name: rest.split('/')[0] ?? '', kind: rest.includes('/') ? 'folder' : 'file' }),
    );
    return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
  };
  return {
    tree: {
      list,
      head: () => undefined,
      whole: () => undefined,
      text: () => undefined,
      join: (folder, name) => `${folder}/${name}`,
    },
    listed,
  };
}

const files = [
  'a.yaml',
  'b.json',
  'api/c.yaml',
  'api/v2/d.yml',
  'api/v2/e.yaml',
  '.hidden/f.yaml',
  'node_modules/x/g.yaml',
  'src/[x].yaml',
];
const found = (...globs: string[]) => globLists([globs], '', treeOf(files).tree).files;

test.each([
  [['*.yaml'], ['a.yaml']],
  [['*.{yaml,json}'], ['a.yaml', 'b.json']],
  [['**/*.yaml'], ['a.yaml', 'api/c.yaml', 'api/v2/e.yaml', 'src/[x].yaml']],
  [['./api/**/*.y?ml'], ['api/c.yaml', 'api/v2/e.yaml']],
  [['api/**'], ['api/c.yaml', 'api/v2/d.yml', 'api/v2/e.yaml']],
  [['api/'], ['api/c.yaml', 'api/v2/d.yml', 'api/v2/e.yaml']],
  [['api/*/[d-e].y*ml', '!**/e.*'], ['api/v2/d.yml']],
  [['api/v2/[!e].*'], ['api/v2/d.yml']],
  [['.hidden/*'], ['.hidden/f.yaml']],
  [['src/[[]x].yaml'], ['src/[x].yaml']],
  [['{a,api/{c,v2/e}}.yaml'], ['a.yaml', 'api/c.yaml', 'api/v2/e.yaml']],
  [['nothing'], []],
  [[''], []],
])('%j finds %j', (globs, expected) => {
  expect(found(...globs)).toEqual(expected);
});

test.each(['/etc/*', '../*', 'api/../../*', '{api,..}/*'])('%s leads out of the repository', (glob) => {
  expect(() => found(glob)).toThrow(new UserError(`The glob \`${glob}\` leads out of the repository.`));
});

test('braces that multiply are refused', () => {
  expect(() => found('{a,b}'.repeat(30))).toThrow('stand for too many');
  expect(() => found(`{${','.repeat(1_000_000)}}`)).toThrow('stand for too many');
});

test('only folders that may hold something are entered', () => {
  const { tree, listed } = treeOf(files);
  globLists([['api/*/d.yml']], '', tree);
  expect(listed).toEqual(['', '/api', '/api/v2']);
});

test('many wildcards take no more time than few', async () => {
  const name = 'a'.repeat(255);
  const path = `${Array(15).fill(name).join('/')}.yaml`;
  const globs = [`${'**/*a'.repeat(10)}/${'*a'.repeat(60)}c`, `${'**/a*/'.repeat(40)}c`];
  await expectQuick(1_000, () => {
    expect(globLists([globs], '', treeOf([path]).tree).files).toEqual([]);
  });
});

test('what one list leaves out another may name, and globs that no file fits are told', () => {
  const { tree } = treeOf(files);
  expect(globLists([['api/**', '!api/c.yaml'], ['api/c.yaml'], ['a.yml', '!x.yaml']], '', tree)).toEqual({
    files: ['api/c.yaml', 'api/v2/d.yml', 'api/v2/e.yaml'],
    unmatched: ['a.yml'],
  });
  expect(globLists([['api/c.yaml', '!api/**']], '', tree)).toEqual({ files: [], unmatched: [] });
});
