import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { marked } from 'marked';
import { sample } from '../long.js';
import { pullRequest, pullRequestTarget, workflowRun } from './events.js';
import type { Files, Proposal } from './repository.js';
import { isBundle, type Step } from './runner.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** Pull requests that attack. Each would get what it wants from a program that trusts what it reads. */

let scene: Scene;
afterEach(() => scene.close());

const HIDDEN = `from elsewhere import secret
from flask import Blueprint

router = Blueprint('part_0', __name__)


@router.get('/r0')
def r0():
    return secret()
`;

/** Everything that leaves the step: its log, its files, and what it told GitHub. */
function everythingStated(step: Step): string {
  const report = step.outputs.report === undefined ? '' : readFileSync(step.outputs.report, 'utf8');
  return [
    step.stdout,
    step.stderr,
    step.summary,
    report,
    JSON.stringify(scene.github.requests.map(({ path, body }) => [path, body])),
  ].join('\n');
}

describe('the configuration of the head', () => {
  const loosening: readonly (readonly [string, Files])[] = [
    ['drops the rule', { '.tallystick.yml': 'severity:\n  CONTRACT-001: "off"\n' }],
    ['lowers the severity', { '.tallystick.yml': 'severity:\n  CONTRACT-001/missing: note\n' }],
    [
      'switches the scan off',
      { '.tallystick.yml': 'contract_scans:\n  endpoint_schema_scan: false\n  missing_endpoint_scan: false\n' },
    ],
    ['ignores the findings', { '.tallystick.yml': 'ignore: [{ rule: "*", reason: nobody looks }]\n' }],
    [
      'names a contract that is kept',
      { '.tallystick.yml': 'contracts: ["decoy/openapi.json"]\n', 'decoy/openapi.json': serviceWith(0)['openapi.json'] },
    ],
  ];

  test.each(sample(loosening, 1))('that %s changes nothing, and is shown', async (_, files) => {
    scene = await openScene({ base: serviceWith(0), head: { ...serviceWith(3), ...files } });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
    expect(checksOn(scene, scene.at.headSha).map(({ conclusion, annotations }) => [conclusion, annotations.length])).toEqual([
      ['failure', 1],
    ]);
    for (const shown of [step.stdout, step.summary, ownComments(scene)[0]?.body]) expect(shown).toMatch(/[Tt]aken from/);
  });

  test.each([0, 1])('counts when it is the base’s (checkout with depth %i)', async (depth) => {
    const base = { ...serviceWith(0), '.tallystick.yml': 'severity:\n  CONTRACT-001/missing: warning\n' };
    scene = await openScene({ base, head: serviceWith(3) });
    const workspace = scene.repository.checkout('refs/pull/7/merge', depth);
    const step = await scene.step({ event: pullRequest(scene.at), workspace });
    expect([step.code, step.outputs.errors, step.outputs.violations]).toEqual([0, '0', '3']);
  });

  test('cannot loosen what the base makes stricter', async () => {
    const base = { ...serviceWith(0), '.tallystick.yml': 'severity:\n  CONTRACT-001: error\n' };
    scene = await openScene({ base, head: { ...serviceWith(3), '.tallystick.yml': undefined } });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
  });

  const events: readonly (readonly [string, (at: Proposal) => ReturnType<typeof pullRequest>])[] = [
    ['pull_request', (at) => pullRequest(at)],
    ['pull_request_target', (at) => pullRequestTarget(at)],
    ['workflow_run', (at) => workflowRun(at)],
  ];
  // Both modes take their settings by the same way: each event is tried with one of them.
  const modes = events.map(([event, make], index) => [index === 1 ? 'validate' : 'scan', event, make] as const);
  test.each(sample(modes, 1))('that names a command runs nothing in mode %s on %s', async (mode, _, make) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    const proof = join(scene.runner.folder, 'proof');
    const command = { enabled: true, mcp_command: 'touch', mcp_args: [proof] };
    const server = { type: 'stdio', command: 'touch', args: [proof] };
    const servers = { 'contract-engine': server, 'codebase-intelligence': server, architect: server, 'task-master': server };
    const at = scene.push({
      '.tallystick.yml': JSON.stringify({ contract_engine: command, codebase_intelligence: command }),
      '.mcp.json': JSON.stringify({ mcpServers: servers }),
    });
    const workspace = scene.repository.checkout('refs/pull/7/head');
    const step = await scene.step({ event: make(at), workspace, inputs: { mode, depth: 'exhaustive' } });
    expect([step.code, existsSync(proof)]).toEqual([1, false]);
  });

  test.each(sample(events.slice(1), 1))('is not even read on %s', async (_, make) => {
    scene = await openScene({
      base: serviceWith(0),
      head: { ...serviceWith(3), '.tallystick.yml': 'this: is\n  no: configuration\n' },
    });
    const step = await scene.step({ event: make(scene.at), workspace: scene.repository.checkout('refs/pull/7/head') });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
  });
});

describe('services of the head', () => {
  const services = (text: string): Files => ({ '.tallystick.yml': `services: ${text}\n` });
  const decoy: Files = {
    'decoy/app.py': `from flask import Flask

app = Flask(__name__)


@app.get('/r0')
def r0():
    return {'kept': 'x', 'f0x0': 'x', 'f0x1': 'x', 'f0x2': 'x'}
`,
  };
  const named = '{ books: { path: src, contracts: [openapi.json] } }';
  const all = '{}';

  const hiding: readonly (readonly [string, string, string])[] = [
    ['give its contract other code', named, '{ books: { path: decoy, contracts: [openapi.json] } }'],
    ['give its contract to another', named, '{ decoy: { path: decoy, contracts: [openapi.json] } }'],
    ['take its contract out', named, '{ books: { path: src, contracts: [openapi.json, "!openapi.json"] } }'],
    ['take it out of another list', named, '{ books: { path: src }, other: { contracts: ["!openapi.json"] } }'],
    ['only rely on its contract', named, '{ books: { path: src, contracts: [], consumes: [openapi.json] } }'],
    ['lay a contract that was there beside part of the code', all, '{ decoy: { path: decoy, contracts: [openapi.json] } }'],
    ['take a folder of the code', all, '{ rest: { path: src, contracts: [] }, decoy: { path: . } }'],
  ];
  test.each(sample(hiding, 1))('that %s hide no finding', async (_, base, head) => {
    scene = await openScene({
      base: { ...serviceWith(0), ...services(base) },
      head: { ...serviceWith(3), ...decoy, ...services(head) },
    });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
    expect(ownComments(scene)[0]?.body).toContain('3 new findings');
  });

  test('that come with a contract and code of their own are checked by them alone', async () => {
    const { 'openapi.json': contract } = serviceWith(3);
    const own = { ...decoy, 'decoy/api.json': contract };
    scene = await openScene({
      base: { ...serviceWith(3), ...services(named) },
      head: { ...own, ...services(named.replace(/}$/, ', decoy: { path: decoy, contracts: [decoy/api.json] } }')) },
    });
    const step = await scene.step({ event: pullRequest(scene.at) });
    const report = JSON.parse(readFileSync(step.outputs.report ?? '', 'utf8'));
    expect(report.matrix.map(({ contract, status }: Record<string, string>) => `${contract} ${status}`)).toEqual([
      'decoy/api.json verified',
      'openapi.json violated',
    ]);
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
  });
});

describe('a .gitignore of the head', () => {
  const contract = 'contracts/openapi.json';
  const service = (count: number): Files => {
    const { 'openapi.json': text, ...files } = serviceWith(count);
    return { ...files, [contract]: text };
  };
  const other = { 'src/contracts/openapi.json': serviceWith(0)['openapi.json'] };

  test.each([
    ['the program', 'src/part_0.py'],
    ['the folder of the contract', '/contracts'],
  ])('hides nothing that git tracks: %s', async (_, line) => {
    scene = await openScene({ base: { ...service(0), ...other }, head: { ...service(3), '.gitignore': `${line}\n` } });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
    expect(ownComments(scene)[0]?.body).toContain('3 new findings, 0 fixed, 0 from before');
  });
});

describe('a contract that the head takes out of sight', () => {
  const second = { 'second/openapi.json': String(serviceWith(0)['openapi.json']).replace('Service', 'Second') };
  const hiding: readonly (readonly [string, Files])[] = [
    ['by removing it', { 'second/openapi.json': undefined }],
    [
      'by a document that refers to it',
      {
        'a.json': JSON.stringify({
          openapi: '3.0.3',
          info: { title: 'A', version: '1' },
          paths: { '/r0': { $ref: 'second/openapi.json#/paths/~1r0' } },
        }),
      },
    ],
  ];

  test.each(sample(hiding, 1))('%s is told, although nothing is found', async (_, files) => {
    scene = await openScene({ base: { ...serviceWith(0), ...second }, head: files });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.outputs.dropped]).toEqual([0, '1']);
    expect(step.stdout).toMatch(/The contracts no longer have GET .r0/);
    for (const shown of [step.summary, ownComments(scene)[0]?.body])
      expect(shown).toContain('**Dropped: no longer in any contract**');
  });
});

test('code that the head makes unreadable is told, although nothing is found', async () => {
  scene = await openScene({ base: serviceWith(0), head: { 'src/part_0.py': HIDDEN } });
  const step = await scene.step({ event: pullRequest(scene.at) });
  expect(ownComments(scene)[0]?.body).toContain('**Lost: checked at the base, but no longer**');
  expect(step.code).toBe(3);
});

const onBundle = isBundle ? test : test.skip;
onBundle('a cache is not read for a pull request, wherever it comes from', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const workspace = scene.repository.checkout('refs/pull/7/merge');
  const program = join(workspace, 'src/part_0.py');
  const broken = readFileSync(program, 'utf8');
  const home = join(scene.runner.folder, 'home');
  const locally = () => scene.runner.cli(['scan', workspace], { HOME: home, XDG_CACHE_HOME: join(home, '.cache') });

  // Facts of a program that keeps its contract, filed under the content of the one that does not.
  writeFileSync(program, broken.replace("'kept': 'x',", "'kept': 'x', 'f0x0': 'x', 'f0x1': 'x', 'f0x2': 'x',"));
  expect(await locally()).toBe(0);
  const good = cacheOf(home, 'facts');
  const goodResult = cacheOf(home, 'result');
  writeFileSync(program, broken);
  expect(await locally()).toBe(1);
  const bad = cacheOf(home, 'facts');
  const badResult = cacheOf(home, 'result');
  const lineOf = (text: string) => text.split('\n').find((line) => line.includes('part_0.py')) ?? '';
  const [key = ''] = lineOf(bad.text).split('\t');
  const hash = /"hash":"([0-9a-f]{64})"/;
  const facts = lineOf(good.text).split('\t').slice(1).join('\t');
  const forged = `${key}\t${facts.replace(hash, hash.exec(lineOf(bad.text))?.[0] ?? '')}`;
  const poisoned = sealed(bad.text.replace(lineOf(bad.text), forged));

  // The result of the good program, filed under the state of the bad one.
  const [header, state] = badResult.text.split('\n');
  const poisonedResult = sealed([header, state, goodResult.text.split('\n')[2]].join('\n'));

  // Facts work where they are read.
  writeFileSync(bad.file, poisoned);
  rmSync(badResult.file);
  expect(await locally()).toBe(0);
  // Whether a stored result is read as well depends on how long ago its files were written.
  writeFileSync(badResult.file, poisonedResult);
  for (const place of ['.tallystick/cache', '.cache/tallystick', 'node_modules/.cache/tallystick', 'tallystick']) {
    mkdirSync(join(workspace, place), { recursive: true });
    writeFileSync(join(workspace, place, bad.name), poisoned);
    writeFileSync(join(workspace, place, badResult.name), poisonedResult);
  }
  for (const inputs of [{}, { cache: dirname(bad.file) }]) {
    const step = await scene.step({ event: pullRequest(scene.at), workspace, inputs });
    expect([step.code, step.outputs.errors]).toEqual([1, '3']);
  }
});

/** A cache that somebody changed, with the hash that it would have. */
function sealed(text: string): string {
  const body = text.slice(text.indexOf('\n') + 1);
  const hash = createHash('sha256').update(body).digest('hex');
  return `${text.slice(0, text.indexOf('\n')).replace(/[0-9a-f]{64}$/, hash)}\n${body}`;
}

/** The one cache file of a kind below a home folder. */
function cacheOf(
  home: string,
  kind: 'facts' | 'result',
): { readonly name: string; readonly file: string; readonly text: string } {
  const [entry] = readdirSync(home, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith(`.${kind}`));
  if (entry === undefined) throw new Error('There is no cache.');
  const file = join(entry.parentPath, entry.name);
  return { name: entry.name, file, text: readFileSync(file, 'utf8') };
}

describe('a symbolic link to a secret', () => {
  const SECRET = 'hunter2hunter2';
  const places = [
    ['as the contract', 'openapi.json'],
    ['as code', 'src/part_0.py'],
    ['as the configuration', '.tallystick.yml'],
    ['as a folder of code', 'src'],
  ] as const;
  test.each(sample(places, 1))('%s tells nothing of it', async (_, path) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    const secrets = join(scene.runner.folder, 'secrets');
    mkdirSync(secrets);
    const file = join(secrets, 'credentials');
    writeFileSync(file, `${SECRET}: [\n'${SECRET}', app.get('/${SECRET}', (req, res) => res.json({ ${SECRET}: 1 }));\n`);
    const removed = path === 'src' ? { 'src/app.py': undefined, 'src/part_0.py': undefined } : {};
    const at = scene.push({ ...removed, [path]: { link: path === 'src' ? secrets : file } });
    const step = await scene.step({ event: pullRequest(at) });
    expect(everythingStated(step)).not.toContain(SECRET);
    expect(step.code).not.toBe(0);
  });
});

describe('words of the repository', () => {
  const COMMANDS = [
    '\n::set-output name=errors::0',
    '::error file=x::gotcha',
    '##[error]gotcha',
    '\r::stop-commands::x',
    '%0A::error::gotcha',
  ];
  const MARKUP = [
    '-->',
    '<!-- tallystick -->',
    '@octocat',
    '@octo-org/everyone',
    '#123',
    'octo-org/service#1',
    '<img src=x onerror=y>',
    '|',
    '`',
    '](http://evil.example)',
    '</details>',
  ];

  function hostile(): Files {
    const names = [...COMMANDS, ...MARKUP];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', description: name }]));
    const schema = { type: 'object', required: names, properties };
    const response = (text: string) => ({ 200: { description: text, content: { 'application/json': { schema } } } });
    const paths = Object.fromEntries([
      ['/r0', { get: { responses: response('ok') } }],
      ...names.map((name) => [`/${name}`, { get: { responses: response(name) } }]),
    ]);
    const contract = { openapi: '3.0.3', info: { title: names.join(' '), version: names.join(' ') }, paths };
    return {
      ...serviceWith(0),
      'openapi.json': JSON.stringify(contract),
      'src/a,line=9::error::gotcha.py': serviceWith(0)['src/part_0.py'],
    };
  }

  test('are never obeyed, and never leave their places', async () => {
    scene = await openScene({ base: serviceWith(0), head: hostile() });
    const first = await scene.step({ event: pullRequest(scene.at), run: 100 });
    const second = await scene.step({ event: pullRequest(scene.at), run: 101 });
    for (const step of [first, second]) {
      const known = ['error', 'warning', 'notice', 'add-mask', 'group', 'endgroup', 'debug'];
      expect(step.commands.filter(({ name }) => !known.includes(name))).toEqual([]);
      expect(step.commands.filter(({ properties, message }) => properties.file === 'x' || message === 'gotcha')).toEqual([]);
      expect(Number(step.outputs.errors)).toBeGreaterThan(0);
    }
    expect(scene.github.misuses).toEqual([]);
    // A comment whose marker was broken would not be found again.
    const comments = ownComments(scene);
    expect(comments).toHaveLength(1);
    const [check] = checksOn(scene, scene.at.headSha);
    for (const text of [comments[0]?.body, first.summary, check?.summary, check?.text])
      expect(foreign(text ?? 'no text <b>')).toEqual([]);
  });

  /** Elements that reports are made of; whatever else is rendered came from the repository. */
  const OWN = [
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'ul',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'strong',
    'em',
    'code',
    'pre',
    'a',
    'blockquote',
    'details',
    'summary',
    'sub',
    'br',
    'hr',
  ];

  /** Elements, mentions, references and links of others, as GitHub would render them: code is left alone there. */
  function foreign(markdown: string): readonly string[] {
    const html = (marked.parse(markdown, { gfm: true, async: false }) as string).replaceAll(/<!--.*?-->/gs, '\u0000');
    const elements = [...html.matchAll(/<(\w+)/g)].map(([, name = '']) => name).filter((name) => !OWN.includes(name));
    const links = [...html.matchAll(/href="([^"]*)"/g)]
      .map(([, url = '']) => url)
      // The pages of our rules lie in our own repository.
      .filter(
        (url) =>
          !url.startsWith(scene.github.server) &&
          !/^https:\/\/github\.com\/OWNER\/tallystick\/blob\/main\/src\/rules\/contract-00\d\.md$/.test(url),
      );
    const text = html.replaceAll(/<(code|pre|a)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '\n');
    return [...elements, ...links, ...(text.match(/@octo[\w-]*|(?<![&\w])#123|service#1/g) ?? [])];
  }
});

test('a contract that refers to another host makes nobody ask there', async () => {
  const asked: string[] = [];
  const host = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{"type":"object"}');
  });
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/schema.json`;
  const schema = { type: 'object', required: ['own'], properties: { own: { $ref: url }, other: { $ref: `${url}#/x` } } };
  const contract = {
    openapi: '3.0.3',
    info: { title: 'Service', version: '1.0.0' },
    externalDocs: { url },
    servers: [{ url }],
    paths: { '/r0': { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } } } },
  };
  scene = await openScene({ base: serviceWith(0), head: { 'openapi.json': JSON.stringify(contract) } });
  const step = await scene.step({ event: pullRequest(scene.at) });
  await new Promise((closed) => host.close(closed));
  expect(asked).toEqual([]);
  expect(step.code).not.toBe(0);
});

test('a comment of somebody else that looks like ours is left alone', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  await scene.step({ event: pullRequest(scene.at), run: 100 });
  const [ours] = ownComments(scene);
  const body = ours?.body ?? '';
  const forged = {
    id: 1,
    issue: 7,
    author: { login: 'mallory', id: 9, type: 'User' as const },
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2020-01-01T00:00:00Z',
    body: body.replace(/run=\d+/, 'run=999999'),
  };
  scene.github.world.comments.unshift(forged);
  const at = scene.push(serviceWith(2));
  await scene.step({ event: pullRequest(at), run: 101 });
  expect(forged.body).toContain('run=999999');
  expect(ownComments(scene).map(({ id }) => id)).toEqual([ours?.id]);
  expect(ownComments(scene)[0]?.body).toContain('2 new findings');
});

test('a forged report of a run without rights turns no required check green, and speaks of no other commit', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const { github, at, repository } = scene;
  await scene.step({ event: pullRequest(at), run: 100 });
  // Another pull request, whose contract is kept: its report, passed in for this one.
  repository.commit('kept', { 'README.md': 'x' }, 'main');
  const other = repository.propose(8, 'main', 'kept');
  github.world.pulls.push({ ...scene.pull, ...other, number: 8, headRef: 'kept' });
  const good = await scene.step({
    event: pullRequest(other, { number: 8 }),
    workspace: repository.checkout('refs/pull/8/merge'),
    run: 101,
  });
  const result = good.outputs.report ?? 'no report';
  const workspace = repository.checkout('refs/heads/main');
  const step = await scene.step({ event: workflowRun(at), workspace, run: 102, action: 'report', inputs: { result } });
  expect([good.code, step.code]).toEqual([0, 0]);
  const required = checksOn(scene, at.headSha).filter(({ name }) => name === 'Tallystick');
  expect(required.map(({ conclusion }) => conclusion)).toEqual(['failure']);
  expect(github.world.comments.filter(({ issue }) => issue === 7).some(({ body }) => body.includes('3 new findings'))).toBe(true);
  expect(checksOn(scene, other.headSha)).toHaveLength(1);
  expect(github.misuses).toEqual([]);
});

test('the token is in nothing that is written', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const { FULL } = await import('./scene.js');
  const step = await scene.step({ event: pullRequest(scene.at), env: { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' } });
  const masked = step.stdout
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
  expect(everythingStated({ ...step, stdout: masked })).not.toContain(FULL.secret);
  expect(JSON.stringify([step.outputs, step.variables, step.state])).not.toContain(FULL.secret);
});
