/**
 * `npm run bench [-- --language NAME] [--tree DIR] [--runs N]`: how long scans take, from process start to exit, as medians of
 * five (or N), beside a baseline measured in the same run. TypeScript: one process that parses every source file of the tree once
 * with the TypeScript parser; `DIR` (or the variable BENCH_TREE) is a large TypeScript repository, without it one of 3,360 files is
 * generated. `python`, `jvm`, `csharp` and `go`: one process that looks for ten patterns with `@ast-grep/napi`; without `DIR` a public
 * tree is fetched, or one is generated where git reaches none. Neither a language nor a tree: all of them, and the
 * embedded engines and the tools of `serve`, which `--engines` and `--serve` measure alone.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchEngines } from './bench-engines.js';
import { benchLanguage } from './bench-languages.js';
import { copyTree, median, megabytes, printRows, run as runNode, seconds, times, writeContract } from './bench-process.js';
import { benchServe } from './bench-serve.js';
import { generateTree } from './generate-tree.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    tree: { type: 'string' },
    runs: { type: 'string' },
    cli: { type: 'string' },
    language: { type: 'string', multiple: true },
    engines: { type: 'boolean' },
    serve: { type: 'boolean' },
  },
});
const runs = Number(options.runs ?? 5);
const cli = resolve(
  options.cli ?? ['dist/cli.js', 'lib/cli.js'].map((file) => join(root, file)).find((file) => existsSync(file)) ?? 'dist/cli.js',
);
const work = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));

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
const run = (args, cache) => runNode(work, args, cache);

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
 * to the end. Where it publishes, a server on loopback takes what GitHub would, and the time of its answers is left out.
 */
function action(/** @type {string} */ dir, { publishes = false } = {}) {
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
    const { createServer } = await import('node:http');
    const { once } = await import('node:events');
    let [requests, network] = [0, 0];
    // Lists are empty, and whatever is written has an id.
    const github = createServer((request, response) => {
      const arrived = performance.now();
      const body = { id: 1, html_url: 'http://localhost/1', total_count: 0, check_runs: [] };
      request.resume().on('end', () => {
        response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        requests += 1;
        network += performance.now() - arrived;
      });
    }).listen(0, '127.0.0.1');
    await once(github, 'listening');
    const server = 'http://127.0.0.1:' + github.address().port;
    const env = { ...process.env, GITHUB_API_URL: server, GITHUB_SERVER_URL: server, GITHUB_GRAPHQL_URL: server + '/graphql' };
    const started = performance.now();
    const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'], env });
    let first;
    child.stdout.on('data', () => { first ??= performance.now() - started; });
    child.on('close', (code) => {
      console.log(JSON.stringify({ code, first, requests, end: performance.now() - started - network }));
      github.close();
      github.closeAllConnections();
    });`;
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
      ...(publishes ? { INPUT_TOKEN: 'token' } : {}),
      ...files,
    },
    encoding: 'utf8',
  });
  const { code, first, end, requests } = JSON.parse(stdout);
  if (code !== 0) throw new Error(`The Action ended with ${code} on ${dir}.`);
  if (publishes !== requests > 0) throw new Error(`The Action made ${requests} requests on ${dir}.`);
  return { first, end };
}

/** What a scan may read. */
const READ = /\.(?:[cm]?[jt]sx?|json|ya?ml)$|\.gitignore$/;

function measure(/** @type {string} */ tree) {
  const one = join(work, 'one');
  const two = join(work, 'two');
  copyTree(tree, one, READ);
  for (const half of ['a', 'b']) copyTree(tree, join(two, half), READ);
  for (const dir of [one, two]) mkdirSync(join(dir, '.git'));
  const contract = join(work, 'contract.json');
  const routes = writeContract(work, cli, one, contract);

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
  const plain = join(work, 'plain.json');
  writeFileSync(plain, JSON.stringify(sources.filter((path) => path.endsWith('.ts'))));
  const baseline = join(root, `.bench-baseline-${process.pid}.mjs`);
  writeFileSync(baseline, BASELINE);
  /** @type {Record<'baseline' | 'plain' | 'cold' | 'warm' | 'double' | 'first' | 'peak' | 'inferCold' | 'inferWarm' | 'inferPeak' | 'actionFirst' | 'actionEnd' | 'publishing', number[]>} */
  const taken = {
    baseline: [],
    plain: [],
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
    publishing: [],
  };
  try {
    for (let round = 0; round < runs; round += 1) {
      const cache = join(work, `cache-${round}`);
      taken.baseline.push(run([baseline, list], cache).millis);
      taken.plain.push(run([baseline, plain], cache).millis);
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
      taken.publishing.push(action(join(root, 'examples/library-nest'), { publishes: true }).end - step.end);
    }
  } finally {
    rmSync(baseline);
  }
  const lines = sources.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
  const answers = Object.keys(JSON.parse(readFileSync(sheet, 'utf8')).answers ?? {}).length;
  const inferring = scan(one).map((word) => (word === 'off' ? 'on' : word));
  const { inferred } = JSON.parse(run([...inferring, '--no-cache'], work).stdout).stats;
  return { taken, files: sources.length, lines, routes, answers, inferred };
}

/** Every TypeScript file of the tree, tests and components too, but declarations: a scan looks into all of them. */
function listSources(/** @type {string} */ dir) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path))
    .map((path) => join(dir, path))
    .filter((path) => lstatSync(path).isFile());
}

function report(/** @type {ReturnType<typeof measure>} */ { taken, files, lines, routes, answers, inferred }) {
  const base = median(taken.baseline);
  const cold = median(taken.cold);
  /** @type {import('./bench-process.js').Row[]} */
  const rows = [
    ['parsing every file', seconds(base), '1.00x', 'the baseline', undefined],
    ['of these .ts alone', seconds(median(taken.plain)), times(median(taken.plain), base), '', undefined],
    ['cold scan', seconds(cold), times(cold, base), 'at most 1.5x', cold <= 1.5 * base],
    ['warm scan', seconds(median(taken.warm)), times(median(taken.warm), base), 'at most 0.5x', median(taken.warm) <= 0.5 * base],
    [
      'cold scan, tree twice',
      seconds(median(taken.double)),
      times(median(taken.double), cold),
      'at most 2.1x the cold scan',
      median(taken.double) <= 2.1 * cold,
    ],
    ['peak memory, cold', megabytes(median(taken.peak)), '', 'under 400 MB', median(taken.peak) < 400],
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
    ['peak memory, inferred', megabytes(median(taken.inferPeak)), '', 'under 600 MB', median(taken.inferPeak) < 600],
    ['first line, bookshop', `${median(taken.first).toFixed(0)} ms`, '', 'within 120 ms', median(taken.first) <= 120],
    ['first line, Action', `${median(taken.actionFirst).toFixed(0)} ms`, '', 'under 150 ms', median(taken.actionFirst) < 150],
    ['clean example, Action', seconds(median(taken.actionEnd)), '', 'under 1.5 s', median(taken.actionEnd) < 1500],
    ['publishing, Action', seconds(median(taken.publishing)), '', 'at most 0.2 s', median(taken.publishing) <= 200],
  ];
  console.log(`${files} TypeScript files, ${lines} lines, ${routes} routes; Node ${process.version}; medians of ${runs}`);
  console.log(`${answers} questions answered for all routes; ${inferred} promised handlers inferred in a scan`);
  printRows(rows);
}

/** @type {readonly ('typescript' | import('./bench-trees.js').LanguageId)[]} */
const LANGUAGE_IDS = ['typescript', 'python', 'jvm', 'csharp', 'go'];

/** Those that were asked for; with a tree alone that is TypeScript. */
function languages() {
  const given = options.language ?? (options.tree === undefined ? LANGUAGE_IDS : ['typescript']);
  const chosen = LANGUAGE_IDS.filter((id) => given.includes(id));
  if (chosen.length < given.length) throw new Error(`--language is one of ${LANGUAGE_IDS.join(', ')}.`);
  if (options.tree !== undefined && chosen.length > 1) throw new Error('One --tree is of one --language.');
  return chosen;
}

function benchTypeScript() {
  const given = options.tree ?? process.env.BENCH_TREE;
  const tree = given === undefined ? join(work, 'generated') : resolve(given);
  if (given === undefined) generateTree(tree, 3360);
  report(measure(tree));
}

try {
  const given = options.tree === undefined ? undefined : resolve(options.tree);
  const cache = join(root, 'node_modules/.cache/tallystick-bench');
  for (const language of options.engines === true || options.serve === true ? [] : languages()) {
    if (language === 'typescript') benchTypeScript();
    else benchLanguage(language, given, { work, cache, cli, runs });
  }
  const isAll = options.language === undefined && options.tree === undefined;
  if (options.engines === true || isAll) await benchEngines({ work, cli, root, runs });
  if (options.serve === true || isAll) await benchServe({ work, cli, runs });
} finally {
  rmSync(work, { recursive: true, force: true });
}
