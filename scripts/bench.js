/**
 * `npm run bench [-- --tree DIR]`: how long scans take, from process start to exit, as medians of five, beside a baseline
 * measured in the same run: one process that parses every source file of the tree once with the TypeScript parser. `DIR` (or the
 * variable BENCH_TREE) is a large TypeScript repository; without it one of 3,360 files is generated. `--runs N` for another number.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateTree } from './generate-tree.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { tree: { type: 'string' }, runs: { type: 'string' }, cli: { type: 'string' } },
});
const runs = Number(options.runs ?? 5);
const cli = resolve(
  options.cli ?? ['dist/cli.js', 'lib/cli.js'].map((file) => join(root, file)).find((file) => existsSync(file)) ?? 'dist/cli.js',
);
const work = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));

/** Written by the measured process itself as its last act: its peak memory in kilobytes. */
const PEAK = join(work, 'peak');
const HOOK = `data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(process.env.BENCH_PEAK,String(process.resourceUsage().maxRSS)))`;

const BASELINE = `
import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
for (const path of JSON.parse(readFileSync(process.argv[2], 'utf8')))
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false);
`;

/**
 * @param {readonly string[]} args
 * @param {string} cache folder that stands for the user's
 */
function run(args, cache) {
  const env = { ...process.env, BENCH_PEAK: PEAK, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
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
  return { millis, stdout, peak: Number(readFileSync(PEAK, 'utf8')) / 1024 };
}

/** Milliseconds until the first byte of a process that is then let go. */
function firstLine(/** @type {string} */ dir) {
  const script = `
    const { spawn } = await import('node:child_process');
    const started = performance.now();
    const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    let first;
    const note = () => { first ??= performance.now() - started; };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.on('close', () => console.log(first));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, cli, 'scan', dir, '--no-cache'], {
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** What the payload of a push has: https://docs.github.com/webhooks/webhook-events-and-payloads#push */
const PUSH = {
  ref: 'refs/heads/main',
  after: '0'.repeat(40),
  before: '0'.repeat(40),
  repository: { default_branch: 'main', fork: false },
};

/**
 * One run of the Action as a runner starts it, on a copy of an example that keeps its contract: milliseconds to the first byte and
 * to the end. It is given no token, so that no time of a network is in it.
 */
function action(/** @type {string} */ dir) {
  const workspace = mkdtempSync(join(work, 'workspace-'));
  cpSync(dir, workspace, { recursive: true });
  const files = Object.fromEntries(
    ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV', 'GITHUB_EVENT_PATH'].map((name) => {
      const path = join(work, name);
      writeFileSync(path, name === 'GITHUB_EVENT_PATH' ? JSON.stringify(PUSH) : '');
      return [name, path];
    }),
  );
  const script = `
    const { spawn } = await import('node:child_process');
    const started = performance.now();
    const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
    let first;
    child.stdout.on('data', () => { first ??= performance.now() - started; });
    child.on('close', (code) => console.log(JSON.stringify({ code, first, end: performance.now() - started })));`;
  const door = join(dirname(cli), 'action.js');
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, door], {
    env: {
      PATH: process.env.PATH,
      HOME: work,
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REPOSITORY: 'owner/service',
      GITHUB_SHA: '0'.repeat(40),
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: work,
      ...files,
    },
    encoding: 'utf8',
  });
  const { code, first, end } = JSON.parse(stdout);
  if (code !== 0) throw new Error(`The Action ended with ${code} on ${dir}.`);
  return { first, end };
}

function median(/** @type {readonly number[]} */ numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** What a scan may read; images and the like would only cost time to copy. */
const READ = /\.(?:[cm]?[jt]sx?|json|ya?ml)$|\.gitignore$/;

function copyTree(/** @type {string} */ from, /** @type {string} */ to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !['.git', 'node_modules'].includes(basename(path)) && (READ.test(path) || lstatSync(path).isDirectory()),
  });
}

/** A contract that promises every route of the tree, so that a scan has something to hold it against. */
function writeContract(/** @type {string} */ dir, /** @type {string} */ file) {
  writeFileSync(file, JSON.stringify(contractOf([{ method: 'GET', path: '/' }])));
  const { routes } = JSON.parse(
    run([cli, 'scan', dir, '--contract', file, '--format', 'json', '--fail-on', 'never', '--no-cache'], work).stdout,
  );
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

function measure(/** @type {string} */ tree) {
  const one = join(work, 'one');
  const two = join(work, 'two');
  copyTree(tree, one);
  for (const half of ['a', 'b']) copyTree(tree, join(two, half));
  for (const dir of [one, two]) mkdirSync(join(dir, '.git'));
  const contract = join(work, 'contract.json');
  const routes = writeContract(one, contract);

  const scan = (/** @type {string} */ dir) => [
    cli,
    'scan',
    dir,
    '--contract',
    contract,
    '--format',
    'json',
    '--fail-on',
    'never',
    '--infer',
    'off',
  ];
  // No contract is at hand here: what every handler sends is worked out, promised or not.
  const sheet = join(work, 'sheet.json');
  const infer = [cli, 'facts', one, '--infer', 'on', '--out', sheet];
  const sources = listSources(one);
  const list = join(work, 'sources.json');
  writeFileSync(list, JSON.stringify(sources));
  const baseline = join(root, `.bench-baseline-${process.pid}.mjs`);
  writeFileSync(baseline, BASELINE);
  /** @type {Record<'baseline' | 'cold' | 'warm' | 'double' | 'first' | 'peak' | 'inferCold' | 'inferWarm' | 'inferPeak' | 'actionFirst' | 'actionEnd', number[]>} */
  const taken = {
    baseline: [],
    cold: [],
    warm: [],
    double: [],
    first: [],
    peak: [],
    inferCold: [],
    inferWarm: [],
    inferPeak: [],
    actionFirst: [],
    actionEnd: [],
  };
  try {
    for (let round = 0; round < runs; round += 1) {
      const cache = join(work, `cache-${round}`);
      taken.baseline.push(run([baseline, list], cache).millis);
      const cold = run(scan(one), cache);
      taken.cold.push(cold.millis);
      taken.peak.push(cold.peak);
      taken.warm.push(run(scan(one), cache).millis);
      taken.double.push(run([...scan(two), '--no-cache'], cache).millis);
      const inferred = run(infer, `${cache}-infer`);
      taken.inferCold.push(inferred.millis);
      taken.inferPeak.push(inferred.peak);
      taken.inferWarm.push(run(infer, `${cache}-infer`).millis);
      taken.first.push(firstLine(join(root, 'examples/bookshop')));
      const step = action(join(root, 'examples/library-nest'));
      taken.actionFirst.push(step.first);
      taken.actionEnd.push(step.end);
    }
  } finally {
    rmSync(baseline);
  }
  const lines = sources.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
  const answers = Object.keys(JSON.parse(readFileSync(sheet, 'utf8')).answers ?? {}).length;
  const promised = scan(one).map((word) => (word === 'off' ? 'on' : word));
  const { inferred } = JSON.parse(run([...promised, '--no-cache'], work).stdout).stats;
  return { taken, files: sources.length, lines, routes, answers, inferred };
}

/** Every TypeScript file of the tree, tests too, but declarations. */
function listSources(/** @type {string} */ dir) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(dir, path))
    .filter((path) => lstatSync(path).isFile());
}

function report(/** @type {ReturnType<typeof measure>} */ { taken, files, lines, routes, answers, inferred }) {
  const base = median(taken.baseline);
  const cold = median(taken.cold);
  const seconds = (/** @type {number} */ millis) => `${(millis / 1000).toFixed(2)} s`;
  const times = (/** @type {number} */ millis, /** @type {number} */ by) => `${(millis / by).toFixed(2)}x`;
  /** @type {[what: string, value: string, ratio: string, target: string, met: boolean | undefined][]} */
  const rows = [
    ['parsing every file', seconds(base), '1.00x', 'the baseline', undefined],
    ['cold scan', seconds(cold), times(cold, base), 'at most 1.5x', cold <= 1.5 * base],
    ['warm scan', seconds(median(taken.warm)), times(median(taken.warm), base), 'at most 0.5x', median(taken.warm) <= 0.5 * base],
    [
      'cold scan, tree twice',
      seconds(median(taken.double)),
      times(median(taken.double), cold),
      'at most 2.1x the cold scan',
      median(taken.double) <= 2.1 * cold,
    ],
    ['peak memory, cold', `${median(taken.peak).toFixed(0)} MB`, '', 'under 400 MB', median(taken.peak) < 400],
    [
      'cold, all inferred',
      seconds(median(taken.inferCold)),
      times(median(taken.inferCold), base),
      'at most 4.0x',
      median(taken.inferCold) <= 4 * base,
    ],
    [
      'warm, all inferred',
      seconds(median(taken.inferWarm)),
      times(median(taken.inferWarm), base),
      'at most 0.5x',
      median(taken.inferWarm) <= 0.5 * base,
    ],
    ['peak memory, inferred', `${median(taken.inferPeak).toFixed(0)} MB`, '', 'under 600 MB', median(taken.inferPeak) < 600],
    ['first line, bookshop', `${median(taken.first).toFixed(0)} ms`, '', 'within 120 ms', median(taken.first) <= 120],
    ['first line, Action', `${median(taken.actionFirst).toFixed(0)} ms`, '', 'under 150 ms', median(taken.actionFirst) < 150],
    ['clean example, Action', seconds(median(taken.actionEnd)), '', 'under 1.5 s', median(taken.actionEnd) < 1500],
  ];
  console.log(`${files} TypeScript files, ${lines} lines, ${routes} routes; Node ${process.version}; medians of ${runs}`);
  console.log(`${answers} questions answered for all routes; ${inferred} promised handlers inferred in a scan`);
  for (const [what, value, ratio, target, met] of rows) {
    const outcome = met === undefined ? '' : met ? 'met' : 'MISSED';
    console.log(`${what.padEnd(24)}${value.padStart(9)}${ratio.padStart(8)}   ${target.padEnd(28)}${outcome}`.trimEnd());
  }
}

try {
  const given = options.tree ?? process.env.BENCH_TREE;
  const tree = given === undefined ? join(work, 'generated') : resolve(given);
  if (given === undefined) generateTree(tree, 3360);
  report(measure(tree));
} finally {
  rmSync(work, { recursive: true, force: true });
}
