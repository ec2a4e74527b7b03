import { annotation, argument, stringsOf, wordsOf } from './annotations.js';
import type { Source } from './source.js';
import type { Annotation, Field, Method, TypeDecl, TypeRef } from './unit.js';
import { propertyOfGetter, propertyOfLombok } from './wire-names.js';

/** A property that Jackson combines from a field, a getter and a record component. */
export interface Property {
  /** The name before any naming strategy. */
  readonly name: string;
  readonly member: string;
  readonly type?: TypeRef;
  readonly annotations: readonly Annotation[];
  /** Index of the name token. */
  readonly index: number;
  /** Set if the type must be derived from the initial value. */
  readonly field?: Field;
}

const isBoolean = (type: TypeRef | undefined): boolean => type?.name === 'boolean' || type?.name === 'Boolean';
const isPrivate = ({ modifiers }: { readonly modifiers: ReadonlySet<string> }): boolean =>
  modifiers.has('private') || modifiers.has('protected');

const isOfValues = ({ modifiers }: { readonly modifiers: ReadonlySet<string> }): boolean => !modifiers.has('static');

/** Annotations that make a member a property, whatever its visibility. */
const EXPLICIT = [
  'JsonProperty',
  'JsonGetter',
  'JsonUnwrapped',
  'JsonFormat',
  'JsonSerialize',
  'JsonInclude',
  'JsonRawValue',
] as const;

type Annotated = Pick<Property, 'annotations'>;

/** `@JsonIgnore(false)` cancels the annotation. */
export const isIgnored = ({ annotations }: Annotated): boolean =>
  annotations.some((one) => one.name === 'JsonIgnore' && one.arguments.length === 0);

/**
 * Does an annotation name the member explicitly? If the field or getter of the same property is ignored, this one is still
 * written.
 */
const isNamed = (one: Annotated): boolean =>
  !isIgnored(one) && annotation(one.annotations, ...EXPLICIT.filter((name) => name !== 'JsonInclude')) !== undefined;

/** The serialised properties of a class, by Jackson's visibility rules. */
export function propertiesOf(source: Source, decl: TypeDecl): readonly Property[] {
  const found = new Map<string, Property>();
  const add = (one: Property): void => {
    const before = found.get(one.name);
    const annotations = [...(before?.annotations ?? []), ...one.annotations];
    found.set(one.name, { ...before, ...one, annotations, index: before?.index ?? one.index });
  };
  const isKotlin = source.unit.tokens.dialect === 'kotlin';
  const all = isKotlin ? kotlinFields(source, decl) : javaFields(source, decl);
  for (const one of all) add(one);
  const hidden = hiddenFields(decl, found);
  for (const method of decl.methods) {
    const getter = getterOf(decl, method, isKotlin);
    if (getter === undefined || (isOff(source, decl, method) && annotation(method.annotations, ...EXPLICIT) === undefined))
      continue;
    const shown = found.get(getter.name);
    if (shown !== undefined && isIgnored(getter) && isNamed(shown)) continue;
    // the annotations may be on the field, while the value comes from the getter
    const field = hidden.get(getter.name);
    const isAlone = isNamed(getter) && [shown, field].some((one) => one !== undefined && isIgnored(one));
    if (isAlone) {
      found.set(getter.name, getter);
      continue;
    }
    const hiddenBy = (field?.annotations ?? []).filter(({ name }) => name !== 'Nullable' || isPlain(source, method));
    add({ ...getter, annotations: [...hiddenBy, ...getter.annotations] });
  }
  for (const one of ignoredAccessors(decl)) {
    const shown = found.get(one.name);
    if (shown === undefined || !isNamed(shown)) found.set(one.name, { ...one, ...shown, annotations: one.annotations });
  }
  return [...found.values()];
}

/** Fields and setters with `@JsonIgnore`: Jackson then writes nothing for their property, even if its getter is inherited. */
function ignoredAccessors({ fields, methods }: TypeDecl): readonly Property[] {
  const setters = methods
    .filter(isOfValues)
    .flatMap(({ name, parameters: [given, ...others], annotations, index }): readonly Property[] => {
      const property = /^set./.test(name) && others.length === 0 ? propertyOfGetter(`get${name.slice(3)}`, false) : undefined;
      if (given?.type === undefined || property === undefined) return [];
      return [{ name: property, member: property, type: given.type, annotations, index }];
    });
  return [...fields.filter(isOfValues).map(ofField), ...setters].filter(isIgnored);
}

/** `{ return field; }`: any other getter may return a value even if its field is null. */
function isPlain({ unit: { tokens } }: Source, { body, expression }: Method): boolean {
  const { from, to } = body ?? expression ?? { from: 0, to: 0 };
  const words = tokens.list
    .slice(from, Math.min(to, from + MAX_PLAIN))
    .filter(({ text }) => !/^(?:[{};.]|return|this)$/.test(text));
  return words.length <= 1;
}
/** The number of tokens of `{ return this.field; }`, and a few more. */
const MAX_PLAIN = 10;

function javaFields(source: Source, decl: TypeDecl): readonly Property[] {
  if (decl.form === 'record') return decl.components.map((one) => ofField(one));
  const level = detected(source, decl, 'fieldVisibility');
  const isGetterOff = detected(source, decl, 'getterVisibility') === 'NONE';
  const lombok = annotation(decl.annotations, 'Data', 'Getter', 'Value') !== undefined;
  return decl.fields.flatMap((field): Property[] => {
    if (field.modifiers.has('static') || field.modifiers.has('transient')) return [];
    const own = annotation(field.annotations, 'Getter');
    const access = wordsOf(source, argument(own, 'value'))[0];
    const hasGetter = !isGetterOff && (lombok || own !== undefined) && (access === undefined || access === 'PUBLIC');
    const isExplicit = annotation(field.annotations, ...EXPLICIT) !== undefined;
    if (level === 'ANY' || (field.modifiers.has('public') && level !== 'NONE')) return [ofField(field)];
    if (hasGetter) {
      const name = annotation(field.annotations, 'JsonProperty') === undefined ? lombokName(field) : field.name;
      return [{ ...ofField(field), name }];
    }
    return isExplicit ? [ofField(field)] : [];
  });
}

const lombokName = (field: Field): string => propertyOfLombok(field.name, field.type?.name === 'boolean');

const ofField = (field: Field): Property => ({
  name: field.name,
  member: field.name,
  annotations: field.annotations,
  index: field.index,
  field,
  ...(field.type !== undefined && { type: field.type }),
});

function kotlinFields(source: Source, decl: TypeDecl): readonly Property[] {
  const own = [...decl.components.filter((one) => one.property === true), ...decl.fields];
  const isGetterOff = detected(source, decl, 'getterVisibility') === 'NONE';
  if (detected(source, decl, 'fieldVisibility') === 'ANY') return own.map(ofField);
  return own
    .filter((one) => !isPrivate(one) && (!isGetterOff || annotation(one.annotations, ...EXPLICIT) !== undefined))
    .map(ofField);
}

/** The visibility that the class's `@JsonAutoDetect` sets for its fields or getters. */
function detected(source: Source, decl: TypeDecl, what: string): string | undefined {
  return wordsOf(source, argument(annotation(decl.annotations, 'JsonAutoDetect'), what))[0];
}

/** Does the class make Jackson ignore its getters? */
function isOff(source: Source, decl: TypeDecl, { name }: Method): boolean {
  return detected(source, decl, /^is[^a-z]/.test(name) ? 'isGetterVisibility' : 'getterVisibility') === 'NONE';
}

/** Fields that are properties only because of a getter. */
function hiddenFields(decl: TypeDecl, shown: ReadonlyMap<string, Property>): ReadonlyMap<string, Field> {
  const hidden = decl.fields.filter((one) => isOfValues(one) && !shown.has(one.name));
  return new Map(hidden.map((one) => [one.name, one]));
}

function getterOf(decl: TypeDecl, method: Method, isKotlin: boolean): Property | undefined {
  const explicit = annotation(method.annotations, 'JsonProperty', 'JsonGetter');
  if (method.parameters.length > 0 || method.modifiers.has('static') || method.receiver !== undefined) return undefined;
  if (method.type === undefined || method.type.name === 'void' || method.type.name === 'Void') return undefined;
  const isPublic = isKotlin ? !isPrivate(method) : method.modifiers.has('public') || decl.form === 'interface';
  if (!isPublic && explicit === undefined) return undefined;
  const name = propertyOfGetter(method.name, isBoolean(method.type)) ?? (explicit === undefined ? undefined : method.name);
  if (name === undefined) return undefined;
  return { name, member: method.name, type: method.type, annotations: method.annotations, index: method.index };
}

/** Names that a class annotation excludes: `@JsonIgnoreProperties({"a", "b"})`. */
export function ignoredNames(source: Source, decl: TypeDecl): readonly string[] {
  return stringsOf(source, argument(annotation(decl.annotations, 'JsonIgnoreProperties'), 'value')) ?? [];
}
