import type { Expression } from '../../../facts/expression.js';
import { type Source, unknown } from './source.js';
import { placeOf } from './syntax/text.js';

/** Begins specifiers of what another file of the same package declares: `.#User`. See `resolve.ts`. */
export const SAME_PACKAGE = '.';

/** A name that the file, another of its package, or an imported package declares. */
export function declaredName(source: Source, name: string, at: number, given: readonly Expression[] = []): Expression {
  if (!source.named.has(name)) importOf(source, name, SAME_PACKAGE, name, at);
  return { kind: 'name', name, ...(given.length > 0 && { arguments: given }) };
}

/** `users.User`. */
export function importedName(
  source: Source,
  alias: string,
  path: string,
  name: string,
  at: number,
  given: readonly Expression[] = [],
): Expression {
  if (path === 'C' || path === 'unsafe') return unknown(`${alias}.${name} is not Go's`);
  importOf(source, `${alias}.${name}`, path, name, at);
  return { kind: 'name', name: `${alias}.${name}`, ...(given.length > 0 && { arguments: given }) };
}

function importOf(source: Source, name: string, path: string, imported: string, at: number): void {
  if (source.imports.has(name)) return;
  source.imports.set(name, {
    kind: 'import',
    name,
    specifier: `${path}#${imported}`,
    imported,
    at: placeOf(source.text, at),
  });
}

/** Prefix of the specifiers of a type's methods in other files of its package: `.#User#` before the method's name. */
export const methodsOf = (type: string): string => `${SAME_PACKAGE}#${type}#`;
