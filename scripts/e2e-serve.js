/**
 * The real `claude`, connected to `tallystick serve` in a repository with planted differences: a scripted model asks ten questions,
 * and each answer of the tools has to hold the right lines.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fetchClaude, LONG_FETCH_MS } from './e2e-build/claude.js';
import { startModel } from './e2e-build/model.js';

const LIMIT_MS = 120_000;

const CONTRACT = `openapi: 3.0.3
info: { title: Parcels, version: '1' }
paths:
  /parcels:
    get:
      operationId: listParcels
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Parcel' } } } }
  /parcels/{id}:
    get:
      operationId: getParcel
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: one
          content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } }
    delete:
      operationId: dropParcel
      responses: { '204': { description: gone } }
components:
  schemas:
    Parcel:
      type: object
      required: [id, weight]
      properties:
        id: { type: integer }
        weight: { type: number }
`;

/** @param {string} weight what the second route sends */
const app = (weight) => `import express from 'express';
const app = express();
app.get('/parcels', (req, res) => { res.json([{ id: 1, weight: 2 }]); });
app.get('/parcels/:id', (req, res) => { res.json({ id: 2, weight: ${weight} }); });
app.listen(8080);
`;

/** What is asked, and what has to be in the answer. @type {readonly (readonly [string, object, readonly string[]])[]} */
const QUESTIONS = [
  ['scan', { file: 'app.js' }, ['CONTRACT-001/type GET /parcels/{id} 200 weight', 'code: app.js:4  contract: openapi.yaml:29']],
  ['scan', { operation: 'listParcels' }, ['0 findings of listParcels.', '1 verified']],
  ['scan', { changed_since: 'HEAD' }, ['findings in what was changed since HEAD', 'code: app.js:4']],
  ['scan', { operation: 'DELETE /parcels/7' }, ['endpoint-missing DELETE /parcels/{id}']],
  ['get_operation', { operation: 'GET /parcels/{id}' }, ['(getParcel) of openapi.yaml:12', 'weight: number', 'app.js:4']],
  ['get_operation', { operation: 'getParcell' }, ['Did you mean getParcel?']],
  ['find_operations', { field: 'weight' }, ['GET /parcels (listParcels): verified', 'GET /parcels/{id} (getParcel): violated']],
  ['what_changed', { since: 'HEAD' }, ['new 1', 'NEW error CONTRACT-001/type GET /parcels/{id} 200 weight', 'app.js:4']],
  ['explain', { word: 'CONTRACT-001' }, ['CONTRACT-001']],
  ['scan', { fille: 'app.js' }, ['Did you mean file?']],
];

/**
 * @param {string} cli the compiled command line
 * @returns {Promise<string[]>} what failed, a sentence each
 */
export async function serveClaude(cli) {
  const { folder, problem } = fetchClaude(LONG_FETCH_MS);
  if (folder === undefined) return [`the questions of an agent were not asked: ${problem}`];
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-e2e-serve-')));
  const repository = join(work, 'parcels');
  mkdirSync(repository);
  mkdirSync(join(work, 'home'));
  writeFileSync(join(repository, 'openapi.yaml'), CONTRACT);
  writeFileSync(join(repository, 'app.js'), app('3'));
  const git = (/** @type {string[]} */ ...words) =>
    spawnSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...words]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(join(repository, 'app.js'), app("'heavy'"));
  const servers = { tallystick: { command: process.execPath, args: [cli, 'serve', '--no-journal'] } };
  writeFileSync(join(work, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  const turns = QUESTIONS.map(([name, input]) => ({ call: { name: `mcp__tallystick__${name}`, input } }));
  const answers = [{ agent: '', by: 'serve', says: 'Ask the tools', turns: [...turns, { say: 'That is all.' }] }];
  const model = await startModel(/** @type {any} */ ({ name: 'serve', answers }), repository);
  try {
    const code = await claude(folder, work, repository, model.url);
    const last = model.calls.filter(({ body }) => JSON.stringify(body.messages).includes('Ask the tools')).at(-1)?.body;
    return code === 0 ? wrong(last?.messages ?? []) : [`claude ended with ${code}`];
  } finally {
    await model.close();
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder @param {string} work @param {string} repository @param {string} url
 * @returns {Promise<number | null>}
 */
function claude(folder, work, repository, url) {
  const env = {
    HOME: join(work, 'home'),
    PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'of-a-test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const names = [...new Set(QUESTIONS.map(([name]) => `mcp__tallystick__${name}`))].join(',');
  const words = ['-p', 'Ask the tools of tallystick.', '--mcp-config', join(work, 'mcp.json'), '--strict-mcp-config'];
  const child = spawn('claude', [...words, '--allowedTools', names, '--output-format', 'json', '--max-turns', '30'], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
  });
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** The results of the calls, as the model was told them. @param {readonly any[]} messages */
function wrong(messages) {
  const results = messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((/** @type {any} */ block) => block.type === 'tool_result') : [],
  );
  const texts = results.map(({ content }) =>
    typeof content === 'string' ? content : content.map((/** @type {any} */ block) => block.text ?? '').join('\n'),
  );
  const failures = QUESTIONS.flatMap(([name, input, requested], index) => {
    const text = texts[index] ?? '';
    const missing = requested.filter((line) => !text.includes(line));
    console.log(`${missing.length === 0 ? 'answered' : 'failed'} ${name} ${JSON.stringify(input)}`);
    return missing.length === 0
      ? []
      : [`${name} ${JSON.stringify(input)} does not say ${missing.join(' or ')}: ${text.slice(0, 400)}`];
  });
  return texts.length === QUESTIONS.length
    ? failures
    : [...failures, `${texts.length} of ${QUESTIONS.length} calls were answered`];
}
