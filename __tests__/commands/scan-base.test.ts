import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { reportSchema } from '../../src/reports/schemas/json-schema.js';
import { type SampleRepository, sampleRepository, shallowClone } from '../git/sample-repository.js';
import { removeFolders, writeFiles } from '../temporary-folder.js';
import { CONTRACT, head, operation } from './hives-contract.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const app = (hives: string, bees: string) => `import express from 'express';
const app = express();
app.get('/hives', (_request, response) => {
  response.json(${hives});
});
app.get('/bees', (_request, response) => {
  response.json(${bees});
});
app.listen(3000);
`;
/** One promise is broken, one is kept. */
const BASE = { 'openapi.yaml': CONTRACT, 'src/app.ts': app('{ place: 1 }', "{ name: 'Maja' }") };
const BROKEN = { 'src/app.ts': app('{ place: 1 }', '{ name: 7 }') };
const LOST = { 'src/app.ts': app('{ place: 1 }', 'JSON.parse(process.env.BEES)') };
const DROPPED = { 'openapi.yaml': `${head}${operation('hives', 'place')}` };

async function run({ folder }: Pick<SampleRepository, 'folder'>, ...words: readonly string[]) {
  const io = recordedIo({ cwd: folder });
  const exit = await runCommandLine(['scan', '--no-cache', ...words], commands, io);
  return { exit, out: io.out(), err: io.err() };
}

async function changed(files: Record<string, string>, ...words: readonly string[]) {
  const repository = sampleRepository(BASE);
  writeFiles(repository.folder, files);
  return run(repository, '--base', 'HEAD', ...words);
}

describe('scan --base', () => {
  test('passes a change that breaks nothing, whatever the base breaks', async () => {
    const { exit, out } = await changed({ 'README.md': 'more' });
    expect([exit, out]).toEqual([0, expect.stringContaining('The change breaks nothing; 1 error remain')]);
    expect(out).toContain('--verbose lists 1 finding of the base');
    expect(out).not.toContain('✗');
  });

  test('fails what is new, and lists that alone', async () => {
    const { exit, out } = await changed(BROKEN);
    expect([exit, out]).toEqual([1, expect.stringContaining('The change breaks GET /bees.')]);
    expect(out).toContain('✗ GET /bees');
    expect(out).not.toContain('✗ GET /hives');
  });

  test('fails what is lost and what breaks consumers, and says where', async () => {
    const lost = await changed(LOST);
    expect([lost.exit, lost.out]).toEqual([1, expect.stringMatching(/lost {6}GET \/bees: .+ {2}openapi\.yaml:\d/)]);
    const dropped = await changed(DROPPED);
    expect([dropped.exit, dropped.out]).toEqual([1, expect.stringMatching(/breaking {2}.+ {2}openapi\.yaml:\d/)]);
    expect(dropped.out).toContain('dropped   GET /bees from openapi.yaml');
  });

  test.each([
    [LOST, 'new', 0],
    [LOST, 'new,lost', 1],
    [DROPPED, 'new,lost', 0],
    [DROPPED, 'dropped', 1],
    [{ 'README.md': 'more' }, 'error', 1],
    [BROKEN, 'never', 0],
  ])('ends as --fail-on asks: %#', async (files, words, exit) => {
    expect((await changed(files, '--fail-on', words)).exit).toBe(exit);
  });

  test('says in JSON what the change did', async () => {
    const { out } = await changed(DROPPED, '--format', 'json');
    expect(reportSchema.parse(JSON.parse(out)).change).toMatchObject({
      remaining: [expect.anything()],
      breaking: [{ subject: 'GET /bees' }],
      dropped: [{ subject: 'GET /bees' }],
    });
  });

  test('compares with the commit that a branch began at', async () => {
    const repository = sampleRepository(BASE);
    repository.git('branch', 'side');
    repository.commit(BROKEN);
    repository.git('checkout', '-q', 'side');
    expect((await run(repository, '--base', 'main')).exit).toBe(0);
  });

  test('counts every error where the base cannot be scanned, and says why', async () => {
    const repository = sampleRepository({ 'src/app.ts': BASE['src/app.ts'] });
    writeFiles(repository.folder, { 'openapi.yaml': CONTRACT });
    const { exit, out } = await run(repository, '--base', 'HEAD');
    expect([exit, out]).toEqual([
      1,
      expect.stringContaining('Tallystick could not determine what the change did: the base could not be scanned'),
    ]);
  });

  test.each([
    [['--base', 'nowhere'], 'There is no revision nowhere'],
    [['--fail-on', 'new,lost'], '--fail-on names new, lost, which a scan without a base cannot determine.'],
    [['--base', 'HEAD', '--fail-on', 'never,new'], '--fail-on is never, which goes with no other word.'],
    [['--base', 'HEAD', '--fail-on', 'mowed'], '--fail-on cannot be mowed.'],
  ])('refuses a mistake: %j', async (words, message) => {
    await expect(run(sampleRepository(BASE), ...words)).rejects.toThrow(message);
  });

  test('refuses a revision that a shallow clone does not hold', async () => {
    const repository = sampleRepository(BASE);
    const first = repository.git('rev-parse', 'HEAD');
    repository.commit(BROKEN);
    await expect(run(shallowClone(repository, 1, 'main'), '--base', first)).rejects.toThrow('There is no revision');
  });
});
