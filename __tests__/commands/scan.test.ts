import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

async function run(words: readonly string[], over: Parameters<typeof recordedIo>[0] = {}) {
  const io = recordedIo(over);
  const exit = await runCommandLine(['scan', ...words, '--no-cache'], commands, io);
  return { exit, out: io.out(), err: io.err() };
}

describe('scanning the bookshop, which broke some promises', () => {
  // Shows TEST-050 by rules/contract-001.ts
  test('distinguishes verified, violated, missing and unverified endpoints', async () => {
    const { exit, out, err } = await run(['examples/bookshop', '--format', 'json']);
    expect([exit, err]).toEqual([1, '']);
    const report = JSON.parse(out);
    expect(
      Object.fromEntries(report.matrix.map((row: { subject: string; status: string }) => [row.subject, row.status])),
    ).toEqual({
      'GET /books': 'verified',
      'GET /books/{bookId}': 'violated',
      'GET /books/{bookId}/availability': 'unverified',
      'GET /books/{bookId}/reviews': 'missing',
      'GET /authors': 'verified',
      'GET /authors/{authorId}': 'violated',
      'POST /orders': 'violated',
      'DELETE /orders/{orderId}': 'verified',
    });
    const problems = report.violations.map(
      (violation: { field?: string; problem: string }) => `${violation.field ?? '-'} ${violation.problem}`,
    );
    expect(problems.sort()).toEqual([
      '- endpoint-missing',
      'biography nullability',
      'birthYear case',
      'language missing',
      'price type',
      'status enum',
    ]);
    expect(report.summary).toMatchObject({
      verified: 3,
      violated: 3,
      missing: 1,
      unverified: 1,
      undocumented: 1,
      errors: 6,
      health: 'failed',
    });
  });

  test('the real report keeps to its published schema', async () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
      JSON.parse(readFileSync('schema/report.schema.json', 'utf8')),
    );
    for (const example of ['examples/bookshop', 'examples/library-nest']) {
      validate(JSON.parse((await run([example, '--format', 'json'])).out));
      expect(validate.errors).toBeNull();
    }
  });

  test('a header comes first, on stderr; --quiet leaves the result alone', async () => {
    expect((await run(['examples/bookshop'])).err).toBe('tallystick 0.1.0 · scanning examples/bookshop\n\n');
    const quiet = await run(['examples/bookshop', '--quiet']);
    expect([quiet.exit, quiet.err]).toEqual([1, '']);
    expect(quiet.out).toContain('Broken: 4 of 8 endpoints');
  });

  test('paths are those that the terminal can open from where it stands', async () => {
    const { out } = await run(['.'], { cwd: join(process.cwd(), 'examples/bookshop') });
    expect(out).toContain('  src/routes/books.ts:16');
    expect(out).not.toContain('examples/');
  });

  test('the same scan says the same', async () => {
    expect((await run(['examples/bookshop'])).out).toBe((await run(['examples/bookshop'])).out);
  });

  test('--fail-on never never fails, and reports are written beside the result', async () => {
    const folder = folderOf({});
    const [json, markdown] = [join(folder, 'r.json'), join(folder, 'r.md')];
    const { exit, out } = await run([
      'examples/bookshop',
      '--fail-on',
      'never',
      '--format',
      'github',
      '--output',
      `json=${json}`,
      '--output',
      `markdown=${markdown}`,
    ]);
    expect(exit).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(6);
    expect(out).toMatch(/^::error file=examples\/bookshop\//);
    expect(JSON.parse(readFileSync(json, 'utf8')).violations).toHaveLength(6);
    expect(readFileSync(markdown, 'utf8')).toContain('| ❌ missing | `GET /books/{bookId}/reviews` |');
  });

  test('below a base path that there is not, everything is missing', async () => {
    const report = JSON.parse((await run(['examples/bookshop', '--format', 'json', '--base-path', '/nowhere'])).out);
    expect(report.summary).toMatchObject({ verified: 0, missing: 8 });
  });
});

describe('scanning the library, which fulfils all its contracts', () => {
  test('ends with 0', async () => {
    const { exit, out } = await run(['examples/library-nest']);
    expect(exit).toBe(0);
    expect(out).toContain('Passed: all 4 endpoints match the contract.');
  });
});

describe('mistakes', () => {
  test.each([
    [['nowhere'], 'There is no folder nowhere.'],
    [['examples', '--fail-on', 'errors'], '--fail-on cannot be errors.'],
    [['examples', '--max-violations', '0'], '--max-violations must be a whole number from 1, not 0.'],
    [['examples', '--format', 'xml'], 'There is no format xml.'],
    [['examples', '--output', 'report.json'], '--output report.json is not of the form FORMAT=FILE.'],
    [['examples', 'more'], "Too many arguments for 'scan'. Expected 1 argument but got 2."],
  ])('%j: %s', async (words, message) => {
    await expect(run(words)).rejects.toMatchObject({ name: 'UserError', message });
  });
});

describe("contracts that nobody named and that are not the service's", () => {
  const contract = (title: string, ...paths: string[]): string =>
    JSON.stringify({
      openapi: '3.0.0',
      info: { title, version: '1' },
      paths: Object.fromEntries(
        paths.map((path) => [
          path,
          { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: BOOK } } } } } },
        ]),
      ),
    });
  const BOOK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const APP = "const app = require('express')();\napp.get('/books', (req, res) => res.json({ id: 1 }));\napp.listen(3000);\n";
  const scanOf = async (files: Readonly<Record<string, string>>, ...words: string[]) => {
    const { exit, out } = await run([...words, '--format', 'json'], {
      cwd: folderOf({ 'app.js': APP, ...files }),
    });
    const { matrix, notices = [] } = JSON.parse(out);
    return { exit, rows: matrix.map((row: { subject: string; status: string }) => `${row.subject} ${row.status}`), notices };
  };

  test('one of a server that it calls is not compared: its promises are unverified, never kept', async () => {
    const files = { 'openapi.json': contract('Shop', '/books'), 'clients/bank/openapi.json': contract('Bank', '/payments') };
    const found = await scanOf(files);
    expect(found).toEqual({ exit: 0, rows: ['GET /payments unverified', 'GET /books verified'], notices: [] });
    const named = await scanOf(files, '--contract', 'clients/bank/openapi.json', '--contract', 'openapi.json');
    expect(named).toEqual({ exit: 1, rows: ['GET /payments missing', 'GET /books verified'], notices: [] });
  });

  test('one of which a route serves a part stays, and so does any where nothing else is served', async () => {
    const part = await scanOf({
      'openapi.json': contract('Shop', '/books'),
      'clients/bank/openapi.json': contract('Bank', '/books', '/payments'),
    });
    expect(part.rows).toContain('GET /payments missing');
    expect((await scanOf({ 'clients/bank/openapi.json': contract('Bank', '/payments') })).rows).toEqual([
      'GET /payments missing',
    ]);
  });
});
