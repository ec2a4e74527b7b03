/**
 * `node scripts/e2e-build.js [--cli FILE] [--keep] [scenario ...]`: builds a small plan with the real `claude` and a model that
 * answers by scenarios (`scripts/e2e-build/README.md`). Without names: all of them.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.js';
import { playAll } from './e2e-build/play.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cli: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
// Below the packages that the compiled program needs.
const program = join(root, 'node_modules', '.cache', 'tallystick-e2e-build');
try {
  const failures = await playAll(values.cli ?? compiled(), positionals.length === 0 ? undefined : positionals, values);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(program, { recursive: true, force: true });
}

function compiled() {
  mkdirSync(program, { recursive: true });
  cpSync(join(root, 'package.json'), join(program, 'package.json'));
  return join(build(join(program, 'lib')), 'cli.js');
}
