import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import { annotation } from './annotations.js';
import { primitiveType } from './library-types.js';
import { importing, type Scope, type Source, scopeOf, unknown } from './source.js';
import { namedElsewhere, relationOf } from './spring-models.js';
import { tokenAt } from './tokens.js';
import { namedType, typeOf } from './types.js';
import type { TypeDecl } from './unit.js';
import { jsonWritten } from './written-json.js';

/** Suffix of the exported name for what a serializer class writes. */
const WRITTEN = '|written';
const UNREAD = unknown('a serializer of its own writes it');

/**
 * The value that the serializer or converter in `@JsonSerialize(converter = …)`, `@JsonSerialize(using = …)` or
 * `@Serializable(with = …)` writes.
 */
export function writtenBy(source: Source, scope: Scope, writer: string | undefined): Expression {
  if (writer === undefined) return UNREAD;
  const found = namedType(source, scope, writer);
  if (found.kind !== 'own' && found.kind !== 'imported') return UNREAD;
  const name = `${found.name}${WRITTEN}`;
  const imported = source.imports.get(found.name);
  if (imported !== undefined) importing(source, name, imported.specifier, `${imported.imported}${WRITTEN}`);
  else if (!source.types.has(found.name)) return UNREAD;
  return { kind: 'operator', operator: 'first-known', of: UNREAD, keys: { kind: 'name', name } };
}

/**
 * The facts of a class that shows what it writes: a Jackson converter by its second type argument, a serializer by its generator
 * calls, a kotlinx serializer by its descriptor.
 */
export function writtenFacts(source: Source, decl: TypeDecl, place: Fact['at']): readonly Fact[] {
  const relation = annotation(decl.annotations, 'Relation') === undefined ? [] : namedElsewhere(relationOf(decl.qualified));
  const type = converted(source, decl) ?? described(source, decl) ?? jsonWritten(source, decl);
  if (type === undefined) return relation;
  const name = `${decl.qualified}${WRITTEN}`;
  return [
    ...relation,
    { kind: 'declaration', name, form: 'alias', type, at: place },
    { kind: 'export', name, value: { kind: 'name', name }, at: place },
  ];
}

/** https://fasterxml.github.io/jackson-databind/javadoc/2.17/com/fasterxml/jackson/databind/util/StdConverter.html */
function converted(source: Source, decl: TypeDecl): Expression | undefined {
  const base = decl.extends.find(({ name }) => name === 'StdConverter' || name === 'Converter');
  const isKnown = source.unit.imports.some(({ path }) => /^(?:com\.fasterxml|tools)\.jackson\.databind\.util\b/.test(path));
  const [, out] = base?.arguments ?? [];
  return isKnown && out !== undefined ? typeOf(source, scopeOf(decl), out) : undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  ...{
    BOOLEAN: 'boolean',
    BYTE: 'byte',
    SHORT: 'short',
    INT: 'int',
    LONG: 'long',
    FLOAT: 'float',
    DOUBLE: 'double',
    CHAR: 'char',
  },
};

/** https://github.com/Kotlin/kotlinx.serialization/blob/master/docs/serializers.md#primitive-serializer */
function described(source: Source, decl: TypeDecl): Expression | undefined {
  if (!decl.extends.some(({ name }) => name === 'KSerializer')) return undefined;
  const field = decl.fields.find(({ name }) => name === 'descriptor');
  if (field === undefined) return undefined;
  const { tokens } = source.unit;
  const from = field.value?.from ?? field.index;
  const words = Array.from({ length: MAX_WORDS }, (_, ahead) => tokenAt(tokens, from + ahead));
  const call = words.findIndex(({ text }) => text === 'PrimitiveSerialDescriptor');
  const close = words.findIndex(({ text }, index) => index > call && text === ')');
  if (call < 0 || close < 0) return undefined;
  const kind = words[close - 1]?.text === ',' ? words[close - 2]?.text : words[close - 1]?.text;
  if (kind === 'STRING') return { kind: 'scalar', type: 'string' };
  return kind !== undefined && Object.hasOwn(KINDS, kind) ? primitiveType(KINDS[kind] ?? '') : undefined;
}
const MAX_WORDS = 24;
