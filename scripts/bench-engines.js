/**
 * How long the embedded engines take as an agent sees them, over the standard streams of `tallystick serve`: from the start of the
 * process to the first answer, a thousand responses compared, a repository of 3,000 files indexed, one file read into the index.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { median, printRows, seconds } from './bench-process.js';
import { generateTree } from './generate-tree.js';

/** 75 modules of 28 files and 12 components, and two more. */
const SOURCES = 2100;
const CALLS = 1000;
/** As the bookshop's contract promises it. */
const BOOK = {
  ...{ id: '1', title: 'A book', genre: 'fiction', price: 10, language: 'en' },
  authors: [{ id: '7', name: 'Its author' }],
};

/**
 * @param {{ readonly work: string, readonly cli: string, readonly root: string, readonly runs: number }} given
 */
export async function benchEngines({ work, cli, root, runs }) {
  const shop = join(work, 'shop');
  cpSync(join(root, 'examples/bookshop'), shop, { recursive: true });
  mkdirSync(join(shop, '.git'), { recursive: true });
  writeFileSync(join(shop, '.tallystick.yml'), 'services: { shop: { path: . } }\n');
  const tree = join(work, 'indexed');
  generateTree(tree, SOURCES);
  mkdirSync(join(tree, '.git'));
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path)).length;

  const firsts = [];
  const thousands = [];
  const indexed = [];
  const registered = [];
  for (let run = 0; run < runs; run += 1) {
    const cache = join(work, `engines-${run}`);
    const contracts = await session(cli, ['contract-engine', '--dir', shop], cache, async (call) => {
      await call('list_contracts', {});
      const first = performance.now();
      for (let each = 0; each < CALLS; each += 1) {
        const path = '/books/1';
        const answer = await call('validate_endpoint', { service_name: 'shop', method: 'GET', path, response_body: BOOK });
        if (answer.valid !== true) throw new Error(`The response is not compared as promised: ${JSON.stringify(answer)}`);
      }
      return { first, thousand: performance.now() - first };
    });
    firsts.push(contracts.value.first - contracts.started);
    thousands.push(contracts.value.thousand);
    const code = await session(cli, ['codebase-intelligence', '--dir', tree], cache, async (call) => {
      await call('search_semantic', { query: 'refund of an order' });
      const found = performance.now();
      writeFileSync(join(tree, 'src/added.ts'), `export function added${run}(order: string): string {\n  return order;\n}\n`);
      const before = performance.now();
      const { indexed } = await call('register_artifact', { file_path: 'src/added.ts', service_name: 'generated' });
      if (indexed !== true) throw new Error('src/added.ts was not read into the index.');
      return { found, register: performance.now() - before };
    });
    indexed.push(code.value.found - code.started);
    registered.push(code.value.register);
  }
  console.log(`Engines over stdio; ${files} files indexed; Node ${process.version}; medians of ${runs}`);
  const millis = (/** @type {number} */ number) => `${number.toFixed(0)} ms`;
  printRows([
    ['first answer, from start', millis(median(firsts)), '', 'under 400 ms', median(firsts) < 400],
    [`validate_endpoint, ${CALLS} calls`, seconds(median(thousands)), '', 'under 3 s', median(thousands) < 3000],
    [`index of ${files} files`, seconds(median(indexed)), '', 'under 10 s', median(indexed) < 10_000],
    ['register_artifact, one file', millis(median(registered)), '', 'under 200 ms', median(registered) < 200],
  ]);
}

/**
 * A server, asked and ended.
 *
 * @template Value
 * @param {string} cli
 * @param {readonly string[]} args
 * @param {string} cache folder that stands for the user's
 * @param {(call: (name: string, input: object) => Promise<any>) => Promise<Value>} ask
 */
export async function session(cli, args, cache, ask) {
  const started = performance.now();
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const server = spawn(process.execPath, [cli, 'serve', ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const gone = new Promise((resolve) => server.once('close', resolve));
  let id = 0;
  const request = (/** @type {string} */ method, /** @type {object} */ params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, resolve);
      void gone.then(() => reject(new Error(`The server of ${args[0]} ended.`)));
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const greeting = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  await request('initialize', greeting);
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  try {
    const value = await ask(async (name, input) => {
      const { result, error } = await request('tools/call', { name, arguments: input });
      if (result === undefined || result.isError === true) throw new Error(`${name}: ${JSON.stringify(error ?? result.content)}`);
      const [{ text }] = result.content;
      return /^[[{]/.test(text) ? JSON.parse(text) : text;
    });
    return { started, value };
  } finally {
    server.stdin.end();
    await gone;
  }
}
