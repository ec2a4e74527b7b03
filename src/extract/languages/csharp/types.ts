import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { identityEntity } from './identity-types.js';
import { ownType, typeNamed } from './names.js';
import type { Scope } from './source.js';
import { textAt } from './syntax/tokens.js';
import { simpleName, type TypeSyntax } from './syntax/type-syntax.js';

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean', format?: string): Expression =>
  format === undefined ? { kind: 'scalar', type } : { kind: 'scalar', type, format };
export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
export const ABSENT: Expression = { kind: 'absent' };
export const STRING: Expression = scalar('string');
export const BOOLEAN: Expression = scalar('boolean');
export const INTEGER: Expression = scalar('integer');
const NULL: Expression = { kind: 'literal', value: null };

/**
 * How System.Text.Json writes platform types.
 * https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/supported-types
 */
const SCALARS: ReadonlyMap<string, Expression> = new Map([
  ...['string', 'String', 'char', 'Char', 'TimeSpan', 'TimeOnly', 'Version', 'StringValues'].map((name): [string, Expression] => [
    name,
    STRING,
  ]),
  ...['int', 'Int32', 'short', 'Int16', 'sbyte', 'SByte', 'byte', 'Byte', 'ushort', 'UInt16'].map(
    (name): [string, Expression] => [name, scalar('integer', 'int32')],
  ),
  ...['long', 'Int64', 'uint', 'UInt32', 'nint'].map((name): [string, Expression] => [name, scalar('integer', 'int64')]),
  ...['ulong', 'UInt64', 'Int128', 'UInt128', 'nuint'].map((name): [string, Expression] => [name, INTEGER]),
  ['float', scalar('number', 'float')],
  ['Single', scalar('number', 'float')],
  ['double', scalar('number', 'double')],
  ['Double', scalar('number', 'double')],
  ['decimal', scalar('number', 'decimal')],
  ['Decimal', scalar('number', 'decimal')],
  ['Half', scalar('number', 'float')],
  ['bool', BOOLEAN],
  ['Boolean', BOOLEAN],
  ['DateTime', scalar('string', 'date-time')],
  ['DateTimeOffset', scalar('string', 'date-time')],
  ['DateOnly', scalar('string', 'date')],
  ['Guid', scalar('string', 'uuid')],
  ['Uri', scalar('string', 'uri')],
  ['void', ABSENT],
  ['object', unknown('`object` may be anything')],
  ['Object', unknown('`object` may be anything')],
  ['dynamic', unknown('`dynamic` may be anything')],
  ['JsonElement', unknown('`JsonElement` may be anything')],
  ['JsonNode', unknown('`JsonNode` may be anything')],
  ['JToken', unknown('`JToken` may be anything')],
  ...['JObject', 'JsonObject', 'ExpandoObject'].map((name): [string, Expression] => [
    name,
    { kind: 'map', values: unknown(`a \`${name}\` may have any members`) },
  ]),
  ...['JArray', 'JsonArray'].map((name): [string, Expression] => [
    name,
    { kind: 'array', items: unknown(`a \`${name}\` may have any items`) },
  ]),
]);

const LISTS = new Set([
  ...['List', 'IList', 'IEnumerable', 'ICollection', 'IReadOnlyList', 'IReadOnlyCollection', 'HashSet', 'ISet', 'IReadOnlySet'],
  ...['IAsyncEnumerable', 'IQueryable', 'IOrderedQueryable', 'IOrderedEnumerable', 'Queue', 'Stack', 'LinkedList', 'SortedSet'],
  ...['ImmutableList', 'ImmutableArray', 'ImmutableHashSet', 'IImmutableList', 'IImmutableSet', 'FrozenSet', 'Collection'],
  ...['ReadOnlyCollection', 'ObservableCollection', 'ConcurrentBag', 'ConcurrentQueue', 'DbSet', 'ReadOnlyMemory', 'Memory'],
]);
const MAPS = new Set([
  ...['Dictionary', 'IDictionary', 'IReadOnlyDictionary', 'SortedDictionary', 'ConcurrentDictionary', 'ImmutableDictionary'],
  ...['IImmutableDictionary', 'FrozenDictionary', 'ReadOnlyDictionary', 'SortedList', 'ImmutableSortedDictionary'],
]);
const WRAPPERS = new Set(['Task', 'ValueTask']);

/** The JSON form of a type. */
export function typeExpression(scope: Scope, type: TypeSyntax, depth = 0): Expression {
  const inner = (of: TypeSyntax): Expression => typeExpression(scope, of, depth + 1);
  switch (type.kind) {
    case 'nullable':
      return isOpenParameter(scope, type.of) ? unlessValue(inner(type.of)) : nullable(inner(type.of));
    case 'array':
      return isBytes(type.of) ? scalar('string', 'byte') : { kind: 'array', items: inner(type.of) };
    case 'tuple':
      return tupleOf(type.items.map((one, index) => ({ name: type.names?.[index] ?? '', value: inner(one) })));
    case 'named':
      return namedType(scope, type, inner);
  }
}

/** A tuple: code may take its items; what a serializer makes of it depends on whether that writes fields. */
export function tupleOf(items: readonly { readonly name: string; readonly value: Expression }[]): Expression {
  const at = { line: 1, column: 1 };
  const members = items.flatMap(({ name, value }, index): ObjectMember[] => {
    const names = [`Item${index + 1}`, ...(name === '' ? [] : [name])];
    return names.map((one) => ({ kind: 'property', name: one, value, hidden: true, at }));
  });
  const why = unknown('a tuple, whose items System.Text.Json leaves out');
  return { kind: 'object', members: [{ kind: 'spread', value: why }, ...members] };
}

/**
 * `T?` of a type parameter that may stand for any type; for a value type it is the type itself.
 * https://learn.microsoft.com/dotnet/csharp/nullable-references#generics
 */
const unlessValue = (of: Expression): Expression => ({
  kind: 'operator',
  operator: 'nullable',
  of,
  keys: { kind: 'literal', value: true },
});

function isOpenParameter({ source: { tokens }, type, typeParameters }: Scope, of: TypeSyntax): boolean {
  if (of.kind !== 'named' || !typeParameters.has(of.name) || type?.typeParameters.includes(of.name) !== true) return false;
  for (let at = type.at; at < type.at + MAX_HEAD && !/^[{;]?$/.test(textAt(tokens, at)); at++)
    if (textAt(tokens, at) === 'where' && textAt(tokens, at + 1) === of.name && textAt(tokens, at + 3) === 'struct') return false;
  return true;
}
/** Maximum number of tokens of a type before its members. */
const MAX_HEAD = 200;

export function nullable(of: Expression): Expression {
  if (of.kind === 'unknown' || (of.kind === 'union' && of.options.includes(NULL))) return of;
  return { kind: 'union', options: [of, NULL] };
}

function isBytes(type: TypeSyntax): boolean {
  return type.kind === 'named' && /^(?:byte|Byte|System\.Byte)$/.test(type.name);
}

function namedType(
  scope: Scope,
  type: Extract<TypeSyntax, { kind: 'named' }>,
  inner: (of: TypeSyntax) => Expression,
): Expression {
  const { name } = type;
  if (scope.typeParameters.has(name)) return scope.typeValues?.get(name) ?? { kind: 'name', name };
  const simple = simpleName(type);
  const [first, second] = type.arguments;
  // a service's own class `List` is not the platform's list
  const isOther = type.arguments.length > 0 && ownType(scope, name)?.typeParameters.length === 0;
  if (isOther || ownType(scope, name) === undefined) {
    const known = type.arguments.length === 0 ? SCALARS.get(simple) : undefined;
    if (known !== undefined) return known;
    if (type.arguments.length === 1 && first !== undefined) {
      if (LISTS.has(simple)) return isBytes(first) && /Memory$/.test(simple) ? STRING : { kind: 'array', items: inner(first) };
      if (simple === 'Nullable') return nullable(inner(first));
      if (WRAPPERS.has(simple)) return inner(first);
    }
    if (type.arguments.length === 2 && second !== undefined && MAPS.has(simple)) return { kind: 'map', values: inner(second) };
  }
  const given = type.arguments.map(inner);
  const entity = ownType(scope, name) === undefined ? identityEntity(scope.source, simple, given) : undefined;
  if (entity !== undefined) return entity;
  return { kind: 'name', name: typeNamed(scope, name, given.length), ...(given.length === 0 ? {} : { arguments: given }) };
}

/** The type inside `Task<T>` or `ValueTask<T>`, or the type itself; undefined if there is no value. */
export function unwrapTask(type: TypeSyntax | undefined): TypeSyntax | undefined {
  if (type?.kind === 'named' && WRAPPERS.has(simpleName(type))) return unwrapTask(type.arguments[0]);
  return simpleName(type ?? { kind: 'tuple', items: [] }) === 'void' ? undefined : type;
}

/** A type that is made as a whole: `T` of what `new T { … }` gives. */
export const typeMade = (value: Expression): Expression =>
  value.kind === 'operator' && /^(?:filled|made|first-known)$/.test(value.operator) ? value.of : value;

/** The type of a literal, for variables and lists, where the literal is only one of the possible values. */
export function widened(value: Expression): Expression {
  if (value.kind === 'text') return STRING;
  if (value.kind !== 'literal' || value.value === null) return value;
  return typeof value.value === 'string' ? STRING : typeof value.value === 'boolean' ? BOOLEAN : INTEGER;
}

/** Is null the default value of the type? Undefined if this file does not declare it. */
export function isReference(scope: Scope, type: TypeSyntax): boolean | undefined {
  if (type.kind !== 'named') return type.kind !== 'tuple';
  const own = ownType(scope, type.name);
  if (own !== undefined) return own.form !== 'struct' && own.form !== 'enum';
  if (isCollection(type) || /^(?:[sS]tring|[oO]bject|Uri|Version)$/.test(simpleName(type))) return true;
  return SCALARS.has(simpleName(type)) ? false : undefined;
}

/** Is it a platform list or map, which a class may extend? */
export function isCollection(type: TypeSyntax): boolean {
  return type.kind === 'named' && (LISTS.has(simpleName(type)) || MAPS.has(simpleName(type))) && type.arguments.length > 0;
}
