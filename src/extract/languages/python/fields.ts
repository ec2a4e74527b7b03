import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { isPlainlyWritten, textsOf } from './pydantic-texts.js';
import { importsFrom } from './schemas/field-types.js';
import { type ClassDefinition, type ClassField, lookup, onlyValue, originOf } from './scope.js';
import type { Source } from './source.js';
import { argument, keyword, lastName, type Node, plainText } from './syntax/syntax.js';
import { typeOf, writtenByPydantic } from './types.js';

type Call = Extract<Node, { kind: 'call' }>;

/** Functions that describe a field beyond its type (pydantic, SQLModel, dataclasses, msgspec). */
const DESCRIBING = new Set(['Field', 'field', 'FieldInfo', 'Relationship', 'PrivateAttr', 'Query', 'Body', 'Path']);

/** An annotated class member in its serialized form; undefined: it is never sent. */
export function fieldOf(source: Source, definition: ClassDefinition, field: ClassField): ObjectMember | undefined {
  const { name, annotation } = field;
  if (annotation === undefined || name.startsWith('_') || name === 'model_config') return undefined;
  const wrapper = annotation.kind === 'subscript' ? lastName(annotation.of) : lastName(annotation);
  if (wrapper === 'ClassVar' || wrapper === 'InitVar') return undefined;
  const described = describing(source, definition, field);
  const kinds = described.map((one) => lastName(one.of));
  if (kinds.includes('Relationship') || kinds.includes('PrivateAttr')) return undefined;
  const excluded = valueIn(described, 'exclude');
  if (excluded?.kind === 'constant' && excluded.value === true) return undefined;
  const at = source.at(field.start);
  const defaulted = hasDefault(field, described) ? { defaulted: true } : {};
  const type = typeOf(source, definition.inside, annotation);
  const declared = isPlainlyWritten(annotation) ? writtenByPydantic(type, textsOf(source, definition)) : type;
  const value: Expression = isNullableColumn(annotation, described)
    ? { kind: 'union', options: [declared, STORED_NULL] }
    : declared;
  const base = { kind: 'property', name, value, ...defaulted, at } as const;
  const optional = wrapper === 'NotRequired' || wrapper === 'Required' ? { optional: wrapper === 'NotRequired' } : {};
  const renamed = described.filter((one) => /^msgspec\b/.test(originOf(definition.inside, one.of) ?? ''));
  const alias = valueIn(described, 'serialization_alias') ?? valueIn(described, 'alias') ?? valueIn(renamed, 'name');
  // django-ninja sends field names unless a route changes that
  if (alias === undefined || importsFrom(source, /^ninja\b/)) return { ...base, ...optional };
  const wire = plainText(alias);
  if (wire === undefined) return alias.kind === 'constant' ? base : unnamed(name);
  return { ...base, ...optional, name: wire, member: name, naming: 'explicit' };
}

const STORED_NULL = nullInDoubt('its column may be null, which its type does not say');

/** `text: str = Field(nullable=True)`, or with `sa_column=Column(String, nullable=True)`, of a SQLModel table: rows may have null. */
function isNullableColumn({ kind }: Node, described: readonly Call[]): boolean {
  const column = valueIn(described, 'sa_column');
  const calls = column?.kind === 'call' ? [...described, column] : described;
  const nullable = kind === 'subscript' || kind === 'operation' ? undefined : valueIn(calls, 'nullable');
  return nullable?.kind === 'constant' && nullable.value === true;
}

/** A field whose serialized name is computed at run time: it may match any expected name. */
export const unnamed = (name: string): ObjectMember => ({
  kind: 'spread',
  value: { kind: 'unknown', why: `the name of \`${name}\` on the wire is made when the program runs` },
});

/** `= 1`, `= Field(1)`, `field(default_factory=list)`; not `= ...` or `= Field(alias="x")`, where callers must pass a value. */
function hasDefault({ value }: ClassField, described: readonly Call[]): boolean {
  const known = described.flatMap((one) => [argument(one, 0, 'default'), keyword(one, 'default_factory')]);
  const own = value !== undefined && !described.some((one) => one === value) ? [value] : [];
  return [...known, ...own].some((node) => node !== undefined && !isEllipsis(node));
}

/** `...`, for which the syntax tree has no node type. */
const isEllipsis = ({ kind, start, end }: Node): boolean => kind === 'unread' && end - start === 3;

/** `= Field(...)`, `Annotated[int, Field(...)]`, also through an `Annotated` alias in the file. */
function describing(source: Source, definition: ClassDefinition, { annotation, value }: ClassField): readonly Call[] {
  const own = value?.kind === 'call' && DESCRIBING.has(lastName(value.of) ?? '') ? [value] : [];
  return [...own, ...(annotation === undefined ? [] : annotated(source, definition, annotation, 0))];
}

function annotated(source: Source, definition: ClassDefinition, annotation: Node, depth: number): readonly Call[] {
  if (annotation.kind === 'subscript' && lastName(annotation.of) === 'Annotated')
    return annotation.items.filter((item): item is Call => item.kind === 'call' && DESCRIBING.has(lastName(item.of) ?? ''));
  if (annotation.kind !== 'name' || depth > 3) return [];
  const binding = lookup(definition.outside, annotation.name)?.binding;
  const stored = onlyValue(binding);
  return stored === undefined ? [] : annotated(source, definition, stored, depth + 1);
}

function valueIn(described: readonly Call[], name: string): Node | undefined {
  for (const call of described) {
    const found = keyword(call, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
