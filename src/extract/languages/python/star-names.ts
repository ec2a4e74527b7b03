import { posix } from 'node:path';
import type { ReadDocument } from '../../extractor.js';
import { readImport } from './imports.js';
import { createScope, type Scope } from './scope.js';
import type { Source } from './source.js';
import { mask } from './syntax/mask.js';
import { outline } from './syntax/statements.js';

/** Star imports of star imports are followed to this depth. */
const MAX_DEPTH = 3;
const MAX_READ = 20;
const BINDS = /^(?:(?:async[ \t]{1,9})?def|class)[ \t]{1,9}(\w{1,100})|^(\w{1,100})[ \t]{0,9}[:=]/;

/**
 * Binds the names of packages that `from .common import *` brings, as `from .common import *` and `from rest_framework.response import
 * Response` in `common.py`: readers of frameworks ask where a name comes from before files are linked. Names of the service stay to linking.
 */
export function bindStarNames({ path, masked, definitions }: Source, read: ReadDocument): void {
  const { module } = definitions;
  if (module.stars.length === 0) return;
  const files = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (!files.has(file)) files.set(file, files.size < MAX_READ * MAX_READ ? read(file) : undefined);
    return files.get(file);
  };
  const mentioned = new Set(masked.bare.match(/\b[A-Za-z]\w*/g));
  let count = 0;
  const add = (scope: Scope, from: string, depth: number): void => {
    for (const specifier of depth > MAX_DEPTH ? [] : scope.stars) {
      const file = filesOf(specifier, from).find((one) => textOf(one) !== undefined);
      const text = file === undefined || file === path ? undefined : textOf(file);
      if (file === undefined || text === undefined || ++count > MAX_READ) continue;
      const inner = importsIn(text);
      for (const [name, binding] of inner.bindings) {
        if (binding.kind !== 'import' || !mentioned.has(name) || module.bindings.has(name)) continue;
        if (filesOf(binding.module, file).every((one) => textOf(one) === undefined)) module.bindings.set(name, binding);
      }
      add(inner, file, depth + 1);
    }
  };
  add(module, path, 1);
}

/** The names that a file imports at its top level and does not bind anew. */
function importsIn(text: string): Scope {
  const scope = createScope('module', '');
  // a list of exported names
  if (/^__all__\b/m.test(text)) return scope;
  const masked = mask(text);
  for (const statement of outline(masked.bare).statements) {
    const head = masked.bare.slice(statement.start, Math.min(statement.end, statement.start + 200));
    if (/^(?:import|from)\b/.test(head)) readImport(masked, statement, scope);
    const made = BINDS.exec(head);
    if (made !== null) scope.bindings.delete(made[1] ?? made[2] ?? '');
  }
  return scope;
}

/** Where the module of a specifier may be: beside the file, or in a folder above it. */
function filesOf(specifier: string, from: string): readonly string[] {
  const dots = /^\.{0,20}/.exec(specifier)?.[0].length ?? 0;
  const path = specifier.slice(dots).replaceAll('.', '/');
  const folders: string[] = [];
  for (let folder = posix.dirname(from), up = 1; ; folder = posix.dirname(folder), up++) {
    if (dots === 0 || up === dots) folders.push(folder);
    if (folder === '.' || up === dots) break;
  }
  return folders.flatMap((folder) => [`${posix.join(folder, path)}.py`, posix.join(folder, path, '__init__.py')]);
}
