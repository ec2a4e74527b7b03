import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf } from '../../model/json.js';

/** The test commands of a workspace. */
export interface TestCommand {
  /** One after the other. */
  readonly runs: readonly TestRun[];
  /** Given by a trusted user: its exit code counts even when the output is not understood. */
  readonly given: boolean;
}

export interface TestRun {
  readonly command: string;
  /** Relative to the workspace; `''` is the workspace. */
  readonly folder: string;
  /** The test runner: `npm`, `pytest`, `go`, ... */
  readonly runner: string;
}

/** The facts of a folder that decide how it is tested. */
interface Folder {
  readonly names: ReadonlySet<string>;
  readonly read: (name: string) => string;
  readonly has: (path: string) => boolean;
  /** Files in it and in the folders below it. */
  readonly files: () => readonly string[];
}

interface Kind {
  readonly runner: string;
  /** undefined: this runner does not apply. */
  readonly command: (folder: Folder) => string | undefined;
}

const MOST_BYTES = 1_000_000;
const MOST_RUNS = 10;
const MOST_FILES = 5_000;
const DEEPEST_SERVICE = 2;
const NOT_ENTERED = /^(?:\..*|node_modules|vendor|target|dist|build|out|bin|obj|docs)$/;

const kinds: readonly Kind[] = [
  { runner: 'npm', command: npm },
  { runner: 'python', command: python },
  { runner: 'go', command: ({ names }) => (names.has('go.mod') ? 'go test ./...' : undefined) },
  { runner: 'maven', command: ({ names }) => (names.has('pom.xml') ? `${wrapped(names, 'mvnw', 'mvn')} -B test` : undefined) },
  { runner: 'gradle', command: gradle },
  {
    runner: 'dotnet',
    command: ({ names }) => ([...names].some((name) => /\.(?:slnx?|[cf]sproj)$/.test(name)) ? 'dotnet test' : undefined),
  },
  { runner: 'cargo', command: ({ names }) => (names.has('Cargo.toml') ? 'cargo test' : undefined) },
];

/**
 * Finds the test commands by the files of the root, else by those of the folders below.
 *
 * @param given a trusted user's command; skips the search
 * @returns undefined: unknown
 */
export function testCommandOf(workspace: string, given?: string): TestCommand | undefined {
  if (given !== undefined && given.trim() !== '')
    return { runs: [{ command: given.trim(), folder: '', runner: 'given' }], given: true };
  const runs = runsBelow(workspace, '', 0).slice(0, MOST_RUNS);
  return runs.length === 0 ? undefined : { runs, given: false };
}

function runsBelow(workspace: string, folder: string, depth: number): readonly TestRun[] {
  const looked = folderAt(join(workspace, folder));
  const own = kinds.flatMap(({ runner, command }) => {
    const found = command(looked);
    return found === undefined ? [] : [{ command: found, folder, runner }];
  });
  if (own.length > 0 || depth === DEEPEST_SERVICE) return own;
  const below = foldersIn(join(workspace, folder)).filter((name) => !NOT_ENTERED.test(name));
  return below.flatMap((name) => runsBelow(workspace, folder === '' ? name : `${folder}/${name}`, depth + 1));
}

function npm({ names, read, files }: Folder): string | undefined {
  const described = jsonOf(names.has('package.json') ? read('package.json') : '');
  const script = textAt(described, 'scripts', 'test');
  if (script !== undefined && !script.includes('no test specified')) return `${managerOf(described, names)} test`;
  return files().some((file) => /\.(?:test|spec)\.[cm]?js$/.test(file)) ? 'node --test' : undefined;
}

function managerOf(described: unknown, names: ReadonlySet<string>): string {
  const declared = textAt(described, 'packageManager') ?? '';
  if (declared.startsWith('pnpm@') || names.has('pnpm-lock.yaml')) return 'pnpm';
  if (declared.startsWith('yarn@') || names.has('yarn.lock')) return 'yarn';
  return declared.startsWith('bun@') || names.has('bun.lock') || names.has('bun.lockb') ? 'bun run' : 'npm';
}

function python(folder: Folder): string | undefined {
  const { names, read, files } = folder;
  const tests = files().filter((file) => /(?:^|\/)(?:test_[^/]{0,200}|[^/]{0,200}_test)\.py$/.test(file));
  if (tests.length === 0) return undefined;
  const declared = [
    'pyproject.toml',
    'setup.cfg',
    'tox.ini',
    'Pipfile',
    'requirements.txt',
    'requirements-dev.txt',
    'dev-requirements.txt',
  ];
  const pytest = names.has('pytest.ini') || files().some((file) => /(?:^|\/)conftest\.py$/.test(file));
  const asks = pytest || declared.some((name) => names.has(name) && read(name).includes('pytest'));
  return `${interpreterOf(folder)} -m ${asks ? 'pytest' : unittest(tests, folder)}`;
}

/** unittest only searches packages, and one pattern. */
function unittest(tests: readonly string[], { has }: Folder): string {
  const top = tests[0]?.includes('/') ? (tests[0].split('/')[0] ?? '') : '';
  const below =
    top !== '' && /^\w{1,100}$/.test(top) && !has(`${top}/__init__.py`) && tests.every((test) => test.startsWith(`${top}/`));
  const named = tests.every((test) => test.endsWith('_test.py'));
  return `unittest discover${below ? ` -s ${top}` : ''}${named ? ' -p "*_test.py"' : ''}`;
}

function interpreterOf({ names, has }: Folder): string {
  const own =
    process.platform === 'win32'
      ? ['.venv/Scripts/python.exe', 'venv/Scripts/python.exe']
      : ['.venv/bin/python', 'venv/bin/python'];
  const found = own.find(has);
  if (found !== undefined) return found;
  if (names.has('uv.lock')) return 'uv run python';
  if (names.has('poetry.lock')) return 'poetry run python';
  return process.platform === 'win32' ? 'python' : 'python3';
}

function gradle({ names }: Folder): string | undefined {
  const built = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some((name) => names.has(name));
  return built ? `${wrapped(names, 'gradlew', 'gradle')} test` : undefined;
}

/** The repository's wrapper, else the installed program. */
function wrapped(names: ReadonlySet<string>, wrapper: string, program: string): string {
  if (process.platform === 'win32') return names.has(`${wrapper}.bat`) || names.has(`${wrapper}.cmd`) ? wrapper : program;
  return names.has(wrapper) ? `sh ./${wrapper}` : program;
}

function folderAt(path: string): Folder {
  const entries = entriesIn(path);
  return {
    names: new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name)),
    read: (name) => textOf(join(path, name)),
    has: (inner) => lstatSync(join(path, inner), { throwIfNoEntry: false }) !== undefined,
    files: once(() => filesBelow(path)),
  };
}

/** Does not follow links, and stops early. */
function filesBelow(root: string): readonly string[] {
  const found: string[] = [];
  const left = [''];
  for (let folder = left.shift(); folder !== undefined && found.length < MOST_FILES; folder = left.shift()) {
    for (const entry of entriesIn(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !NOT_ENTERED.test(entry.name)) left.push(path);
    }
  }
  return found;
}

function entriesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function foldersIn(path: string): readonly string[] {
  return entriesIn(path).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function textOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= MOST_BYTES ? readFileSync(path, 'utf8') : '';
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  let inner: unknown = value;
  for (const name of path) {
    inner = typeof inner === 'object' && inner !== null ? Object.entries(inner).find(([key]) => key === name)?.[1] : undefined;
  }
  return typeof inner === 'string' ? inner : undefined;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
