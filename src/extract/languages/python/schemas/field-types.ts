import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { type SettingName, settingOf } from '../django-settings.js';
import { type ClassDefinition, lookup, onlyValue, originOf, type Scope } from '../scope.js';
import { FLOAT, type Source, scalar, unknown } from '../source.js';
import { argument, dotted, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';

export type Call = Extract<Node, { kind: 'call' }>;

const string = scalar('string');
const integer = scalar('integer');
const DATE_TIME = scalar('string', 'date-time');
const DATE = scalar('string', 'date');

/** Model fields by class (https://docs.djangoproject.com/en/stable/ref/models/fields/), in the form that REST framework sends. */
const MODEL_FIELDS: Readonly<Record<string, Expression>> = {
  AutoField: integer,
  BigAutoField: integer,
  SmallAutoField: integer,
  IntegerField: integer,
  BigIntegerField: integer,
  SmallIntegerField: integer,
  PositiveIntegerField: integer,
  PositiveSmallIntegerField: integer,
  PositiveBigIntegerField: integer,
  CharField: string,
  TextField: string,
  SlugField: string,
  EmailField: string,
  URLField: string,
  FilePathField: string,
  IPAddressField: string,
  GenericIPAddressField: string,
  CICharField: string,
  CIEmailField: string,
  CITextField: string,
  FileField: string,
  ImageField: string,
  UUIDField: scalar('string', 'uuid'),
  DateTimeField: DATE_TIME,
  DateField: DATE,
  TimeField: string,
  DurationField: string,
  BooleanField: scalar('boolean'),
  NullBooleanField: { kind: 'operator', operator: 'nullable', of: scalar('boolean') },
  FloatField: FLOAT,
  // frequent fields of other packages
  AutoSlugField: string,
  ShortUUIDField: string,
  RichTextField: string,
  RichTextUploadingField: string,
  CKEditor5Field: string,
  HTMLField: string,
  ColorField: string,
  EncryptedCharField: string,
  EncryptedTextField: string,
  PhoneNumberField: string,
  CreationDateTimeField: DATE_TIME,
  ModificationDateTimeField: DATE_TIME,
  AutoCreatedField: DATE_TIME,
  AutoLastModifiedField: DATE_TIME,
};

/** Serializer fields (https://www.django-rest-framework.org/api-guide/fields/). */
const SERIALIZER_FIELDS: Readonly<Record<string, Expression>> = {
  ...MODEL_FIELDS,
  RegexField: string,
  StringRelatedField: string,
  HyperlinkedRelatedField: scalar('string', 'uri'),
  HyperlinkedIdentityField: scalar('string', 'uri'),
};

/** The type of a model field by its class, without relations; undefined: another call. */
export function modelFieldType(source: Source, scope: Scope, call: Call): Expression | undefined {
  const name = lastName(call.of) ?? '';
  const choices = keyword(call, 'choices');
  const plain = MODEL_FIELDS[name];
  // if the choices are unknown, the column type still applies
  if (choices !== undefined && plain !== undefined)
    return { kind: 'operator', operator: 'first-known', of: plain, keys: choicesOf(source, scope, choices) };
  if (name === 'DecimalField') return decimalOf(source, call);
  if (name === 'ArrayField') {
    const base = argument(call, 0, 'base_field');
    const items = base?.kind === 'call' ? modelFieldType(source, scope, base) : undefined;
    return { kind: 'array', items: items ?? unknown('its items have no type that is known') };
  }
  if (/^(?:JSONField|JSONBField|HStoreField|BinaryField)$/.test(name)) return unknown('it holds any JSON');
  return plain;
}

/** The type of a serializer field by its class, except fields that depend on the model or the serializer. */
export function serializerFieldType(source: Source, scope: Scope, call: Call): Expression | undefined {
  const name = lastName(call.of) ?? '';
  switch (name) {
    case 'DecimalField':
      return decimalOf(source, call);
    case 'UUIDField':
      return plainText(keyword(call, 'format')) === 'int' ? integer : SERIALIZER_FIELDS[name];
    case 'DateTimeField':
    case 'DateField':
      return keyword(call, 'format') === undefined ? SERIALIZER_FIELDS[name] : string;
    case 'FileField':
    case 'ImageField':
      return string;
    case 'ChoiceField':
    case 'FilteredChoiceField':
      return choicesOf(source, scope, argument(call, 0, 'choices'));
    case 'MultipleChoiceField':
      return { kind: 'array', items: choicesOf(source, scope, argument(call, 0, 'choices')) };
    case 'ListField':
      return { kind: 'array', items: childOf(source, scope, call) };
    case 'DictField':
    case 'HStoreField':
      return { kind: 'map', values: childOf(source, scope, call) };
    case 'JSONField':
      return unknown('it holds any JSON');
    default:
      return SERIALIZER_FIELDS[name];
  }
}

function childOf(source: Source, scope: Scope, call: Call): Expression {
  const child = keyword(call, 'child');
  if (child?.kind !== 'call') return unknown('what its items are is not declared');
  if (/Serializer$/.test(lastName(child.of) ?? '')) return { kind: 'member', of: typeOf(source, scope, child.of), name: 'data' };
  return nullable(child, serializerFieldType(source, scope, child) ?? unknown('a field that is not understood'));
}

/** A decimal is a text unless the settings or the field change this. */
function decimalOf(source: Source, call: Call): Expression {
  const coerced = keyword(call, 'coerce_to_string');
  if (coerced?.kind === 'constant') return coerced.value === true ? string : FLOAT;
  const name: SettingName = '|decimal';
  return coerced === undefined ? settingOf(source, name) : unknown('whether a decimal is a text is not read');
}

/** `Status.choices`, `Status`, a list of pairs, or the name of one. */
function choicesOf(source: Source, scope: Scope, node: Node | undefined, depth = 0): Expression {
  const open = unknown('which choices there are is not known');
  if (node === undefined || depth > 3) return open;
  if (node.kind === 'attribute' && node.name === 'choices') return typeOf(source, scope, node.of);
  if (node.kind === 'list' || node.kind === 'tuple') {
    const values = node.items.map((item) => (item.kind === 'tuple' || item.kind === 'list' ? item.items[0] : item));
    const read = values.map((value) => (value === undefined ? open : readValue(source, scope, value)));
    return read.length === 0 ? open : { kind: 'union', options: read };
  }
  if (node.kind === 'name') {
    const found = lookup(scope, node.name);
    const stored = onlyValue(found?.binding);
    if (found !== undefined && stored !== undefined) return choicesOf(source, found.scope, stored, depth + 1);
    if (found?.binding.kind === 'class' || (found?.binding.kind === 'import' && /^[A-Z][a-z]/.test(node.name)))
      return typeOf(source, scope, node);
  }
  return open;
}

/** A hidden member of model field classes: what a serializer sends for such a field. */
export const FIELD = '|field';
/** Methods of model fields that change the value of an instance. */
const CHANGES_VALUE = /^(?:from_db_value|to_python|pre_save|contribute_to_class|value_to_string|value_from_object|__get__)$/;

/** What own classes of fields send, as far as their base class decides it: `class Slug(models.CharField)`. */
export function fieldMembers(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const { fact, arguments: given, outside, methods } = definition;
  const [base, ...others] = given.filter(({ name }) => name === undefined).map(({ value: node }) => node);
  const kind = lastName(base) ?? '';
  if (base === undefined || !kind.endsWith('Field')) return [];
  const at = source.at(definition.start);
  const origin = originOrName(outside, base);
  const has = (form: RegExp): boolean => methods.some(({ name }) => form.test(name));
  if (/^django\.(?:contrib\.\w+\.)?db\.models\b/.test(origin)) {
    const type = others.length > 0 || has(CHANGES_VALUE) ? undefined : MODEL_FIELDS[kind];
    return type === undefined ? [] : [{ kind: 'property', name: FIELD, value: type, hidden: true, at }];
  }
  if (!/^rest_framework\b/.test(origin)) return [];
  const callable = `${fact}|represented`;
  const type = others.length > 0 || has(/^(?:get_attribute|to_representation)$/) ? undefined : SERIALIZER_FIELDS[kind];
  if (type !== undefined) source.record.facts.push({ kind: 'callable', name: callable, inferred: type, at });
  const own = methods.find(({ name }) => name === 'to_representation');
  const of = own?.fact ?? (type === undefined ? undefined : callable);
  if (of === undefined) return [];
  // a class may be called a serializer although it is a field
  const data: Expression = { kind: 'returns', of: value(of), values: [unknown('what its field is made of is not read')] };
  return [
    { kind: 'property', name: 'data', value: data, hidden: true, at },
    ...(own === undefined ? [{ kind: 'method' as const, name: 'to_representation', callable, at }] : []),
  ];
}

/** The value, with null if the field allows it; unknown if that is unresolved. */
export function nullable(call: Call, of: Expression): Expression {
  const flags = ['allow_null', 'null'].map((name) => flagOf(keyword(call, name)));
  if (flags.includes(true)) return { kind: 'operator', operator: 'nullable', of };
  return flags.includes(undefined) ? unknown('whether it may be null is not read') : of;
}

/** The value of a flag that defaults to `False`; undefined: unresolved. */
export function flagOf(node: Node | undefined): boolean | undefined {
  if (node === undefined) return false;
  return node.kind === 'constant' ? node.value === true : undefined;
}

/** The result for one object or for a list, depending on the option `many`. */
export function ofMany(many: Node | undefined, made: (isMany: boolean) => Expression): Expression {
  const isMany = flagOf(many);
  return isMany === undefined ? unknown('whether it is of many is not read') : made(isMany);
}

export const isTrue = (node: Node | undefined): boolean => node?.kind === 'constant' && node.value === true;

const imported = new WeakMap<Source, readonly string[]>();

/** Whether a file imports from a package. */
export function importsFrom(source: Source, packages: RegExp): boolean {
  const { module } = source.definitions;
  const known = imported.get(source);
  const modules = known ?? [
    ...new Set([...module.bindings.values()].flatMap((one) => (one.kind === 'import' ? one.module : [])).concat(module.stars)),
  ];
  if (known === undefined) imported.set(source, modules);
  return modules.some((one) => packages.test(one));
}

/** The origin of a base class or called name, or its written form if this file defines it. */
export function originOrName(scope: Scope, node: Node): string {
  return originOf(scope, node) ?? dotted(node) ?? '';
}

export const value = (name: string): Expression => ({ kind: 'name', name, space: 'value' });
