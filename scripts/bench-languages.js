/**
 * How long scans of one language other than TypeScript take beside `@ast-grep/napi`, from process start to exit. See `bench.js`.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installAstGrep } from './bench-ast-grep.js';
import { copyTree, median, megabytes, printRows, run, seconds, times, writeContract } from './bench-process.js';
import { treeOf } from './bench-trees.js';

/** @type {Readonly<Record<import('./bench-trees.js').LanguageId, { readonly title: string, readonly source: RegExp, readonly read: RegExp }>>} */
const LANGUAGES = {
  python: { title: 'Python', source: /\.py$/, read: /\.py$|\.gitignore$/ },
  jvm: {
    title: 'Java and Kotlin',
    source: /\.(?:java|kt)$/,
    read: /\.(?:java|kts?|gradle|properties|ya?ml)$|pom\.xml$|\.gitignore$/,
  },
  csharp: { title: 'C#', source: /\.cs$/, read: /\.cs(?:proj)?$|\.json$|\.gitignore$/ },
  go: { title: 'Go', source: /\.go$/, read: /\.go$|go\.mod$|\.gitignore$/ },
};

/**
 * @typedef {object} Bench
 * @property {string} work folder of this run
 * @property {string} cache folder that is kept from run to run
 * @property {string} cli
 * @property {number} runs
 */

/**
 * Measures one language and prints what was found.
 *
 * @param {import('./bench-trees.js').LanguageId} language
 * @param {string | undefined} given folder of a tree; absent: a public one
 * @param {Bench} bench
 */
export function benchLanguage(language, given, bench) {
  const { title, source, read } = LANGUAGES[language];
  const tree = given === undefined ? treeOf(language, bench.cache) : { folder: given, name: given };
  const work = join(bench.work, language);
  const one = join(work, 'one');
  const two = join(work, 'two');
  mkdirSync(work);
  copyTree(tree.folder, one, read);
  for (const half of ['a', 'b']) copyTree(tree.folder, join(two, half), read);
  for (const dir of [one, two]) mkdirSync(join(dir, '.git'));
  // What was touched shortly before it is read is read again by the next run; a checkout is older than that.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
  const contract = join(work, 'contract.json');
  const routes = writeContract(work, bench.cli, one, contract);
  const sources = listSources(one, source);
  const list = join(work, 'sources.json');
  writeFileSync(list, JSON.stringify(sources));
  const taken = measure({ ...bench, work }, { one, two, contract, list });
  const lines = sources.reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
  console.log(
    `\n${title}: ${tree.name}: ${sources.length} files, ${lines} lines, ${routes} routes; Node ${process.version}; medians of ${bench.runs}`,
  );
  printRows(rowsOf(taken));
  rmSync(work, { recursive: true, force: true });
}

/** Every source of the tree, tests too. */
function listSources(/** @type {string} */ dir, /** @type {RegExp} */ source) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => source.test(path))
    .map((path) => join(dir, path))
    .filter((path) => lstatSync(path).isFile());
}

/**
 * @param {Bench} bench
 * @param {{ readonly one: string, readonly two: string, readonly contract: string, readonly list: string }} of
 */
function measure({ work, cache, cli, runs }, { one, two, contract, list }) {
  const scan = (/** @type {string} */ dir) => {
    return [cli, 'scan', dir, '--contract', contract, '--format', 'json', '--fail-on', 'never'];
  };
  const baseline = installAstGrep(cache);
  /** @type {Record<'baseline' | 'cold' | 'warm' | 'double' | 'peak', number[]>} */
  const taken = { baseline: [], cold: [], warm: [], double: [], peak: [] };
  for (let round = 0; round < runs; round += 1) {
    const cacheHome = join(work, `cache-${round}`);
    taken.baseline.push(run(work, [baseline, list], cacheHome).millis);
    const cold = run(work, scan(one), cacheHome);
    taken.cold.push(cold.millis);
    taken.peak.push(cold.peak);
    taken.warm.push(run(work, scan(one), cacheHome).millis);
    taken.double.push(run(work, [...scan(two), '--no-cache'], cacheHome).millis);
  }
  return taken;
}

/** @returns {import('./bench-process.js').Row[]} */
function rowsOf(/** @type {ReturnType<typeof measure>} */ taken) {
  const base = median(taken.baseline);
  const cold = median(taken.cold);
  const warm = median(taken.warm);
  const double = median(taken.double);
  const peak = median(taken.peak);
  return [
    ['ast-grep, ten patterns', seconds(base), '1.00x', 'the baseline', undefined],
    ['cold scan', seconds(cold), times(cold, base), 'at most 2x', cold <= 2 * base],
    ['warm scan', seconds(warm), times(warm, base), 'at most 0.6x', warm <= 0.6 * base],
    ['cold scan, tree twice', seconds(double), times(double, cold), 'at most 2.1x the cold scan', double <= 2.1 * cold],
    ['peak memory, cold', megabytes(peak), '', 'under 400 MB', peak < 400],
  ];
}
