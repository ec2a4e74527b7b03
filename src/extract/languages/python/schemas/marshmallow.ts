import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import { chosen, type Verdict, waysOf } from '../branches.js';
import { type ClassDefinition, classHere, type FunctionDefinition, lookup, type Scope, someBase } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { calledName, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';
import { type Call, importsFrom, isTrue, ofMany, originOrName } from './field-types.js';
import { dumped, isAutomatic, marshmallowField } from './marshmallow-fields.js';
import { DUMPED, FOREIGN } from './sqlalchemy.js';

const PACKAGES = /^(?:marshmallow|flask_marshmallow|flask_smorest|apiflask|webargs|marshmallow_sqlalchemy)\b/;
const FIELD = /^(?:ma|fields)\.\w+$|^marshmallow\.|^(?:apiflask|webargs)\.fields\./;
const LIBRARY =
  /^(?:marshmallow\b|ma\.|flask_marshmallow\b|apiflask\b|marshmallow_\w+\b)|\.(?:ma|marsh|marshmallow)\.(?:Schema|SQLAlchemySchema|SQLAlchemyAutoSchema)$/;

/** Limit of bases above each other. */
const MAX_BASES = 10;

/** Whether the class is a marshmallow schema. */
export const isSchema = (source: Source, definition: ClassDefinition): boolean =>
  someBase(definition, MAX_BASES, (one) => isSchemaItself(source, one));

/** Undefined: the bases decide. */
function isSchemaItself(source: Source, { arguments: given, outside, fields }: ClassDefinition): boolean | undefined {
  const bases = given.filter(({ name }) => name === undefined).map(({ value }) => value);
  const origins = bases.map((base) => originOrName(outside, base));
  if (origins.some((origin) => /^(?:ninja|pydantic|rest_framework)\b/.test(origin))) return false;
  const hasFields = fields.some(({ value }) => value?.kind === 'call' && FIELD.test(originOrName(outside, value.of)));
  if (bases.some((base) => /Schemas?(?:Mixin)?$/.test(lastName(base) ?? '')))
    return hasFields || importsFrom(source, PACKAGES) || origins.some((origin) => LIBRARY.test(origin));
  // `class PetOut(PetIn)`: the name of the base does not show that it is a schema
  return (bases.length > 0 && hasFields && importsFrom(source, PACKAGES)) || undefined;
}

const hidden = (name: string, value: Expression, at: PropertyMember['at']): PropertyMember => ({
  kind: 'property',
  name,
  value,
  hidden: true,
  at,
});

/** A schema as a value: `|plain` has its fields, `|dump` and `|dump-many` are its results for one object and for many. */
export function schemaDeclarations(source: Source, definition: ClassDefinition, plain: Declaration): readonly Declaration[] {
  const { fact: name, arguments: given, outside } = definition;
  const at = source.at(definition.start);
  const bases = given
    .filter((one) => one.name === undefined && one.star === undefined)
    .map((one) => one.value)
    .filter((base) => !LIBRARY.test(originOrName(outside, base)))
    .map((base) => typeOf(source, outside, base));
  const fields = definition.fields.flatMap((field) => marshmallowField(source, definition, field) ?? []);
  const hooks = hooksOf(definition);
  const own: Expression = hooks.renames
    ? unknown('a method of it names what is dumped')
    : { kind: 'name', name: `${name}|plain` };
  const methods = plain.type.kind === 'object' ? plain.type.members.filter(({ kind }) => kind === 'method') : [];
  const one = afterHooks(source, hooks.each, own, false);
  const many = afterHooks(source, hooks.whole, { kind: 'array', items: one }, true);
  const inherited = hooks.isWhole ? [] : bases;
  const members: readonly ObjectMember[] = [
    ...methods,
    hidden('|plain', own, at),
    hidden('|dump', unlessHooked(inherited, afterHooks(source, hooks.whole, one, false)), at),
    hidden('|dump-many', unlessHooked(inherited, many), at),
    ...(hooks.renames || hooks.each.length + hooks.whole.length > 0 ? [hidden('|hooks', literal(true), at)] : []),
  ];
  return [
    { ...plain, form: 'class', extends: bases.toReversed(), type: { kind: 'object', members } },
    {
      kind: 'declaration',
      name: `${name}|plain`,
      form: 'class',
      extends: bases.toReversed().map((of) => ({ kind: 'member', of, name: '|plain' })),
      type: { kind: 'object', members: [...automatic(source, definition), ...fields, ...limits(source, definition)] },
      at,
    },
  ];
}

/** Options of `Meta` that change no field that is dumped. */
const BESIDE = /^(?:model|load_instance|sqla_session|transient|ordered|unknown|dump_only|include_fk|exclude|load_only)$/;

const metaOf = ({ inner }: ClassDefinition): ClassDefinition | undefined => inner.find(({ name }) => name === 'Meta');

/** The columns of the model that an automatic schema dumps (https://marshmallow-sqlalchemy.readthedocs.io/en/latest/). */
function automatic(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const fields = metaOf(definition)?.fields ?? [];
  const model = fields.find(({ name }) => name === 'model')?.value;
  const withKeys = fields.find(({ name }) => name === 'include_fk')?.value;
  if (model === undefined || leftOut(definition) === undefined) return [];
  const of = typeOf(source, definition.outside, model);
  const names = isTrue(withKeys) ? [DUMPED, FOREIGN] : [DUMPED];
  return names.map((name) => ({ kind: 'spread', value: { kind: 'member', of, name } }));
}

/** Names that `Meta` leaves out of what an automatic schema dumps; undefined: another schema, or options that are not read. */
function leftOut(definition: ClassDefinition): readonly string[] | undefined {
  const fields = metaOf(definition)?.fields ?? [];
  const bases = definition.arguments.map(({ value }) => lastName(value));
  const isRead = bases.length === 1 && bases[0] === 'SQLAlchemyAutoSchema' && fields.every(({ name }) => BESIDE.test(name));
  if (!isRead || !fields.some(({ name }) => name === 'model')) return undefined;
  const listed = fields.flatMap(({ name, value }) => {
    if (name !== 'exclude' && name !== 'load_only') return [];
    return value?.kind === 'tuple' || value?.kind === 'list' ? value.items.map(plainText) : [undefined];
  });
  const names = listed.flatMap((one) => one ?? []);
  return names.length === listed.length ? names : undefined;
}

/** What `Meta` decides beside the declared fields: names left out, or fields that are not known. */
function limits(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const at = source.at(definition.start);
  const left = leftOut(definition);
  if (left !== undefined) return left.map((name): ObjectMember => ({ kind: 'property', name, value: { kind: 'absent' }, at }));
  const meta = metaOf(definition);
  const has = (name: string): boolean => meta?.fields.some((field) => field.name === name) === true;
  if (isAutomatic(definition) || has('fields') || has('additional') || has('exclude') || has('include') || has('load_only'))
    return [{ kind: 'spread', value: unknown('`Meta` decides which fields it has') }];
  return [];
}

interface Hooks {
  readonly each: readonly FunctionDefinition[];
  /** Hooks that get all objects at once. */
  readonly whole: readonly FunctionDefinition[];
  /** All classes that may define hooks are in this file. */
  readonly isWhole: boolean;
  /** A method renames bound fields, or replaces the library's `dump`. */
  readonly renames: boolean;
}

/** Methods that change dumped data; a method overrides an inherited one of the same name. */
function hooksOf(definition: ClassDefinition): Hooks {
  const { methods, isWhole } = gather(definition, new Map(), 0);
  const all = [...methods.values()];
  const decorated = (passesMany: boolean): readonly FunctionDefinition[] =>
    all.filter(({ decorators }) =>
      decorators.some((one) => {
        if (calledName(one) !== 'post_dump') return false;
        const isMany = one.kind === 'call' && (isTrue(keyword(one, 'pass_many')) || isTrue(keyword(one, 'pass_collection')));
        return isMany === passesMany;
      }),
    );
  const renames = methods.has('on_bind_field') || methods.has('dump');
  return { each: decorated(false), whole: decorated(true), isWhole, renames };
}

/** Methods by name; `isWhole`: all bases are in this file. */
interface Gathered {
  readonly methods: ReadonlyMap<string, FunctionDefinition>;
  readonly isWhole: boolean;
}

const CUT: Gathered = { methods: new Map(), isWhole: false };

/** Each class is read once, however many paths of bases lead to it. */
function gather(definition: ClassDefinition, known: Map<ClassDefinition, Gathered>, depth: number): Gathered {
  const before = depth > MAX_BASES ? CUT : known.get(definition);
  if (before !== undefined) return before;
  known.set(definition, CUT);
  const methods = new Map<string, FunctionDefinition>();
  let isWhole = true;
  for (const { name, value } of definition.arguments.toReversed()) {
    if (name !== undefined || LIBRARY.test(originOrName(definition.outside, value))) continue;
    const base = classHere(definition.outside, value);
    const above = base === undefined ? CUT : gather(base, known, depth + 1);
    for (const [key, method] of above.methods) methods.set(key, method);
    isWhole = above.isWhole && isWhole;
  }
  for (const method of definition.methods) methods.set(method.name, method);
  const gathered = { methods, isWhole };
  known.set(definition, gathered);
  return gathered;
}

/** The data after the hooks; marshmallow defines no order for several hooks. */
function afterHooks(source: Source, hooks: readonly FunctionDefinition[], data: Expression, isMany: boolean): Expression {
  const [hook] = hooks;
  if (hook === undefined) return data;
  if (hooks.length > 1) return unknown('several hooks change what is dumped, in no order');
  source.record.given.set(hook.fact, () => resultOf(source, hook));
  const many: Expression = isMany ? { kind: 'tuple', items: [] } : { kind: 'object', members: [] };
  return { kind: 'returns', of: { kind: 'name', name: hook.fact, space: 'value' }, values: [data, many] };
}

/** The result of a hook; `if many` tests whether its argument is a list. */
function resultOf(source: Source, hook: FunctionDefinition): Expression {
  const [, , many] = hook.parameters;
  const of: Expression = { kind: 'parameter', callable: hook.fact, index: 1 };
  const judge = (test: string): Verdict => {
    if (many === undefined || many.star !== 0) return undefined;
    if (test === many.name) return { of, has: '[]', holds: true };
    return test === `not ${many.name}` ? { of, has: '[]', holds: false } : undefined;
  };
  return chosen(
    source,
    waysOf(hook, (index) => readValue(source, hook.inside, hook.results[index])),
    judge,
  );
}

function unlessHooked(bases: readonly Expression[], otherwise: Expression): Expression {
  return bases.reduce<Expression>(
    (rest, of) => ({
      kind: 'operator',
      operator: 'having',
      of,
      keys: { kind: 'tuple', items: [literal('|hooks'), unknown('a base class changes what is dumped'), rest] },
    }),
    otherwise,
  );
}

/** `Schema(many=True)`, `schema.dump(value)`, `schema.jsonify(value)`; undefined: another call. */
export function schemaCall(
  source: Source,
  scope: Scope,
  call: Call,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const name = lastName(call.of) ?? '';
  const isLimited = call.arguments.some((one) => /^(?:many|only|exclude|load_only)$/.test(one.name ?? ''));
  if (isLimited && /Schemas?$/.test(name)) return instance(call, inner(call.of));
  if (isLimited && /^[A-Z]/.test(name) && importsFrom(source, PACKAGES)) {
    const of = inner(call.of);
    const keys: readonly Expression[] = [literal('|dump'), instance(call, of), unknown('what its options do is not known')];
    return { kind: 'operator', operator: 'having', of: { kind: 'returns', of }, keys: { kind: 'tuple', items: keys } };
  }
  if (call.of.kind !== 'attribute' || !/^(?:dump|jsonify)$/.test(name)) return undefined;
  const { of } = call.of;
  const receiver = of.kind === 'call' ? lastName(of.of) : lastName(of);
  if (!/schemas?(?:_\w{1,40})?$/i.test(receiver ?? '') && !isSchemaVariable(scope, of)) return undefined;
  return ofMany(keyword(call, 'many'), (many) => ({ kind: 'member', of: inner(of), name: many ? '|dump-many' : '|dump' }));
}

function isSchemaVariable(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  const [stored] = binding?.kind === 'variable' ? binding.values : [];
  return stored?.kind === 'call' && /Schemas?$/.test(lastName(stored.of) ?? '');
}

/** An instance with its own options: by default it dumps many objects, or only some fields. */
function instance({ arguments: options }: Call, of: Expression): Expression {
  const schema: Expression = { kind: 'returns', of };
  const many = options.find(({ name }) => name === 'many')?.value;
  const at = { line: 1, column: 1 };
  return {
    kind: 'object',
    members: [
      hidden(
        '|dump',
        ofMany(many, (isMany) => dumped(schema, isMany, options)),
        at,
      ),
      hidden('|dump-many', dumped(schema, true, options), at),
      hidden('|plain', { kind: 'member', of: schema, name: '|plain' }, at),
    ],
  };
}

/**
 * The result of a decorator's schema for the return value of a view: `ArticleSchema`, `article_schema`,
 * `ArticleSchema(many=True)`. For a class that is no schema (a pydantic model) it is an instance.
 */
export function decoratedBy(source: Source, scope: Scope, schema: Node): Expression {
  const value = readValue(source, scope, schema);
  // a class stands for its instance
  if (schema.kind === 'call' || !/^[A-Z]/.test(lastName(schema) ?? '')) return { kind: 'member', of: value, name: '|dump' };
  const of: Expression = { kind: 'returns', of: value };
  const dump: Expression = { kind: 'member', of, name: '|dump' };
  const keys: readonly Expression[] = [literal('|dump'), dump, typeOf(source, scope, schema)];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: keys } };
}
