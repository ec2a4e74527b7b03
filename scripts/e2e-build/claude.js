/** The `claude` that scenarios run, fetched into a cache of its own: 361 MB that nobody needs who only uses this package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The version that was measured. */
const VERSION = '2.1.329';
const FETCH_MS = 55_000;
/** Where nothing else waits: what was not played is a failure there. */
export const LONG_FETCH_MS = 600_000;

/**
 * The folder that `claude` lies in, to be put on `PATH`; where there is none it is fetched.
 *
 * @param {number} timeout in milliseconds
 * @returns {{ folder: string, problem?: never } | { problem: string, folder?: never }} `problem`: why there is none, as a sentence
 */
export function fetchClaude(timeout = FETCH_MS) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const home = join(cache, 'tallystick-e2e', `claude-${VERSION}`);
  const folder = join(home, 'node_modules', '.bin');
  if (!runs(folder)) {
    mkdirSync(dirname(home), { recursive: true });
    // Whole or not at all: another run may fetch at the same time.
    const draft = mkdtempSync(join(dirname(home), 'fetching-'));
    const words = ['install', '--prefix', draft, '--no-audit', '--no-fund', `@anthropic-ai/claude-code@${VERSION}`];
    const { status, stderr, error } = spawnSync('npm', words, {
      encoding: 'utf8',
      timeout,
      shell: process.platform === 'win32',
    });
    if (status === 0) {
      rmSync(home, { recursive: true, force: true });
      renameSync(draft, home);
    }
    rmSync(draft, { recursive: true, force: true });
    if (status !== 0) return { problem: `claude ${VERSION} cannot be fetched: ${error?.message ?? complaintOf(stderr)}.` };
  }
  return runs(folder) ? { folder } : { problem: `claude ${VERSION} was fetched and does not start.` };
}

/** @param {string} folder */
function runs(folder) {
  if (!existsSync(folder)) return false;
  const env = { PATH: [folder, process.env.PATH].join(delimiter) };
  const { stdout } = spawnSync('claude', ['--version'], {
    encoding: 'utf8',
    env,
    timeout: 20_000,
    shell: process.platform === 'win32',
  });
  return stdout?.startsWith(VERSION) ?? false;
}

/** What npm says first of what is wrong. @param {string} text */
function complaintOf(text) {
  const stated = /^npm (?:error|ERR!) (?:code )?(.{1,300})$/m.exec(text)?.[1] ?? 'npm does not say why';
  return stated.replace(/\.$/, '');
}
