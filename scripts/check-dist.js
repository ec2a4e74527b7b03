/**
 * `npm run check:dist`: builds the bundle anew in a temporary folder, compares it byte by byte with the committed one, and runs
 * both doors of the committed one on Node 20 and 24 from a folder where nothing is installed. Prints what it proved.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build.js';
import { bundle } from './bundle.js';

const NODES = ['20', '24'];
const dist = join(root, 'dist');
const folder = mkdtempSync(join(tmpdir(), 'tallystick-dist-'));
/** @type {string[]} */
const problems = [];

const report = (/** @type {string} */ what, /** @type {readonly string[]} */ wrong) => {
  console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${what}`);
  for (const line of wrong) console.log(`      ${line}`);
  problems.push(...wrong);
};

/** Relative paths of the files below a folder, sorted. */
const filesOf = (/** @type {string} */ path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();

async function checkFresh() {
  const fresh = join(folder, 'fresh');
  await bundle(fresh);
  const [made, committed] = [filesOf(fresh), existsSync(dist) ? filesOf(dist) : []];
  const wrong = [...new Set([...made, ...committed])].filter(
    (name) =>
      !made.includes(name) ||
      !committed.includes(name) ||
      !readFileSync(join(fresh, name)).equals(readFileSync(join(dist, name))),
  );
  report(
    `dist is what the sources make: ${made.length} files`,
    wrong.map((name) => `${name} differs: run \`npm run bundle\` and commit dist.`),
  );
  const unresolved = committed.filter((name) => readFileSync(join(dist, name), 'utf8').includes('webpackMissingModule'));
  report(
    'every module of it was found',
    unresolved.map((name) => `${name} has an unresolved module (webpackMissingModule).`),
  );
}

/** The program and first arguments that start a major version of Node. */
function nodeOf(/** @type {string} */ major) {
  if (process.versions.node.startsWith(`${major}.`)) return [process.execPath];
  return [process.platform === 'win32' ? 'npx.cmd' : 'npx', '--yes', '--package', `node@${major}`, 'node'];
}

function run(/** @type {string} */ major, /** @type {string[]} */ words, /** @type {Record<string, string>} */ env = {}) {
  const [program = '', ...first] = nodeOf(major);
  const cwd = join(folder, 'empty');
  return spawnSync(program, [...first, ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    shell: program.endsWith('.cmd'),
  });
}

function checkDoors(/** @type {string} */ major) {
  const cli = join(folder, 'dist/cli.js');
  const action = join(folder, 'dist/action.js');
  const example = join(folder, 'bookshop');
  const output = join(folder, `output-${major}`);
  writeFileSync(output, '');
  const inputs = {
    INPUT_MODE: 'scan',
    INPUT_DIRECTORY: example,
    INPUT_ANNOTATIONS: 'true',
    INPUT_SUMMARY: 'false',
    'INPUT_FAIL-ON': 'error',
  };
  const runs = [
    { name: 'node --version', run: run(major, ['--version']), code: 0, says: `v${major}.` },
    { name: 'cli.js scan', run: run(major, [cli, 'scan', example]), code: 1, says: 'GET /' },
    { name: 'cli.js explain', run: run(major, [cli, 'explain', 'CONTRACT-001']), code: 0, says: 'CONTRACT-001' },
    {
      name: 'action.js',
      run: run(major, [action], { ...inputs, GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output, RUNNER_TEMP: folder }),
      code: 1,
      says: '::error ',
    },
  ];
  const wrong = runs
    .filter(({ run, code, says }) => run.status !== code || !run.stdout.includes(says))
    .map(({ name, run }) => `${name} exited with ${run.status}: ${`${run.stderr}${run.stdout}`.trim().slice(-600)}`);
  if (!readFileSync(output, 'utf8').includes('health')) wrong.push('action.js set no outputs.');
  report(`both doors run on Node ${major} where nothing is installed`, wrong);
}

try {
  await checkFresh();
  if (existsSync(dist)) {
    cpSync(dist, join(folder, 'dist'), { recursive: true });
    cpSync(join(root, 'examples', 'bookshop'), join(folder, 'bookshop'), { recursive: true });
    mkdirSync(join(folder, 'empty'));
    NODES.forEach(checkDoors);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;
