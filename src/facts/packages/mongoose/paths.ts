import { type Expression, isNull, STRING } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { EMPTY, type Member, type Members, merge } from '../../shapes/member-list.js';
import { literals, membersOfTarget } from '../../shapes/members.js';
import { compose, listOf, orNull, unknownOf } from '../../values/compose.js';
import type { Resolver, Target } from '../../values/target.js';
import { enumOf } from '../literal-values.js';
import type { MongooseSchema } from './schema.js';
import type { Stored, StoredPath } from './stored.js';

/** The JSON of the types of https://mongoosejs.com/docs/schematypes.html */
const TYPES: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...['String', 'ObjectId', 'Oid', 'UUID'].map((name): [string, Expression] => [name, STRING]),
  ['Number', { kind: 'scalar', type: 'number' }],
  ['Double', { kind: 'scalar', type: 'number' }],
  ['Int32', { kind: 'scalar', type: 'integer' }],
  ['Boolean', { kind: 'scalar', type: 'boolean' }],
  ['Bool', { kind: 'scalar', type: 'boolean' }],
  ['Date', { kind: 'scalar', type: 'string', format: 'date-time' }],
  [
    'Decimal128',
    { kind: 'object', members: [{ kind: 'property', name: '$numberDecimal', value: STRING, at: { line: 1, column: 1 } }] },
  ],
]);

/** The paths of a schema, and why there may be more. */
export function pathsOf(schema: MongooseSchema): { readonly paths: readonly StoredPath[]; readonly open?: string } {
  const { resolver } = schema;
  const { own } = schema;
  let all: Members = EMPTY;
  for (const definition of schema.definitions) all = merge(all, definitionOf(resolver, definition));
  const added = { paths: pathsIn(resolver, all), ...openOf(all) };
  return own === undefined ? added : { ...own, ...added, paths: [...own.paths, ...added.paths] };
}

/** The paths of a definition literal: `{ name: String }`. */
export function pathsOfDefinition(
  resolver: Resolver,
  definition: Lazy,
): { readonly paths: readonly StoredPath[]; readonly open?: string } {
  const all = definitionOf(resolver, definition);
  return { paths: pathsIn(resolver, all), ...openOf(all) };
}

function definitionOf(resolver: Resolver, definition: Lazy): Members {
  const members = membersOfTarget(resolver, resolver.resolve(resolver, definition, 'value'));
  return members ?? { named: new Map(), open: 'the definition of its schema is not known' };
}

function openOf(members: Members): { readonly open?: string } {
  const open = members.open ?? (members.rest === undefined ? undefined : 'not all paths of its schema are known');
  return open === undefined ? {} : { open };
}

const pathsIn = (resolver: Resolver, members: Members): readonly StoredPath[] =>
  [...members.named.values()].map((member) => pathAt(resolver, member));

function pathAt(resolver: Resolver, { name, value, at, optional, method }: Member): StoredPath {
  const common = { name, at };
  if (optional || method !== undefined)
    return { ...common, holds: unsure(value, 'its path is there only sometimes'), optional: false, aside: false };
  const target = resolver.resolve(resolver, value, 'value');
  const members = target.kind === 'plain' && target.expression.kind === 'object' ? membersOfTarget(resolver, target) : undefined;
  if (members !== undefined && (members.open !== undefined || members.rest !== undefined))
    return { ...common, holds: unsure(value, 'not all of its path is known'), optional: false, aside: false };
  if (members === undefined || members.named.size === 0) {
    const holds = storedBy(resolver, value, target, EMPTY);
    return { ...common, holds, optional: holds.kind !== 'list', aside: false };
  }
  const type = members.named.get('type');
  if (type === undefined || isNestedType(resolver, type.value)) {
    const inner = pathsIn(resolver, members);
    // an empty object is omitted (option `minimize`)
    return {
      ...common,
      holds: { kind: 'nested', definition: value, apart: false },
      optional: inner.every((one) => one.optional),
      aside: false,
    };
  }
  return withOptions(resolver, common, type.value, members);
}

/** `{ type: { type: String } }`: a path named `type`. */
function isNestedType(resolver: Resolver, type: Lazy): boolean {
  const target = resolver.resolve(resolver, type, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'object') return false;
  return membersOfTarget(resolver, target)?.named.has('type') === true;
}

function withOptions(resolver: Resolver, common: Pick<StoredPath, 'name' | 'at'>, type: Lazy, options: Members): StoredPath {
  const target = resolver.resolve(resolver, type, 'value');
  const stored = storedBy(resolver, type, target, options);
  const initial = options.named.get('default');
  const begins = initial === undefined ? undefined : isFunction(initial) ? 'value' : startOf(resolver, initial.value);
  const isThere =
    isRequired(resolver, options) ||
    (begins !== undefined && begins !== 'nothing') ||
    (stored.kind === 'list' && begins !== 'nothing');
  const chosen = options.named.get('select');
  const getter = options.named.has('get') || options.named.has('transform');
  const holds: Stored = getter
    ? unsure(type, 'a function of the service makes what is read of it')
    : begins === 'null'
      ? nullable(stored)
      : stored;
  return {
    ...common,
    holds:
      chosen === undefined || literals(resolver, chosen.value) !== undefined
        ? holds
        : unsure(type, 'whether it is selected is not known'),
    optional: !isThere,
    demanded: begins === undefined && stored.kind !== 'list',
    aside: chosen !== undefined && literals(resolver, chosen.value)?.[0] === false,
  };
}

const isFunction = (member: Member): boolean => member.method !== undefined;

function startOf(resolver: Resolver, value: Lazy): 'nothing' | 'null' | 'value' {
  const target = resolver.resolve(resolver, value, 'value');
  if (target.kind !== 'plain') return 'value';
  if (target.expression.kind === 'absent') return 'nothing';
  return isNull(target.expression) ? 'null' : 'value';
}

/** `required: true`, `[true, message]`, `{ isRequired: true }`; a function may return false. */
function isRequired(resolver: Resolver, options: Members): boolean {
  const given = options.named.get('required');
  if (given === undefined || given.optional || given.method !== undefined) return false;
  const target = resolver.resolve(resolver, given.value, 'value');
  if (target.kind !== 'plain') return false;
  const { expression } = target;
  if (expression.kind === 'literal') return expression.value === true || typeof expression.value === 'string';
  const first = expression.kind === 'tuple' ? expression.items[0] : undefined;
  if (first !== undefined && first.kind !== 'spread')
    return literals(resolver, { expression: first, site: target.site })?.[0] === true;
  const inner = membersOfTarget(resolver, target)?.named.get('isRequired');
  return inner !== undefined && literals(resolver, inner.value)?.[0] === true;
}

function nullable(stored: Stored): Stored {
  if (stored.kind === 'value') return { ...stored, value: orNull(stored.value) };
  if (stored.kind === 'reference') return { ...stored, value: orNull(stored.value), nullable: true };
  return stored.kind === 'schema' || stored.kind === 'nested'
    ? stored
    : { kind: 'value', value: unknownOf('', 'it begins as null, which a list or map does not allow for') };
}

const unsure = (of: Lazy, why: string): Stored => ({ kind: 'value', value: unknownOf(of.site.file, why) });

/** The value of a path with this type; `options` are the type's sibling options. */
function storedBy(resolver: Resolver, type: Lazy, target: Target, options: Members): Stored {
  const of = (name: string): Lazy | undefined => options.named.get(name)?.value;
  if (target.kind === 'external') return ofPackage(resolver, type, target.path, of);
  if (target.kind !== 'plain') return unsure(type, 'the type of its path is not known');
  const { expression, site } = target;
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return named(resolver, type, expression.value.charAt(0).toUpperCase() + expression.value.slice(1), of);
  if (expression.kind === 'tuple') {
    const [first] = expression.items;
    if (first === undefined) return { kind: 'list', of: unsure(type, 'its elements may be anything') };
    if (first.kind === 'spread') return { kind: 'list', of: unsure(type, 'the type of its elements is not known') };
    return { kind: 'list', of: elementStored(resolver, { expression: first, site }, options) };
  }
  // types of the package through a function's parameter: `(mongoose) => mongoose.Schema.Types.ObjectId`
  if (expression.kind === 'member') return named(resolver, type, expression.name, of);
  if (expression.kind !== 'object') return unsure(type, 'the type of its path is not known');
  const members = membersOfTarget(resolver, target);
  return members === undefined || members.named.size === 0
    ? unsure(type, 'its path may hold anything')
    : { kind: 'nested', definition: type, apart: true };
}

/** An element is a type, options with a type, or the paths of a subdocument. */
function elementStored(resolver: Resolver, element: Lazy, options: Members): Stored {
  const target = resolver.resolve(resolver, element, 'value');
  const members = target.kind === 'plain' && target.expression.kind === 'object' ? membersOfTarget(resolver, target) : undefined;
  const type = members?.named.get('type');
  if (members?.open !== undefined) return unsure(element, 'the type of its elements is not known');
  if (type !== undefined && members !== undefined && !isNestedType(resolver, type.value))
    return storedBy(resolver, type.value, resolver.resolve(resolver, type.value, 'value'), members);
  const shared = new Map([...options.named].filter(([name]) => name === 'ref' || name === 'enum'));
  return storedBy(resolver, element, target, { named: shared });
}

function ofPackage(resolver: Resolver, type: Lazy, path: readonly string[], of: (name: string) => Lazy | undefined): Stored {
  if (path.includes('Schema') && !path.includes('Types') && path.at(-1) !== 'ObjectId') return { kind: 'schema', schema: type };
  return named(resolver, type, path.at(-1) ?? '', of);
}

function named(resolver: Resolver, type: Lazy, name: string, of: (name: string) => Lazy | undefined): Stored {
  const { file } = type.site;
  const to = of('ref') ?? of('refPath');
  const plain = TYPES.get(name === 'ObjectID' ? 'ObjectId' : name);
  if (name === 'Array') return { kind: 'list', of: inner(resolver, of('of') ?? of('cast'), type) };
  if (name === 'Map') return { kind: 'map', of: inner(resolver, of('of'), type) };
  if (plain === undefined) return unsure(type, 'its path may hold anything');
  const given = of('enum');
  const value = given === undefined ? { expression: plain, site: { file } } : enumerated(resolver, given);
  return to === undefined ? { kind: 'value', value } : { kind: 'reference', value, to };
}

function inner(resolver: Resolver, of: Lazy | undefined, type: Lazy): Stored {
  return of === undefined ? unsure(type, 'its elements may be anything') : elementStored(resolver, of, EMPTY);
}

/** `['a', 'b']`, an enum, an object of constants, `{ values: [...], message }`. */
function enumerated(resolver: Resolver, given: Lazy): Lazy {
  const target = resolver.resolve(resolver, given, 'value');
  const values = target.kind === 'plain' ? membersOfTarget(resolver, target)?.named.get('values')?.value : undefined;
  return enumOf(resolver, values ?? given) ?? unknownOf(given.site.file, 'not all values of its path are known');
}

/** A stored value as data, where no code needs its parts. */
export function dataStored(stored: Stored, file: string, inside: (stored: Stored) => Lazy): Lazy {
  switch (stored.kind) {
    case 'value':
    case 'reference':
      return stored.value;
    case 'list':
      return listOf(compose(file, (put) => put(inside(stored.of))));
    case 'map':
      return compose(file, (put) => ({ kind: 'map', values: put(inside(stored.of)) }));
    default:
      return inside(stored);
  }
}
