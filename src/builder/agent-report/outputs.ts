import ignore, { type Ignore } from 'ignore';
import type { Snapshot } from './snapshot.js';

/** Folders of tools' results and caches. */
const CACHES: ReadonlySet<string> = new Set([
  ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.tox', '.venv', '.hypothesis', 'htmlcov'],
  ...['.nyc_output', 'coverage', '.turbo', '.next', '.nuxt', '.parcel-cache', '.cache', '.vite', '.swc', 'test-results'],
  ...['playwright-report', 'TestResults', '.gradle', '.kotlin', '.eggs', '.stryker-tmp'],
]);
const CACHED = ['.pyc', '.pyo', '.tsbuildinfo', '.egg-info', '.coverage', '.DS_Store', '.eslintcache'];
/** Output folders of builds and services, unless sources existed in a folder of that name. */
const BUILT: ReadonlySet<string> = new Set([
  ...['dist', 'build', 'out', 'target', 'bin', 'obj', 'reports'],
  ...['tmp', 'temp', 'log', 'logs', 'data', '.data', 'uploads', 'var', 'storage'],
]);
/** Files that package managers and databases create. */
const GENERATED: ReadonlySet<string> = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'go.sum', 'Cargo.lock'],
  ...['poetry.lock', 'uv.lock', 'Pipfile.lock', 'packages.lock.json'],
]);
const DATABASES = ['.sqlite', '.sqlite3', '.db', '.db-journal', '.db-wal', '.db-shm', '.log', '.pid', '.tmp'];

const LONGEST_LINE = 200;
const MOST_WILDCARDS = 4;
const MOST_LINES = 2_000;

/**
 * Distinguishes output of builds and tests, which read-only agents run too, from written files. Uses the ignore rules from
 * before the work, because agents could change them.
 */
export function outputsOf(before: Snapshot): (path: string) => boolean {
  const levels = [...before.gitignores]
    .sort((one, other) => other.folder.length - one.folder.length)
    .map(({ folder, text }) => ({ folder, rules: rulesOf(text) }));
  const sources = new Set([...before.files.keys()].flatMap(foldersAbove));
  return (path) => {
    const parts = path.split('/');
    if (parts.some((part) => CACHES.has(part)) || CACHED.some((ending) => path.endsWith(ending))) return true;
    if (levels.some(({ folder, rules }) => ignores(rules, folder, path))) return true;
    if (before.files.has(path)) return false;
    const folders = foldersAbove(path);
    if (folders.some((folder) => BUILT.has(nameOf(folder)) && !sources.has(folder))) return true;
    return GENERATED.has(parts.at(-1) ?? '') || DATABASES.some((ending) => path.endsWith(ending));
  };
}

/** Skips lines that could take exponential time; the files that they name then count as written. */
function rulesOf(text: string): Ignore {
  const lines = text.split(/\r?\n/).slice(0, MOST_LINES);
  return ignore().add(lines.filter((line) => line.length <= LONGEST_LINE && line.split('*').length - 1 <= MOST_WILDCARDS));
}

function ignores(rules: Ignore, folder: string, path: string): boolean {
  if (folder !== '' && !path.startsWith(`${folder}/`)) return false;
  const inner = folder === '' ? path : path.slice(folder.length + 1);
  return ignore.isPathValid(inner) && rules.ignores(inner);
}

/** `a/b/c.ts`: `a`, `a/b`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
