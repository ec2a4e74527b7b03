import type { Expression } from '../../../facts/expression.js';
import type { Fact, Setting } from '../../../facts/fact.js';
import { WRITTEN } from './converters.js';
import { type OptionRange, optionFunctions, optionRanges, serviceFolder } from './json-options.js';
import { rewritten } from './rewritten.js';
import type { Source } from './source.js';
import type { Member, TypeNode } from './syntax/syntax.js';
import { afterBracket, isWord, type Range, textAt } from './syntax/tokens.js';
import { readType, simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { BOOLEAN, STRING } from './types.js';

/** Platform types, with their names in `serializers`. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...['int', 'Int32', 'short', 'Int16', 'byte', 'Byte'].map((name): [string, string] => [name, 'int32']),
  ...['long', 'Int64', 'uint', 'UInt32'].map((name): [string, string] => [name, 'int64']),
  ...['decimal', 'Decimal'].map((name): [string, string] => [name, 'decimal']),
  ...['double', 'Double'].map((name): [string, string] => [name, 'double']),
  ...['float', 'Single'].map((name): [string, string] => [name, 'float']),
  ...['bool', 'Boolean'].map((name): [string, string] => [name, 'boolean']),
  ...['DateTime', 'DateTimeOffset', 'UnixDateTime', 'JavaScriptDateTime'].map((name): [string, string] => [name, 'date-time']),
  ['DateOnly', 'date'],
  ['Guid', 'uuid'],
  ['Uri', 'uri'],
  ['Enum', 'enum'],
]);
/** A converter writes these types as text, or they stand for every type and name none. */
const UNNAMED = new Set(['string', 'String', 'TimeSpan', 'TimeOnly', 'Version', 'object', 'Object', 'T']);

/** Facts about converter classes, which decide how values of a type are written, and about the services that register them. */
export function converterFacts(source: Source): readonly Fact[] {
  return [...source.tree.types.flatMap((node) => converterClass(source, node)), ...registrations(source)];
}

/** `class MoneyConverter : JsonConverter<Money>`. https://learn.microsoft.com/dotnet/standard/serialization/system-text-json/converters-how-to */
function converterClass(source: Source, node: TypeNode): readonly Fact[] {
  const base = node.bases.find((one) => /^JsonConverter(?:Factory)?$/.test(simpleName(one)));
  if (base?.kind !== 'named') return [];
  const at = source.tokens.at(node.at);
  const [first] = base.arguments;
  const of = (first === undefined ? testedTypes(source, node) : [first]).flatMap((type) => kindOf(simpleName(type)));
  const written = writtenIn(source, node);
  const writes = written?.kind === 'scalar' ? written.type : '';
  const inferred: Expression = written ?? rewritten(`the converter ${node.name} decides what is written`);
  const value = { by: node.name, of: [...new Set(of)], writes };
  return [
    { kind: 'callable', name: `${node.path}.${WRITTEN}`, inferred, at },
    { kind: 'setting', key: 'serializers', scope: serviceFolder(source.path), value, at },
  ];
}

function kindOf(name: string): readonly string[] {
  if (name === '' || UNNAMED.has(name)) return [];
  return [KINDS.get(name) ?? `class ${name}`];
}

/** The types in `CanConvert(Type type) => type == typeof(Money)`; enums if the method tests `IsEnum`. */
function testedTypes({ tokens }: Source, { members }: TypeNode): readonly TypeSyntax[] {
  const can = members.find(({ name, kind }) => kind === 'method' && name === 'CanConvert');
  const { from, to } = can?.body ?? can?.expression ?? { from: 0, to: 0 };
  const found: TypeSyntax[] = [];
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) === 'IsEnum') found.push({ kind: 'named', name: 'Enum', arguments: [], at });
    const type = textAt(tokens, at) === 'typeof' ? readType(tokens, at + 2, to)?.type : undefined;
    if (type !== undefined) found.push(type.kind === 'nullable' ? type.of : type);
  }
  return found;
}

const WRITERS: ReadonlyMap<string, Expression> = new Map([
  ['WriteStringValue', STRING],
  ['WriteNumberValue', { kind: 'scalar', type: 'number' }],
  ['WriteBooleanValue', BOOLEAN],
]);

/** What the converter's `Write` writes if it uses only one kind of call; otherwise undefined. */
function writtenIn({ tokens }: Source, { members }: TypeNode): Expression | undefined {
  const write = members.find(({ name, kind }) => kind === 'method' && /^Write(?:Json)?$/.test(name));
  const writer = write?.parameters[0]?.name;
  const { from, to } = write?.body ?? write?.expression ?? { from: 0, to: 0 };
  const made = new Set<Expression | undefined>();
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) !== writer || textAt(tokens, at - 1) === '.') continue;
    const name = textAt(tokens, at + 1) === '.' ? textAt(tokens, at + 2) : '';
    if (name !== 'WriteNullValue') made.add(WRITERS.get(name));
  }
  return made.size === 1 ? [...made][0] : undefined;
}

const OPTIONS = /^(?:JsonSerializer(?:Options|Settings)|JsonOptions|MvcNewtonsoftJsonOptions)$/;

/**
 * Converters added to the serializer that writes bodies: `options.Converters.Add(new MoneyConverter())`, `Converters = { new
 * MoneyConverter() }`.
 */
function registrations(source: Source): readonly Setting[] {
  const passed = source.tree.types.flatMap(({ members }) =>
    members.filter(isSetUp).map(({ body, expression }) => body ?? expression),
  );
  const ranges: readonly OptionRange[] = [...optionRanges(source), ...passed].flatMap((range) => range ?? []);
  const places: readonly { readonly at: number; readonly writer?: string | undefined; readonly within?: string | undefined }[] = [
    ...new Map(ranges.flatMap(({ writer, ...range }) => convertersIn(source, range).map((at) => [at, { at, writer }]))).values(),
    ...optionFunctions(source).flatMap(({ within, ...range }) => convertersIn(source, range).map((at) => ({ at, within }))),
  ];
  return places.map(({ at, writer, within }): Setting => {
    const name = readType(source.tokens, at, source.tokens.list.length);
    const uses = name === undefined ? '' : simpleName(name.type);
    const of = kindOf(/^(?:Nullable)?(\w{1,80}?)(?:Json)?Converter$/.exec(uses)?.[1] ?? '');
    return {
      kind: 'setting',
      key: 'serializers',
      scope: serviceFolder(source.path),
      ...(writer !== undefined && { writer }),
      ...(within !== undefined && { within }),
      value: { uses, of },
      at: source.tokens.at(at),
    };
  });
}

const isSetUp = ({ kind, parameters }: Member): boolean =>
  kind === 'method' && parameters.some(({ type }) => type !== undefined && OPTIONS.test(simpleName(type)));

/** The token positions of the type names whose instances the range adds to `Converters`. */
function convertersIn({ tokens }: Source, { from, to }: Range): readonly number[] {
  const found: number[] = [];
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) !== 'Converters') continue;
    const isAdding = /^(?:Add|Insert)$/.test(textAt(tokens, at + 2));
    const open = isAdding ? at + 3 : at + 2;
    if (!/^[({[]$/.test(textAt(tokens, open))) continue;
    const end = afterBracket(tokens, open, to);
    for (let index = open + 1; index < end; index++)
      if (textAt(tokens, index - 1) === 'new' && isWord(tokens, index) && !/StringEnum/.test(textAt(tokens, index)))
        found.push(index);
    at = end - 1;
  }
  return found;
}
