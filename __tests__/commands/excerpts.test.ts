import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readExcerpts } from '../../src/commands/excerpts.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');
const excerptOf = (repository: string, file: string, line = 1) => readExcerpts(repository, [{ file, line }])({ file, line });

describe('excerpts', () => {
  test('are three lines above and below, fewer at the ends of a file', () => {
    const repository = folderOf({ 'src/a.ts': numbered(9) });
    expect(excerptOf(repository, 'src/a.ts', 5)).toEqual({
      first: 2,
      lines: ['line 2', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7', 'line 8'],
    });
    expect(excerptOf(repository, 'src/a.ts', 1)).toEqual({ first: 1, lines: ['line 1', 'line 2', 'line 3', 'line 4'] });
    expect(excerptOf(repository, 'src/a.ts', 99)).toBeUndefined();
  });

  test('know the line ends of all systems', () => {
    expect(excerptOf(folderOf({ 'a.yaml': 'a\r\nb\rc\n' }), 'a.yaml', 2)?.lines).toEqual(['a', 'b', 'c']);
  });

  test('a long line is cut', () => {
    const [line = ''] = excerptOf(folderOf({ 'a.ts': 'x'.repeat(10_000) }), 'a.ts')?.lines ?? [];
    expect(line).toBe(`${'x'.repeat(239)}…`);
  });

  test.each([
    ['../outside.ts', 'above the repository'],
    ['.git/config.json', 'of git, which may hold the token of the checkout'],
    ['sub/.git/x.ts', 'of the git of a submodule'],
    ['.npmrc', 'neither source nor contract'],
    ['.env', 'without an extension'],
    ['link.ts', 'a link out of the repository'],
    ['inner.ts', 'a link into .git'],
    ['gone.ts', 'not there'],
    ['folder.ts', 'a folder'],
    ['/etc/hostname.ts', 'absolute'],
    ['a.ts\u0000.ts', 'with a name that no file can have'],
  ])('%s gives no lines: %s', (file) => {
    const outer = folderOf({
      'outside.ts': 'secret',
      'repository/.git/config.json': 'secret',
      'repository/sub/.git/x.ts': 'secret',
      'repository/.npmrc': 'secret',
      'repository/.env': 'secret',
      'repository/folder.ts/a': '',
      'repository/ok.ts': 'fine',
    });
    const repository = join(outer, 'repository');
    symlinkSync(join(outer, 'outside.ts'), join(repository, 'link.ts'));
    symlinkSync(join(repository, '.git/config.json'), join(repository, 'inner.ts'));
    expect(excerptOf(repository, file)).toBeUndefined();
    expect(excerptOf(repository, 'ok.ts')?.lines).toEqual(['fine']);
  });
});
