import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/commands/command-line.js';
import { reportFailure } from '../../src/commands/failure.js';
import { commands } from '../../src/commands/index.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const CONTRACT = `openapi: 3.0.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } } }
components: { schemas: { B: { type: object, required: [id], properties: { id: { type: integer } } } } }
`;
const APP = `const app = require('express')();
app.get('/books', (req, res) => { res.json({ id: 1 }); });
app.listen(3000);
`;
const SERVICE = { '.git/HEAD': '', 'openapi.yaml': CONTRACT, 'src/app.js': APP, 'package.json': '{"name":"books"}' };

async function run(words: readonly string[], files: Readonly<Record<string, string | Uint8Array>>, from = '') {
  const cwd = `${folderOf(files)}/${from}`;
  const io = recordedIo({ cwd });
  let exit: number;
  try {
    exit = await runCommandLine(words, commands, io);
  } catch (error) {
    exit = reportFailure(error, io.stderr);
  }
  return { exit, stated: io.err(), out: io.out() };
}

const wide = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');
const configured = (text: string) => ({ ...SERVICE, '.tallystick.yml': text });
const instead = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const { 'openapi.yaml': _, ...rest } = SERVICE;
  return { ...rest, ...files };
};

/** Arguments, files, and what the sentence and its hint must name. */
const MISTAKES: Readonly<Record<string, readonly [string, Readonly<Record<string, string | Uint8Array>>, ...string[]]>> = {
  'an unknown command': ['scam', SERVICE, 'scam', 'scan'],
  'an unknown option': ['scan --contracts x.yaml', SERVICE, '--contracts', '--contract'],
  'an unknown format': ['scan --format sarf', SERVICE, 'sarf', 'sarif'],
  'an unknown severity': ['scan --fail-on eror', SERVICE, 'eror', 'error'],
  'an unknown rule': ['scan --rule CONTRACT-01', SERVICE, 'CONTRACT-01', 'CONTRACT-001'],
  'an unknown status': ['scan --status brokn', SERVICE, 'brokn', 'violated'],
  'an option without its value': ['scan --contract', SERVICE, '--contract'],
  'a share that is none': ['scan --min-decided often', SERVICE, 'often', '0.5'],
  'an absent folder': ['scan service', SERVICE, 'service', 'folder'],
  'a file for a folder': ['scan openapi.yaml', SERVICE, 'openapi.yaml', '--contract'],
  'a folder for a contract': ['scan --contract src', SERVICE, 'src', 'document itself'],
  'an absent contract': ['scan --contract openapi.yml', SERVICE, 'openapi.yml', 'Check the path'],
  'an address for a contract': ['scan --contract https://example.com/openapi.yaml', SERVICE, 'is an address', 'Download it'],
  'source code for a contract': ['scan --contract src/app.js', SERVICE, 'src/app.js'],
  'a manifest for a contract': ['scan --contract package.json', SERVICE, 'package.json', 'openapi'],
  'a named contract of broken YAML': [
    'scan --contract openapi.yaml',
    instead({ 'openapi.yaml': 'openapi: 3.0.0\ninfo: {\n' }),
    'openapi.yaml:',
  ],
  'an address in the list of contracts': [
    'scan',
    configured('contracts: ["https://example.com/openapi.yaml"]\n'),
    'is an address',
    'Download it',
  ],
  'a list whose exclusion leaves nothing': [
    'scan',
    configured('contracts: ["**/*.yaml", "!openapi.yaml"]\n'),
    '`!openapi.yaml` excludes every contract',
    'Narrow',
  ],
  'a glob that nothing fits': [
    'scan',
    configured('contracts: [api/openapi.yaml]\n'),
    'api/openapi.yaml',
    'Did you mean `openapi.yaml`',
  ],
  'an unknown key of the configuration': ['scan', configured('contrats: [openapi.yaml]\n'), 'contrats', 'contracts'],
  'a broken configuration': ['scan', configured('contracts: [\n'), '.tallystick.yml'],
  'a configuration with the other ending': [
    'scan',
    { ...SERVICE, '.tallystick.yaml': '' },
    '.tallystick.yaml',
    '.tallystick.yml',
  ],
  'a folder for the configuration': ['scan --config src', SERVICE, 'src is not a file', '--config .tallystick.yml'],
  'an absent baseline': ['scan --baseline known.json', SERVICE, 'known.json', '--baseline known.json --update-baseline'],
  'a folder for a baseline': ['scan --baseline src', SERVICE, 'src cannot be read: it is a folder', '--update-baseline'],
  'something else for a baseline': ['scan --baseline package.json', SERVICE, 'package.json', '--update-baseline'],
  'a baseline to write that nobody named': [
    'scan --update-baseline',
    SERVICE,
    'No baseline',
    '--baseline contract-baseline.json',
  ],
  'an unknown revision': ['scan --changed-since nowhere', SERVICE, 'the commit nowhere is not in the clone'],
  'an unknown service': ['scan --service shop', SERVICE, 'shop'],
  'an absent document to diff': ['diff old.yaml openapi.yaml', SERVICE, 'old.yaml'],
  'a folder of no fact sheets': ['merge src', SERVICE, 'src', '.json'],
  'a collection of Postman for a contract': [
    'scan --contract postman.json',
    { ...SERVICE, 'postman.json': '{"info":{"name":"Books"},"item":[]}' },
    '`postman.json` is not a contract',
    'OpenAPI (2.0 to 3.2)',
  ],
  'a folder for an output': ['scan --output json=src', SERVICE, 'src', 'Name a file'],
  'a side that there is not': ['fix --side both', SERVICE, '--side cannot be both', 'contract, code'],
  'a draft over a contract': ['draft -o openapi.yaml', SERVICE, 'openapi.yaml is there already', 'Name another one'],
  'an absent folder to adopt': ['init nowhere', SERVICE, 'nowhere', 'folder of the service'],
  'no address for a running service': ['validate --base-url nowhere', SERVICE, '--base-url', 'http://localhost:3000'],
  'an unknown word to explain': ['explain CONTRACT-0001', SERVICE, 'CONTRACT-0001', 'CONTRACT-001'],
};

/** The only contract of a repository, that nobody named, and what the sentence must name. */
const UNREADABLE: typeof MISTAKES = {
  'an empty contract': ['scan', instead({ 'openapi.yaml': '' }), 'openapi.yaml', 'empty'],
  'broken YAML': ['scan', instead({ 'openapi.yaml': 'openapi: 3.0.0\ninfo: {\n' }), 'openapi.yaml:'],
  'broken JSON': ['scan', instead({ 'openapi.json': '{"openapi": "3.0.0",\n"info" {} }' }), 'openapi.json:'],
  'a contract in Latin-1': [
    'scan',
    instead({ 'openapi.yaml': Buffer.from(CONTRACT.replace('Books', 'Bücher'), 'latin1') }),
    'openapi.yaml:2 is not UTF-8',
    'Save the file as UTF-8',
  ],
  'a template for a contract': [
    'scan',
    instead({ 'openapi.yaml': CONTRACT.replace('/books:', '{{ prefix }}/books: {{ item }}') }),
    'openapi.yaml:4 is a template and not YAML, because it has `{{`',
    '`!FILE`',
  ],
  'a part of a contract': [
    'scan',
    instead({ 'docs/swagger.yml': CONTRACT.replace('openapi: 3.0.0\n', '') }),
    'docs/swagger.yml (it has paths, and no `openapi`',
    'tallystick draft -o openapi.yaml',
  ],
};

async function isOneSentence(expected: number, [words, files, ...names]: (typeof MISTAKES)[string]): Promise<void> {
  const { exit, stated } = await run(words.split(' '), files);
  const lines = stated.split('\n');
  expect({ exit, sentences: lines.filter((line) => line.startsWith('tallystick: ')).length }).toEqual({
    exit: expected,
    sentences: 1,
  });
  expect(stated).not.toMatch(/^ {4}at |This is a bug/m);
  for (const name of names) expect(stated).toContain(name);
}

test.each(Object.entries(MISTAKES))('a mistake ends with 2, in one sentence that names the cure: %s', (_, mistake) =>
  isOneSentence(2, mistake),
);

test.each(Object.entries(UNREADABLE))(
  'a repository whose only contract cannot be read ends with 3, as nobody named it: %s',
  (_, found) => isOneSentence(3, found),
);

describe('what looks like a mistake and is none', () => {
  test.each<[string, string, Readonly<Record<string, string | Uint8Array>>, string]>([
    ['a contract in UTF-16', 'scan', instead({ 'openapi.yaml': wide(CONTRACT) }), ''],
    [
      'a contract with CRLF and a byte order mark',
      'scan',
      instead({ 'openapi.yaml': `\uFEFF${CONTRACT.replaceAll('\n', '\r\n')}` }),
      '',
    ],
    [
      'JSON with comments',
      'scan',
      instead({
        'openapi.json': `{ // the books
"openapi": "3.0.0", "info": {"title": "Books", "version": "1"}, /* paths */ "paths": {"/books": {"get": {"responses": {"200": {
"description": "see https://example.com", "content": {"application/json": {"schema": {"type": "object", "properties": {"id": {"type": "integer"}}}}}}}}}}}`,
      }),
      '',
    ],
    ['a contract above the scanned folder', 'scan', SERVICE, 'src'],
    [
      'an exclusion that leaves a contract',
      'scan',
      { ...configured('contracts: ["*.yaml", "!old.yaml"]\n'), 'old.yaml': CONTRACT },
      '',
    ],
  ])('%s', async (_, words, files, from) => {
    const { exit, out } = await run([...words.split(' '), '--format', 'json', '--no-cache'], files, from);
    expect({ exit, matrix: JSON.parse(out).matrix }).toMatchObject({
      exit: 0,
      matrix: [{ subject: 'GET /books', status: 'verified' }],
    });
  });

  test('a contract above is told, and is none of another package', async () => {
    const { out } = await run(['scan'], SERVICE, 'src');
    expect(out).toContain('`openapi.yaml` of the root of the repository is compared with its code');
    const { exit, stated } = await run(['scan'], { ...SERVICE, 'src/package.json': '{"name":"other"}' }, 'src');
    expect([exit, stated]).toEqual([3, expect.stringContaining('Outside of it there is `openapi.yaml`')]);
  });

  test('a repository without a contract is no mistake: nothing is compared, and two ways on are named', async () => {
    const { exit, stated } = await run(['scan'], instead({}));
    expect(exit).toBe(3);
    expect(stated).toContain('No contract was found in the repository.\n');
    for (const way of ['--contract FILE', 'tallystick draft -o openapi.yaml']) expect(stated).toContain(way);
  });

  test('a contract that promises nothing proves nothing', async () => {
    const { exit, out } = await run(
      ['scan', '--no-cache'],
      instead({ 'openapi.yaml': `${CONTRACT.split('paths:')[0]}paths: {}\n` }),
    );
    expect([exit, out]).toEqual([3, expect.stringContaining('has no operation, event or model')]);
  });

  test('a binary source, a loop of links and a copy of the contract are passed over, and the first and last are named', async () => {
    const cwd = folderOf({ ...SERVICE, 'openapi-copy.yaml': CONTRACT, 'src/blob.js': Buffer.from([0, 1, 2, 0, 255]) });
    symlinkSync('.', join(cwd, 'loop'));
    const io = recordedIo({ cwd });
    expect(await runCommandLine(['scan', '--no-cache'], commands, io)).toBe(0);
    expect(io.out()).toContain('src/blob.js:1  This file is binary');
    expect(io.out()).toContain('openapi-copy.yaml:1  it has the same title, version and operations as openapi.yaml');
  });

  test('a wrong base path names the right way to say it', async () => {
    const { exit, out } = await run(['scan', '--base-path', 'api/v9', '--no-cache'], SERVICE);
    expect([exit, out]).toEqual([1, expect.stringContaining('State the base path')]);
  });

  test('a stale baseline does not fail a run, and names the whole command that renews it', async () => {
    const baseline = ['scan', '--baseline', 'known.json', '--no-cache'];
    const cwd = folderOf({ ...SERVICE, 'src/app.js': APP.replace('id: 1', "id: 'one'") });
    const written = recordedIo({ cwd });
    expect(await runCommandLine([...baseline, '--update-baseline'], commands, written)).toBe(0);
    writeFiles(cwd, { 'src/app.js': APP });
    const io = recordedIo({ cwd });
    expect(await runCommandLine(baseline, commands, io)).toBe(0);
    expect(io.out()).toContain('`tallystick scan --baseline known.json --update-baseline` rewrites it');
  });
});
