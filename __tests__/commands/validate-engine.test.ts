import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { settle } from '../../src/commands/settings.js';
import { validate } from '../../src/commands/validate.js';
import { openContractEngine } from '../../src/mcp/engines/contract-engine/contract-engine.js';
import type { Violation } from '../../src/rules/rule.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const get = (path: string) => `  ${path}:\n    get: { responses: { '204': { description: Nothing. } } }\n`;
const contract = (...paths: readonly string[]): string =>
  `openapi: 3.1.0\ninfo: { title: Books, version: 2.0.0 }\nsecurity: []\npaths:\n${paths.map(get).join('')}`;
const code = (...paths: readonly string[]): string =>
  [
    "import express from 'express';",
    'const app = express();',
    ...paths.map((path) => `app.get('${path}', (req, res) => { res.sendStatus(204); });`),
  ].join('\n');

const FILES = { 'openapi.yaml': contract('/books', '/authors'), 'src/app.ts': code('/books', '/authors') };

async function report(cwd: string, options: Record<string, unknown> = {}) {
  const io = recordedIo({ cwd, env: { PATH: process.env.PATH ?? '', TOOL_MAX_RETRIES: '0' } });
  const exit = await validate.run({ operands: [], options: { cache: false, format: 'json', ...options } }, io);
  return { exit, ...JSON.parse(io.out()) };
}
const ofValidation = ({ violations }: { violations: readonly Violation[] }): readonly Violation[] =>
  violations.filter(({ check }) => check.startsWith('VALIDATE-'));

/** A repository whose configuration names {@link file://./contract-server.js} as its Contract Engine. */
function withServer(files: Readonly<Record<string, string>>, status: string, ...retained: readonly string[]): string {
  const paths = Object.fromEntries(retained.map((path) => [path, { get: { responses: { 204: { description: 'Nothing.' } } } }]));
  const folder = folderOf({
    'kept.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Books', version: '1.0.0' }, paths }),
  });
  const words = [join(import.meta.dirname, 'contract-server.js'), join(folder, 'kept.json'), 'books', status];
  return folderOf({
    ...files,
    '.tallystick.yml': `services: { books: { path: ., contracts: [openapi.yaml] } }
contract_engine: { enabled: true, mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${JSON.stringify(words)} }
`,
  });
}

describe('a contract that is marked as implemented', () => {
  async function marked(): Promise<string> {
    const cwd = folderOf(FILES);
    const { request } = await settle({ cwd, env: {}, by: 'the test' });
    const engine = await openContractEngine({ scan: request });
    const asked = { contract_id: 'openapi.yaml', service_name: '', evidence_path: 'src/app.ts' };
    expect(await engine.call('mark_implemented', asked)).toMatchObject({ marked: true });
    await engine.close();
    return cwd;
  }

  test('and fulfilled is reported as such', async () => {
    const { exit, validation, ...found } = await report(await marked());
    expect(exit).toBe(0);
    expect(validation.implementation).toEqual([expect.objectContaining({ marked: true, found: 'kept' })]);
    expect(ofValidation({ violations: [], ...found })).toEqual([]);
  });

  test('and broken since then is an error, once', async () => {
    const cwd = await marked();
    writeFiles(cwd, { 'src/app.ts': code('/books') });
    const { exit, validation, ...found } = await report(cwd);
    expect(exit).toBe(1);
    expect(validation.implementation).toEqual([expect.objectContaining({ marked: true, found: 'broken' })]);
    expect(ofValidation({ violations: [], ...found })).toEqual([
      expect.objectContaining({
        check: 'VALIDATE-002',
        problem: 'marked',
        severity: 'error',
        file_path: 'openapi.yaml',
        message: 'It is marked as implemented, and 1 of its 2 subjects is broken.',
      }),
    ]);
  });

  test('by an external server is compared with the scan as well', async () => {
    const cwd = withServer({ ...FILES, 'src/app.ts': code('/books') }, 'implemented', '/books', '/authors');
    const found = await report(cwd, { allowCommands: true });
    expect(found.validation).toMatchObject({ unanswered: [], implementation: [{ marked: true, found: 'broken' }] });
    expect(ofValidation(found).map(({ check }) => check)).toEqual(['VALIDATE-002']);
  });
});

describe('the version that a configured server keeps', () => {
  test('is what the document of the repository must not break', async () => {
    const cwd = withServer(FILES, 'active', '/books', '/authors', '/shelves');
    const found = await report(cwd, { allowCommands: true });
    expect(found.exit).toBe(1);
    expect(found.validation.unanswered).toEqual([]);
    expect(found.validation.engine).toMatch(/^the Contract Engine that \.tallystick\.yml:\d+ names$/);
    expect(ofValidation(found)).toEqual([
      expect.objectContaining({
        check: 'VALIDATE-004',
        problem: 'breaking',
        severity: 'error',
        subject: 'GET /shelves',
        message: "/shelves is gone. (path-removed, since the Contract Engine's version)",
      }),
    ]);
  });

  test('may lack what is new in the repository', async () => {
    const found = await report(withServer(FILES, 'active', '/books'), { allowCommands: true });
    expect(found).toMatchObject({ exit: 0, validation: { unanswered: [] } });
    expect(ofValidation(found)).toEqual([]);
  });
});

describe('the version of a revision', () => {
  /** A repository that was committed with these files. */
  function committed(files: Readonly<Record<string, string>>): string {
    const cwd = folderOf(files);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'base');
    return cwd;
  }

  test('may have a deleted contract: that breaks its users', async () => {
    const cwd = committed({ ...FILES, 'authors/openapi.yaml': contract('/authors').replace('Books', 'Authors') });
    rmSync(join(cwd, 'authors'), { recursive: true });
    const found = await report(cwd, { base: 'HEAD' });
    expect(found.exit).toBe(1);
    expect(ofValidation(found)).toEqual([
      expect.objectContaining({ check: 'VALIDATE-004', contract: 'authors/openapi.yaml', problem: 'breaking' }),
    ]);
  });

  test('may have a contract under another name', async () => {
    const cwd = committed(FILES);
    renameSync(join(cwd, 'openapi.yaml'), join(cwd, 'books.openapi.yaml'));
    const found = await report(cwd, { base: 'HEAD' });
    expect([found.exit, ofValidation(found)]).toEqual([0, []]);
  });

  test('parts that cannot be compared are reported', async () => {
    const open = FILES['openapi.yaml'].replace(
      "'204': { description: Nothing. }",
      "'200': { description: All., content: { application/json: { schema: { not: { type: string } } } } }",
    );
    const cwd = committed({ ...FILES, 'openapi.yaml': open });
    writeFiles(cwd, { 'openapi.yaml': open.replace('not: { type: string }', 'not: { type: integer }') });
    const { notices } = await report(cwd, { base: 'HEAD' });
    expect(notices).toEqual([expect.stringMatching(/^Not compared with HEAD: openapi\.yaml:\d+: /)]);
  });

  test.each([
    ['there is no repository', () => folderOf(FILES), '--base nowhere is a revision, and there is no git repository here.'],
    ['there is no such revision', () => committed(FILES), '--base nowhere is no revision of this repository.'],
  ])('is a mistake where %s, reported before the work', async (_, repository, message) => {
    const cwd = repository();
    await expect(report(cwd, { base: 'nowhere' })).rejects.toMatchObject({ message });
    expect(existsSync(join(cwd, '.tallystick'))).toBe(false);
  });
});

describe('the configuration', () => {
  const VAGUE = {
    ...FILES,
    'openapi.yaml': FILES['openapi.yaml'].replace(
      "'204': { description: Nothing. }",
      "'200': { description: All., content: { application/json: {} } }",
    ),
  };
  const configured = (text: string): string => folderOf({ ...VAGUE, '.tallystick.yml': text });

  test('says how grave findings of validation are', async () => {
    expect(ofValidation(await report(configured(''))).map(({ severity }) => severity)).toEqual(['warning']);
    const graver = await report(configured('severity: { VALIDATE-001/unclear: error }\n'));
    // no field of the contract can be compared: incomplete, whatever the findings
    expect([graver.exit, graver.summary.errors]).toEqual([3, 1]);
    expect(ofValidation(await report(configured('severity: { VALIDATE-001: off }\n')))).toEqual([]);
  });

  test('ignores some, with the reason in the report', async () => {
    const found = await report(configured('ignore: [{ rule: VALIDATE-001, reason: not ours }]\n'));
    expect(ofValidation(found)).toEqual([]);
    expect(found.ignored).toEqual([expect.objectContaining({ reason: 'not ours' })]);
    expect(found.notices ?? []).toEqual([]);
  });

  test('an entry that only validation has something for is not called needless after the scan', async () => {
    const found = await report(configured("ignore: [{ subject: 'GET /books', reason: not ours }]\n"));
    expect(ofValidation(found)).toEqual([]);
    expect(found.notices ?? []).toEqual([]);
  });

  test('an entry that matches nothing is named, unless the scan was incomplete', async () => {
    const needless = 'ignore: [{ rule: VALIDATE-002, reason: a }, { rule: VALIDATE-003, reason: b }]\n';
    const { notices } = await report(configured(needless));
    expect(notices).toEqual([expect.stringMatching(/^The entry of `ignore` in \.tallystick\.yml:1 \(a\) matches no finding\.$/)]);
  });

  test('of a pull request takes none of them out by itself', async () => {
    const cwd = folderOf(VAGUE);
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'base');
    writeFiles(cwd, { '.tallystick.yml': 'severity: { VALIDATE-001: off }\nignore: [{ rule: VALIDATE-*, reason: mine }]\n' });
    const trust = async () => ({ head: 'limited' as const, base: async () => ({ kind: 'absent' as const }) });
    const { request, notes } = await settle({ cwd, env: {}, by: 'the inputs', trust });
    expect([request.severities, request.ignore]).toEqual([{}, []]);
    expect(notes).toEqual([expect.stringContaining('severity')]);
  });
});
