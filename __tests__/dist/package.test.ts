import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from '../../scripts/build.js';
import { root } from '../architecture/source-files.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

interface Manifest {
  readonly version: string;
  readonly files: readonly string[];
  readonly dependencies?: object;
  readonly private?: boolean;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** One packed tarball for all tests, of the committed bundle, and a folder that has it installed. */
let tarball: string;
let folder: string;
let commit: string;

beforeAll(() => {
  const source = join(realpathSync(folderOf({})), 'source');
  build(join(source, 'lib'));
  commit = readFileSync(join(source, 'lib', 'commit.txt'), 'utf8').trim();
  for (const name of ['package.json', 'README.md', 'LICENSE', ...manifest.files.filter((path) => !path.startsWith('lib/'))])
    cpSync(join(root, name), join(source, name), { recursive: true });
  const words = ['pack', '--ignore-scripts', '--pack-destination', dirname(source)];
  run('npm', words, source);
  tarball = join(dirname(source), `tallystick-${manifest.version}.tgz`);
  folder = join(dirname(source), 'user');
  const installed = join(folder, 'node_modules', 'tallystick');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'examples', 'bookshop'), join(folder, 'bookshop'), { recursive: true });
}, 120_000);
afterAll(removeFolders);

function run(program: string, words: readonly string[], cwd: string) {
  const finished = spawnSync(program, words, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (finished.status !== 0) throw new Error(`${program} ${words.join(' ')}: ${finished.stderr}`);
  return finished.stdout;
}

test('it is small, needs no other package, and holds one copy of the code and the types of the library', () => {
  expect(statSync(tarball).size).toBeLessThan(8_000_000);
  expect([manifest.dependencies, manifest.private]).toEqual([undefined, undefined]);
  const files = readdirSync(join(folder, 'node_modules', 'tallystick'), { recursive: true, encoding: 'utf8' });
  const inLib = files.filter((name) => name.startsWith('lib') && /\.\w+$/.test(name));
  expect(inLib.filter((name) => !/\.d\.ts$|commit\.txt$/.test(name))).toEqual([]);
  expect(inLib.length).toBeLessThan(120);
  expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'action.yml', join('dist', 'cli.js')]));
});

test('npx runs it from a folder with nothing in it, and it names its commit', () => {
  const words = ['--yes', '--offline', '--package', tarball, 'tallystick', '--version'];
  expect(run('npx', words, realpathSync(folderOf({}))).trim()).toBe(`tallystick ${manifest.version} (commit ${commit})`);
});

const PROGRAM = `import { check, type CheckResult, diffContracts, loadContracts, reports, UserError } from 'tallystick';
const result: CheckResult = await check('bookshop');
const mistake: unknown = await check('not-there').catch((error: unknown) => error);
console.log(JSON.stringify({
  violated: result.analysis.summary.violated,
  exitCode: result.exitCode,
  mistake: mistake instanceof UserError ? mistake.message : mistake,
  others: [typeof diffContracts, typeof loadContracts, reports.length > 0],
}));
`;

test('a strict program with its types compiles, and runs', () => {
  writeFileSync(join(folder, 'program.mts'), PROGRAM);
  mkdirSync(join(folder, 'node_modules', '@types'));
  // what the types of Node ask for stands beside them
  for (const name of [join('@types', 'node'), 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--preserveSymlinks'];
  run(process.execPath, [tsc, ...options, 'program.mts'], folder);
  expect(JSON.parse(run(process.execPath, ['program.mjs'], folder))).toEqual({
    violated: 3,
    exitCode: 1,
    mistake: 'There is no folder not-there.',
    others: ['function', 'function', true],
  });
});
