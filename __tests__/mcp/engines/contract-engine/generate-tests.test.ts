import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sample, testLong } from '../../../long.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';
import { type Fault, LIBRARY, libraryService } from './library-service.js';
import { closeEngines, engineFor, openapi } from './opened.js';

afterAll(async () => {
  await closeEngines();
  removeFolders();
});

type Framework = 'jest' | 'pytest';
/** What became of the tests, by name. */
type Results = ReadonlyMap<string, 'passed' | 'failed' | 'skipped'>;

const ROOT = resolve(import.meta.dirname, '../../../..');
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
const frameworks: readonly Framework[] = hasPytest ? ['jest', 'pytest'] : ['jest'];

async function written(spec: object, framework: Framework, include_negative = true): Promise<string> {
  const { engine } = await engineFor({ 'openapi.json': JSON.stringify(spec) });
  return engine.call('generate_tests', { contract_id: 'openapi.json', framework, include_negative });
}

function finished(
  command: string,
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  const child = spawn(command, words, { cwd, env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'ignore' });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', done);
  });
}

async function runJest(file: string, env: Readonly<Record<string, string>>): Promise<Results> {
  const folder = folderOf({ 'package.json': '{}', 'contract.test.js': file });
  const words = [
    join(ROOT, 'node_modules/jest/bin/jest.js'),
    '--rootDir',
    folder,
    '--json',
    '--outputFile',
    'results.json',
    '-i',
  ];
  await finished(process.execPath, words, folder, env);
  const { testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  const all = testResults.flatMap((each: { assertionResults: object[] }) => each.assertionResults);
  return new Map(
    all.map(({ title, status }: { title: string; status: string }) => [title, status === 'pending' ? 'skipped' : status]),
  );
}

async function runPytest(file: string, env: Readonly<Record<string, string>>): Promise<Results> {
  const folder = folderOf({ 'test_contract.py': file });
  mkdirSync(join(folder, 'out'));
  await finished('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--junitxml', 'out/results.xml'], folder, env);
  const xml = readFileSync(join(folder, 'out', 'results.xml'), 'utf8');
  const results = new Map<string, 'passed' | 'failed' | 'skipped'>();
  for (const [, name = '', rest = ''] of xml.matchAll(/<testcase [^>]*? name="([^"]*)"[^>]*?(\/>|>.*?<\/testcase>)/gs)) {
    const title = /^test_contract\[(.*)\]$/s.exec(name)?.[1] ?? name;
    results.set(
      title,
      rest.includes('<failure') || rest.includes('<error') ? 'failed' : rest.includes('<skipped') ? 'skipped' : 'passed',
    );
  }
  return results;
}

const RUN: Readonly<Record<Framework, typeof runJest>> = { jest: runJest, pytest: runPytest };

async function against(fault: Fault, framework: Framework, env: Readonly<Record<string, string>> = {}): Promise<Results> {
  const service = await libraryService(fault);
  try {
    const all = { BASE_URL: service.base, ALLOW_WRITES: '1', AUTHORIZATION: 'Bearer right', ...env };
    return await RUN[framework](await written(LIBRARY, framework), all);
  } finally {
    await service.close();
  }
}

const named = (results: Results, state: string): readonly string[] =>
  [...results].flatMap(([name, each]) => (each === state ? [name] : [])).sort();

describe.each(frameworks)('tests for %s, run against a service', (framework) => {
  let retained: Results;
  beforeAll(async () => {
    retained = await against('none', framework);
  });

  // Shows REQ-020 by mcp/toolsets/contract-engine.ts; SVC-003 by mcp/toolsets/contract-engine.ts
  test('pass when the service fulfils the contract', () => {
    expect(named(retained, 'failed')).toEqual([]);
    expect(named(retained, 'skipped')).toEqual([]);
    expect([...retained.keys()].filter((name) => / /.test(name) && name.includes('/')).sort()).toEqual([
      'GET /books answers as promised',
      'GET /books refuses a text for limit',
      'GET /books/{id} answers as promised',
      'GET /books/{id} refuses a text for id',
      'GET /stock answers as promised',
      'GET /stock refuses callers who do not say who they are',
      'POST /books answers as promised',
      'POST /books refuses a body without title',
      'POST /books refuses a list for title',
      'POST /books refuses a request without a body',
    ]);
  });

  testLong('pass a second time, when what they write is there already', async () => {
    const service = await libraryService('none');
    const env = { BASE_URL: service.base, ALLOW_WRITES: '1', AUTHORIZATION: 'Bearer right' };
    const file = await written(LIBRARY, framework);
    await RUN[framework](file, env);
    expect(named(await RUN[framework](file, env), 'failed')).toEqual([]);
    await service.close();
  });

  test.each(
    sample<readonly [Fault, readonly string[]]>(
      [
        [
          'year-as-text',
          ['GET /books answers as promised', 'GET /books/{id} answers as promised', 'POST /books answers as promised'],
        ],
        [
          'no-title',
          ['GET /books answers as promised', 'GET /books/{id} answers as promised', 'POST /books answers as promised'],
        ],
        ['wrong-status', ['GET /books answers as promised']],
        ['loses-books', ['GET /books/{id} answers as promised']],
        ['open-to-all', ['GET /stock refuses callers who do not say who they are']],
        [
          'accepts-anything',
          [
            'GET /books refuses a text for limit',
            'GET /books/{id} refuses a text for id',
            'POST /books refuses a body without title',
            'POST /books refuses a list for title',
            'POST /books refuses a request without a body',
          ],
        ],
      ],
      3,
    ),
  )('fail where it is not: %s', async (fault, failing) => {
    expect(named(await against(fault, framework), 'failed')).toEqual(failing);
  });

  test('change nothing and leave out what needs a secret, unless they are told', async () => {
    const results = await against('none', framework, { ALLOW_WRITES: '', AUTHORIZATION: '' });
    expect(named(results, 'failed')).toEqual([]);
    expect(named(results, 'skipped')).toEqual([
      'GET /stock answers as promised',
      ...[...retained.keys()].filter((name) => name.startsWith('POST')).sort(),
    ]);
  });

  test('fail without the address of the service', async () => {
    expect(named(await against('none', framework, { BASE_URL: '' }), 'passed')).toEqual([]);
  });

  test('fail where the service breaks down, even if the contract says what that looks like', async () => {
    const server = createServer((_, response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const any = { description: '', content: { 'application/json': { schema: { type: 'object' } } } };
    const file = await written(openapi({ '/it/{id}': { get: { parameters: [id], responses: { default: any } } } }), framework);
    const results = await RUN[framework](file, { BASE_URL: `http://127.0.0.1:${port}` });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(named(results, 'failed')).toEqual(['GET /it/{id} answers as promised']);
  });

  // Shows REQ-020; SVC-003
  test('are asked for without requests that are wrong', async () => {
    expect(await written(LIBRARY, framework, false)).not.toContain('refuses');
  });

  test('are none for a contract without operations', async () => {
    expect(await written(openapi({}), framework)).toBe('');
  });

  test('cannot be made to run what a contract says', async () => {
    const evil = ["'''\n`$", "{process.exit()}`\r\u2028*/ __import__('os')._exit(3) //"].join('');
    const paths = { '/it': { get: { operationId: evil, summary: evil, responses: { 200: { description: evil } } } } };
    const schemas = { content: { 'application/json': { schema: { type: 'object', properties: { [evil]: { const: evil } } } } } };
    paths['/it'].get.responses[200] = { description: evil, ...schemas };
    const file = await written(openapi(paths, { info: { title: evil, version: '1' } }), framework);
    const results = await RUN[framework](file, { BASE_URL: 'http://127.0.0.1:9' });
    expect(named(results, 'passed')).toHaveLength(1);
    expect(named(results, 'failed')).toEqual(['GET /it answers as promised']);
  });
});

test('what cannot be tested is named in the file', async () => {
  const body = { required: true, content: { 'application/xml': { schema: { type: 'string' } } } };
  const paths = {
    '/xml': { post: { requestBody: body, responses: { 204: { description: '' } } } },
    '/it': { get: { responses: { 204: { description: '' } } } },
  };
  expect(await written(openapi(paths), 'jest')).toContain('// Not tested: POST /xml: its body is no JSON.');
  const schema = { type: 'object', properties: { list: { type: 'array', contains: { type: 'string' } } } };
  const content = { 'application/json': { schema }, 'application/xml': { schema } };
  const file = await written(openapi({ '/it': { get: { responses: { 200: { description: '', content } } } } }), 'pytest');
  expect(file).toContain('# Not tested: GET /it (200, application/json): `contains` is not compared.');
  expect(file).toContain('# Not tested: GET /it (200, application/xml): what is no JSON is not held against its schema.');
});
