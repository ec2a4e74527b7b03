import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/commands/command-line.js';
import { shardOption } from '../../src/commands/facts.js';
import { commands } from '../../src/commands/index.js';
import { UserError } from '../../src/model/user-error.js';
import { sampleRepository } from '../git/sample-repository.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterEach(removeFolders);

async function run(words: readonly string[], cwd?: string) {
  const io = recordedIo(cwd === undefined ? {} : { cwd });
  const exit = await runCommandLine(words, commands, io);
  return { exit, out: io.out(), err: io.err() };
}
async function shards(folder: string, total: number): Promise<readonly string[]> {
  const files = Array.from({ length: total }, (_, index) => join(folder, `${index + 1}.json`));
  for (const [index, file] of files.entries()) {
    await run(['facts', 'examples/bookshop', '--no-cache', '--shard', `${index + 1}/${total}`, '-o', file]);
  }
  return files;
}
const withoutStats = (text: string) => ({ ...JSON.parse(text), stats: undefined });

it('the merged shards give the report of a scan', async () => {
  const folder = folderOf({});
  const files = await shards(folder, 3);
  const whole = await run(['scan', 'examples/bookshop', '--no-cache', '--format', 'json']);
  const contract = ['--contract', 'examples/bookshop/openapi.yaml', '--format', 'json'];
  const merged = await run(['merge', ...files, ...contract]);
  expect(merged.exit).toBe(whole.exit);
  expect(withoutStats(merged.out)).toEqual(withoutStats(whole.out));
  expect((await run(['merge', folder, ...contract])).exit).toBe(whole.exit);
});

describe('models that settings name', () => {
  const MODEL = (title: string): string =>
    JSON.stringify({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title,
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, weight: { type: 'number' } },
    });
  const REPOSITORY = {
    '.git/HEAD': '',
    'openapi.yaml': `openapi: 3.0.3
info: { title: Bees, version: 1.0.0 }
paths: {}
components: { schemas: { Swarm: { type: object, required: [size], properties: { size: { type: integer } } } } }
`,
    'data/bee.json': MODEL('Bee'),
    'src/bee.ts': 'export interface Bee { id: number; weight: number }\n',
    'src/swarm.ts': 'export interface SwarmRecord { size: string }\n',
  };

  it.each([
    ['as contracts', 'contracts: [openapi.yaml, data/*.json]\n', ['Bee']],
    ['as shared schemas, with a suffix of their own', 'models: { shared: [Swarm], suffixes: [Record] }\n', ['Swarm']],
    ['not at all', '', []],
  ])('%s are looked for by each shard', async (_title, config, violated) => {
    const folder = folderOf({ ...REPOSITORY, '.tallystick.yml': config });
    const files = ['1', '2'].map((index) => join(folderOf({}), `${index}.json`));
    for (const [index, file] of files.entries())
      await run(['facts', '--no-cache', '--shard', `${index + 1}/2`, '-o', file], folder);
    const whole = await run(['scan', '--no-cache', '--format', 'json'], folder);
    const merged = await run(['merge', ...files, '--format', 'json'], folder);
    expect(withoutStats(merged.out)).toEqual(withoutStats(whole.out));
    const subjects = withoutStats(whole.out).violations.map(({ subject }: { readonly subject: string }) => subject);
    expect([...new Set(subjects)]).toEqual(violated);
  });

  it('may be named to each shard as to the scan', async () => {
    const folder = folderOf(REPOSITORY);
    const named = ['--contract', 'data/bee.json'];
    await run(['facts', '--no-cache', ...named, '-o', 'sheet.json'], folder);
    const merged = await run(['merge', 'sheet.json', ...named, '--format', 'json'], folder);
    expect(withoutStats(merged.out)).toEqual(
      withoutStats((await run(['scan', '--no-cache', ...named, '--format', 'json'], folder)).out),
    );
    expect(merged.exit).toBe(1);
  });
});

it('a sheet is printed where no file is named, and is the same in a file', async () => {
  const folder = folderOf({});
  const { exit, out, err } = await run(['facts', 'examples/bookshop', '--no-cache']);
  await run(['facts', 'examples/bookshop', '--no-cache', '--out', join(folder, 'sheet.json')]);
  expect([exit, err]).toEqual([0, '']);
  expect(readFileSync(join(folder, 'sheet.json'), 'utf8')).toBe(out);
  expect(readdirSync(folder)).toEqual(['sheet.json']);
});

it('a missing shard, a missing file and what is no sheet are named', async () => {
  const folder = folderOf({ 'empty/notes.txt': '', 'other.json': '{}' });
  const [first = ''] = await shards(folder, 2);
  await expect(run(['merge', first])).rejects.toMatchObject({ message: 'Shard 2/2 is missing.', incomplete: true });
  await expect(run(['merge', first, first])).rejects.toMatchObject({ message: 'Shard 1/2 was given twice.', incomplete: false });
  await expect(run(['merge', 'nowhere.json'], folder)).rejects.toThrow('There is no fact sheet nowhere.json.');
  await expect(run(['merge', 'empty'], folder)).rejects.toThrow('There is no fact sheet in empty.');
  await expect(run(['merge', 'other.json'], folder)).rejects.toThrow('other.json is not a fact sheet.');
});

it('sheets of another commit of the repository are refused, and of another repository are not', async () => {
  const repository = sampleRepository({ 'openapi.yaml': 'openapi: 3.0.3\ninfo: {}\npaths: {}\n', 'src/a.ts': '' });
  const files = ['1', '2'].map((index) => join(folderOf({}), `${index}.json`));
  const collect = (index: number) =>
    run(['facts', '--no-cache', '--shard', `${index + 1}/2`, '-o', files[index] ?? ''], repository.folder);
  await collect(0);
  repository.commit({ 'src/a.ts': '// new\n' });
  await collect(1);
  await expect(run(['merge', ...files], repository.folder)).rejects.toThrow(
    /^One sheet is of the commit [0-9a-f]{40}, another of /,
  );
  await collect(0);
  // a contract without promises: 3, where a refusal is 2
  expect((await run(['merge', ...files], repository.folder)).exit).toBe(3);
  const elsewhere = sampleRepository({ 'openapi.yaml': 'openapi: 3.0.3\ninfo: {}\npaths: {}\n' });
  expect((await run(['merge', ...files], elsewhere.folder)).exit).toBe(3);
  const head = repository.commit({ 'src/a.ts': '// newer\n' });
  await expect(run(['merge', ...files], repository.folder)).rejects.toThrow(`but ${head} is checked out.`);
});

it('a sheet of another version is refused', async () => {
  const folder = folderOf({});
  const [first = '', second = ''] = await shards(folder, 2);
  writeFileSync(second, readFileSync(second, 'utf8').replace(/"version":"[^"]*"/, '"version":"99.0.0"'));
  await expect(run(['merge', first, second])).rejects.toThrow(/another of 99\.0\.0\.$/);
});

it('a folder that is not there, and two folders, are mistakes', async () => {
  await expect(run(['facts', 'nowhere'])).rejects.toThrow(UserError);
  await expect(run(['facts', 'src', 'examples'])).rejects.toThrow(/too many arguments/i);
});

describe('--shard', () => {
  it('is a part of a whole', () => {
    expect(shardOption(undefined)).toBeUndefined();
    expect(shardOption('1/1')).toEqual({ index: 1, total: 1 });
    expect(shardOption('3/12')).toEqual({ index: 3, total: 12 });
  });

  it.each(['', '1', '0/2', '3/2', '1/0', '-1/2', '1/2/3', 'a/b', '1/99999'])('is not %p', (text) => {
    expect(() => shardOption(text)).toThrow(UserError);
  });
});
