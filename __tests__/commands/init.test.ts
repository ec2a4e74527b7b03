import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { globOf, scalar } from '../../src/commands/init/config.js';
import { globLists } from '../../src/contracts/glob.js';
import { git } from '../action/repository.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

async function run(cwd: string, words: readonly string[] = [], answers?: readonly string[]) {
  const io = recordedIo({ cwd });
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => answers?.[asked.push(question) - 1] ?? '';
  const exit = await runCommandLine(['init', ...words], commands, answers === undefined ? io : { ...io, ask });
  return { exit, out: io.out(), asked };
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const WORKFLOW = '.github/workflows/tallystick.yml';

function bookshop(): string {
  const folder = folderOf({});
  cpSync('examples/bookshop', folder, { recursive: true });
  return folder;
}

const contract = (title: string, path = '/books') =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1.0.0' },
    paths: { [path]: { get: { responses: { 200: { description: 'ok' } } } } },
  });
const service = (path = '/books') =>
  `import express from 'express';\nconst app = express();\napp.get('${path}', (req, res) => { res.json([]); });\napp.listen(1);\n`;
const MANIFEST = '{"type":"module","dependencies":{"express":"5.0.0"}}';

describe('in a repository without settings', () => {
  test('calls what contracts promise by its name', async () => {
    const events =
      'asyncapi: 2.6.0\ninfo: { title: Events, version: 2.0.0 }\nchannels: { sold: { subscribe: { message: {} } } }\n';
    const { out } = await run(folderOf({ 'openapi.json': contract('Shop'), 'asyncapi.yaml': events, 'app.js': service() }));
    expect(out.split('\n').slice(0, 2)).toEqual([
      'Found asyncapi.yaml: Events 2.0.0, 1 event',
      'Found openapi.json: Shop 1.0.0, 1 endpoint',
    ]);
  });

  test('writes a commented configuration and a workflow, and says what was found', async () => {
    const folder = bookshop();
    const { exit, out } = await run(folder);
    expect(exit).toBe(0);
    expect(out.split('\n')).toEqual([
      'Found openapi.yaml: Bookshop 1.4.0, 8 endpoints, served below /api/v1',
      'Found 8 routes of Express in 12 files',
      '1 unverified: the result of default.get of axios is not declared in the repository',
      '  → Declare what these handlers send: a return type, a DTO or a response schema.',
      'Found 6 errors. The baseline lists them, so only new findings fail',
      'Wrote .tallystick.yml',
      'Wrote contract-baseline.json',
      `Wrote ${WORKFLOW}`,
      `In ${WORKFLOW}, put the account that holds the Action in place of OWNER.`,
      'Next: tallystick scan',
      'To see the findings of the baseline: tallystick scan --no-baseline',
      '',
    ]);
    const baseline = 'contract-baseline.json';
    expect(parse(read(folder, '.tallystick.yml'))).toEqual({ contracts: ['openapi.yaml'], baseline });
    expect(JSON.parse(read(folder, baseline)).findings).toHaveLength(6);
    expect(read(folder, '.tallystick.yml')).toContain('\n  - openapi.yaml # Bookshop 1.4.0, 8 endpoints\n');
  });

  test('what is commented out in the configuration would be accepted too', async () => {
    const folder = bookshop();
    await run(folder);
    const all = read(folder, '.tallystick.yml').replaceAll(/^# (?=[a-z_]+:| {2}\S)/gm, '');
    expect(Object.keys(parse(all))).toEqual([
      'contracts',
      'base_path',
      'baseline',
      'severity',
      'max_violations',
      'contract_scans',
    ]);
    const other = folderOf({ '.tallystick.yml': all, 'contract-baseline.json': read(folder, 'contract-baseline.json') });
    cpSync('examples/bookshop', other, { recursive: true });
    const io = recordedIo({ cwd: other });
    expect(await runCommandLine(['scan', '--no-cache', '--quiet'], commands, io)).toBe(0);
    expect(await runCommandLine(['scan', '--no-cache', '--quiet', '--no-baseline'], commands, io)).toBe(1);
  });

  test('the workflow is minimal unless a schedule is asked for', async () => {
    const folder = bookshop();
    await run(folder);
    const workflow = parse(read(folder, WORKFLOW));
    expect([Object.keys(workflow.on), Object.keys(workflow.jobs)]).toEqual([
      ['pull_request', 'merge_group', 'push'],
      ['contracts'],
    ]);
    expect(JSON.stringify(workflow)).not.toMatch(/schedule|"contents":"write"|issues/);
  });

  test('in an empty folder it says so and writes nothing', async () => {
    const folder = folderOf({ 'notes.txt': 'Bees.' });
    const { exit, out } = await run(folder);
    expect([exit, existsSync(join(folder, '.tallystick.yml')), existsSync(join(folder, '.github'))]).toEqual([0, false, false]);
    expect(out).toMatch(/^There is nothing to scan in .* yet: no contract and no source\. Nothing is written\.\n$/);
  });

  test('says when the scan is incomplete', async () => {
    const { out } = await run(folderOf({ 'openapi.json': contract('Shop'), 'app.js': 'const x = 1;\n' }));
    expect(out).toContain('This scan is incomplete: Nothing in openapi.json could be compared with code.\n');
  });

  test('leaves out the contract of a server that the service calls, and templates, and says so', async () => {
    const files = {
      'openapi.json': contract('Shop'),
      'clients/openapi.json': contract('Bank', '/payments'),
      'app.js': service(),
    };
    const folder = folderOf({ ...files, 'templates/openapi.json': contract('Template') });
    const { out } = await run(folder);
    expect(parse(read(folder, '.tallystick.yml')).contracts).toEqual(['openapi.json']);
    expect(out).toContain('Left out clients/openapi.json: no route serves any of its operations.');
    expect(out).toContain('Left out templates/openapi.json: it is a template.');
  });

  test('keeps a contract of which a part is served', async () => {
    const two = JSON.stringify({
      ...JSON.parse(contract('Two', '/more')),
      paths: { ...JSON.parse(contract('x', '/more')).paths, ...JSON.parse(contract('x')).paths },
    });
    const folder = folderOf({ 'openapi.json': two, 'api/openapi.json': contract('Shop'), 'app.js': service() });
    await run(folder);
    expect(parse(read(folder, '.tallystick.yml')).contracts.sort()).toEqual(['api/openapi.json', 'openapi.json']);
  });

  test('the workflow grants each job what it needs, and compares the default branch once a day when asked', async () => {
    const folder = bookshop();
    git(folder, ['init', '--quiet', '--initial-branch=trunk']);
    git(folder, ['commit', '--quiet', '--allow-empty', '-m', 'x']);
    await run(folder, ['--schedule', '--action', 'octo-org/tallystick@v1']);
    const workflow = parse(read(folder, WORKFLOW));
    expect([Object.keys(workflow.on), workflow.on.push, workflow.permissions]).toEqual([
      ['pull_request', 'merge_group', 'push', 'schedule'],
      { branches: ['trunk'] },
      {},
    ]);
    const { contracts, regression } = workflow.jobs;
    expect([workflow.concurrency['cancel-in-progress'], contracts['timeout-minutes'], regression['timeout-minutes']]).toEqual([
      true,
      15,
      30,
    ]);
    expect(contracts.permissions).toEqual({ contents: 'read', checks: 'write', 'pull-requests': 'write' });
    expect(contracts.steps[1]).toEqual({ uses: 'octo-org/tallystick@v1' });
    expect(regression.permissions).toEqual({ contents: 'write', issues: 'write' });
    expect(regression.steps[1]).toEqual({ uses: 'octo-org/tallystick/regression@v1' });
  });

  test('the default branch is the origin’s, whatever is checked out', async () => {
    const folder = bookshop();
    git(folder, ['init', '--quiet', '--initial-branch=change']);
    git(folder, ['commit', '--quiet', '--allow-empty', '-m', 'x']);
    git(folder, ['update-ref', 'refs/remotes/origin/release/2', 'HEAD']);
    git(folder, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/2']);
    await run(folder);
    expect(parse(read(folder, WORKFLOW)).on.push).toEqual({ branches: ['release/2'] });
  });

  test('contracts in packages of their own are services, each a job', async () => {
    const folder = folderOf({
      'package.json': '{"workspaces":["services/*"]}',
      'services/books/package.json': MANIFEST,
      'services/books/openapi.json': contract('Books'),
      'services/books/app.ts': service(),
      'services/my users!/package.json': MANIFEST,
      'services/my users!/openapi.json': contract('Users', '/users'),
      'services/my users!/app.ts': service('/users'),
    });
    const { out } = await run(folder, ['--schedule']);
    expect(out).toContain('Found 2 services: books, my-users-\n');
    expect(parse(read(folder, '.tallystick.yml')).services).toEqual({
      books: { path: 'services/books', contracts: ['services/books/openapi.json'] },
      'my-users-': { path: 'services/my users!', contracts: ['services/my users!/openapi.json'] },
    });
    const { contracts, regression } = parse(read(folder, WORKFLOW)).jobs;
    expect(contracts.strategy.matrix).toEqual({ service: ['books', 'my-users-'] });
    const named = `\${{ matrix.service }}`;
    expect(contracts.steps[1].with).toEqual({ service: named, 'check-name': `Tallystick (${named})` });
    expect(regression.steps[1].with).toEqual({ service: named });
    const io = recordedIo({ cwd: folder });
    expect(await runCommandLine(['scan', '--no-cache', '--quiet', '--service', 'my-users-'], commands, io)).toBe(0);
  });

  test('what is found with the settings that are written is the baseline, which scans of each service know', async () => {
    const folder = folderOf({
      'package.json': '{"workspaces":["services/*"]}',
      'services/books/package.json': MANIFEST,
      'services/books/openapi.json': contract('Books'),
      'services/books/app.ts': service('/users'),
      'services/users/package.json': MANIFEST,
      'services/users/openapi.json': contract('Users', '/users'),
      'services/users/app.ts': service('/users'),
    });
    expect((await run(folder)).out).toContain('tallystick scan --service books --no-baseline\n');
    for (const [name, known] of Object.entries({ books: 1, users: 0 })) {
      const io = recordedIo({ cwd: folder });
      expect(await runCommandLine(['scan', '--no-cache', '--format', 'json', '--service', name], commands, io)).toBe(0);
      expect(JSON.parse(io.out()).baseline.known).toHaveLength(known);
    }
  });

  test('a baseline is not written where the configuration stays, nor where nothing is broken', async () => {
    const folder = folderOf({
      '.tallystick.yml': 'max_violations: 5\n',
      'openapi.json': contract('Books'),
      'app.ts': service('/b'),
    });
    const { out } = await run(folder, ['--no-workflow'], ['n']);
    expect(out).toContain('contract-baseline.json is not written because .tallystick.yml stays as it is.\n');
    const retained = folderOf({ 'package.json': MANIFEST, 'openapi.json': contract('Books'), 'app.ts': service() });
    await run(retained);
    expect([folder, retained].map((each) => existsSync(join(each, 'contract-baseline.json')))).toEqual([false, false]);
  });

  test('a prefix that the contract does not mention is written down', async () => {
    const folder = folderOf({ 'package.json': MANIFEST, 'openapi.json': contract('Books'), 'app.ts': service('/v7/books') });
    await run(folder);
    expect(parse(read(folder, '.tallystick.yml'))).toEqual({ contracts: ['openapi.json'], base_path: '/v7' });
  });

  test.each([
    ['no contract', {}, 'No contract was found'],
    ['a broken one', { 'openapi.yaml': 'openapi: 3.0.0\npaths: 7\n' }, 'openapi.yaml'],
  ])('with %s it says so, and the configuration waits for its name', async (_, files, message) => {
    const folder = folderOf({ 'package.json': MANIFEST, 'app.ts': service(), ...files });
    const { exit, out } = await run(folder);
    expect([exit, out]).toEqual([0, expect.stringContaining(message)]);
    expect(out).toContain('Next: name the contract in .tallystick.yml, then tallystick scan\n');
    expect(parse(read(folder, '.tallystick.yml'))).toBeNull();
  });

  test('--no-workflow writes the configuration alone', async () => {
    const folder = bookshop();
    await run(folder, ['--no-workflow']);
    expect([existsSync(join(folder, '.tallystick.yml')), existsSync(join(folder, '.github'))]).toEqual([true, false]);
  });
});

describe('where files are there', () => {
  const mine = { '.tallystick.yml': 'max_violations: 5\n', [WORKFLOW]: 'name: mine\n' };

  test('asks for each, and leaves those that are not given up', async () => {
    const folder = folderOf({ ...mine, 'package.json': MANIFEST, 'openapi.json': contract('Books'), 'app.ts': service() });
    const { exit, out, asked } = await run(folder, [], ['n', 'yes']);
    expect(asked).toEqual([
      '.tallystick.yml is there already. Overwrite it? [y/N] ',
      `${WORKFLOW} is there already. Overwrite it? [y/N] `,
    ]);
    expect([exit, read(folder, '.tallystick.yml')]).toEqual([0, 'max_violations: 5\n']);
    expect(read(folder, WORKFLOW)).toContain('OWNER/tallystick@v1');
    expect(out).toContain(`Left .tallystick.yml as it is.\nWrote ${WORKFLOW}\n`);
  });

  test('without a terminal nothing is written at all', async () => {
    const folder = folderOf({ [WORKFLOW]: 'name: mine\n', 'openapi.json': contract('Books') });
    await expect(run(folder)).rejects.toThrow(`${WORKFLOW} is there already.`);
    expect([existsSync(join(folder, '.tallystick.yml')), read(folder, WORKFLOW)]).toEqual([false, 'name: mine\n']);
  });

  test('--yes overwrites without asking', async () => {
    const folder = folderOf({ ...mine, 'openapi.json': contract('Books') });
    const { asked } = await run(folder, ['--yes'], []);
    expect([asked, parse(read(folder, '.tallystick.yml'))]).toEqual([[], { contracts: ['openapi.json'] }]);
  });

  test('what would not change is not asked about', async () => {
    const folder = bookshop();
    await run(folder);
    const { out, asked } = await run(folder, [], []);
    expect([asked, out]).toEqual([[], expect.stringContaining('.tallystick.yml is up to date.\n')]);
  });

  test('nothing is written through a link that leads out of the repository', async () => {
    const outside = folderOf({});
    const folder = folderOf({ 'openapi.json': contract('Books') });
    mkdirSync(join(folder, '.github'));
    symlinkSync(outside, join(folder, '.github/workflows'));
    await expect(run(folder, ['--yes'])).rejects.toThrow('.github/workflows is a link to a folder outside the repository.');
    expect(existsSync(join(outside, 'tallystick.yml'))).toBe(false);
  });
});

describe('names of a repository', () => {
  test('neither break the files nor add to them', async () => {
    const name = `api/a: "b" # [c] {d} *e \${{ secrets.X }}.json`;
    const title = 'T\nseverity:\n  CONTRACT-002: off\u001b[31m';
    const folder = folderOf({ 'package.json': MANIFEST, [name]: contract(title), 'app.ts': service() });
    const { out } = await run(folder);
    expect(out).not.toContain('\u001b');
    const config = parse(read(folder, '.tallystick.yml'));
    expect(config).toEqual({ contracts: [globOf(name)] });
    expect(read(folder, WORKFLOW)).not.toContain('secrets');
    const io = recordedIo({ cwd: folder });
    expect(await runCommandLine(['scan', '--no-cache', '--quiet', '--format', 'json'], commands, io)).toBe(0);
    expect(JSON.parse(io.out()).contracts[0].id).toBe(name);
  });

  test('any text survives as a value of YAML, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = `- ${scalar(text)} # note\n`;
        expect(written.indexOf('\n')).toBe(written.length - 1);
        expect(parse(written)).toEqual([text]);
      }),
    );
  });

  test('a glob that is made of a path fits the path', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[/\\]/.test(text) && !/^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const tree = {
          list: (folder: string) => {
            const depth = folder.split('/').length - 1;
            const next = names[depth];
            return next === undefined ? [] : [{ name: next, kind: depth === names.length - 1 ? 'file' : 'folder' } as const];
          },
          head: () => undefined,
          whole: () => undefined,
          text: () => undefined,
          join: (folder: string, entry: string) => `${folder}/${entry}`,
        };
        if (names.slice(0, -1).includes('node_modules')) return;
        expect(globLists([[globOf(names.join('/'))]], '', tree).files).toEqual([names.join('/')]);
      }),
    );
  });
});

test.each(['tallystick', 'a b/c@v1', 'octo-org/tallystick@v1\n', `o/t@\${{ x }}`])(
  '--action %j is a mistake',
  async (reference) => {
    await expect(run(bookshop(), ['--action', reference])).rejects.toThrow('is not of the form OWNER/NAME@REF.');
  },
);

describe('the engines for coding agents', () => {
  const NAMES = ['contract-scan', 'contract-engine', 'codebase-intelligence', 'architect'];
  const servers = (folder: string): object => JSON.parse(read(folder, '.mcp.json')).mcpServers as object;

  test('are written into .mcp.json, and nothing else is', async () => {
    const folder = folderOf({ 'openapi.json': contract('Shop') });
    const { exit, out } = await run(folder, ['--mcp']);
    expect([exit, out.split('\n')[0]]).toEqual([0, `Wrote .mcp.json: ${NAMES.join(', ')}`]);
    expect(Object.keys(servers(folder))).toEqual(NAMES);
    expect(existsSync(join(folder, '.tallystick.yml'))).toBe(false);
    expect((await run(folder, ['--mcp'])).out).toBe('.mcp.json is left as it is.\n');
  });

  test('leave other servers, and those of their own names unless that is wanted', async () => {
    const own = { mine: { command: 'x' }, architect: { command: 'y' } };
    const folder = folderOf({ '.mcp.json': JSON.stringify({ mcpServers: own }) });
    const { out } = await run(folder, ['--mcp']);
    expect(out).toContain('architect exists already with other settings.');
    expect(servers(folder)).toMatchObject(own);
    await run(folder, ['--mcp', '--yes']);
    expect(servers(folder)).toMatchObject({ mine: own.mine, architect: { args: ['serve', 'architect'] } });
  });

  test('a file that is none is a mistake, and stays as it is', async () => {
    const folder = folderOf({ '.mcp.json': '{ // mine\n}' });
    await expect(run(folder, ['--mcp'])).rejects.toThrow('.mcp.json is no JSON.');
    expect(read(folder, '.mcp.json')).toBe('{ // mine\n}');
  });
});
