/**
 * What names say about files that are no part of the service itself. All paths are judged relative to the scanned folder, so
 * that a service which itself stands below `test` or `build` can be scanned.
 */

/** Folders that hold installed, built or bookkeeping files, wherever they stand. */
const NEVER = new Set(['node_modules', 'bower_components', 'jspm_packages', 'site-packages', '__pycache__', 'dist', 'venv']);

/**
 * Folders that hold such files at the top of a package, but may be a domain's own word further in: `src/vendor/vendor.controller.ts`
 * is code of a marketplace.
 */
const OUTSIDE_SOURCE = new Set(['build', 'out', 'output', 'coverage', 'vendor', 'target', 'bin', 'obj', 'tmp', 'temp']);
const SOURCE = new Set(['src', 'app', 'source', 'server', 'modules']);

/** Folders of tests and of what stands in for the real thing. */
const TESTS = new Set([
  'test',
  'tests',
  '__test__',
  '__tests__',
  'e2e',
  'mock',
  'mocks',
  '__mocks__',
  'mock-server',
  'fixtures',
  '__fixtures__',
  'cypress',
  'playwright',
  'storybook',
  '__snapshots__',
]);

/** `x.spec.ts`, `x.e2e-spec.ts`, `x-test.js`, `x_test.go`, `x.stories.tsx`. */
const TEST_FILE = /[._-](?:spec|specs|test|tests|e2e|stories|story|mock|mocks|fixture|fixtures|cy|bench|test-d)\.[a-z]+$/i;

/** Files that set up tools: what they register answers no request of the service. */
const TOOL_FILE =
  /^(?:jest|vitest|karma|protractor|cypress|playwright|wdio|babel|webpack|rollup|vite|vue|svelte|next|nuxt|tailwind|postcss|eslint|prettier|commitlint|gulpfile|gruntfile|setupproxy)(?:[.-][\w.-]*)?\.[cm]?[jt]sx?$/i;

/** Files that another program wrote, and declarations that hold no code. */
const GENERATED = /\.d\.[cm]?ts$|\.d\.[\w-]+\.ts$|[.-]min\.[a-z]+$|\.(?:generated|gen|bundle)\.[a-z]+$/i;

/** May anything of the service stand in a folder of this name? `above` are the names of the folders it stands in, relative to the scanned one. */
export function isSkippedFolder(name: string, above: readonly string[]): boolean {
  if (NEVER.has(name) || name.startsWith('bazel-')) return true;
  // `.git`, `.next`, `.venv`, `.yarn`, ...: what begins with a dot belongs to a tool.
  if (name.startsWith('.')) return true;
  return OUTSIDE_SOURCE.has(name) && !above.some((folder) => SOURCE.has(folder));
}

/** Where folders are parts of a URL (Next.js' route files and API pages), `test` among them is one, too: `app/api/test/route.ts`. */
const URL_FOLDERS = /(?:^|\/)(?:app\/(?:.*\/)?route\.[cm]?[jt]sx?$|pages\/api\/)/;

/** Does this path (relative to the scanned folder) stand in a folder of tests? */
export function isAmongTests(path: string): boolean {
  const urls = path.search(URL_FOLDERS);
  const folders = path.split('/').slice(0, -1);
  const outside = urls < 0 ? folders : path.slice(0, urls).split('/');
  return (
    outside.some((folder) => TESTS.has(folder.toLowerCase())) ||
    folders.some((folder) => folder.startsWith('__') && TESTS.has(folder.toLowerCase()))
  );
}

/** Is this path (relative to the scanned folder) a test, a stand-in or a tool's set-up by convention? */
export function isTest(path: string): boolean {
  const name = nameOf(path);
  return isAmongTests(path) || TEST_FILE.test(name) || TOOL_FILE.test(name);
}

/** Is this a declaration file or the output of a generator, which is read only when code refers to it? */
export function isGenerated(path: string): boolean {
  return GENERATED.test(path);
}

/** With the dot, lower case; of a name that is all extension: none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') + 1 ? '' : path.slice(dot).toLowerCase();
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
