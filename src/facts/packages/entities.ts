import { type Expression, INTEGER } from '../expression.js';
import { nullInDoubt } from '../null-in-doubt.js';
import type { Lazy } from '../program.js';
import { type Member, type Members, REFERENCE } from '../shapes/member-list.js';
import { literals, membersOf, membersOfTarget, namedMembers } from '../shapes/members.js';
import { compose, listOf, objectOf, operate, orNull, type Part, unknownOf } from '../values/compose.js';
import { mayBeNothing } from '../values/elements.js';
import { type ExternalTarget, FUEL, type Resolver } from '../values/target.js';
import { literalsWritten } from './literal-values.js';

/** A call on a repository of an entity, or on a manager that gets the entity as its first argument. */
export interface EntityCall {
  readonly resolver: Resolver;
  readonly entity: Lazy;
  readonly file: string;
  readonly method: string;
  readonly values: readonly Lazy[];
  /** Its result is passed to functions that may set relations. */
  readonly lent?: boolean;
}

/** The entity of a repository: its type argument, or the class passed to `getRepository`. */
export function entityOf(repository: ExternalTarget): Lazy | undefined {
  const name = repository.path.at(-1) ?? '';
  if (/^(?:[A-Z]\w*)?Repository$|^BaseEntity$/.test(name)) return repository.arguments[0];
  const maker = repository.path.at(-2) ?? '';
  if (name !== '()' || !/^get\w*Repository$/.test(maker)) return undefined;
  return entityGiven(repository.call);
}

/** An instance of the class in a call's first argument. */
export function entityGiven(call: Lazy | undefined): Lazy | undefined {
  if (call?.expression.kind !== 'returns') return undefined;
  const [first] = call.expression.values ?? [];
  return first && instanceOf({ expression: first, site: call.site });
}

export const instanceOf = (of: Lazy): Lazy => operate('instance-type', of);

/** Whether it is a class of the repository, so that its members are known. */
export function isKnown(resolver: Resolver, entity: Lazy): boolean {
  const target = resolver.resolve(resolver, entity, 'shape');
  return target.kind === 'type' && target.declarations[0]?.form === 'class';
}

/** Why it is unknown whether a TypeORM relation is present: only a query loads it. */
export const ON_DEMAND = 'a relation: it is sent where it was loaded';

/** The same for a relation that every `find` loads, but no query builder. */
export const EAGER = 'a relation that `find` loads by itself';

/** Why it is unknown whether a TypeORM column is present: `select: false`, and only a query selects it. */
export const UNSELECTED = 'a column that is read only where it is asked for';

/** One entity of `find` and similar methods: the columns that `select` names, and the relations that `relations` loads. */
export function found({ resolver, entity, file, lent }: EntityCall, given: Lazy | undefined): Lazy {
  const eager = namesOfEager(resolver, entity);
  const own = partsOf(resolver, entity, eager);
  if (given === undefined) return withParts(file, lent === true ? entity : withoutRelations(resolver, entity, eager), own);
  const target = resolver.resolve(resolver, given, 'value');
  const options = membersOfTarget(resolver, target);
  if (options === undefined && target.kind === 'plain' && target.expression.kind !== 'parameter') return entity;
  if (options === undefined || isUnsure(options)) return unknownOf(file, 'what the query selects is not known');
  const select = options.named.get('select') ?? options.named.get('fields');
  const relations = options.named.get('relations') ?? options.named.get('populate');
  const asked = relations === undefined ? [] : loadedParts(resolver, entity, relations.value);
  const isUsual = select === undefined && !options.named.has('loadEagerRelations');
  const loaded = isUsual ? [...asked, ...own.filter(({ name }) => asked.every((one) => one.name !== name))] : asked;
  if (select === undefined) {
    if (options.named.has('loadRelationIds')) return unknownOf(file, 'of its relations a query may give the ids alone');
    const isAll =
      lent !== true && !options.named.has('join') && (relations === undefined || isWritten(resolver, relations.value));
    const names = loaded.map(({ name }) => name);
    return withParts(file, isAll ? withoutRelations(resolver, entity, names) : entity, loaded);
  }
  const names = namesOf(resolver, select.value);
  if (names === undefined) return unknownOf(file, 'what the query selects is not known');
  return withParts(file, operate('pick', entity, names), loaded);
}

const namesOfEager = (resolver: Resolver, entity: Lazy): readonly string[] =>
  namedMembers(resolver, entity).flatMap(({ name, unsure }) => (unsure === EAGER ? [name] : []));

/** An entity of a query builder, with only the relations that it joins. */
export function joined(resolver: Resolver, entity: Lazy, file: string, names: readonly string[]): Lazy {
  return withParts(file, withoutRelations(resolver, entity, names, true), partsOf(resolver, entity, names));
}

/** An entity without the relations and columns that nothing loads; `built`: by a query builder, which loads none by itself. */
function withoutRelations(resolver: Resolver, entity: Lazy, loaded: readonly string[], built = false): Lazy {
  const members = namedMembers(resolver, entity);
  const isLeft = ({ name, unsure }: Member): boolean =>
    unsure === UNSELECTED || ((unsure === ON_DEMAND || (built && unsure === EAGER)) && !loaded.includes(name));
  const left = members.filter(isLeft).map(({ name }) => name);
  return left.length === 0 ? entity : operate('omit', entity, left);
}

/** Whether all relations that a query loads are literals. */
function isWritten(resolver: Resolver, relations: Lazy): boolean {
  if (literals(resolver, relations) !== undefined) return true;
  const members = membersOf(resolver, relations);
  const isKnownFlag = (value: Lazy): boolean => {
    const target = resolver.resolve(resolver, value, 'value');
    return target.kind === 'plain' && (target.expression.kind === 'object' || target.expression.kind === 'literal');
  };
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return false;
  return [...members.named.values()].every(({ optional, value }) => !optional && isKnownFlag(value));
}

function isUnsure(options: Members): boolean {
  if (options.open !== undefined || options.rest !== undefined) return true;
  return ['select', 'fields', 'relations', 'populate'].some((name) => options.named.get(name)?.optional === true);
}

/** `['id', 'name']`, or `{ id: true, name: true }`; undefined: some are unknown, or nested. */
export function namesOf(resolver: Resolver, given: Lazy): readonly string[] | undefined {
  const listed = literals(resolver, given);
  if (listed !== undefined) return listed.every((name) => !String(name).includes('.')) ? listed.map(String) : undefined;
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const names: string[] = [];
  for (const member of members.named.values()) {
    const [flag] = literals(resolver, member.value) ?? [];
    if (member.optional || (flag !== true && flag !== false)) return undefined;
    if (flag) names.push(member.name);
  }
  return names;
}

/** The relations that are surely loaded, with their declared types; the state of other relations is unknown. */
function loadedParts(resolver: Resolver, entity: Lazy, relations: Lazy): readonly Part[] {
  const names = (literals(resolver, relations) ?? flagged(resolver, relations)).map((name) => String(name).split('.')[0] ?? '');
  return partsOf(resolver, entity, [...new Set(names)]);
}

/** Members once they are loaded: a missing relation to one entity is sent as null. */
function partsOf(resolver: Resolver, entity: Lazy, names: readonly string[]): readonly Part[] {
  const members = membersOf(resolver, entity)?.named;
  return names.flatMap((name): Part[] => {
    const member = members?.get(name);
    if (member === undefined) return [];
    const { value, at, optional, stored } = member;
    const known = stored && membersOf(resolver, stored)?.named;
    if (optional && (known?.has('ManyToOne') === true || known?.has('OneToOne') === true))
      return [{ name, value: orNull(value), at }];
    return [{ name, value, at, ...(optional && { optional: true }) }];
  });
}

function flagged(resolver: Resolver, given: Lazy): readonly string[] {
  return namedMembers(resolver, given).flatMap((member) => {
    const target = resolver.resolve(resolver, member.value, 'value');
    const isOn =
      target.kind === 'plain' &&
      (target.expression.kind === 'object' || (target.expression.kind === 'literal' && target.expression.value === true));
    return isOn && !member.optional ? [member.name] : [];
  });
}

function withParts(file: string, entity: Lazy, parts: readonly Part[]): Lazy {
  return parts.length === 0 ? entity : objectOf(file, parts, { first: entity, own: true });
}

/** The value, or null in doubt. */
const inDoubt = (file: string, { expression, site }: Lazy): Lazy =>
  compose(file, (put) => ({
    kind: 'union',
    options: [put({ expression: { kind: 'operator', operator: 'non-null', of: expression }, site }), DOUBTED],
  }));

const DOUBTED = nullInDoubt('its column may be null, and whether rows of this query have null there is not known');

const COLUMN = /^(?:Column|(?:Create|Update|Delete)DateColumn|VersionColumn)$/;

/** The columns that a query may ask to be of some value, or not null. */
export type Asked = (name: string) => boolean;

/** The columns that `{ note: Not(IsNull()) }` or `{ where: { note } }` names; of conditions that are not known any. */
export function askedIn(resolver: Resolver, given: Lazy | undefined, isWhere = false): Asked {
  const members = given && membersOf(resolver, given);
  if (given === undefined || members === undefined) return () => given !== undefined && isWhere;
  if (members.open !== undefined || members.rest !== undefined) return () => true;
  const where = isWhere ? undefined : members.named.get('where');
  const inner = where === undefined ? () => false : askedIn(resolver, where.value, true);
  return (name) => members.named.has(name) || inner(name);
}

/**
 * A TypeORM row of a query: columns are present even if the class makes them optional; nullable ones are null instead. Null is in
 * doubt where the query asks for a value of the column, or the class declares the property without null.
 */
export function asRow(resolver: Resolver, entity: Lazy, file: string, isAsked: Asked): Lazy {
  const members = namedMembers(resolver, entity);
  // a document of MongoDB has what was stored
  const decorators = members.map(({ stored }) => stored && membersOf(resolver, stored)?.named);
  if (decorators.some((own) => own?.has('ObjectIdColumn'))) return entity;
  const parts = members.flatMap((member): Part[] => {
    const { name, value, at, optional } = member;
    const isNullable = isNullableColumn(resolver, member);
    if (!optional && isNullable !== true) return [];
    if (isNullable === 'transformed')
      return [{ name, value: unknownOf(file, 'a transformer or listener makes it of its column'), at }];
    if (isNullable === true && (isAsked(name) || !(optional || mayBeNothing(resolver, value, FUEL) === true)))
      return [{ name, value: inDoubt(file, value), at }];
    return isNullable === undefined ? [] : [{ name, value: isNullable ? orNull(value) : value, at }];
  });
  return withParts(file, entity, parts);
}

/** Whether the column of a member may be null, whatever its type says; undefined: it is no column, or this is unknown. */
function isNullableColumn(
  resolver: Resolver,
  { unsure, stored }: ReturnType<typeof namedMembers>[number],
): boolean | 'transformed' | undefined {
  const known = unsure === undefined && stored !== undefined ? membersOf(resolver, stored)?.named : undefined;
  const [column] = [...(known ?? [])].filter(([decorator]) => COLUMN.test(decorator));
  if (column === undefined) return undefined;
  const [decorator, { value: given }] = column;
  const options = membersOf(resolver, given);
  if (options?.named.has('transformer') === true || known?.has('AfterLoad') === true) return 'transformed';
  const nullable = options?.named.get('nullable');
  const [flag] = nullable === undefined ? [decorator === 'DeleteDateColumn'] : (literals(resolver, nullable.value) ?? []);
  return options?.open !== undefined || typeof flag !== 'boolean' ? undefined : flag;
}

export const integer = (file: string): Lazy => ({ expression: INTEGER, site: { file } });
export const boolean = (file: string): Lazy => ({ expression: { kind: 'scalar', type: 'boolean' }, site: { file } });

/** A list of entities with its count. */
export const counted = (file: string, entity: Lazy): Lazy =>
  compose(file, (put) => ({ kind: 'tuple', items: [put(listOf(entity)), INTEGER] }));

/** The result of `save`, `create` and similar methods: as many entities as the argument has; undefined: unknown. */
export function given({ resolver, entity, values, file, method }: EntityCall): Lazy | undefined {
  const [first] = values;
  // what is made is saved as a rule, which fills the same object
  const isSaved = method === 'save' || method === 'create';
  if (first === undefined) return entity;
  const target = resolver.resolve(resolver, first, 'shape');
  if (target.kind === 'plain' && (target.expression.kind === 'tuple' || target.expression.kind === 'array'))
    return listOf(asWritten(resolver, entity, file, isSaved));
  const isMade = target.kind !== 'type';
  if (isMade && (target.kind !== 'plain' || target.expression.kind === 'parameter')) return undefined;
  const own = isMade || isSaved ? asWritten(resolver, entity, file, isSaved, isMade) : entity;
  const columns = membersOf(resolver, entity)?.named;
  return withParts(
    file,
    own,
    literalsWritten(resolver, first, (name) => columns?.get(name)?.value),
  );
}

const UNWRITTEN: Expression = nullInDoubt('it is null where it was not given, and whether it was is not known');

/**
 * An entity made from an object: its relations have the object's values, which may be keys only. TypeORM sets columns that an
 * inserted object lacks to null: https://github.com/typeorm/typeorm/blob/master/src/persistence/SubjectExecutor.ts
 */
function asWritten(resolver: Resolver, entity: Lazy, file: string, isSaved: boolean, isMade = true): Lazy {
  const members = namedMembers(resolver, entity);
  const parts = members.flatMap((member): Part[] => {
    const { name, unsure, value, at, optional } = member;
    if (isMade && unsure !== undefined && unsure !== UNSELECTED) return [{ name, value, unsure: REFERENCE, at }];
    if (!isSaved || isNullableColumn(resolver, member) !== true) return [];
    if (!optional && mayBeNothing(resolver, value, FUEL) === true) return [];
    const either = compose(file, (put) => ({ kind: 'union', options: [put(value), UNWRITTEN] }));
    return [{ name, value: either, optional: true, at }];
  });
  return withParts(file, entity, parts);
}
