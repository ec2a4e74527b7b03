import type { At } from '../../../facts/expression.js';
import type { Fact, SettingValue } from '../../../facts/fact.js';
import { DATES_AS_TEXTS } from '../../../facts/shapes/service-settings.js';
import { annotation } from './annotations.js';
import { isPrivateMapper } from './mapper-owner.js';
import { isOn, moduleOf } from './naming-settings.js';
import { at, type Source } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { tokenAt } from './tokens.js';
import { type Range, simpleName, type TypeDecl } from './unit.js';

/**
 * Types that a service writes by its own rules everywhere: serializers of the mapper, mix-ins, dates as numbers. Their output is
 * not analysed here. https://github.com/FasterXML/jackson-docs/wiki/JacksonHowToCustomSerializers
 */
export function typeSerializers(source: Source): readonly Fact[] {
  const { tokens } = source.unit;
  const facts: Fact[] = source.unit.types.flatMap((decl) => serializerOf(source, decl));
  for (const [index, { kind, text }] of tokens.list.entries()) {
    const isFeature = text === DATES || ENUMS.has(text);
    if (kind !== 'word' || !(isFeature || CALLS.has(text)) || isPrivateMapper(source, index)) continue;
    const place = at(source, index);
    if (ENUMS.has(text) && isOn(source, index)) facts.push(...enumsWritten(source.path, text, place));
    if (text === DATES) facts.push(...(isOn(source, index) ? datesAsNumbers : datesAsTexts)(source.path, place));
    if (tokenAt(tokens, index + 1).text !== '(') continue;
    const [first, second] = argumentsOf(tokens, index + 1);
    const name = first === undefined ? undefined : typeIn(source, first);
    if (name === undefined || (second !== undefined && isForReading(source, second))) continue;
    const by = first === undefined ? undefined : serializerIn(source, text, second ?? first);
    facts.push(...typesWritten(source.path, name, place, by === undefined ? undefined : (kind) => ({ uses: by, of: [kind] })));
    if (by !== undefined && first !== undefined && isFormatting(source, by, second ?? first))
      facts.push(...typesWritten(source.path, name, place, (kind) => ({ by, of: [kind], writes: 'string' })));
  }
  const mixed = source.unit.types.flatMap((decl) => annotation(decl.annotations, 'JsonMixin')?.arguments ?? []);
  for (const range of mixed) {
    const name = typeIn(source, range);
    if (name !== undefined) facts.push(...typesWritten(source.path, name, at(source, range.from)));
  }
  return facts;
}

const DATES = 'WRITE_DATES_AS_TIMESTAMPS';
/** Jackson features that write enums as other texts than their names, or as numbers. */
const ENUMS: ReadonlyMap<string, string> = new Map([
  ['WRITE_ENUMS_TO_LOWERCASE', 'string'],
  ['WRITE_ENUMS_USING_TO_STRING', 'string'],
  ['WRITE_ENUMS_USING_INDEX', ''],
]);

/** The service writes enums other than by their names. */
export const enumsWritten = (path: string, feature: string, place: At): readonly Fact[] => [
  ...typesWritten(path, 'Enum', place, (kind) => ({ by: feature, of: [kind], writes: ENUMS.get(feature) ?? '' })),
  ...typesWritten(path, 'Enum', place, (kind) => ({ uses: feature, of: [kind] })),
];

const CALLS = new Set(
  'addSerializer serializerByType serializers addMixIn addMixInAnnotations setMixInAnnotation setMixInAnnotations mixIn'.split(
    ' ',
  ),
);

/** Does a mix-in only configure how a type is read? https://github.com/FasterXML/jackson-docs/wiki/JacksonMixInAnnotations */
function isForReading(source: Source, range: Range): boolean {
  const written = typeIn(source, range);
  const own = source.unit.types.find(({ name }) => name === written);
  if (own === undefined || own.annotations.length === 0 || own.extends.length > 0) return false;
  const members = [...own.fields, ...own.methods].flatMap(({ annotations }) => annotations);
  return [...own.annotations, ...members].every(({ name }) => /^JsonDeserialize$|^JsonCreator$/.test(name));
}

/** The class of the serializer that a mapper receives: `new MoneySerializer()`, `MoneySerializer.class`. */
function serializerIn({ unit: { tokens } }: Source, call: string, { from, to }: Range): string | undefined {
  if (/mixin/i.test(call)) return undefined;
  return tokens.list.slice(from, Math.min(to, from + 20)).find(({ text }) => /^[A-Z]\w*Serializer$/.test(text))?.text;
}

const DATE_SERIALIZERS = 'com.fasterxml.jackson.datatype.jsr310.ser.';

/** `new LocalDateTimeSerializer(formatter)` of Jackson: with a formatter it writes texts. */
function isFormatting(source: Source, name: string, { from, to }: Range): boolean {
  const { tokens, imports } = source.unit;
  const isOfJackson = imports.some(
    ({ path, all }) => `${path}.`.startsWith(DATE_SERIALIZERS) && (all || path.endsWith(`.${name}`)),
  );
  const at = tokens.list.slice(from, Math.min(to, from + 20)).findIndex(({ text }) => text === name);
  if (!isOfJackson || at < 0 || tokenAt(tokens, from + at + 1).text !== '(') return false;
  return !/^(?:\)|null)$/.test(tokenAt(tokens, from + at + 2).text);
}

/** The service writes dates as numbers, as only Jackson does by default. */
export function datesAsNumbers(path: string, place: At): readonly Fact[] {
  return ['Instant', 'LocalDate'].flatMap((name) => typesWritten(path, name, place));
}

/** The service writes dates as texts, as every library but Jackson does by default. */
export function datesAsTexts(path: string, place: At): readonly Fact[] {
  return [{ kind: 'setting', key: 'serializers', scope: moduleOf(path), value: DATES_AS_TEXTS, at: place }];
}

/**
 * The framework leaves dates to one of two JSON libraries: JSON-B writes texts (Jakarta JSON Binding 3.0, 3.5), Jackson writes
 * numbers and lists of numbers.
 */
export function datesByDefault(path: string, place: At): readonly Fact[] {
  const scope = moduleOf(path);
  return ['date', 'date-time'].map((kind) => ({
    kind: 'setting',
    key: 'serializers',
    scope,
    value: `${kind} by default`,
    at: place,
  }));
}

/** `Long.class`, `Money::class.java`, `new MoneySerializer()` */
function typeIn(source: Source, { from, to }: Range): string | undefined {
  const { tokens } = source.unit;
  const words = tokens.list.slice(from, Math.min(to, from + 20)).map(({ text }) => text);
  const literal = words.findIndex((word, index) => word === 'class' && /^(?:\.|::)$/.test(words[index - 1] ?? ''));
  if (literal > 1) return words[literal - 2];
  const made = words.find((word) => /^[A-Z]/.test(word)) ?? '';
  const own = source.unit.types.find(({ name }) => name === made);
  return (own === undefined ? undefined : handled(own)) ?? (/^(\w+)Serializer$/.exec(made)?.[1] || undefined);
}

const SERIALIZERS = /^(?:Json|Std|StdScalar|Value|JsonObject|ObjectValue)Serializer$/;

function handled(decl: TypeDecl): string | undefined {
  return decl.extends.find(({ name }) => SERIALIZERS.test(name))?.arguments[0]?.name;
}

/** A class that writes values of another type: any type if Spring registers the class, otherwise a type of the service. */
function serializerOf(source: Source, decl: TypeDecl): readonly Fact[] {
  const name = handled(decl);
  if (name === undefined) return [];
  const around = [decl, ...source.unit.types.filter((one) => one.qualified === decl.outer)];
  const isRegistered = around.some((one) => annotation(one.annotations, 'JsonComponent', 'JacksonComponent') !== undefined);
  const place = at(source, decl.index);
  const writes = textWritten(source, decl);
  const made = typesWritten(source.path, name, place, (kind) => ({ by: decl.name, of: [kind], writes }));
  const used = typesWritten(source.path, name, place, () => ({ uses: decl.name }));
  return isRegistered || !Object.hasOwn(KINDS, name) ? [...made, ...used] : made;
}

/** `string` if all generator calls of a serializer write texts; otherwise `''`. */
function textWritten({ unit: { tokens } }: Source, { methods }: TypeDecl): string {
  const method = methods.find(({ name, parameters }) => name === 'serialize' && parameters.length > 1);
  const [generator, range] = [method?.parameters[1]?.name, method?.body ?? method?.expression];
  let count = 0;
  for (let index = range?.from ?? 0; index < (range?.to ?? 0); index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word' || text !== generator || tokenAt(tokens, index - 1).text === '.') continue;
    const called = /^[?!]*\.$/.test(tokenAt(tokens, index + 1).text) ? tokenAt(tokens, index + 2).text : '';
    if (called !== 'writeString') return '';
    count += 1;
  }
  return count > 0 ? 'string' : '';
}

/** Types that have the same kind of value in every source, with their names in `serializers`. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ Long: 'integer', long: 'integer', Integer: 'integer', Int: 'integer', int: 'integer', BigInteger: 'integer' },
  ...{ BigDecimal: 'number', Double: 'number', double: 'number', Float: 'number', Number: 'number' },
  ...{ Boolean: 'boolean', boolean: 'boolean', UUID: 'uuid', LocalDate: 'date', Enum: 'enum' },
  ...{ Date: 'date-time', Instant: 'date-time', LocalDateTime: 'date-time', OffsetDateTime: 'date-time' },
  ...{ ZonedDateTime: 'date-time', Timestamp: 'date-time', Calendar: 'date-time', DateTime: 'date-time' },
  // a text is written as a text; a wildcard stands for every type and names none
  ...{ String: '', LocalTime: '', Object: '', '?': '' },
};

/** A type that the service writes by its own rules, by its name. */
export function typesWritten(
  path: string,
  type: string,
  place: At,
  stated: (kind: string) => SettingValue = (kind) => kind,
): readonly Fact[] {
  const name = simpleName(type);
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : `class ${name}`;
  return kind === undefined || kind === ''
    ? []
    : [{ kind: 'setting', key: 'serializers', scope: moduleOf(path), value: stated(kind), at: place }];
}
