import type { Expression } from '../../../facts/expression.js';
import { byManifest } from './manifests.js';
import { type ClassDefinition, classHere, originOf } from './scope.js';
import { type Source, scalar } from './source.js';
import { calledName, lastName, type Node, plainText } from './syntax/syntax.js';

/** How pydantic serializes decimals and durations in the fields of a class, which their types do not show; absent: unknown. */
export type Texts = Readonly<Partial<Record<'decimal' | 'duration', (of: Expression) => Expression>>>;

const NONE: Texts = {};
const MODEL = /^pydantic(?:\.main)?\.BaseModel$|^pydantic_settings\.BaseSettings$/;
/** Models that the encoder of Django writes, with decimals as texts: https://django-ninja.dev/guides/response/response-renderers/ */
const OF_NINJA = /^ninja(?:\.schema)?\.(?:Schema|ModelSchema)$/;
/** Bases that do not affect the serialization of fields. */
const SILENT = /^(?:(?:typing|typing_extensions)\.(?:Generic|Protocol)|abc\.ABC|object)$/;
const SERIALIZER = /^(?:field|model)_serializer$/;
const MAX_BASES = 50;

/** Names that exist only in pydantic 2. */
const ONLY_IN_2 =
  /^(?:ConfigDict|TypeAdapter|RootModel|computed_field|(?:field|model)_(?:validator|serializer)|(?:After|Before|Plain|Wrap)(?:Validator|Serializer)|StringConstraints|AliasChoices|AliasPath|JsonValue)$/;

/** Whether the imports of a file prove that its models use pydantic 2. */
const showsPydantic2 = ({ definitions }: Source): boolean =>
  [...definitions.module.bindings.values()].some(
    (one) =>
      one.kind === 'import' &&
      (/^pydantic_settings\b/.test(one.module) || (/^pydantic\b/.test(one.module) && ONLY_IN_2.test(one.imported))),
  );

const known = new WeakMap<ClassDefinition, Texts>();

/** The text forms for a model whose bases are all in this file, unless one of them may serialize its fields differently. */
export function textsOf(source: Source, definition: ClassDefinition): Texts {
  const made = known.get(definition) ?? workedOut(source, definition);
  known.set(definition, made);
  return made;
}

function workedOut(source: Source, definition: ClassDefinition): Texts {
  const line = lineOf(definition);
  if (line === undefined || line.some((one) => writesItself(one, one === definition))) return NONE;
  const settings = line.map(settingsOf);
  if (settings.some((names) => names === undefined || names.includes('json_encoders'))) return NONE;
  if (line.some((one) => basesOf(one).some((base) => OF_NINJA.test(originOf(one.outside, base) ?? ''))))
    return { decimal: () => scalar('string'), duration: () => scalar('string') };
  const isShown = showsPydantic2(source);
  const written = (format: keyof Texts) => (of: Expression) =>
    isShown ? scalar('string', format) : byManifest(source, format, of);
  const hasSettings = settings.some((names) => names?.some((name) => name.startsWith('ser_json_')));
  return { decimal: written('decimal'), ...(hasSettings ? {} : { duration: written('duration') }) };
}

const basesOf = ({ arguments: given }: ClassDefinition): readonly Node[] =>
  given.flatMap(({ name, value }) => (name === undefined ? [value] : []));

/** A class and its base classes; undefined: one base is in another file, or they are no models. */
function lineOf(definition: ClassDefinition): readonly ClassDefinition[] | undefined {
  const found = new Set([definition]);
  let isModel = false;
  for (const one of found) {
    if (found.size > MAX_BASES || one.arguments.some(({ star }) => star !== undefined)) return undefined;
    if (one.decorators.some((decorator) => /dataclass$/.test(calledName(decorator)))) return undefined;
    for (const base of basesOf(one)) {
      const named = base.kind === 'subscript' ? base.of : base;
      const origin = originOf(one.outside, named) ?? '';
      const own = classHere(one.outside, named);
      if (own !== undefined) found.add(own);
      else if (MODEL.test(origin) || OF_NINJA.test(origin)) isModel = true;
      else if (!SILENT.test(origin)) return undefined;
    }
  }
  return isModel ? [...found] : undefined;
}

/** Whether methods serialize fields; in the class itself, serializers for named fields are checked per field instead. */
function writesItself({ methods, fields }: ClassDefinition, isOwn: boolean): boolean {
  const isNamed = (node: Node): boolean =>
    node.kind === 'call' &&
    node.arguments.every(({ name, star, value }) => star === undefined && (name !== undefined || plainText(value) !== undefined));
  return (
    methods.some(
      ({ name, decorators }) =>
        name === '__get_pydantic_core_schema__' ||
        decorators.some((one) => SERIALIZER.test(calledName(one)) && !(isOwn && isNamed(one))),
    ) || fields.some(({ value }) => value?.kind === 'call' && value.of.kind === 'call' && SERIALIZER.test(calledName(value.of)))
  );
}

/** The names of all settings of a class; undefined: some are not visible here. */
function settingsOf({ arguments: given, inner, fields }: ClassDefinition): readonly string[] | undefined {
  const names = given.flatMap(({ name }) => name ?? []);
  for (const one of inner) {
    if (one.name !== 'Config') continue;
    if (one.arguments.length > 0) return undefined;
    names.push(...one.fields.map(({ name }) => name));
  }
  for (const { name, value } of fields) {
    if (name !== 'model_config' || value === undefined) continue;
    const keys =
      value.kind === 'call' && /ConfigDict$/.test(calledName(value))
        ? value.arguments.map((one) => (one.star === undefined ? one.name : undefined))
        : value.kind === 'dict'
          ? value.entries.map(({ key }) => plainText(key))
          : [undefined];
    for (const key of keys) {
      if (key === undefined) return undefined;
      names.push(key);
    }
  }
  return names;
}

/** Arguments of `Annotated` that do not change the serialized value. */
const HARMLESS =
  /^(?:Field|Gt|Ge|Lt|Le|Interval|MultipleOf|Len|MinLen|MaxLen|Strict|StringConstraints|Doc|AfterValidator|BeforeValidator)$/;

/**
 * Whether an annotation contains nothing that may serialize the value differently (`Annotated[Decimal, PlainSerializer(float)]`).
 */
export function isPlainlyWritten(annotation: Node): boolean {
  if (annotation.kind === 'text') return !/Annotated/.test(plainText(annotation) ?? 'Annotated');
  if (annotation.kind === 'operation') return isPlainlyWritten(annotation.left) && isPlainlyWritten(annotation.right);
  if (annotation.kind !== 'subscript') return true;
  if (lastName(annotation.of) !== 'Annotated') return annotation.items.every(isPlainlyWritten);
  const [type, ...more] = annotation.items;
  return (
    more.every((one) => one.kind === 'text' || (one.kind === 'call' && HARMLESS.test(calledName(one)))) &&
    (type === undefined || isPlainlyWritten(type))
  );
}

interface Serialized {
  /** Absent: not named by a text. */
  readonly name?: string;
  readonly start: number;
}

/** The fields that `@field_serializer('created_at')` names. */
const serializedIn = ({ methods }: ClassDefinition): readonly Serialized[] =>
  methods.flatMap(({ decorators, start }) =>
    decorators.flatMap((one) => {
      const named = one.kind === 'call' && calledName(one) === 'field_serializer' ? one.arguments : [];
      return named.flatMap(({ name: option, value }): Serialized[] => {
        const name = plainText(value);
        return option !== undefined ? [] : [{ start, ...(name !== undefined && { name }) }];
      });
    }),
  );

const declares = ({ fields }: ClassDefinition, field: string | undefined): boolean =>
  fields.some(({ name, annotation }) => annotation !== undefined && name === field);

/** Those of them that a base class declares. */
export const inheritedIn = (definition: ClassDefinition): readonly Serialized[] =>
  serializedIn(definition).filter(({ name }) => !declares(definition, name));

/**
 * Whether a class serializes inherited fields differently from the class that declares them, or has several bases of which one
 * does.
 */
export function rewritesInherited(definition: ClassDefinition): boolean {
  const isOfOthers = inheritedIn(definition).some(({ name }) => name === undefined || !/^[a-z]\w*$/.test(name));
  if (isOfOthers || settingsOf(definition)?.some((name) => name.startsWith('ser_json_'))) return true;
  const bases = basesOf(definition).flatMap((base) => classHere(definition.outside, base) ?? []);
  // what one of them writes may be a field of another
  const isShared = (base: ClassDefinition): boolean =>
    serializedIn(base).some(({ name }) => !declares(base, name) || bases.some((one) => one !== base && declares(one, name)));
  return bases.length > 1 && bases.some((base) => writesItself(base, true) || isShared(base));
}
