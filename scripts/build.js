/**
 * `node scripts/build.js`: compiles `src` to `lib` (made anew) and lays the pages of the rules beside their compiled code.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
  return lib;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build();
