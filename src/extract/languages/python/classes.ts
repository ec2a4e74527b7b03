import type { At, Expression, ObjectMember, PropertyMember } from '../../../facts/expression.js';
import type { Declaration } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { MAY_DROP } from '../../../facts/shapes/sure-members.js';
import { asList, configOf, hiddenMark, mayDrop } from './class-config.js';
import { fieldOf } from './fields.js';
import { isEncoder, isUsualClass, KEEPS } from './frameworks/middleware/json.js';
import { instanceAttributes } from './instance-attributes.js';
import { inheritedIn, rewritesInherited } from './pydantic-texts.js';
import { suffixMembers } from './responders.js';
import { isModel, modelDeclarations } from './schemas/django-models.js';
import { fieldMembers } from './schemas/field-types.js';
import { generatedEnum, generatedMembers } from './schemas/generated-models.js';
import { isSchema, schemaDeclarations } from './schemas/marshmallow.js';
import { modelFields } from './schemas/ninja-models.js';
import { isPaginator, paginatorMembers } from './schemas/pagination.js';
import { isRenderer, rendererMembers } from './schemas/renderers.js';
import { isSerializer, serializerDeclarations } from './schemas/serializers.js';
import { columnOf, dumpedColumns, surelyRelated } from './schemas/sqlalchemy.js';
import { isOtherRouter, viewMembers } from './schemas/views.js';
import { type ClassDefinition, type ClassField, classHere, type FunctionDefinition, originOf, type Scope } from './scope.js';
import { literal, type Source, scalar, unknown } from './source.js';
import { calledName, isBeside, keyword, lastName, type Node } from './syntax/syntax.js';
import { typeOf } from './types.js';
import { readValue } from './values.js';

/** Bases that add no member to the sent data. */
const PLAIN_BASES = new Set([
  ...['object', 'BaseModel', 'RootModel', 'GenericModel', 'SQLModel', 'BaseSettings', 'ABC', 'Protocol', 'Generic', 'TypedDict'],
  ...[
    'NamedTuple',
    'Enum',
    'IntEnum',
    'StrEnum',
    'Struct',
    'Flag',
    'IntFlag',
    'str',
    'int',
    'float',
    'Schema',
    'ModelSchema',
    'OpenApiModel',
  ],
]);
const ENUM_BASES = new Set(['Enum', 'IntEnum', 'StrEnum', 'TextChoices', 'IntegerChoices', 'Choices']);

/** Records each class of the file as the data of its instances. */
export function recordClasses(source: Source): void {
  for (const definition of source.definitions.classes) {
    const declared = declarationsOf(source, definition);
    source.record.facts.push(...declared);
    // `Items([...])` of a root model
    for (const { form, name, type, parameters, statics, at } of declared)
      if (form === 'alias' && parameters === undefined && (statics ?? []).length === 0)
        source.record.facts.push({ kind: 'callable', name, returns: something(type), at });
    for (const inner of innerOf(definition)) source.record.facts.push(...declarationsOf(source, inner));
    if (isEncoder(definition) && isUsualClass(source, definition))
      source.record.facts.push({ kind: 'callable', name: keepsOf(definition), keeps: true, at: source.at(definition.start) });
  }
}

const keepsOf = ({ fact }: ClassDefinition): string => `${fact}#${KEEPS}`;

/** The type without null, where the instance is not created from null. */
function something(type: Expression): Expression {
  const isNullable =
    (type.kind === 'operator' && type.operator === 'nullable') ||
    (type.kind === 'union' && type.options.some((one) => one.kind === 'scalar' && one.type === 'null'));
  if (!isNullable) return type;
  const nothing: Expression = nullInDoubt('whether it is made of null is not known');
  return { kind: 'union', options: [{ kind: 'operator', operator: 'non-null', of: type }, nothing] };
}

/** Inner classes, except configuration classes. */
const innerOf = ({ inner }: ClassDefinition): readonly ClassDefinition[] =>
  inner.filter(({ name }) => !/^(?:Meta|Config)$/.test(name));

function innerMembers(source: Source, definition: ClassDefinition): readonly PropertyMember[] {
  return innerOf(definition).map(({ name, fact, start }) => ({
    kind: 'property',
    name,
    value: { kind: 'name', name: fact },
    hidden: true,
    at: source.at(start),
  }));
}

/** The declarations of a class; those of a library class follow the library's rules. */
function declarationsOf(source: Source, definition: ClassDefinition): readonly Declaration[] {
  const plain = declarationOf(source, definition);
  if (plain.form !== 'class' || plain.type.kind !== 'object') return [plain];
  if (isSerializer(source, definition)) return serializerDeclarations(source, definition, plain);
  if (isSchema(source, definition)) return schemaDeclarations(source, definition, plain);
  if (isModel(source, definition)) return modelDeclarations(source, definition, plain);
  const more = [
    ...viewMembers(source, definition),
    ...suffixMembers(source, definition),
    ...fieldMembers(source, definition),
    ...(isPaginator(source, definition) ? paginatorMembers(source, definition) : []),
    ...(isRenderer(source, definition) ? rendererMembers(source, definition) : []),
  ];
  // as no router of the library, it serves what nobody knows
  if (isOtherRouter(definition)) return [{ ...plain, extends: [] }];
  return [more.length === 0 ? plain : { ...plain, type: { kind: 'object', members: [...plain.type.members, ...more] } }];
}

function declarationOf(source: Source, definition: ClassDefinition): Declaration {
  const { fact: name, outside, start } = definition;
  const at = source.at(start);
  const bases = definition.arguments.filter((one) => one.name === undefined && one.star === undefined).map(({ value }) => value);
  const statics = staticsOf(source, definition);
  if (bases.some((base) => ENUM_BASES.has(lastName(base) ?? '') || /[a-z]Enum$/.test(lastName(base) ?? '')))
    return {
      kind: 'declaration',
      name,
      form: 'enum',
      type: enumOf(source, definition),
      statics: [...ofMember(name, at), ...statics],
      at,
    };
  const listed = generatedEnum(source, definition);
  if (listed !== undefined) return { kind: 'declaration', name, form: 'enum', type: listed, statics, at };
  const parameters = typeParametersOf(definition, bases);
  const root = rootOf(source, definition, bases);
  const generic = parameters.length === 0 ? {} : { parameters };
  if (root !== undefined) return { kind: 'declaration', name, form: 'alias', ...generic, type: root, at };
  const scalarBase = scalarBaseOf(definition, bases);
  if (scalarBase !== undefined) return { kind: 'declaration', name, form: 'alias', type: scalarBase, statics, at };
  const config = configOf(source, definition);
  const inherited = bases
    .filter((base) => !isPlain(definition, base))
    .map((base) => typeOf(source, outside, withSameParameters(base, outside, parameters)));
  const encodes = config.encoded.has('Decimal') || config.encoded.has('timedelta');
  const rewritten = inherited.length > 0 && (encodes || rewritesInherited(definition)) ? [REWRITTEN] : [];
  return {
    kind: 'declaration',
    name,
    form: 'class',
    ...generic,
    ...(inherited.length === 0 ? {} : { extends: inherited.toReversed() }),
    type: {
      kind: 'object',
      members: [
        ...rewritten,
        ...modelFields(source, definition),
        ...membersOf(source, definition, config.encoded, bases),
        ...dumpedColumns(source, definition),
        ...config.open,
      ],
    },
    statics,
    ...(bases.length === 0 && definition.decorators.length === 0 && speaksOfNone(source) && { aside: true }),
    ...(config.naming === undefined ? {} : { naming: config.naming }),
    at,
  };
}

const speaksOfNone = ({ masked }: Source): boolean => !SERVES.test(masked.bare) && !IMPORTS.test(masked.bare);

/** Names of servers and apps, and imports outside the standard library: methods may register routes on them. */
const SERVES =
  /(?:\b|_)(?:app|application|api|bp)s?\b|rout|blueprint|server|serve|web|http|url|view|endpoint|getattr|__import__|globals\(/i;
const IMPORTS =
  /^[ \t]*(?:from|import)[ \t]+(?!(?:__future__|abc|asyncio|collections|contextlib|copy|dataclasses|datetime|enum|functools|inspect|itertools|json|logging|re|threading|time|types|typing|uuid)\b)/m;

/** Placed before the members of a class: the class may serialize inherited fields differently. */
const REWRITTEN: ObjectMember = { kind: 'spread', value: unknown('its class writes what it inherits in a way of its own') };

function isPlain(definition: ClassDefinition, base: Node): boolean {
  const named = base.kind === 'subscript' ? base.of : base;
  const origin = originOf(definition.outside, named);
  return origin !== undefined && PLAIN_BASES.has(origin.slice(origin.lastIndexOf('.') + 1));
}

/** `class Sqid(int)`: a subclass of `str` serializes as a text; for a number a custom encoder of the service may apply first. */
function scalarBaseOf({ outside, fields }: ClassDefinition, bases: readonly Node[]): Expression | undefined {
  const names = bases.map((base) => (base.kind === 'name' && originOf(outside, base) === base.name ? base.name : ''));
  if (names.includes('str')) return scalar('string');
  // pydantic writes a key of MongoDB as text or fails: `class PyObjectId(ObjectId)` with a schema of its own
  if (bases.some((base) => /^bson(?:\.objectid)?\.ObjectId$/.test(originOf(outside, base) ?? ''))) return scalar('string');
  if (fields.some(({ annotation }) => annotation !== undefined)) return undefined;
  return names.some((base) => base === 'int' || base === 'float')
    ? unknown('an encoder of this class of numbers may change what is sent')
    : undefined;
}

/** `class Success(Payload, Generic[T])`: libraries replace `T` everywhere, also in the fields of `Payload`. */
function withSameParameters(base: Node, scope: Scope, own: readonly { readonly name: string }[]): Node {
  const definition = classHere(scope, base);
  if (definition === undefined) return base;
  const theirs = typeParametersOf(
    definition,
    definition.arguments.flatMap((one) => (one.name === undefined ? [one.value] : [])),
  );
  const isShared = theirs.length > 0 && theirs.every(({ name }) => own.some((one) => one.name === name));
  const items = theirs.map(({ name }): Node => ({ ...base, kind: 'name', name }));
  return isShared ? { ...base, kind: 'subscript', of: base, items } : base;
}

/** `Generic[T, U]`, `BaseModel, Generic[T]`, `class Page[T]`. */
function typeParametersOf(definition: ClassDefinition, bases: readonly Node[]): readonly { readonly name: string }[] {
  const generic = bases.flatMap((base) =>
    base.kind === 'subscript' && /^(?:Generic|Protocol|GenericModel)$/.test(lastName(base.of) ?? '') ? base.items : [],
  );
  const names = [...definition.typeParameters, ...generic.flatMap((item) => (item.kind === 'name' ? item.name : []))];
  return [...new Set(names)].map((name) => ({ name }));
}

/** The value type of a root model: `RootModel[list[Item]]`, `__root__: List[Item]`. */
function rootOf(source: Source, definition: ClassDefinition, bases: readonly Node[]): Expression | undefined {
  for (const base of bases) {
    if (base.kind === 'subscript' && lastName(base.of) === 'RootModel') return typeOf(source, definition.outside, base.items[0]);
  }
  const field = definition.fields.find(({ name, annotation }) => annotation !== undefined && /^(?:root|__root__)$/.test(name));
  const isRoot = field?.name === '__root__' || bases.some((base) => lastName(base) === 'RootModel');
  return field !== undefined && isRoot ? typeOf(source, definition.inside, field.annotation) : undefined;
}

/** The attributes of an enum member. */
function ofMember(name: string, at: At): readonly ObjectMember[] {
  const self: Expression = { kind: 'name', name };
  return [
    { kind: 'property', name: 'value', value: self, at },
    { kind: 'property', name: 'name', value: scalar('string'), at },
  ];
}

function enumOf(source: Source, { fields, inside, outside, methods, arguments: given }: ClassDefinition): Expression {
  const values = fields.filter(({ name, value }) => value !== undefined && !name.startsWith('_'));
  // a base of the service, or of the package `strenum`, may give other values
  const [base = '', ...others] = given.map(({ value }) => originOf(outside, value));
  const isCounted = methods.every(({ name }) => name !== '_generate_next_value_') && others.length === 0;
  let last = 0;
  return {
    kind: 'union',
    options: values.map(({ name, value }) => {
      // Django choices are pairs of value and label
      const first = value?.kind === 'tuple' ? value.items[0] : value;
      // https://docs.python.org/3/library/enum.html#enum.auto
      if (first?.kind === 'call' && lastName(first.of) === 'auto') {
        last += 1;
        if (isCounted && base === 'enum.StrEnum') return literal(name.toLowerCase());
        if (/(?:^|\.)Str\w{0,40}Enum$/.test(base)) return scalar('string');
        if (isCounted && /^enum\.(?:Int)?Enum$/.test(base) && Number.isFinite(last)) return literal(last);
        return unknown(`the value of ${name} is given when the program runs`);
      }
      last = first?.kind === 'number' ? first.value : Number.NaN;
      return readValue(source, inside, first);
    }),
  };
}

/** The members of `Name.x`: values that the class body assigns. */
const CHANGED = /\.(\w+)(?:\[[^[\]\n]*\] ?[-+|]?=(?!=)| ?[+|]=|\.(?:update|setdefault|append|extend|insert|pop|clear|remove)\()/g;
const changedBySource = new WeakMap<Source, ReadonlySet<string>>();

/** Members that code of the file changes in place: `cls.rows['id'] = 1`, `Books.rows.append(row)`. */
function changedMembers(source: Source): ReadonlySet<string> {
  const known = changedBySource.get(source);
  if (known !== undefined) return known;
  const names = new Set([...source.masked.bare.matchAll(CHANGED)].map(([, name = '']) => name));
  changedBySource.set(source, names);
  return names;
}

function staticsOf(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const { fields, inside } = definition;
  // a member of Django's choices is its value; its label stands beside it
  const hasLabels = definition.arguments.some(({ value: base }) => /Choices$/.test(lastName(base) ?? ''));
  const own = fields.flatMap(({ name, value, start }): ObjectMember[] => {
    const node = hasLabels && value?.kind === 'tuple' ? value.items[0] : value;
    if (node === undefined) return [];
    const isChanged = (node.kind === 'dict' || node.kind === 'list') && changedMembers(source).has(name);
    const read = isChanged ? unknown(`${name} is changed after it is made`) : readValue(source, inside, node);
    return [{ kind: 'property', name, value: read, at: source.at(start) }];
  });
  // `User.as_dict(user)`: for methods with more parameters the argument positions would be wrong
  const isUnbound = ({ name, parameters, decorators }: FunctionDefinition): boolean =>
    parameters.length === 1 && decorators.length === 0 && !name.startsWith('__');
  const methods = definition.methods.flatMap((method): ObjectMember[] => {
    const { name, fact, decorators, start } = method;
    return isUnbound(method) || decorators.some((one) => /^(?:static|class)method$/.test(lastName(one) ?? ''))
      ? [{ kind: 'method', name, callable: fact, at: source.at(start) }]
      : [];
  });
  const keeps: readonly ObjectMember[] = isEncoder(definition)
    ? [{ kind: 'method', name: KEEPS, callable: keepsOf(definition), at: source.at(definition.start) }]
    : [];
  return [...own, ...methods, ...keeps, ...innerMembers(source, definition)];
}

function membersOf(
  source: Source,
  definition: ClassDefinition,
  encoded: ReadonlyMap<string, Expression>,
  bases: readonly Node[],
): readonly ObjectMember[] {
  // `class Note(TypedDict, total=False)`, and one that extends such a dictionary
  const isPartial = isFalse(keywordOf(definition, 'total'));
  // https://jcristharif.com/msgspec/structs.html#omitting-default-values
  const omitted = keywordOf(definition, 'omit_defaults');
  const omitsDefaults = omitted !== undefined && !isFalse(omitted);
  const generated = generatedMembers(source, definition);
  if (generated !== undefined) return generated;
  const replaced = serializedFields(source, definition);
  const members = definition.fields.flatMap((field): ObjectMember[] => {
    const made = fieldOf(source, definition, field);
    if (made === undefined) return [...constantOf(source, definition, field)];
    if (made.kind !== 'property') return [made];
    const value =
      replaced.get(made.member ?? made.name) ?? replaced.get('*') ?? encodedAs(encoded, field.annotation) ?? made.value;
    const isOptional = (isPartial && made.optional !== false) || (omitsDefaults && made.defaulted === true);
    return [{ ...made, value, ...(isOptional ? { optional: true } : {}) }];
  });
  // `@field_serializer('created_at')` of a field that a base declares
  const written = inheritedIn(definition).flatMap(({ name, start }): ObjectMember[] => {
    const value = name === undefined || name === '*' ? undefined : replaced.get(name);
    return name === undefined || value === undefined ? [] : [{ kind: 'property', name, value, at: source.at(start) }];
  });
  return [
    ...members,
    ...written,
    ...(definition.methods.some(mayDrop) ? [hiddenMark(MAY_DROP, source.at(definition.start))] : []),
    ...ofStruct(source, definition, bases),
    ...asList(source, definition, bases),
    ...instanceAttributes(source, definition),
    ...definition.methods.flatMap((method) => methodOf(source, method)),
  ];
}

/** The marker of msgspec structs, and what msgspec writes beside their fields. */
function ofStruct({ at }: Source, definition: ClassDefinition, bases: readonly Node[]): readonly ObjectMember[] {
  const isTagged = ['tag', 'tag_field', 'array_like'].some((name) => keywordOf(definition, name) !== undefined);
  const tag: ObjectMember = { kind: 'spread', value: unknown('options of its class change how it is written') };
  const isStruct = bases.some((base) => /^msgspec(?:\.\w+)*\.Struct$/.test(originOf(definition.outside, base) ?? ''));
  const mark = hiddenMark('__struct_fields__', at(definition.start));
  return [...(isStruct ? [mark] : []), ...(isTagged ? [tag] : [])];
}

/** A class attribute: it is a member, but instances do not send it. */
function constantOf(source: Source, definition: ClassDefinition, field: ClassField): readonly ObjectMember[] {
  const { name, annotation, value, start } = field;
  if (annotation !== undefined || value === undefined) return [];
  const { inside } = definition;
  const stored = columnOf(inside, value) ?? surelyRelated(definition, field, source) ?? readValue(source, inside, value);
  return [{ kind: 'property', name, value: stored, hidden: true, at: source.at(start) }];
}

function keywordOf(definition: ClassDefinition, name: string): Node | undefined {
  return definition.arguments.find((one) => one.name === name)?.value;
}

const isFalse = (node: Node | undefined): boolean => node?.kind === 'constant' && node.value === false;

/** The result of `json_encoders` for a field of this type. */
function encodedAs(encoded: ReadonlyMap<string, Expression>, annotation: Node | undefined): Expression | undefined {
  return annotation === undefined || encoded.size === 0 ? undefined : encoded.get(lastName(annotation) ?? '');
}

/** Results of `@field_serializer('created_at')` methods, by field. */
function serializedFields(source: Source, { methods }: ClassDefinition): ReadonlyMap<string, Expression> {
  const found = new Map<string, Expression>();
  for (const method of methods) {
    for (const decorator of method.decorators) {
      if (decorator.kind !== 'call' || lastName(decorator.of) !== 'field_serializer') continue;
      const made =
        method.returns === undefined
          ? unknown('a method that was not read makes its value')
          : typeOf(source, method.inside, method.returns);
      for (const { name, value } of decorator.arguments) {
        if (name === undefined && value.kind === 'text') found.set(value.parts.join(''), made);
      }
    }
  }
  return found;
}

function methodOf(source: Source, method: FunctionDefinition): readonly ObjectMember[] {
  if (method.decorators.some(isBeside)) return [];
  const at = source.at(method.start);
  const names = method.decorators.map((one) => calledName(one));
  if (names.includes('model_serializer'))
    return [{ kind: 'spread', value: unknown('a method of its class makes what is sent of it') }];
  if (names.includes('computed_field')) {
    const call = method.decorators.find((one) => one.kind === 'call' && lastName(one.of) === 'computed_field');
    const alias = call?.kind === 'call' ? keyword(call, 'alias') : undefined;
    const wire = alias?.kind === 'text' ? alias.parts.join('') : undefined;
    const value =
      method.returns === undefined ? unknown('its type is not declared') : typeOf(source, method.inside, method.returns);
    return [
      {
        ...{ kind: 'property', name: wire ?? method.name, value, at },
        ...(wire === undefined ? {} : { member: method.name, naming: 'explicit' }),
      },
    ];
  }
  const getter = names.some((one) => /property$/.test(one));
  return [{ kind: 'method', name: method.name, callable: method.fact, ...(getter ? { getter: true } : {}), at }];
}
