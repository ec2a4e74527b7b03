import type { Expression } from '../../../facts/expression.js';
import { ANY_TYPE } from './declares.js';
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

/** A method of the type that implements an interface with these methods, wherever it is declared. */
export function implementedName(source: Source, methods: readonly string[], method: string, at: number): Expression {
  const name = `${ANY_TYPE}#${method}`;
  const all = [method, ...methods.filter((one) => one !== method)];
  source.imports.set(`${name} ${all.length}@${at}`, {
    kind: 'import',
    name: `${name} ${all.length}@${at}`,
    specifier: `${SAME_PACKAGE}#${ANY_TYPE}#${all.join('&')}`,
    imported: name,
    at: placeOf(source.text, at),
  });
  return { kind: 'name', name: `${name} ${all.length}@${at}`, space: 'value' };
}

/** Methods that answer, by their names alone: interfaces ask for them so. Of two with one name neither is meant. */
export function nameHandlers(source: Source): void {
  const methods = new Map<string, string[]>();
  for (const { name, sends } of source.callables.values()) {
    const [type = '', method] = name.split('#');
    if (method === undefined || sends === undefined || /[|@]/.test(name) || source.types.get(type)?.type.kind === 'interface')
      continue;
    methods.set(method, [...(methods.get(method) ?? []), name]);
  }
  for (const [method, [only, ...others]] of methods) {
    const callable = only === undefined || others.length > 0 ? undefined : source.callables.get(only);
    if (callable === undefined) continue;
    const name = `${ANY_TYPE}#${method}`;
    const value: Expression = { kind: 'name', name: callable.name, space: 'value' };
    source.constants.set(name, { kind: 'constant', name, value, at: callable.at });
  }
}

/** Prefix of the specifiers of a type's methods in other files of its package: `.#User#` before the method's name. */
export const methodsOf = (type: string): string => `${SAME_PACKAGE}#${type}#`;
