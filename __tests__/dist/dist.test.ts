import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bundled } from '../../scripts/import-table.js';
import { root, sourceFiles } from '../architecture/source-files.js';
import { type Packaged, unpack } from './packaged.js';

let packaged: Packaged;
beforeAll(() => {
  packaged = unpack();
  cpSync(join(root, 'examples', 'bookshop'), join(packaged.folder, 'bookshop'), { recursive: true });
});
afterAll(() => packaged?.remove());

const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

test('the bundle runs where no package is installed', () => {
  const { code, stdout, stderr } = packaged.cli(['--version']);
  expect({ code, stdout: stdout.trim(), stderr }).toEqual({
    code: 0,
    stdout: expect.stringMatching(`^tallystick ${version} \\(build [0-9a-f]{16}\\)$`),
    stderr: '',
  });
});

test('it scans the example and exits by what it finds', () => {
  const { code, stdout } = packaged.cli(['scan', 'bookshop', '--format', 'json']);
  const { summary } = JSON.parse(stdout) as { summary: Readonly<Record<string, number>> };
  expect(code).toBe(1);
  expect(['verified', 'violated', 'missing', 'unverified'].filter((status) => (summary[status] ?? 0) === 0)).toEqual([]);
});

test('it carries the pages of the rules', () => {
  const pages = readdirSync(join(root, 'src', 'rules')).filter((name) => /^contract-\d+\.md$/.test(name));
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    const [title = ''] = readFileSync(join(root, 'src', 'rules', page), 'utf8').split('\n');
    const { code, stdout } = packaged.cli(['explain', page.replace('.md', '').toUpperCase()]);
    expect({ page, code, says: stdout.includes(title.replace(/^#+\s*/, '')) }).toEqual({ page, code: 0, says: true });
  }
});

test('it serves the engines to a client, with the database and the validators it needs', () => {
  const asked = [
    {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
    },
    { method: 'tools/call', params: { name: 'list_contracts', arguments: {} } },
    {
      method: 'tools/call',
      params: {
        name: 'validate_endpoint',
        arguments: { service_name: 'bookshop', method: 'GET', path: '/books/7', response_body: { id: true } },
      },
    },
  ];
  const lines = asked.map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
  const { code, stdout } = packaged.cli(['serve', '--dir', 'bookshop'], packaged.folder, lines.join(''));
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: { structuredContent?: unknown } });
  const given = new Map(answers.map(({ id, result }) => [id, result.structuredContent]));
  expect(code).toBe(0);
  expect(given.get(1)).toMatchObject({ result: [{ type: 'openapi', version: '1.4.0' }] });
  expect(given.get(2)).toMatchObject({
    valid: false,
    violations: expect.arrayContaining([expect.objectContaining({ field: 'id' })]),
  });
});

test('a mistake is one sentence without a stack', () => {
  const { code, stderr } = packaged.cli(['scan', 'not-there']);
  expect(code).toBe(2);
  expect(stderr).not.toMatch(/^\s+at .*\(/m);
});

test('both doors are thin, and what is heavy is not loaded with them', () => {
  const dist = join(root, 'dist');
  for (const door of ['action.js', 'cli.js'])
    expect(readFileSync(join(dist, door), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(3);
  const entry = readFileSync(join(dist, 'index.js'), 'utf8');
  expect(entry.length).toBeLessThan(50_000);
  expect(readdirSync(dist).filter((name) => readFileSync(join(dist, name), 'utf8').includes('webpackMissingModule'))).toEqual([]);
});

test('the licence of every package that the sources import is beside it', () => {
  const licenses = readFileSync(join(root, 'dist', 'licenses.txt'), 'utf8').split('\n');
  const sources = sourceFiles('src').map((path) => readFileSync(join(root, path), 'utf8'));
  const imported = bundled.filter((name) =>
    sources.some((text) => new RegExp(`^(?!import type).*(?:from |import\\()'${name}['/]`, 'm').test(text)),
  );
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !licenses.includes(name))).toEqual([]);
});

test('the hook of pre-commit starts the committed bundle', () => {
  const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as { entry: string; args: string[] }[];
  expect(hook).toMatchObject({ id: 'tallystick', entry: 'dist/cli.js', args: ['scan'], language: 'script' });
  expect(statSync(join(root, hook?.entry ?? '')).mode & 0o111).not.toBe(0);
});
