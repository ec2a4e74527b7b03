import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from '@swc/core';
import { folderOf } from './temporary-folder.js';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Parts of the sources as plain JavaScript, for tests in which another process runs them.
 *
 * @param parts files and folders below `src`
 * @returns a folder with them, as they lie below `src`; removed with all others
 */
export function compiled(...parts: readonly string[]): string {
  const folder = folderOf({ 'package.json': '{"type": "module"}' });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const part of parts) for (const file of filesIn(part)) compile(file, join(folder, file.replace(/\.ts$/, '.js')));
  return folder;
}

function filesIn(part: string): readonly string[] {
  if (part.endsWith('.ts')) return [part];
  const found = readdirSync(join(ROOT, 'src', part), { recursive: true, encoding: 'utf8' });
  return found.filter((file) => file.endsWith('.ts')).map((file) => join(part, file));
}

function compile(file: string, to: string): void {
  const { code } = transformSync(readFileSync(join(ROOT, 'src', file), 'utf8'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, code);
}
