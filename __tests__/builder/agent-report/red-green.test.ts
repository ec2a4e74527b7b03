import { isGreen, isRed, type Observation, observe, testCommandOf } from '../../../src/builder/agent-report/red-green.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? describe.skip : describe;
const windows = process.platform === 'win32';
const python = windows ? 'python' : 'python3';

describe('how a workspace is tested', () => {
  const commands = (files: Readonly<Record<string, string>>): readonly string[] =>
    testCommandOf(folderOf(files))?.runs.map(({ command, folder }) => (folder === '' ? command : `${folder}: ${command}`)) ?? [];
  const described = (more: object = {}): string => JSON.stringify({ scripts: { test: 'jest' }, ...more });

  test.each([
    ['npm', { 'package.json': described() }, 'npm test'],
    ['pnpm', { 'package.json': described(), 'pnpm-lock.yaml': '' }, 'pnpm test'],
    ['yarn', { 'package.json': described(), 'yarn.lock': '' }, 'yarn test'],
    ['what package.json names', { 'package.json': described({ packageManager: 'pnpm@9.1.0' }) }, 'pnpm test'],
    ['node --test', { 'test/a.test.js': '' }, 'node --test'],
    ['node --test, as npm has no script', { 'package.json': '{"type":"module"}', 'a.test.mjs': '' }, 'node --test'],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]', 'tests/test_a.py': '' }, `${python} -m pytest`],
    ['pytest of requirements', { 'requirements.txt': 'pytest==8', 'tests/test_a.py': '' }, `${python} -m pytest`],
    ['unittest', { 'app.py': '', 'tests/test_a.py': '' }, `${python} -m unittest discover -s tests`],
    ['unittest in a package', { 'tests/__init__.py': '', 'tests/test_a.py': '' }, `${python} -m unittest discover`],
    ['unittest of another pattern', { 'a_test.py': '' }, `${python} -m unittest discover -p "*_test.py"`],
    ['uv', { 'uv.lock': '', 'conftest.py': '', 'test_a.py': '' }, 'uv run python -m pytest'],
    ['go', { 'go.mod': 'module svc' }, 'go test ./...'],
    ['maven', { 'pom.xml': '' }, 'mvn -B test'],
    ['gradle', { 'build.gradle.kts': '' }, 'gradle test'],
    ['dotnet', { 'Svc.sln': '' }, 'dotnet test'],
    ['cargo', { 'Cargo.toml': '' }, 'cargo test'],
  ])('%s', (_, files, command) => {
    expect(commands(files)).toEqual([command]);
  });

  (windows ? test.skip : test)('by what it brings itself', () => {
    expect(commands({ 'pom.xml': '', mvnw: '' })).toEqual(['sh ./mvnw -B test']);
    expect(commands({ 'build.gradle': '', gradlew: '' })).toEqual(['sh ./gradlew test']);
    expect(commands({ '.venv/bin/python': '', 'conftest.py': '', 'test_a.py': '' })).toEqual(['.venv/bin/python -m pytest']);
  });

  test('in several languages by all of them', () => {
    expect(commands({ 'package.json': described(), 'go.mod': '' })).toEqual(['npm test', 'go test ./...']);
  });

  test('by its services, where its root says nothing', () => {
    const files = { 'services/a/package.json': described(), 'services/b/go.mod': '', 'node_modules/x/package.json': described() };
    expect(commands(files)).toEqual(['services/a: npm test', 'services/b: go test ./...']);
  });

  test.each([
    ['nothing', {}],
    [
      'a script that npm wrote',
      { 'package.json': described({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) },
    ],
    ['a broken package.json', { 'package.json': '{' }],
    ['a package.json of other types', { 'package.json': '{"scripts":{"test":7}}' }],
    ['sources alone', { 'src/a.py': '', 'src/latest.js': '' }],
  ])('the test command is unknown for %s', (_, files) => {
    expect(testCommandOf(folderOf(files))).toBeUndefined();
  });

  test('as a trusted person says', () => {
    expect(testCommandOf(folderOf({ 'go.mod': '' }), ' make test ')).toEqual({
      runs: [{ command: 'make test', folder: '', runner: 'given' }],
      given: true,
    });
  });
});

posix('tests of node', () => {
  const test1 = (body: string): string => `import test from 'node:test';\nimport assert from 'node:assert';\n${body}\n`;
  const look = async (files: Readonly<Record<string, string>>): Promise<Observation> => {
    const workspace = folderOf({ 'package.json': '{"type":"module"}', ...files });
    const command = testCommandOf(workspace);
    if (command === undefined) throw new Error('no command');
    return observe(command, { workspace, env: process.env, timeoutSeconds: 60 });
  };

  test('that fail are red, not green', async () => {
    const seen = await look({ 'a.test.js': test1("test('a', () => assert.equal(1, 2));") });
    expect([isRed(seen), isGreen(seen)]).toEqual([
      { isTrue: true, why: '1 failed' },
      { isTrue: false, why: '1 failed' },
    ]);
    expect(seen).toMatchObject({ exit: 1, ranTests: 1, failedTests: 1, command: 'node --test' });
  });

  test('that pass are green, not red', async () => {
    const seen = await look({ 'a.test.js': test1("test('a', () => assert.equal(1, 1));") });
    expect([isRed(seen), isGreen(seen)]).toEqual([
      { isTrue: false, why: 'the tests pass before the code is written' },
      { isTrue: true, why: '1 passed' },
    ]);
  });

  test('of something that is not there yet are red', async () => {
    const seen = await look({
      'a.test.js': test1("import { total } from './src/orders.js';\ntest('a', () => assert.equal(total(), 1));"),
    });
    expect(isRed(seen)).toEqual({ isTrue: true, why: 'what is tested is not there yet' });
  });

  test('that need a package that is not installed are neither', async () => {
    const seen = await look({ 'a.test.js': test1("import x from 'no-such-package-here';\ntest('a', () => x());") });
    expect(isRed(seen)).toEqual({ isTrue: false, why: 'no-such-package-here is not installed, which the tests need' });
  });

  test('without a known summary are neither', async () => {
    const seen = await look({ 'a.test.js': test1("test('a', () => {") });
    expect([isRed(seen).isTrue, isGreen(seen).isTrue]).toEqual([false, false]);
  });

  test('of which all are skipped are neither', async () => {
    const seen = await look({ 'a.test.js': test1("test('a', { skip: true }, () => assert.equal(1, 1));") });
    expect([isRed(seen), isGreen(seen)]).toEqual([
      { isTrue: false, why: 'no test ran' },
      { isTrue: false, why: 'no test ran' },
    ]);
  });
});

posix('tests of Python', () => {
  const look = async (files: Readonly<Record<string, string>>): Promise<Observation> => {
    const workspace = folderOf(files);
    const command = testCommandOf(workspace);
    if (command === undefined) throw new Error('no command');
    return observe(command, { workspace, env: process.env, timeoutSeconds: 60 });
  };
  const body =
    'import unittest\nfrom orders import total\nclass A(unittest.TestCase):\n  def test_a(self):\n    self.assertEqual(total(), 1)\n';

  test('are red before the code is there, and green after it', async () => {
    expect(isRed(await look({ 'tests/test_a.py': body }))).toEqual({ isTrue: true, why: 'what is tested is not there yet' });
    expect(isGreen(await look({ 'tests/test_a.py': body, 'orders.py': 'def total():\n  return 1\n' }))).toEqual({
      isTrue: true,
      why: '1 passed',
    });
  });
});

posix('commands', () => {
  const look = (command: string, more: { given?: boolean; timeoutSeconds?: number } = {}): Promise<Observation> => {
    const runs = [{ command, folder: '', runner: 'npm' }];
    return observe(
      { runs, given: more.given ?? false },
      { workspace: folderOf({}), env: process.env, timeoutSeconds: 30, ...more },
    );
  };

  test.each([
    ['that are not there', 'no-such-runner', 'the command that runs the tests is not there'],
    ['that fail though no test does', 'echo "Tests:       2 passed, 2 total"; exit 1', 'exit 1, though no test failed'],
    ['that find no tests', 'echo "No tests found, exiting with code 1"; exit 1', 'no test ran'],
  ])('%s are not red', async (_, command, why) => {
    expect(isRed(await look(command))).toEqual({ isTrue: false, why });
  });

  test('that hide a failure are not green', async () => {
    expect(isGreen(await look('echo "Tests:       1 failed, 1 total"; true'))).toEqual({ isTrue: false, why: '1 failed' });
  });

  test('that do not end are neither', async () => {
    const seen = await look('tail -f /dev/null', { timeoutSeconds: 0.2 });
    expect([isRed(seen), isGreen(seen)].map(({ isTrue }) => isTrue)).toEqual([false, false]);
    expect(seen).toMatchObject({ timedOut: true, exit: null });
  });

  test('with unknown output count by their exit code only if a trusted user named them', async () => {
    expect([isRed(await look('false')).isTrue, isGreen(await look('true')).isTrue]).toEqual(['unknown', 'unknown']);
    expect([isRed(await look('false', { given: true })).isTrue, isGreen(await look('true', { given: true })).isTrue]).toEqual([
      true,
      true,
    ]);
  });

  test('tests that failed before say nothing of new ones', async () => {
    const before = await look('echo "Tests:       2 failed, 2 total"; exit 1');
    const same = await look('echo "Tests:       2 failed, 1 passed, 3 total"; exit 1');
    const more = await look('echo "Tests:       3 failed, 3 total"; exit 1');
    expect([isRed(same, before).isTrue, isRed(more, before).isTrue, isRed(same).isTrue]).toEqual([false, true, true]);
  });

  test('of several services the one that fails counts', async () => {
    const workspace = folderOf({ 'a/x': '', 'b/x': '' });
    const runs = [
      { command: 'echo "Tests:       1 passed, 1 total"', folder: 'a', runner: 'npm' },
      { command: 'echo "Tests:       1 failed, 1 total"; exit 1', folder: 'b', runner: 'npm' },
    ];
    const seen = await observe({ runs, given: false }, { workspace, env: process.env, timeoutSeconds: 30 });
    expect(seen).toMatchObject({ exit: 1, ranTests: 2, failedTests: 1 });
    expect(seen.command).toContain('(in b)');
    expect(isGreen(seen).isTrue).toBe(false);
  });

  test('no secret reaches tests', async () => {
    const runs = [{ command: 'env', folder: '', runner: 'npm' }];
    const env = { ...process.env, ANTHROPIC_API_KEY: 'canary-key' };
    const { output } = await observe({ runs, given: false }, { workspace: folderOf({}), env, timeoutSeconds: 30 });
    expect(output).not.toContain('canary');
    expect(output).toContain(`PATH=`);
  });
});
