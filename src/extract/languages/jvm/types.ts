import type { Expression } from '../../../facts/expression.js';
import { isLibraryType, libraryType, primitiveType } from './library-types.js';
import { type Named, named } from './names.js';
import { type Scope, type Source, unknown } from './source.js';
import type { TypeRef } from './unit.js';

/** What a type says of JSON. Java does not say whether a reference may be null: it is taken not to be. */
export function typeOf(source: Source, scope: Scope, ref: TypeRef): Expression {
  const type = plainType(source, scope, ref);
  return ref.nullable && ref.name !== '?' ? { kind: 'operator', operator: 'nullable', of: type } : type;
}

function plainType(source: Source, scope: Scope, ref: TypeRef): Expression {
  const [first] = ref.arguments;
  if (ref.name === '[]' && first !== undefined)
    return first.name === 'byte'
      ? { kind: 'scalar', type: 'string', format: 'byte' }
      : { kind: 'array', items: typeOf(source, scope, first) };
  if (ref.name === '?') return unknown('a wildcard may be anything');
  if (ref.name === '->') return { kind: 'absent' };
  if (source.unit.tokens.dialect === 'java') {
    const primitive = primitiveType(ref.name);
    if (primitive !== undefined) return primitive;
  } else if (ref.name === 'Unit' || ref.name === 'Nothing') return { kind: 'absent' };
  const given = ref.arguments.map((one) => typeOf(source, scope, one));
  const found = namedType(source, scope, ref.name);
  switch (found.kind) {
    case 'parameter':
      return { kind: 'name', name: ref.name };
    case 'library':
      return libraryType(found.path, given) ?? unknown(`${found.path} is not declared in the repository`);
    default:
      return { kind: 'name', name: found.name, ...(given.length > 0 && { arguments: given }) };
  }
}

/** What the name of a type means. */
export function namedType(source: Source, scope: Scope, name: string): Named {
  return named(source, scope, name, isLibraryType);
}
