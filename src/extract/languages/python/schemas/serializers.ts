import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import { type ClassDefinition, classHere, functionHere, type Scope, someBase } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { lastName, type Node } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { LINKED, modelOf, NESTED, ROWS } from './django-models.js';
import { importsFrom, originOrName, value } from './field-types.js';
import { declaredField, rowOf, type Serializer } from './serializer-fields.js';
import { type Meta, metaOf, type Named } from './serializer-meta.js';

/** The library, and packages whose base classes affect only input. */
const LIBRARY = /^(?:rest_framework\b|serializers\.|taggit\.serializers\b|drf_writable_nested\b|djoser\.serializers\.User)/;
/** Methods that change the sent fields or their values. */
const REWRITES = /^(?:to_representation|get_fields|get_field_names|build_\w+|data)$/;

const MAX_BASES = 5;

/** Whether the class is a REST framework serializer. */
export function isSerializer(source: Source, definition: ClassDefinition): boolean {
  return someBase(definition, MAX_BASES, ({ arguments: given, outside }, isLast) => {
    const others = given.filter(({ name, value: base }) => name === undefined && (isLast || !classHere(outside, base)));
    return others.some(({ value: base }) => isNamedSerializer(source, outside, base)) || undefined;
  });
}

function isNamedSerializer(source: Source, outside: Scope, base: Node): boolean {
  if (!/Serializer(?:Mixin)?$/.test(lastName(base) ?? '')) return false;
  const origin = originOrName(outside, base);
  return LIBRARY.test(origin) || importsFrom(source, /^rest_framework\b/) || !/^(?:pydantic|marshmallow)/.test(origin);
}

const hidden = (name: string, of: Expression, at: PropertyMember['at']): PropertyMember => ({
  kind: 'property',
  name,
  value: of,
  hidden: true,
  at,
});

/**
 * A serializer as a value with `data`. `Name|declared`: the declared fields; `Name|all`: these and the model's fields;
 * `Name|sent`: the sent fields.
 */
export function serializerDeclarations(source: Source, definition: ClassDefinition, plain: Declaration): readonly Declaration[] {
  const { fact: name, arguments: given, outside } = definition;
  const at = source.at(definition.start);
  const nodes = given.filter((one) => one.name === undefined && one.star === undefined).map((one) => one.value);
  const bases = nodes.filter((base) => !LIBRARY.test(originOrName(outside, base))).map((base) => typeOf(source, outside, base));
  const meta = metaOf(definition);
  const model = modelNamed(source, definition, meta, bases);
  const serializer: Serializer = { source, definition, bases, ...(model === undefined ? {} : { model }) };
  const declared = definition.fields.flatMap((field) => declaredField(serializer, field) ?? []);
  const methods = plain.type.kind === 'object' ? plain.type.members.filter(({ kind }) => kind === 'method') : [];
  const sub = (part: string, extended: readonly Expression[], members: readonly ObjectMember[]): Declaration => ({
    ...{ kind: 'declaration', name: `${name}${part}`, form: 'class', at },
    ...(extended.length === 0 ? {} : { extends: extended }),
    type: { kind: 'object', members },
  });
  const self = (part: string): Expression => ({ kind: 'name', name: `${name}${part}` });
  const rewrites = rewritten(source, definition);
  const members: readonly ObjectMember[] = [
    ...methods.filter((method) => method.kind !== 'method' || method.name !== 'data'),
    hidden('data', listedBy(serializer, declared) ?? represented(serializer, rewrites, self('|sent')), at),
    hidden('|declared', self('|declared'), at),
    hidden('|sent', self('|sent'), at),
    ...(model === undefined ? [] : [hidden('|model', model, at)]),
    ...(rewrites === undefined ? [] : [hidden('|rewrites', literal(true), at)]),
    ...(definition.inner.some(({ fields }) => fields.some((one) => one.name === 'list_serializer_class'))
      ? [hidden(OWN_LIST, literal(true), at)]
      : []),
    ...(isHyperlinked(serializer) ? [hidden(HYPERLINKED, literal(true), at)] : []),
  ];
  const inherited = (part: string): readonly Expression[] => bases.toReversed().map((of) => ({ kind: 'member', of, name: part }));
  const rows = model === undefined ? [] : rowsOf(serializer, model, meta?.depth ?? 0);
  const isOwn = definition.inner.some((inner) => inner.name === 'Meta') || bases.length === 0;
  return [
    { ...plain, form: 'class', extends: bases.toReversed(), type: { kind: 'object', members } },
    sub('|declared', inherited('|declared'), declared),
    sub('|all', [...rows, self('|declared')], []),
    isOwn && meta !== undefined
      ? sub('|sent', [], sentBy(serializer, meta, declared, self))
      : sub('|sent', inherited('|sent'), declared),
  ];
}

/** The model in `Meta`; a base class may name it too. */
function modelNamed(
  source: Source,
  definition: ClassDefinition,
  meta: Meta | undefined,
  bases: readonly Expression[],
): Expression | undefined {
  if (meta?.model !== undefined) return modelOf(source, { ...definition, outside: meta.scope }, meta.model);
  const [base] = bases;
  return base === undefined ? undefined : { kind: 'member', of: base, name: '|model' };
}

/** Rows of instances for serializers that name model fields, with relations as keys or URLs. */
function rowsOf(serializer: Serializer, model: Expression, depth: number): readonly Expression[] {
  const linked: Expression = { kind: 'member', of: model, name: LINKED };
  const rows: Expression = { kind: 'member', of: model, name: ROWS };
  if (isHyperlinked(serializer)) return [rows, linked];
  if (depth === 1) return [rows, { kind: 'member', of: model, name: NESTED }];
  return serializer.bases.length === 0
    ? [rows]
    : [rows, whereBase(serializer.bases, HYPERLINKED, linked, { kind: 'object', members: [] })];
}

/** A hidden member of serializers whose `Meta` names a list serializer of its own. */
const OWN_LIST = '|own-list';

/** What an instance of a serializer sends for many. */
export function sentForMany(instance: Expression): Expression {
  const list: Expression = { kind: 'array', items: { kind: 'member', of: instance, name: 'data' } };
  return whereBase([instance], OWN_LIST, unknown('a list serializer of its own decides what it sends for many'), list);
}

/** A hidden member of serializers that send relations as URLs. */
const HYPERLINKED = '|hyperlinked';

/** `then` if a base class has a hidden member, else `otherwise`. */
function whereBase(bases: readonly Expression[], has: string, then: Expression, otherwise: Expression): Expression {
  return bases.reduce<Expression>(
    (other, of) => ({
      kind: 'operator',
      operator: 'having',
      of,
      keys: { kind: 'tuple', items: [literal(has), then, other] },
    }),
    otherwise,
  );
}

const spread = (of: Expression): ObjectMember => ({ kind: 'spread', value: of });

/** The fields of a serializer with a `Meta` of its own. */
function sentBy(
  serializer: Serializer,
  meta: Meta,
  declared: readonly PropertyMember[],
  self: (part: string) => Expression,
): readonly ObjectMember[] {
  const { model, definition } = serializer;
  const open = (why: string): readonly ObjectMember[] => [spread(unknown(why))];
  const { fields, exclude, excludedElsewhere, sentElsewhere, depth } = meta;
  // djoser's serializer of new users declares its passwords
  const isOfDjoser = definition.arguments.some(({ value: base }) =>
    /^djoser\..*UserCreate/.test(originOrName(definition.outside, base)),
  );
  const writeOnly = isOfDjoser ? new Set([...meta.writeOnly, 'password', 're_password']) : meta.writeOnly;
  if (fields === 'unread' || exclude === 'unread') return open('another file decides which fields it sends');
  if (fields === undefined && exclude === undefined) {
    // without a model a serializer sends its declared fields, unless another `Meta` may change this
    return model === undefined && !meta.elsewhere ? [spread(self('|declared'))] : open('which fields it sends is not read');
  }
  // a base may send relations as addresses
  const isFlat = depth === 0;
  if (!isFlat && (depth !== 1 || isHyperlinked(serializer) || serializer.bases.length > 0))
    return open('how deep relations are nested is not worked out');
  const named = { declared, writeOnly, isFlat, self };
  if (Array.isArray(fields)) {
    const here = fields.flatMap((field: Named) => listed(serializer, field, named));
    // a list must name each field that its class declares
    return sentElsewhere.length === 0 ? here : [...sentElsewhere.map(spread), ...declared, ...here];
  }
  if (isHyperlinked(serializer)) return open(ADDRESSES);
  const left = new Set([...writeOnly, ...(Array.isArray(exclude) ? exclude.map((one: Named) => one.name) : [])]);
  const keys = { kind: 'union' as const, options: [...[...left].map(literal), ...excludedElsewhere] };
  const all: Expression =
    keys.options.length === 0 ? self('|all') : { kind: 'operator', operator: 'omit', of: self('|all'), keys };
  return [spread(whereBase(serializer.bases, HYPERLINKED, unknown(ADDRESSES), all))];
}

const ADDRESSES = 'relations may be sent as addresses';

interface Naming {
  readonly declared: readonly PropertyMember[];
  readonly writeOnly: ReadonlySet<string>;
  /** Relations are keys. */
  readonly isFlat: boolean;
  readonly self: (part: string) => Expression;
}

/** A field in `Meta.fields`: declared here, otherwise in the base or the model. */
function listed(
  serializer: Serializer,
  { name, start }: Named,
  { declared, writeOnly, isFlat, self }: Naming,
): readonly ObjectMember[] {
  const own = declared.find((one) => one.name === name);
  const at = serializer.source.at(start);
  if (own !== undefined) return [own];
  if (writeOnly.has(name)) return [{ kind: 'property', name, value: { kind: 'absent' }, access: 'write', at }];
  if (name === 'url' && isHyperlinked(serializer))
    return [{ kind: 'property', name, value: { kind: 'scalar', type: 'string', format: 'uri' }, at }];
  const isPlain = isFlat && serializer.bases.length === 0 && !isHyperlinked(serializer);
  const of: Expression = isPlain ? rowOf(serializer, name) : { kind: 'member', of: self('|all'), name };
  return [{ kind: 'property', name, value: of, at }];
}

function isHyperlinked({ definition }: Serializer): boolean {
  return definition.arguments.some(({ value: base }) => lastName(base) === 'HyperlinkedModelSerializer');
}

/** The method that determines the sent data instead of the fields; undefined: none in this file. */
function rewritten({ masked }: Source, { methods }: ClassDefinition): string | undefined {
  const found = methods.find(
    ({ name, start, end }) =>
      REWRITES.test(name) || (name === '__init__' && /\bfields\b/.test(masked.bare.slice(start, Math.min(end, start + 5000)))),
  );
  return found?.name;
}

/** The list that a `ListSerializer` sends (https://www.django-rest-framework.org/api-guide/serializers/#listserializer). */
function listedBy({ definition }: Serializer, declared: readonly PropertyMember[]): Expression | undefined {
  const isList = definition.arguments.some(({ value: base }) => lastName(base) === 'ListSerializer');
  if (!isList || definition.methods.some(({ name }) => name === 'to_representation' || name === 'data')) return undefined;
  const child = declared.find(({ name }) => name === 'child');
  return child === undefined ? unknown('what its list holds is not read') : { kind: 'array', items: child.value };
}

function represented({ definition, model, bases }: Serializer, rewrites: string | undefined, sent: Expression): Expression {
  if (rewrites === 'to_representation') {
    const method = definition.methods.find((one) => one.name === rewrites);
    const instance = model ?? unknown('what it is made of is not declared');
    return method === undefined ? sent : { kind: 'returns', of: value(method.fact), values: [instance] };
  }
  if (rewrites !== undefined) return unknown(`${rewrites} decides which fields are sent`);
  return unlessRewritten(bases, sent);
}

/** The sent data, unless a base class changes it. */
const unlessRewritten = (bases: readonly Expression[], sent: Expression): Expression =>
  whereBase(bases, '|rewrites', unknown('a base class changes what is sent'), sent);

/** `super().to_representation(instance)` in a serializer: the data that its fields define. */
export function superRepresentation(source: Source, scope: Scope, call: Node): Expression | undefined {
  if (call.kind !== 'call' || call.of.kind !== 'attribute' || call.of.name !== 'to_representation') return undefined;
  const { of } = call.of;
  const owner = ownerOf(scope);
  if (of.kind !== 'call' || lastName(of.of) !== 'super' || owner === undefined || !isSerializer(source, owner)) return undefined;
  const bases = owner.arguments
    .filter(({ name, value: base }) => name === undefined && !LIBRARY.test(originOrName(owner.outside, base)))
    .map(({ value: base }) => typeOf(source, owner.outside, base));
  return {
    kind: 'object',
    members: [{ kind: 'spread', value: unlessRewritten(bases, { kind: 'name', name: `${owner.fact}|sent` }) }],
  };
}

/** The class whose method contains a scope. */
export function ownerOf(scope: Scope): ClassDefinition | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.of?.owner !== undefined) return at.of.owner;
  return undefined;
}

/** Whether a name refers to a serializer class. */
export function namesSerializer(scope: Scope, node: Node): boolean {
  return /[Ss]erializer(?:_class)?$/.test(lastName(node) ?? '') && functionHere(scope, node) === undefined;
}
