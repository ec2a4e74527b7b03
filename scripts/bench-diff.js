/**
 * `npm run bench:diff [-- BASE HEAD]`: how long `tallystick diff` takes for two versions of GitHub's own OpenAPI description, and how
 * much memory, as medians of three. It fails beyond 10 s or 1 GB. BASE and HEAD are files, or versions of the package
 * `@octokit/openapi` (MIT), which are fetched when they are first needed: 460 MB unpacked each, of which one file is kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, megabytes, printRows, run, seconds } from './bench-process.js';

const MOST_MILLIS = 10_000;
const MOST_MEGABYTES = 1_000;
const RUNS = 3;
const DOCUMENT = 'package/generated/api.github.com.json';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = ['dist/cli.js', 'lib/cli.js'].map((file) => join(root, file)).find((file) => existsSync(file)) ?? 'dist/cli.js';
const documents = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallystick-bench', 'github');
const [base = '21.0.0', head = '23.0.2'] = process.argv.slice(2);

/** The description as a file: the named one, or that of a version. */
function document(/** @type {string} */ named) {
  if (existsSync(named)) return resolve(named);
  const file = join(documents, `${named}.json`);
  if (existsSync(file)) return file;
  mkdirSync(documents, { recursive: true });
  const folder = mkdtempSync(join(documents, 'fetch-'));
  try {
    const call = (/** @type {string} */ command, /** @type {string[]} */ words) => {
      const { status, stdout } = spawnSync(command, words, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
        shell: process.platform === 'win32',
      });
      if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}`);
      return stdout.trim();
    };
    call('tar', ['xzf', call('npm', ['pack', '--silent', `@octokit/openapi@${named}`]), DOCUMENT]);
    renameSync(join(folder, DOCUMENT), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return file;
}

const files = [document(base), document(head)];
const work = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
try {
  const words = [cli, 'diff', ...files, '--format', 'json', '--fail-on', 'never'];
  const taken = Array.from({ length: RUNS }, () => run(work, words, join(work, 'cache')));
  const { errors, warnings, notes } = JSON.parse(taken[0]?.stdout ?? '').summary;
  const [millis, peak] = [median(taken.map((one) => one.millis)), median(taken.map((one) => one.peak))];
  const sizes = files.map((file) => megabytes(statSync(file).size / 1024 / 1024)).join(' and ');
  console.log(`GitHub's description, ${base} and ${head}: ${sizes}, ${errors + warnings + notes} changes.`);
  printRows([
    ['diff', seconds(millis), '', `at most ${seconds(MOST_MILLIS)}`, millis <= MOST_MILLIS],
    ['peak memory', megabytes(peak), '', `at most ${megabytes(MOST_MEGABYTES)}`, peak <= MOST_MEGABYTES],
  ]);
  if (millis > MOST_MILLIS || peak > MOST_MEGABYTES) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
