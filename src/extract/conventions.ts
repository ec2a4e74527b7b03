/**
 * Conventions about the names of files that are not part of the service itself. All paths are relative to the scanned folder, so
 * that a service which itself is below `test` or `build` can be scanned.
 */

/** Folders of installed, built or bookkeeping files, at any depth. */
const NEVER = new Set(['node_modules', 'bower_components', 'jspm_packages', 'site-packages', '__pycache__', 'dist', 'venv']);

/**
 * Folders of such files at the top of a package. Further in, the name may be a word of the domain:
 * `src/vendor/vendor.controller.ts` is code of a marketplace.
 */
const OUTSIDE_SOURCE = new Set(['build', 'out', 'output', 'coverage', 'vendor', 'target', 'bin', 'obj', 'tmp', 'temp']);
const SOURCE = new Set(['src', 'app', 'source', 'server', 'modules']);
/** Folders of Go's packages: `internal/build`. */
const PACKAGES = new Set(['internal', 'pkg']);

/** Folders of tests and of test doubles. */
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

/** Names of test doubles (`mock-proxy`, `payments_mock`). */
const STAND_IN = /^(?:mock|mocks|fake|stub)[-_.]|[-_.](?:mock|mocks|stub|stubs)$/;

/** A whole server that replaces another one in tests (`dummy_api.js`, `mock-server.ts`); `mock-orders.ts` may be anything. */
const STAND_IN_FILE = /^(?:mock|fake|stub|dummy)[-_.](?:api|backend|server|service)\.[a-z]+$/i;

/** Folders, outside of source folders, of examples of the service, or of programs that run beside it during development. */
const ASIDE = new Set(['example', 'examples', 'sample', 'samples', 'demo', 'demos', 'dev', 'legacy']);
/** Folders of archived code that does not run any more, at any depth. */
const RETAINED = /^_(?:archived?|old|legacy|deprecated|backup)$/i;

/** Folders of files that browsers load. */
const ASSETS = new Set([
  'static',
  'public',
  'assets',
  'webapp',
  'wwwroot',
  'www',
  'htdocs',
  'webjars',
  'swagger-ui',
  'staticfiles',
  // of a single-page app, in the templates of ASP.NET
  'ClientApp',
]);

/** `x.spec.ts`, `x.e2e-spec.ts`, `x-test.js`, `x_test.go`, `x.stories.tsx`. */
const TEST_FILE = /[._-](?:spec|specs|test|tests|e2e|stories|story|mock|mocks|fixture|fixtures|cy|bench|test-d)\.[a-z]+$/i;

/** `test_users.py`, `conftest.py`, `tests.py`: names that pytest and Django's runner collect. */
const PYTHON_TEST_FILE = /^(?:test_[\w.-]*|conftest|tests)\.py$/;

/** `UsersControllerTests.cs`; a project of tests: `Shop.Api.Tests`, `Shop.IntegrationTests`, `UnitTests`. */
const CSHARP_TEST_FILE = /[a-z\d]Tests\.cs$/;
const CSHARP_TEST_PROJECT = /(?:^|\.)(?:Unit|Integration|Functional|Acceptance|EndToEnd|E2E|Component|Architecture)?Tests?$/;

/** Configuration files of tools: routes that they register answer no request of the service. */
const TOOL_FILE =
  /^(?:jest|vitest|karma|protractor|cypress|playwright|wdio|babel|webpack|rollup|vite|vue|svelte|next|nuxt|tailwind|postcss|eslint|prettier|commitlint|gulpfile|gruntfile|setupproxy)(?:[.-][\w.-]*)?\.[cm]?[jt]sx?$/i;

/** Generated files, and declaration files without code. Generators of Go write servers (`api.gen.go`). */
const GENERATED = /\.d\.[cm]?ts$|\.d\.[\w-]+\.ts$|[.-]min\.[a-z]+$|\.(?:generated|gen|bundle)\.(?!go$)[a-z]+$/i;

/** The usual names of declaration files in which a service extends the types of others. */
const ADDING = /(?:^|\/)(?:express|globals?|custom)[\w-]{0,60}\.d\.ts$|(?:^|\/)express\/index\.d\.ts$/;

/** May a folder of this name contain code of the service? `above`: names of its parent folders, relative to the scanned one. */
export function isSkippedFolder(name: string, above: readonly string[]): boolean {
  if (NEVER.has(name) || name.startsWith('bazel-')) return true;
  // `.git`, `.next`, `.venv`, `.yarn`, ...: folders that begin with a dot belong to tools.
  if (name.startsWith('.')) return true;
  return OUTSIDE_SOURCE.has(name) && !above.some((folder) => SOURCE.has(folder) || PACKAGES.has(folder));
}

/** Is this path (relative to the scanned folder) in a folder of tests? */
export function isAmongTests(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const urls = urlsFrom(folders, nameOf(path));
  const isOfTests = (folder: string): boolean => TESTS.has(folder) || STAND_IN.test(folder);
  return folders.some((folder, index) => isOfTests(folder.toLowerCase()) && (index < urls || folder.startsWith('__')));
}

/** Is this path (relative to the scanned folder) outside the service: among examples, development tools or archived code? */
export function isAside(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const isOutside = (index: number): boolean => !folders.slice(0, index).some((above) => SOURCE.has(above));
  return folders.some((folder, index) => RETAINED.test(folder) || (ASIDE.has(folder) && isOutside(index)));
}

/** Pages of API documents that services copy beside the document. */
const DOCUMENT_VIEWER = /^(?:swagger-ui(?:-[a-z]+)*|redoc(?:\.standalone)?|rapidoc|stoplight-elements)\.js$/;

/** Is this path among files that browsers load? */
export function isAsset(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return DOCUMENT_VIEWER.test(nameOf(path)) || folders.some((folder) => ASSETS.has(folder));
}

/**
 * The index from which folders are parts of a URL: below `app` of a route file, below `pages/api` (Next.js). There `test` is a
 * normal segment.
 */
function urlsFrom(folders: readonly string[], name: string): number {
  const pages = folders.findIndex((one, index) => one === 'pages' && folders[index + 1] === 'api');
  const isRoute = name.startsWith('route.') && folders.includes('app');
  if (isRoute) return folders.indexOf('app');
  return pages >= 0 ? pages : folders.length;
}

/** Is this path (relative to the scanned folder) a test, a test double or a tool's configuration by convention? */
export function isTest(path: string): boolean {
  const name = nameOf(path);
  const isCsharp =
    name.endsWith('.cs') && (CSHARP_TEST_FILE.test(name) || path.split('/').some((one) => CSHARP_TEST_PROJECT.test(one)));
  return isAmongTests(path) || TEST_FILE.test(name) || PYTHON_TEST_FILE.test(name) || isTestTool(name) || isCsharp;
}

/** Is a Python file a test by its name alone? Its text may contradict: `end_test.py` of a service that runs tests. */
export const isNamedAsTest = (name: string): boolean =>
  /^test_[\w.-]*\.py$|_(?:spec|specs|test|tests|story|stories)\.py$/.test(name);

const isTestTool = (name: string): boolean => STAND_IN_FILE.test(name) || TOOL_FILE.test(name);

/** Is this a declaration file or a generated file, which is read only when code refers to it? */
export function isGenerated(path: string): boolean {
  return GENERATED.test(path) && !ADDING.test(path);
}

/** With the dot, lower case; empty for a name that is only an extension. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') + 1 ? '' : path.slice(dot).toLowerCase();
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
