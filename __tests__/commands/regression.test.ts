import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { git } from '../action/repository.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

function bookshop(): string {
  const folder = folderOf({});
  cpSync('examples/bookshop', folder, { recursive: true });
  return folder;
}

async function run(cwd: string, ...words: readonly string[]) {
  const io = recordedIo({ cwd });
  const exit = await runCommandLine(['regression', '--no-cache', ...words], commands, io);
  return { exit, out: io.out(), err: io.err() };
}

function edit(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFiles(folder, { [file]: text.replace(from, to) });
}

describe('a service over time', () => {
  test('is compared with its former state, until regressions are fixed', async () => {
    const folder = bookshop();
    const first = await run(folder);
    expect([first.exit, first.err]).toEqual([1, `tallystick 0.1.0 · scanning ${folder}\n\n`]);
    expect(first.out).toBe(
      'First result: later ones are compared with it.\n\nCompliance 43 %, 1 unverified; 6 errors, 0 warnings\n1 result in .tallystick/history/history.json\n',
    );
    expect(readFileSync(join(folder, '.tallystick/.gitignore'), 'utf8')).toBe('*\n');

    edit(folder, 'src/models/book.ts', 'total: number', 'total: string');
    edit(folder, 'src/models/author.ts', 'biography: string | null', 'biography: string');
    const worse = await run(folder);
    expect(worse.out.split('\n')).toEqual([
      'Worse than it was: 1 regression (1 since the last result).',
      expect.stringMatching(/^ {2}new {2}GET \/books {2}error: .*total.*$/),
      expect.stringMatching(/^ {6}src\/routes\/books\.ts:\d+$/),
      '',
      'Compliance 29 % (before: 43 %), 1 unverified; 6 errors, 0 warnings',
      '2 results in .tallystick/history/history.json',
      '',
    ]);

    expect((await run(folder)).out).toContain('Worse than it was: 1 regression (1 not fixed yet).');
    edit(folder, 'src/models/book.ts', 'total: string', 'total: number');
    expect((await run(folder)).out).toContain('Recovered: all regressions are fixed.');
    expect((await run(folder)).out).toContain('No worse than before: 5 errors known.');
  });

  test('the commit that is checked out is recorded, and named where something got worse', async () => {
    const folder = bookshop();
    git(folder, ['init', '--quiet']);
    git(folder, ['commit', '--quiet', '--allow-empty', '-m', 'x']);
    await run(folder);
    edit(folder, 'src/models/book.ts', 'total: number', 'total: string');
    const sha = git(folder, ['rev-parse', 'HEAD']);
    const { regressions, current } = JSON.parse((await run(folder, '--format', 'json')).out);
    expect([regressions[0].since.commit, current.commit]).toEqual([sha, sha]);
  });

  test('--fail-on worse fails for regressions alone', async () => {
    const folder = bookshop();
    expect((await run(folder, '--fail-on', 'worse')).exit).toBe(0);
    edit(folder, 'src/models/book.ts', 'total: number', 'total: string');
    expect((await run(folder, '--fail-on', 'worse')).exit).toBe(1);
    expect((await run(folder, '--fail-on', 'never')).exit).toBe(0);
    expect((await run(folder)).exit).toBe(1);
  });

  test('what a baseline knows fails nothing, and is in the history', async () => {
    const folder = bookshop();
    writeFiles(folder, { '.tallystick.yml': 'baseline: baseline.json\n' });
    const scan = ['scan', '--update-baseline', '--no-cache'];
    await runCommandLine(scan, commands, recordedIo({ cwd: folder }));
    const { exit, out } = await run(folder, '--output', 'json=report.json');
    expect([exit, out.includes('6 errors')]).toEqual([0, true]);
    const { violations, baseline } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    expect([
      violations.filter(({ severity }: { readonly severity: string }) => severity !== 'note'),
      baseline.known.length,
    ]).toEqual([[], 6]);
    edit(folder, 'src/models/book.ts', 'total: number', 'total: string');
    expect((await run(folder)).exit).toBe(1);
  });

  test('history, badge and reports are written where they are asked for', async () => {
    const folder = bookshop();
    const { out } = await run(
      folder,
      '--history',
      'out/h.json',
      '--badge',
      'out/b.json',
      '--output',
      'json=out/r.json',
      '--quiet',
    );
    expect(out).toContain('1 result in out/h.json');
    expect(JSON.parse(readFileSync(join(folder, 'out/h.json'), 'utf8')).results).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, 'out/r.json'), 'utf8')).violations).toHaveLength(6);
    expect(JSON.parse(readFileSync(join(folder, 'out/b.json'), 'utf8'))).toEqual({
      schemaVersion: 1,
      label: 'contracts',
      message: '43 % kept, 1 by route alone, 1 unverified',
      color: 'red',
    });
  });

  test('machines read it as JSON', async () => {
    const folder = bookshop();
    await run(folder);
    edit(folder, 'src/models/book.ts', 'total: number', 'total: string');
    const { out, err } = await run(folder, '--format', 'json');
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      formatVersion: 1,
      verdict: 'worse',
      mended: 0,
      regressions: [{ kind: 'finding', fresh: true, subject: 'GET /books', file: 'src/routes/books.ts' }],
      previous: { errors: 6 },
      current: { errors: 7 },
    });
  });

  test('an incomplete run is neither compared nor recorded', async () => {
    const folder = bookshop();
    await run(folder);
    const before = readFileSync(join(folder, '.tallystick/history/history.json'), 'utf8');
    const empty = folderOf({
      'openapi.yaml': readFileSync('examples/bookshop/openapi.yaml'),
      'src/app.ts': 'export const x = require("express")();\nx.use(unknown.routes);\n',
    });
    cpSync(join(folder, '.tallystick'), join(empty, '.tallystick'), { recursive: true });
    const { exit, out, err } = await run(empty, '--quiet');
    expect([exit, out]).toEqual([3, '']);
    expect(err).toContain(
      'The scan is incomplete, so it was not compared and not recorded:\n  Nothing in openapi.yaml could be compared',
    );
    expect(readFileSync(join(empty, '.tallystick/history/history.json'), 'utf8')).toBe(before);
  });

  test.each([
    [['--history', 'openapi.yaml'], 'is not a history that this version can read: it is not JSON.'],
    [['--history', 'src'], 'is not a file.'],
    [['--fail-on', 'worst'], '--fail-on cannot be worst.'],
    [['--format', 'sarif'], 'There is no format sarif of a comparison.'],
  ])('%j is a mistake', async (words, message) => {
    await expect(run(bookshop(), ...words)).rejects.toThrow(message);
  });
});
