import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import { modelLabelled, settingOf } from '../django-settings.js';
import { type ClassDefinition, type ClassField, classHere, lookup, onlyValue, type Scope } from '../scope.js';
import { literal, type Source, scalar, unknown } from '../source.js';
import { argument, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { type Call, FIELD, flagOf, importsFrom, isTrue, modelFieldType, nullable, originOrName } from './field-types.js';

const KEY = '|key';
/** Member with the sent form of a model's fields. */
export const ROWS = '|rows';
/** Member with the sent form of a model's relations as URLs. */
export const LINKED = '|linked';
/** Member with the rows of a model's relations (`depth = 1`). */
export const NESTED = '|nested';
const AT = { line: 1, column: 1 };

const hidden = (name: string, value: Expression, at = AT): PropertyMember => ({
  kind: 'property',
  name,
  value,
  hidden: true,
  at,
});
const shown = (name: string, value: Expression): PropertyMember => ({ kind: 'property', name, value, at: AT });

/** Members of Django's base classes (https://docs.djangoproject.com/en/stable/ref/contrib/auth/). */
const LOGIN = [
  shown('password', scalar('string')),
  shown('last_login', { kind: 'operator', operator: 'nullable', of: scalar('string', 'date-time') }),
];
const USER = [
  ...LOGIN,
  ...['username', 'first_name', 'last_name', 'email'].map((name) => shown(name, scalar('string'))),
  ...['is_staff', 'is_active', 'is_superuser'].map((name) => shown(name, scalar('boolean'))),
  shown('date_joined', scalar('string', 'date-time')),
];
/** Relations of users to tables of Django, by the part of a model. */
function groupsOf(part: string): readonly PropertyMember[] {
  const each = part === ROWS ? scalar('integer') : part === LINKED ? scalar('string', 'uri') : unknown('a row of Django itself');
  return ['groups', 'user_permissions'].map((name) => shown(name, { kind: 'array', items: each }));
}
/** Members of the base classes, apart from the key. */
const BASES: Readonly<Record<string, readonly PropertyMember[]>> = {
  Model: [],
  AbstractBaseUser: LOGIN,
  AbstractUser: USER,
  User: USER,
  PermissionsMixin: [shown('is_superuser', scalar('boolean'))],
  TimeStampedModel: ['created', 'modified'].map((name) => shown(name, scalar('string', 'date-time'))),
};

/** The key that models have which declare none, an integer unless the application or the settings name another field. */
function keyedBy(source: Source): readonly PropertyMember[] {
  const key = settingOf(source, '|automatic-key');
  return [shown('id', key), hidden('pk', key), hidden(KEY, key)];
}
const DJANGO = /^(?:django|model_utils|django_extensions)\b/;

/** Whether the class is a model, or a base of models. */
export function isModel(source: Source, { arguments: given, outside, fields }: ClassDefinition): boolean {
  if (!importsFrom(source, /^(?:django\b|.*models?$)/)) return false;
  const bases = given.filter(({ name }) => name === undefined).map(({ value }) => value);
  return (
    bases.some((base) => DJANGO.test(originOrName(outside, base)) && (lastName(base) ?? '') in BASES) ||
    fields.some(
      ({ value }) => value?.kind === 'call' && /^django\.(?:contrib\.gis\.)?db\.models\b/.test(originOrName(outside, value.of)),
    ) ||
    (bases.length > 0 &&
      bases.every((base) => /(?:Model|Mixin|Base)$/.test(lastName(base) ?? '') && !isPlain(outside, base)) &&
      importsFrom(source, /^django\.db\b/))
  );
}

/** A model of pydantic, or a class of this file whose members are annotated alone: a dataclass, a `TypedDict`. */
function isPlain(outside: Scope, base: Node): boolean {
  const own = classHere(outside, base);
  const fields = own?.fields ?? [];
  const isAnnotated = fields.some(({ annotation }) => annotation) && !fields.some(({ value }) => value?.kind === 'call');
  const isOfDjango = own?.arguments.some(({ value }) => DJANGO.test(originOrName(own.outside, value))) === true;
  return (isAnnotated && !isOfDjango) || /^pydantic\b/.test(originOrName(outside, base));
}

/** A base of a model: the members of a Django class without a key, or a class of the service; `part`: only its rows or URLs. */
function baseOf(source: Source, outside: Scope, base: Node, part?: string): Expression {
  const kind = lastName(base) ?? '';
  const known = DJANGO.test(originOrName(outside, base)) ? BASES[kind] : undefined;
  if (known === undefined) {
    const type = typeOf(source, outside, base);
    return part === undefined ? type : { kind: 'member', of: type, name: part };
  }
  if (part === undefined) return { kind: 'object', members: known };
  const isUser = /User$|^PermissionsMixin$/.test(kind) && kind !== 'AbstractBaseUser';
  return { kind: 'object', members: [...(part === ROWS ? known : []), ...(isUser ? groupsOf(part) : [])] };
}

/**
 * Only a model that is not abstract gets a key of its own, where no base declares one: `class Note(Dated, Keyed)` has the key of `Keyed`
 * (https://docs.djangoproject.com/en/stable/topics/db/models/#automatic-primary-key-fields).
 */
const isAbstract = ({ inner }: ClassDefinition): boolean =>
  inner.some(({ name, fields }) => name === 'Meta' && fields.some((field) => field.name === 'abstract' && isTrue(field.value)));

/** A model as a value with attributes, and (`Name|rows`) the sent form of its fields. */
export function modelDeclarations(source: Source, definition: ClassDefinition, plain: Declaration): readonly Declaration[] {
  const { fact: name, outside, arguments: given } = definition;
  const bases = given.filter((one) => one.name === undefined && one.star === undefined).map(({ value }) => value);
  const own = definition.fields.flatMap((field) => fieldOf(source, definition, field));
  const at = source.at(definition.start);
  const methods = plain.type.kind === 'object' ? plain.type.members.filter(({ kind }) => kind === 'method') : [];
  const isKeyed = bases.length > 0 && !isAbstract(definition);
  const extended = (part?: string): readonly Expression[] => [
    ...(isKeyed && part !== LINKED && part !== NESTED ? [{ kind: 'object' as const, members: keyedBy(source) }] : []),
    ...bases.toReversed().map((base) => baseOf(source, outside, base, part)),
  ];
  const keys = keysOf(own);
  const attributes = own.flatMap(({ name: field, attribute, row, isRelation, at: place }): ObjectMember[] => [
    { kind: 'property', name: field, value: attribute, at: place },
    ...(isRelation ? [hidden(`${field}_id`, row, place)] : []),
  ]);
  const getters = methods.map((method): ObjectMember => (method.kind === 'method' ? { ...method, getter: true } : method));
  // a query of a manager returns a list
  const manager: ObjectMember = {
    kind: 'property',
    name: 'objects',
    value: { kind: 'array', items: { kind: 'name', name } },
    at,
  };
  const parts = [ROWS, LINKED, NESTED].map((part) => hidden(part, { kind: 'name', name: `${name}${part}` }));
  const sub = (part: string, members: readonly ObjectMember[]): Declaration => ({
    ...{ kind: 'declaration', name: `${name}${part}`, form: 'class', extends: extended(part), at },
    type: { kind: 'object', members },
  });
  return [
    {
      ...plain,
      form: 'class',
      extends: extended(),
      statics: [...(plain.statics ?? []), manager],
      type: { kind: 'object', members: [...keys, ...attributes, ...methods, ...parts] },
    },
    sub(ROWS, [...keys, ...formOf(own, 'row'), ...getters]),
    sub(LINKED, formOf(own, 'address')),
    sub(NESTED, formOf(own, 'nested')),
  ];
}

/** The fields in one of the forms in which serializers send them. */
const formOf = (own: readonly ModelField[], form: 'row' | 'address' | 'nested'): readonly ObjectMember[] =>
  own.flatMap(({ name, [form]: value, at }): ObjectMember[] =>
    value === undefined ? [] : [{ kind: 'property', name, value, at }],
  );

/** A declared key replaces `id`. */
function keysOf(own: readonly ModelField[]): readonly ObjectMember[] {
  const key = own.find(({ isKey }) => isKey);
  if (key === undefined) return [];
  return [hidden('pk', key.row), hidden(KEY, key.row), ...(key.name === 'id' ? [] : [shown('id', { kind: 'absent' })])];
}

interface ModelField {
  readonly name: string;
  readonly isKey: boolean;
  readonly isRelation: boolean;
  /** The value of `instance.name`. */
  readonly attribute: Expression;
  /** The form in which a serializer sends it. */
  readonly row: Expression;
  /** For a relation: the form in a serializer that sends URLs. */
  readonly address?: Expression;
  /** For a relation: the row that it leads to. */
  readonly nested?: Expression;
  readonly at: typeof AT;
}

const GONE: Expression = { kind: 'absent' };

function fieldOf(source: Source, definition: ClassDefinition, { name, value, start }: ClassField): readonly ModelField[] {
  const at = source.at(start);
  // `groups = None` takes a field of an abstract base out
  if (value?.kind === 'constant' && value.value === null)
    return [
      { name, isKey: false, isRelation: false, at, ...{ attribute: literal(null), row: GONE, address: GONE, nested: GONE } },
    ];
  if (value?.kind !== 'call' || name.startsWith('_')) return [];
  const key = flagOf(keyword(value, 'primary_key'));
  // the key field is then uncertain, so the sent form of relations to it is unknown
  const isKey = key !== false;
  const relation = relationOf(source, definition, value);
  if (relation !== undefined) return [{ name, isKey, at, ...relation }];
  const kind = lastName(value.of) ?? '';
  const type = modelFieldType(source, definition.inside, value);
  if (type === undefined && !/(?:Field|Key)$/.test(kind)) return [];
  const plain =
    key === undefined
      ? unknown('whether it is the key is not read')
      : nullable(value, type ?? ownField(source, definition.inside, value));
  const isFile = kind === 'FileField' || kind === 'ImageField';
  const row: Expression =
    isFile && isTrue(keyword(value, 'blank')) ? { kind: 'operator', operator: 'nullable', of: scalar('string') } : plain;
  // a file value has members of its own
  const attribute = isFile ? unknown('a file') : plain;
  return [{ name, isKey, isRelation: false, attribute, row, at }];
}

/** A field of a class of the service, by its base class. */
function ownField(source: Source, scope: Scope, { of }: Call): Expression {
  const type: Expression = { kind: 'member', of: typeOf(source, scope, of), name: FIELD };
  return { kind: 'operator', operator: 'first-known', of: unknown(`a field of ${lastName(of)} is not understood`), keys: type };
}

function relationOf(
  source: Source,
  definition: ClassDefinition,
  call: Call,
): Pick<ModelField, 'isRelation' | 'attribute' | 'row' | 'address' | 'nested'> | undefined {
  const kind = lastName(call.of) ?? '';
  const isMany = kind === 'ManyToManyField';
  if (!isMany && !/^(?:ForeignKey|OneToOneField|ParentalKey|TreeForeignKey)$/.test(kind)) return undefined;
  const target = modelOf(source, definition, argument(call, 0, 'to'));
  const key: Expression =
    keyword(call, 'to_field') === undefined
      ? { kind: 'member', of: target, name: KEY }
      : unknown('a key that is not the primary one');
  const each = (items: Expression): Expression => (isMany ? { kind: 'array', items } : nullable(call, items));
  const nested = each({ kind: 'member', of: target, name: ROWS });
  return { isRelation: !isMany, attribute: each(target), row: each(key), address: each(scalar('string', 'uri')), nested };
}

/** Django's default user model. */
function defaultUser(source: Source): Expression {
  const members = [...keyedBy(source), ...USER];
  const parts = [ROWS, LINKED, NESTED].map((part) =>
    hidden(part, { kind: 'object', members: [...(part === ROWS ? members : []), ...groupsOf(part)] }),
  );
  return { kind: 'object', members: [...members, ...parts] };
}

/** A reference to a model: `Author`, `'shop.Author'`, `'self'`, `settings.AUTH_USER_MODEL`. */
export function modelOf(source: Source, definition: ClassDefinition, node: Node | undefined): Expression {
  const { outside } = definition;
  const text = plainText(node);
  if (text === 'self') return { kind: 'name', name: definition.fact };
  if (text !== undefined) {
    const isHere = !text.includes('.') && lookup(outside, text)?.binding.kind === 'class';
    if (isHere) return { kind: 'name', name: text };
    return /^(?:\w+\.)*\w+$/.test(text) ? modelLabelled(source, text) : unknown('a model that is not read');
  }
  if (node === undefined) return unknown('a model that is not read');
  // https://docs.djangoproject.com/en/stable/ref/settings/#auth-user-model
  if (isUserModel(definition, node))
    return { kind: 'operator', operator: 'first-known', of: defaultUser(source), keys: settingOf(source, '|user') };
  const origin = originOrName(outside, node);
  if (origin === 'django.contrib.auth.models.User') return defaultUser(source);
  return typeOf(source, outside, node);
}

/** `settings.AUTH_USER_MODEL`, `get_user_model()`, or a variable with one. */
function isUserModel({ outside }: ClassDefinition, node: Node): boolean {
  if (node.kind === 'call') return lastName(node.of) === 'get_user_model';
  if (node.kind === 'attribute') return node.name === 'AUTH_USER_MODEL';
  const binding = node.kind === 'name' ? lookup(outside, node.name)?.binding : undefined;
  const stored = onlyValue(binding);
  return stored?.kind === 'call' && lastName(stored.of) === 'get_user_model';
}
