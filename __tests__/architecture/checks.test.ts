import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './source-files.js';

const find = createRequire(import.meta.url);

/** Runs the program of an installed package in the project; empty when it is content, else what it says. */
function complaints(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: root, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

test('the types fit', () => {
  expect(complaints(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', 'tsconfig.json', '--noEmit'])).toBe('');
});

test('the linter is content', () => {
  expect(complaints(find.resolve('@biomejs/biome/bin/biome'), ['check', '--colors=off', '.'])).toBe('');
});
