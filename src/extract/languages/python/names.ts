import type { Expression } from '../../../facts/expression.js';
import { type Binding, lookup, type Scope } from './scope.js';
import type { Source } from './source.js';
import { dotted, type Node } from './syntax/syntax.js';

/** A name of the file as an expression; undefined: the file does not bind it. */
export function nameOf(source: Source, scope: Scope, name: string, space?: 'value'): Expression | undefined {
  const found = lookup(scope, name);
  if (found === undefined) return starred(source, name, space);
  return { kind: 'name', name: found.fact, ...(space === undefined ? {} : { space }) };
}

/** `a.b.c` where `import a.b` makes `a.b` a name: the longest such name, and the members after it. */
export function importedPath(
  scope: Scope,
  node: Node,
): { readonly name: string; readonly members: readonly string[] } | undefined {
  const path = dotted(node)?.split('.');
  if (path === undefined) return undefined;
  for (let length = path.length; length > 1; length--) {
    const name = path.slice(0, length).join('.');
    if (bindingOf(scope, name)?.kind === 'import') return { name, members: path.slice(length) };
  }
  return undefined;
}

/** `schemas.User`: the import fact for a member of an imported module; undefined: no such member. */
export function importedMember(source: Source, scope: Scope, path: string): string | undefined {
  const names = path.split('.');
  for (let length = names.length - 1; length > 0; length--) {
    const binding = bindingOf(scope, names.slice(0, length).join('.'));
    if (binding?.kind !== 'import') continue;
    const { module, imported } = binding;
    const inner = [...(imported === '*' ? [] : [imported]), ...names.slice(length, -1)].join('.');
    const specifier = inner === '' ? module : module.endsWith('.') ? `${module}${inner}` : `${module}.${inner}`;
    source.record.members.set(path, { specifier, imported: names.at(-1) ?? '' });
    return path;
  }
  return undefined;
}

function bindingOf(scope: Scope, name: string): Binding | undefined {
  return lookup(scope, name)?.binding;
}

/** A name that only a `from x import *` can provide. */
function starred(source: Source, name: string, space: 'value' | undefined): Expression | undefined {
  if (source.definitions.module.stars.length === 0 || BUILT_IN.has(name)) return undefined;
  source.record.starred.add(name);
  return { kind: 'name', name, ...(space === undefined ? {} : { space }) };
}

/** Builtin names (https://docs.python.org/3/library/functions.html) that occur in values and types. */
const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'bool bytes bytearray complex dict float frozenset int list object set str tuple type abs all any bin callable chr classmethod ' +
    'dir divmod enumerate eval filter format getattr globals hasattr hash hex id input isinstance issubclass iter len locals map ' +
    'max min next oct open ord pow print property range repr reversed round setattr slice sorted staticmethod sum super vars zip ' +
    'Exception ValueError KeyError TypeError NotImplemented self cls'
  ).split(' '),
);
