import { readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { readBaseline, selectionOf } from '../../src/commands/selection.js';
import { settle } from '../../src/commands/settings.js';
import type { BaseFile, Trust } from '../../src/config/trust.js';
import { reportSchema } from '../../src/reports/schemas/json-schema.js';
import { type SampleRepository, sampleRepository, shallowClone } from '../git/sample-repository.js';
import { analysisOf, finding } from '../reports/sample.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { CONTRACT } from './hives-contract.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const route = (path: string, body: string) => `import { app } from './app.js';
app.get('/${path}', (_request, response) => {
  response.json(${body});
});
`;
const SERVICE = {
  'openapi.yaml': CONTRACT,
  'src/app.ts': "import express from 'express';\nexport const app = express();\nimport './hives.js';\nimport './bees.js';\n",
  'src/hives.ts': route('hives', '{ place: 1 }'),
  'src/bees.ts': route('bees', "{ name: 'Maja' }"),
};

const BEES = `openapi: 3.0.3
info: { title: Bees, version: 1.0.0 }
paths:
  /bees:
    get:
      responses:
        '200':
          description:
            Insects.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Insect'
components:
  schemas:
    Bird:
      type: object
      required: [wings]
      properties:
        name: { type: string }
        legs: { type: integer }
        colour: { type: string, nullable: true }
        wings: { type: string }
    Insect:
      required: [name]
      type: object
      properties:
        name: { type: string }
        legs: { type: integer }
        colour:
          type: string
          nullable: true
`;
const BEES_ROUTE = `import { app } from './app.js';
interface Bee { name: string; legs?: number; colour: string | null }
app.get('/bees', (_request, response) => {
  const bee: Bee = JSON.parse('{}');
  response.json(bee);
});
`;

async function run({ folder }: Pick<SampleRepository, 'folder'>, ...words: readonly string[]) {
  const io = recordedIo({ cwd: folder });
  const exit = await runCommandLine(['scan', ...words, '--format', 'json', '--no-cache'], commands, io);
  const report = reportSchema.parse(JSON.parse(io.out()));
  const fields = report.violations.map(({ field }) => field);
  return { exit, fields, report, err: io.err() };
}

describe('a baseline', () => {
  test('makes what is known no failure, and what is new one', async () => {
    const repository = sampleRepository(SERVICE);
    const written = await run(repository, '--baseline', 'baseline.json', '--update-baseline');
    const lines = 'baseline.json lists 1 finding: 1 added, 0 removed.\n  + CONTRACT-001 GET /hives place\n';
    expect([written.exit, written.fields, written.err]).toEqual([0, [], lines]);
    writeFiles(repository.folder, { 'src/bees.ts': route('bees', '{ name: 7 }') });
    const later = await run(repository, '--baseline', 'baseline.json');
    expect([later.exit, later.fields]).toEqual([1, ['name']]);
    expect(later.report.baseline).toMatchObject({ file: 'baseline.json', known: [{ field: 'place' }], paid: [] });
    // What is known is broken all the same.
    expect(later.report.summary).toMatchObject({ violated: 2, errors: 1 });
    writeFiles(repository.folder, { '.tallystick.yml': 'baseline: baseline.json\n' });
    expect((await run(repository, '--no-baseline')).fields).toEqual(['name', 'place']);
  });

  test('follows a contract that is renamed, and knows nothing more of it', async () => {
    const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': 'baseline: baseline.json\n' });
    await run(repository, '--update-baseline');
    renameSync(join(repository.folder, 'openapi.yaml'), join(repository.folder, 'swagger.yaml'));
    const renamed = await run(repository);
    expect([renamed.exit, renamed.fields, renamed.report.baseline?.paid]).toEqual([0, [], []]);
    writeFiles(repository.folder, { 'src/bees.ts': route('bees', '{ name: 7 }') });
    const broken = await run(repository);
    expect([broken.exit, broken.fields]).toEqual([1, ['name']]);
  });

  test.each([
    ['', 0],
    ['strict_baseline: true\n', 1],
  ])('that lists what is resolved is named, and fails where it is strict: %j', async (strict, exit) => {
    const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': `baseline: baseline.json\n${strict}` });
    await run(repository, '--update-baseline');
    writeFiles(repository.folder, { 'src/hives.ts': route('hives', "{ place: 'here' }") });
    const later = await run(repository);
    expect([later.exit, later.fields, later.report.baseline]).toEqual([
      exit,
      [],
      expect.objectContaining({ paid: [expect.objectContaining({ field: 'place' })] }),
    ]);
    const { exit: passed, err } = await run(repository, '--update-baseline');
    expect([passed, err]).toEqual([
      0,
      'baseline.json lists 0 findings: 0 added, 1 removed.\n  - CONTRACT-001 GET /hives place\n',
    ]);
    expect(JSON.parse(readFileSync(join(repository.folder, 'baseline.json'), 'utf8'))).toEqual({
      formatVersion: 1,
      findings: [],
    });
  });

  test('keeps entries that could not be looked at when it is written anew', async () => {
    const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': 'baseline: baseline.json\n' });
    await run(repository, '--update-baseline');
    const before = readFileSync(join(repository.folder, 'baseline.json'), 'utf8');
    writeFiles(repository.folder, { 'src/hives.ts': route('hives', 'JSON.parse(somewhere)') });
    const { err } = await run(repository, '--update-baseline');
    expect(err).toContain('1 finding: 0 added, 0 removed.\n  1 entry could not be checked and stays.\n');
    expect(readFileSync(join(repository.folder, 'baseline.json'), 'utf8')).toBe(before);
  });

  test('does not take for resolved what a scan that is off would find', async () => {
    const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': 'baseline: baseline.json\n' });
    await run(repository, '--update-baseline');
    const off = 'baseline: baseline.json\ncontract_scans: { endpoint_schema_scan: false }\n';
    writeFiles(repository.folder, { '.tallystick.yml': off });
    expect((await run(repository)).report.baseline?.paid).toEqual([]);
  });

  test('is written by a command that repeats the options', async () => {
    const repository = sampleRepository({ ...SERVICE, 'the hives/app.ts': '' });
    const words = ['the hives', '--contract', 'openapi.yaml', '--infer', 'off', '--baseline', "ba'seline.json"];
    const command =
      "tallystick scan 'the hives' --contract openapi.yaml --infer off --baseline $'ba\\047seline.json' --update-baseline";
    await expect(run(repository, ...words)).rejects.toMatchObject({ hint: `Write it with \`${command}\`.` });
  });

  test.each([
    [['--update-baseline'], 'No baseline is named.'],
    [['--no-baseline', '--update-baseline'], 'No baseline is named.'],
    [['--baseline', 'baseline.json'], 'There is no baseline baseline.json.'],
    [['--baseline', 'openapi.yaml'], 'openapi.yaml is not a baseline.'],
  ])('that cannot be used is a mistake: %j', async (words, message) => {
    await expect(run(sampleRepository(SERVICE), ...words)).rejects.toThrow(message);
  });
});

describe('a change', () => {
  const changedService = () => {
    const repository = sampleRepository(SERVICE);
    repository.git('checkout', '--quiet', '-b', 'side');
    repository.commit({ 'src/bees.ts': route('bees', '{ name: 7 }') });
    return repository;
  };

  // Shows TECH-041 by rules/selection.ts; WIRE-014A by rules/selection.ts; INT-019 by rules/selection.ts
  test('reports only what it touches, while the matrix reports all', async () => {
    const { exit, fields, report } = await run(changedService(), '--changed-since', 'main');
    expect([exit, fields]).toEqual([1, ['name']]);
    expect(report.scope).toMatchObject({ outside: 1 });
    expect(report.summary).toMatchObject({ violated: 2, errors: 1 });
  });

  test('that touches nothing of what is broken is not failed', async () => {
    const repository = sampleRepository(SERVICE);
    expect(await run(repository, '--changed-since', 'HEAD')).toMatchObject({ exit: 0, fields: [] });
  });

  test('of an operation is reported with its effect', async () => {
    const repository = sampleRepository(SERVICE);
    repository.commit({ 'openapi.yaml': CONTRACT.replace('{ name: { type: string } }', '{ name: { type: integer } }') });
    expect((await run(repository, '--changed-since', 'HEAD~1')).fields).toEqual(['name']);
  });

  test('is reported with the removed route, with a commit or without one', async () => {
    const repository = sampleRepository({ ...SERVICE, 'docs.md': 'Bees.\n', 'src/wasps.ts': route('wasps', '{}') });
    const app = SERVICE['src/app.ts'].replaceAll(/import '.*\n/g, '');
    repository.commit({ 'src/bees.ts': null, 'src/app.ts': app });
    const problems = async (revision: string) =>
      (await run(repository, '--changed-since', revision)).report.violations.map(({ problem }) => problem);
    expect(await problems('HEAD~1')).toEqual(['endpoint-missing']);
    repository.commit({ 'docs.md': 'Bees and hives.\n' });
    expect(await problems('HEAD~1')).toEqual([]);
    rmSync(join(repository.folder, 'src/hives.ts'));
    expect(await problems('HEAD')).toEqual(['endpoint-missing', 'endpoint-missing']);
  });

  test.each([
    ['requires what the code may leave out', 'required: [name]', 'required: [name, legs]', 'legs'],
    ['refers to another schema', "$ref: '#/components/schemas/Insect'", "$ref: '#/components/schemas/Bird'", 'wings'],
    ['no longer allows null', '\n          nullable: true', '', 'colour'],
  ])(
    'of a contract that %s is reported with its effect, though its own line is unchanged',
    async (_title, before, after, field) => {
      const repository = sampleRepository({ ...SERVICE, 'openapi.yaml': BEES, 'src/bees.ts': BEES_ROUTE });
      expect((await run(repository)).fields).toEqual([]);
      repository.commit({ 'openapi.yaml': BEES.replace(before, after) });
      expect(BEES.replace(before, after)).not.toBe(BEES);
      expect((await run(repository, '--changed-since', 'HEAD~1')).fields).toEqual([field]);
      // Who only words it otherwise has broken nothing.
      repository.commit({ 'openapi.yaml': BEES.replace(before, after).replace('Insects.\n', 'All\n            insects.\n') });
      expect((await run(repository, '--changed-since', 'HEAD~1')).fields).toEqual([]);
    },
  );

  test('may be configured: since the branch that the clone began at', async () => {
    const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': 'scan_scope_mode: changed\n' });
    const head = repository.git('rev-parse', 'HEAD');
    repository.git('update-ref', 'refs/remotes/origin/main', head);
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    repository.commit({ 'src/bees.ts': route('bees', '{ name: 7 }') });
    expect((await run(repository)).fields).toEqual(['name']);
  });

  test.each(['of which no base is known', 'that is the base itself'])(
    'may be configured: %s it is told in full, and that is said',
    async (title) => {
      const repository = sampleRepository({ ...SERVICE, '.tallystick.yml': 'scan_scope_mode: changed\n' });
      if (title.startsWith('that')) repository.git('update-ref', 'refs/remotes/origin/HEAD', 'HEAD');
      const { exit, fields, report } = await run(repository);
      expect([exit, fields, report.scope]).toEqual([1, ['place'], undefined]);
      expect(report.notices).toEqual([expect.stringContaining('all findings are reported')]);
    },
  );

  test('hides nothing of what a running service answers: it may have changed all the same', async () => {
    const { folder } = sampleRepository(SERVICE);
    const at = { contract: 'openapi.yaml', file_path: 'openapi.yaml', line: 5, promisedAt: { file: 'openapi.yaml', line: 5 } };
    const analysis = analysisOf({
      violations: [finding(at), finding({ ...at, check: 'VALIDATE-003', problem: 'response' })],
    });
    const { request, selection } = await settle({ cwd: folder, env: {}, by: 'the inputs', changedSince: 'HEAD' });
    expect((await selectionOf(analysis, request, selection)).choices).toEqual(['outside', 'reported']);
  });

  test('in a shallow clone asks for its history', async () => {
    const repository = changedService();
    repository.commit({ 'src/other.ts': '' });
    const first = repository.git('rev-parse', 'main');
    const hint = expect.stringContaining('fetch-depth: 0');
    await expect(run(shallowClone(repository, 1, 'side'), '--changed-since', first)).rejects.toMatchObject({ hint });
  });

  test('without git is not known', async () => {
    const repository = sampleRepository(SERVICE);
    rmSync(join(repository.folder, '.git'), { recursive: true });
    await expect(run(repository, '--changed-since', 'HEAD')).rejects.toThrow('there is no git repository');
  });
});

describe('the baseline of a change that is judged', () => {
  const commands = { update: '', all: '' };
  const LISTED =
    '{"formatVersion":1,"findings":[{"fingerprint":"abcdef012345","check":"c","problem":"p","contract":"x","subject":"s"}]}';
  const EMPTY = '{"formatVersion":1,"findings":[]}';
  const read = (own: string | undefined, base: BaseFile, head: Trust['head'] = 'limited') => {
    const { folder } = sampleRepository(own === undefined ? { 'a.ts': '' } : { 'baseline.json': own });
    const trust: Trust = { head, base: async () => base };
    return readBaseline({ repository: folder, file: join(folder, 'baseline.json'), commands, trust, update: false });
  };
  const counts = ({ baseline }: Awaited<ReturnType<typeof read>>) => [baseline.own.length, baseline.trusted?.length];

  test('counts beside that of the base revision', async () => {
    expect(counts(await read(LISTED, { kind: 'text', text: EMPTY }))).toEqual([1, 0]);
    expect(counts(await read(EMPTY, { kind: 'text', text: LISTED }))).toEqual([0, 1]);
    expect(counts(await read(LISTED, { kind: 'absent' }))).toEqual([1, 0]);
  });

  test('is not read where the rights are the repository’s own', async () => {
    expect(counts(await read(LISTED, { kind: 'text', text: EMPTY }, 'ignored'))).toEqual([0, 0]);
  });

  test('knows nothing when that of the base cannot be read, and that is reported', async () => {
    const answer = await read(LISTED, { kind: 'unknown', why: 'there is no token' });
    expect(counts(answer)).toEqual([1, 0]);
    expect(answer.notes).toEqual([
      'baseline.json of the base revision could not be read: there is no token. The baseline is empty.',
    ]);
  });

  test('does not count more for being named through a link to the repository, or lying in a file that begins with dots', async () => {
    const { folder } = sampleRepository({ 'baseline.json': LISTED, '..baseline.json': LISTED });
    const link = join(folderOf({}), 'workspace');
    symlinkSync(folder, link);
    const trust: Trust = { head: 'limited', base: async () => ({ kind: 'text', text: EMPTY }) };
    for (const file of [join(link, 'baseline.json'), join(folder, '..baseline.json')])
      expect(counts(await readBaseline({ repository: realpathSync(folder), file, commands, trust, update: false }))).toEqual([
        1, 0,
      ]);
  });

  test('is not read where it is a link out of the repository', async () => {
    const { folder } = sampleRepository({ 'a.ts': '' });
    symlinkSync(join(folderOf({ 'x.json': LISTED }), 'x.json'), join(folder, 'baseline.json'));
    const trust: Trust = { head: 'limited', base: async () => ({ kind: 'absent' }) };
    const wish = { repository: realpathSync(folder), file: join(folder, 'baseline.json'), commands, trust, update: false };
    await expect(readBaseline(wish)).rejects.toThrow('baseline.json is a link to a file outside the repository.');
  });

  test('has to be there at one of both', async () => {
    await expect(read(undefined, { kind: 'absent' })).rejects.toThrow('There is no baseline baseline.json.');
    expect(counts(await read(undefined, { kind: 'text', text: LISTED }))).toEqual([0, 1]);
  });
});
