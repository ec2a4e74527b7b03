/**
 * `node scripts/build.js`: compiles `src` to `lib` (made anew) and lays the pages of the rules beside their compiled code. What
 * the package publishes of it are the types of the library and the commit.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Compiles into a folder, made anew; throws when the compiler finds an error. */
export function build(lib = join(root, 'lib')) {
  rmSync(lib, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', lib], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('tsc found errors.');
  for (const page of readdirSync(join(root, 'src', 'rules')).filter((name) => /^(contract|validate)-\d+\.md$/.test(name))) {
    cpSync(join(root, 'src', 'rules', page), join(lib, 'rules', page));
  }
  keepPublicTypes(lib);
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  writeFileSync(join(lib, 'commit.txt'), stdout ?? '');
  return lib;
}

/** Removes the declarations that `index.d.ts` does not lead to. */
function keepPublicTypes(/** @type {string} */ lib) {
  const reached = new Set([join(lib, 'index.d.ts')]);
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)\.js'/g);
    for (const [, name = ''] of imports) reached.add(resolve(dirname(file), `${name}.d.ts`));
  }
  const all = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  for (const file of all.map((name) => join(lib, name))) if (!reached.has(file)) rmSync(file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build();
