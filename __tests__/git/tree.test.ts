import { lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gitPlace } from '../../src/git/revisions.js';
import { writeTree } from '../../src/git/tree.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { type SampleRepository, sampleRepository, shallowClone } from './sample-repository.js';

afterAll(removeFolders);

/** Writes a commit of a repository to a new folder. */
async function written({ folder }: SampleRepository, commit: string) {
  const place = gitPlace(folder);
  if (place === undefined) throw new Error('no repository');
  const target = folderOf({});
  return { target, answer: await writeTree(place, commit, target) };
}

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => lstatSync(join(folder, path)).isFile())
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );

test('a revision is written as it was, whatever lies in the folder now', async () => {
  const files = { 'a.ts': 'export {};\r\n', 'b/ä c.yaml': 'x: 1\n', 'b/empty.ts': '' };
  const repository = sampleRepository(files);
  const first = repository.git('rev-parse', 'HEAD');
  repository.commit({ 'a.ts': 'changed', 'b/ä c.yaml': null });
  const { target, answer } = await written(repository, first);
  expect(answer).toEqual({ ok: true, value: { files: 3, submodules: [] } });
  expect(filesOf(target)).toEqual(files);
});

test('attributes of the repository change nothing', async () => {
  const files = { '.gitattributes': '* text eol=crlf\nsecret.ts export-ignore\n*.ts ident\n', 'secret.ts': '// $Id$\n' };
  const repository = sampleRepository(files);
  const { target } = await written(repository, repository.git('rev-parse', 'HEAD'));
  expect(filesOf(target)).toEqual(files);
});

test('pictures and other binary files are left out', async () => {
  const repository = sampleRepository({ 'a.ts': '', 'logo.PNG': 'x', 'font.woff2': 'x' });
  const { target } = await written(repository, repository.git('rev-parse', 'HEAD'));
  expect(Object.keys(filesOf(target))).toEqual(['a.ts']);
});

test('links are written as links, and nothing is written through one', async () => {
  const repository = sampleRepository({ 'src/a.ts': 'a' });
  symlinkSync('src', join(repository.folder, 'alias'));
  symlinkSync('/etc', join(repository.folder, 'outside'));
  const head = repository.commit({});
  const { target } = await written(repository, head);
  expect(readlinkSync(join(target, 'alias'))).toBe('src');
  expect(readlinkSync(join(target, 'outside'))).toBe('/etc');
});

test('a tree that leads elsewhere is written inside the folder only', async () => {
  const repository = sampleRepository({ 'a.ts': 'a' });
  const blob = repository.git('rev-parse', 'HEAD:a.ts');
  const outer = `../${folderOf({}).split('/').at(-1)}-escaped.ts`;
  const evil = makeTree(repository, [`100644 ${outer}\0`, `100644 .GIT\0`, `100644 ..\0`, `100644 fine.ts\0`], blob);
  const { target, answer } = await written(repository, repository.git('commit-tree', evil, '-m', 'evil'));
  expect(answer).toMatchObject({ ok: true });
  expect(Object.keys(filesOf(target))).toEqual(['fine.ts']);
  expect(readdirSync(join(target, '..'))).not.toContain(outer.slice(3));
});

test('a tree that holds a link and a file below it writes neither outside', async () => {
  const repository = sampleRepository({ 'a.ts': 'a' });
  const blob = repository.git('rev-parse', 'HEAD:a.ts');
  const folder = folderOf({});
  const link = hashed(repository, 'blob', Buffer.from(folder));
  const inner = makeTree(repository, ['100644 x.ts\0'], blob);
  const entries = Buffer.concat([
    Buffer.from('120000 a\0'),
    Buffer.from(link, 'hex'),
    Buffer.from('40000 a\0'),
    Buffer.from(inner, 'hex'),
  ]);
  const tree = hashed(repository, 'tree', entries);
  await written(repository, repository.git('commit-tree', tree, '-m', 'evil'));
  expect(readdirSync(folder)).toEqual([]);
});

test('submodules are named', async () => {
  const repository = sampleRepository({ 'a.ts': 'a' });
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},libs/shared`);
  repository.git('commit', '--quiet', '--message=submodule');
  const { answer } = await written(repository, repository.git('rev-parse', 'HEAD'));
  expect(answer).toEqual({ ok: true, value: { files: 1, submodules: ['libs/shared'] } });
});

test('what a clone lacks is a reason, not a crash', async () => {
  const repository = sampleRepository({ 'a.ts': '1' });
  const first = repository.git('rev-parse', 'HEAD');
  repository.commit({ 'a.ts': '2' });
  const { answer } = await written(shallowClone(repository, 1), first);
  expect(answer.ok).toBe(false);

  const second = repository.git('rev-parse', 'HEAD');
  repository.git('config', 'uploadpack.allowFilter', 'true');
  const partial = sampleRepository({});
  partial.git('fetch', '--quiet', '--filter=blob:none', `file://${repository.folder}`, 'main');
  expect((await written(partial, second)).answer.ok).toBe(false);
});

/** Writes a tree object byte by byte, as git itself would refuse to: entries as `mode name\0`, all with one content. */
function makeTree(repository: SampleRepository, entries: readonly string[], blob: string): string {
  return hashed(repository, 'tree', Buffer.concat(entries.flatMap((entry) => [Buffer.from(entry), Buffer.from(blob, 'hex')])));
}

function hashed({ folder, git }: SampleRepository, type: string, content: Buffer): string {
  const file = join(folderOf({ object: content }), 'object');
  return git('-C', folder, 'hash-object', '-t', type, '-w', '--literally', file);
}
