/**
 * What the benches share: a process that is measured, copies of a tree, a contract for it, and the table that is printed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** Written by the measured process itself as its last act: its peak memory in kilobytes. */
const HOOK = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(process.env.BENCH_PEAK,String(process.resourceUsage().maxRSS)))`;

/**
 * Runs Node from its start to its exit.
 *
 * @param {string} work folder of the bench
 * @param {readonly string[]} args
 * @param {string} cache folder that stands for the user's
 */
export function run(work, args, cache) {
  const peak = join(work, 'peak');
  const env = { ...process.env, BENCH_PEAK: peak, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', HOOK, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const millis = performance.now() - started;
  // 3 with a report: not one promise could be compared, as of the contract that only asks for the routes.
  const failed = status === null || status === 2 || (status === 3 && stdout === '');
  if (failed) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`);
  return { millis, stdout, peak: Number(readFileSync(peak, 'utf8')) / 1024 };
}

export function median(/** @type {readonly number[]} */ numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * Copies what a scan may read; images and the like would only cost time to copy.
 *
 * @param {string} from
 * @param {string} to
 * @param {RegExp} read names of files
 */
export function copyTree(from, to, read) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      if (['.git', 'node_modules'].includes(basename(path))) return false;
      const found = lstatSync(path);
      return found.isDirectory() || (found.isFile() && read.test(path));
    },
  });
}

/**
 * A contract that promises every route of the tree, so that a scan has something to hold it against; how many those are.
 *
 * @param {string} work folder of the bench
 * @param {string} cli
 * @param {string} dir
 * @param {string} file where the contract goes
 */
export function writeContract(work, cli, dir, file) {
  writeFileSync(file, JSON.stringify(contractOf([{ method: 'GET', path: '/' }])));
  const args = ['scan', dir, '--contract', file, '--format', 'json', '--fail-on', 'never', '--no-cache'];
  const { routes } = JSON.parse(run(work, [cli, ...args], work).stdout);
  writeFileSync(file, JSON.stringify(contractOf(routes), null, 1));
  return routes.length;
}

function contractOf(/** @type {readonly { method: string, path: string }[]} */ routes) {
  /** @type {Record<string, Record<string, object>>} */
  const paths = {};
  for (const { method, path } of routes) {
    if (method === 'ANY' || path.includes('*')) continue;
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, createdAt: { type: 'string', format: 'date-time' } },
    };
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operation = { parameters, responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return { openapi: '3.0.3', info: { title: 'Bench', version: '1' }, paths };
}

/** One measured thing: `met` is undefined where nothing is asked of it. */
/** @typedef {[what: string, value: string, ratio: string, target: string, met: boolean | undefined]} Row */

export const seconds = (/** @type {number} */ millis) => `${(millis / 1000).toFixed(2)} s`;
export const times = (/** @type {number} */ millis, /** @type {number} */ by) => `${(millis / by).toFixed(2)}x`;
export const megabytes = (/** @type {number} */ size) => `${size.toFixed(0)} MB`;

export function printRows(/** @type {readonly Row[]} */ rows) {
  console.log(`${''.padEnd(24)}${'median'.padStart(9)}${'ratio'.padStart(8)}   asked (x: times the baseline)`);
  for (const [what, value, ratio, target, met] of rows) {
    const outcome = met === undefined ? '' : met ? 'met' : 'MISSED';
    console.log(`${what.padEnd(24)}${value.padStart(9)}${ratio.padStart(8)}   ${target.padEnd(28)}${outcome}`.trimEnd());
  }
}
