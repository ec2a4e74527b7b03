import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import { nullInDoubt } from '../../../../facts/null-in-doubt.js';
import { isHarmless } from '../harmless-packages.js';
import { type ClassDefinition, type ClassField, lookup, originOf, type Scope } from '../scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from '../source.js';
import { calledName, keyword, lastName, type Node } from '../syntax/syntax.js';
import { typeOf } from '../types.js';

/** Column types with their Python values (https://docs.sqlalchemy.org/en/20/core/type_basics.html). */
const COLUMNS: Readonly<Record<string, Expression>> = {
  Integer: scalar('integer'),
  BigInteger: scalar('integer'),
  SmallInteger: scalar('integer'),
  INTEGER: scalar('integer'),
  BIGINT: scalar('integer'),
  Float: FLOAT,
  Double: FLOAT,
  Boolean: scalar('boolean'),
  BOOLEAN: scalar('boolean'),
  String: scalar('string'),
  Text: scalar('string'),
  Unicode: scalar('string'),
  UnicodeText: scalar('string'),
  VARCHAR: scalar('string'),
  TEXT: scalar('string'),
  Date: scalar('string', 'date'),
  DateTime: scalar('string', 'date-time'),
  TIMESTAMP: scalar('string', 'date-time'),
};

/**
 * The value of `db.Column(db.String(80), nullable=False)` in an instance, also for Flask-SQLAlchemy; undefined: no column, or an
 * unknown type. A column without a `nullable` option may be null unless it has a default.
 */
export function columnOf(scope: Scope, node: Node): Expression | undefined {
  if (node.kind !== 'call' || !/^(?:Column|mapped_column)$/.test(lastName(node.of) ?? '')) return undefined;
  const isKnown = node.of.kind === 'attribute' || /^sqlalchemy\b/.test(originOf(scope, node.of) ?? '');
  if (!isKnown) return undefined;
  const types = node.arguments.flatMap(({ name, star, value }) => (name === undefined && star === undefined ? [value] : []));
  const named = types.map((one) => COLUMNS[calledName(one)]);
  const type = named.find((one) => one !== undefined);
  if (type === undefined) return undefined;
  const isTrue = (name: string): boolean | undefined => {
    const given = keyword(node, name);
    return given?.kind === 'constant' ? given.value === true : undefined;
  };
  if (isTrue('nullable') === false || isTrue('primary_key') === true) return type;
  if (isTrue('nullable') === true) return { kind: 'operator', operator: 'nullable', of: type };
  if (isFilled(node)) return type;
  return { kind: 'union', options: [type, UNSAID] };
}

/**
 * `book = relationship('Book')` of a class whose column `book_id` excludes null: some object. Undefined: no relation, or it may
 * be missing.
 */
export function surelyRelated(
  { fields }: ClassDefinition,
  { name, value, start }: ClassField,
  source: Source,
): Expression | undefined {
  const key = calledName(value) === 'relationship' ? fields.find((one) => one.name === `${name}_id`) : undefined;
  const nullable = key?.value?.kind === 'call' && isForeign(key) ? keyword(key.value, 'nullable') : undefined;
  if (nullable?.kind !== 'constant' || nullable.value !== false) return undefined;
  const other = unknown('what a relation loads is not known');
  const member: ObjectMember = { kind: 'property', name: '|related', value: other, hidden: true, at: source.at(start) };
  return { kind: 'object', members: [{ kind: 'spread', value: other }, member] };
}

/** Whether rows get a value there that nobody gave, also where code makes them with None (not where it sets None later). */
const isFilled = (column: Extract<Node, { kind: 'call' }>): boolean =>
  ['default', 'server_default', 'insert_default'].some((name) => {
    const given = keyword(column, name);
    return given !== undefined && !(given.kind === 'constant' && given.value === null);
  });

const UNSAID = nullInDoubt('its column does not say whether it may be null');

/** A hidden member of models: what an automatic schema of marshmallow dumps of their columns; `|foreign`: of their foreign keys. */
export const DUMPED = '|columns';
export const FOREIGN = '|foreign';

/** The columns of a model, with those of its bases; empty for a class that is no model. */
export function dumpedColumns(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const { arguments: given, outside, fields, start } = definition;
  const bases = given.flatMap(({ name, star, value }) => (name === undefined && star === undefined ? [value] : []));
  const columns = fields.filter(isColumn);
  const isModel = columns.length > 0 || bases.some((base) => isLibraryBase(outside, base));
  if (!isModel) return [];
  const at = source.at(start);
  const inherited = bases.filter((base) => !isLibraryBase(outside, base)).map((base) => typeOf(source, outside, base));
  return [DUMPED, FOREIGN].map((name): PropertyMember => {
    const own = columns
      .filter((one) => isForeign(one) === (name === FOREIGN))
      .map((one) => dumpedColumn(source, definition, one));
    const members = [...inherited.map((of): ObjectMember => ({ kind: 'spread', value: memberIfAny(of, name) })), ...own];
    return { kind: 'property', name, value: { kind: 'object', members }, hidden: true, at };
  });
}

const memberIfAny = (of: Expression, name: string): Expression => ({
  kind: 'operator',
  operator: 'having',
  of,
  keys: { kind: 'tuple', items: [literal(name), { kind: 'member', of, name }, { kind: 'object', members: [] }] },
});

const COLUMN = /^(?:Column|mapped_column)$/;

const isColumn = ({ annotation, value }: ClassField): boolean =>
  COLUMN.test(calledName(value)) ||
  (annotation?.kind === 'subscript' && lastName(annotation.of) === 'Mapped' && value === undefined);

const isForeign = ({ value }: ClassField): boolean =>
  value?.kind === 'call' && value.arguments.some((one) => calledName(one.value) === 'ForeignKey');

/** `db.Model`, `DeclarativeBase`, `Base = declarative_base()` of this file, mixins of packages. */
function isLibraryBase(scope: Scope, base: Node): boolean {
  if (base.kind === 'attribute') return base.name === 'Model';
  const origin = originOf(scope, base);
  if (origin !== undefined) return isHarmless(origin);
  const binding = base.kind === 'name' ? lookup(scope, base.name)?.binding : undefined;
  return (
    binding?.kind === 'variable' && binding.values.some((one) => /^(?:declarative_base|automap_base)$/.test(calledName(one)))
  );
}

/** `name: Mapped[str] = mapped_column(String(80))`, `name = db.Column(db.String(80))`. */
function dumpedColumn(
  source: Source,
  { inside }: ClassDefinition,
  { name, annotation, value, start }: ClassField,
): PropertyMember {
  const at = source.at(start);
  const column = value === undefined ? undefined : columnOf(inside, value);
  const declared = annotation?.kind === 'subscript' ? annotation.items[0] : undefined;
  const nullable = value?.kind === 'call' ? keyword(value, 'nullable') : undefined;
  const isPlain = declared === undefined || MAPPED.test(lastName(plainOf(declared)) ?? '');
  const type = declared === undefined ? column : isPlain ? typeOf(source, inside, declared) : column;
  const mayBeNull = declared !== undefined && nullable?.kind === 'constant' && nullable.value === true;
  const stored = type ?? unknown('how its column is dumped is not known');
  return { kind: 'property', name, value: mayBeNull ? { kind: 'operator', operator: 'nullable', of: stored } : stored, at };
}

const MAPPED = /^(?:int|str|float|bool|datetime|date)$/;

/** The type in `Optional[str]` and `str | None`. */
function plainOf(node: Node): Node {
  if (node.kind === 'subscript' && lastName(node.of) === 'Optional') return node.items[0] ?? node;
  return node.kind === 'operation' && node.operator === '|' && node.right.kind === 'constant' ? node.left : node;
}
