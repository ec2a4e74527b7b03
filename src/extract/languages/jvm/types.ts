import type { Expression } from '../../../facts/expression.js';
import { isLibraryType, libraryType, primitiveType } from './library-types.js';
import { type Named, named } from './names.js';
import { importing, type Scope, type Source, unknown } from './source.js';
import { PAGING, PLURALS, relationOf } from './spring-models.js';
import { inPackage, type TypeRef } from './unit.js';

/** The JSON type of a Java or Kotlin type. Java does not show whether a reference may be null, so it counts as not null. */
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
      // a class of the package hides a name that needs no import
      if (found.path === RESULT && !source.unit.imports.some(({ path }) => path === RESULT)) return result(source, given);
      if (found.path.startsWith(PAGES)) importing(source, PAGING, PAGING, PAGING);
      if (found.path.startsWith(MODELS)) namingRelations(source, ref.arguments, given);
      return libraryType(found.path, given) ?? unknown(`${found.path} is not declared in the repository`);
    default:
      return { kind: 'name', name: found.name, ...(given.length > 0 && { arguments: given }) };
  }
}

const RESULT = 'kotlin.Result';
const MODELS = 'org.springframework.hateoas.';
const PAGES = 'org.springframework.data.domain.';

/** Asks the class of the items, and the build, how the relation of the items is named. */
function namingRelations(source: Source, written: readonly TypeRef[], given: readonly Expression[]): void {
  const [item] = given;
  const name = item?.kind === 'name' ? item.name : written[0]?.name;
  importing(source, PLURALS, PLURALS, PLURALS);
  const imported = name === undefined ? undefined : source.imports.get(name);
  if (name !== undefined && imported !== undefined)
    importing(source, relationOf(name), imported.specifier, relationOf(imported.imported));
}

function result(source: Source, given: readonly Expression[]): Expression {
  importing(source, 'Result', inPackage(source.unit.package, 'Result'), 'Result');
  const own: Expression = { kind: 'name', name: 'Result', ...(given.length > 0 && { arguments: given }) };
  return {
    kind: 'operator',
    operator: 'first-known',
    of: libraryType(RESULT, given) ?? unknown('it is not declared'),
    keys: own,
  };
}

/** The meaning of a type name. */
export function namedType(source: Source, scope: Scope, name: string): Named {
  return named(source, scope, name, isLibraryType);
}
