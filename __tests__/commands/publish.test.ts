import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReport, hasColor, publish, reportOf, writeWhole } from '../../src/commands/publish.js';
import { UserError } from '../../src/model/user-error.js';
import { json } from '../../src/reports/json.js';
import { text } from '../../src/reports/terminal.js';
import { mixedAnalysis } from '../reports/sample.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const newFolder = (): string => folderOf({});

describe('publishing', () => {
  test('prints one report and writes the others', async () => {
    const folder = newFolder();
    const io = recordedIo({ cwd: join(folder, 'services') });
    const files = ['json=out/deep/report.json', 'sarif=out/report.sarif'].map((file) => fileReport(file, folder));
    await publish(mixedAnalysis(), { report: text, files, maxViolations: 100, repository: folder }, io);
    expect(io.out()).toContain('✗ GET /books/{id}  violated  books/src/books.ts:15');
    expect(JSON.parse(readFileSync(join(folder, 'out/deep/report.json'), 'utf8')).formatVersion).toBe(1);
    const [run] = JSON.parse(readFileSync(join(folder, 'out/report.sarif'), 'utf8')).runs;
    expect(run.tool.driver.rules[0].help.markdown).toContain('# CONTRACT-001');
    expect(io.err()).toBe('');
  });

  test('files carry no colours, whatever the terminal shows', async () => {
    const folder = newFolder();
    const io = recordedIo({ isTTY: true });
    await publish(
      mixedAnalysis(),
      { report: text, files: [fileReport('text=a.txt', folder)], maxViolations: 100, repository: folder },
      io,
    );
    expect(io.out()).toContain('\u001b[');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).not.toContain('\u001b');
  });

  test('a file is written whole, and nothing else is left behind', () => {
    const folder = newFolder();
    writeWhole(join(folder, 'a.txt'), 'old');
    writeWhole(join(folder, 'a.txt'), 'new');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWhole(join(folder, 'taken'), 'x')).toThrow(UserError);
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'taken']);
  });

  test('a folder that cannot be made is a mistake, not a wait', () => {
    const folder = folderOf({ file: '' });
    expect(() => writeWhole(join(folder, 'file', 'deep', 'a.txt'), 'x')).toThrow('a.txt cannot be written: ');
  });

  test.each(['json', '=a.json', 'json='])('--output %s is not understood', (given) => {
    expect(() => fileReport(given, '/')).toThrow('is not of the form FORMAT=FILE.');
  });

  test('a file name may hold an equals sign', () => {
    expect(fileReport('json=a=b.json', '/x')).toEqual({ report: json, file: '/x/a=b.json' });
  });

  test('an unknown format is answered with the nearest', () => {
    expect(() => reportOf('jsno')).toThrow(expect.objectContaining({ hint: 'Did you mean json?' }));
    expect(() => reportOf('pdf')).toThrow(
      expect.objectContaining({ hint: 'Known: text, json, markdown, sarif, junit, html, github, matrix.' }),
    );
  });
});

describe('colours', () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('on a terminal: %s, with %j: %s', (isTTY, env, expected) => {
    expect(hasColor(recordedIo({ isTTY, env }))).toBe(expected);
  });
});
