import type { Lazy } from '../program.js';
import type { Member } from '../shapes/member-list.js';
import { literals, membersOf } from '../shapes/members.js';
import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { entityOf, instanceOf, integer, isKnown } from './entities.js';

/**
 * An entity as a value: its JSON is the result of `toJSON`, which MikroORM adds to its class. `how`: read, created, or a relation
 * of another entity.
 */
function entityLazy(file: string, entity: Lazy, how: 'found' | 'created' | 'related'): Lazy {
  return compose(file, (put) => ({
    kind: 'member',
    of: { kind: 'module', specifier: '@mikro-orm/core' },
    name: 'Entity',
    arguments: [put(entity), { kind: 'literal', value: how }],
  }));
}

const entityIn = (of: ExternalTarget): Lazy | undefined =>
  of.path.at(-1) === 'Entity' && of.arguments.length === 2 ? of.arguments[0] : undefined;

/** The result of a call on a repository, an entity manager or a wrapped entity. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  if (expression.kind !== 'returns') return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const name = of.path.at(-1) ?? '';
  if (of.on === undefined)
    return name === 'serialize' && values.length === 1 && values[0] ? plainOf(resolver, values[0]) : undefined;
  if (/^to(?:JSON|Object|POJO)$/.test(name)) return values.length === 0 ? wrapped(resolver, of.on) : undefined;
  const own = entityOf(of.on);
  if (own !== undefined) return queried(resolver, site.file, name, own, values[name === 'findAll' ? 0 : 1]);
  const [first] = values;
  if (first === undefined || !of.on.path.some((part) => /^(?:\w*EntityManager|em|getEntityManager)$/.test(part)))
    return undefined;
  return queried(resolver, site.file, name, instanceOf(first), values[name === 'findAll' ? 1 : 2]);
}

/** `wrap(user).toObject()` */
function wrapped(resolver: Resolver, { path, call: by }: ExternalTarget): Lazy | undefined {
  if (path.at(-1) !== '()' || path.at(-2) !== 'wrap' || by?.expression.kind !== 'returns') return undefined;
  const [first] = by.expression.values ?? [];
  return first && plainOf(resolver, { expression: first, site: by.site });
}

function plainOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  const target = resolver.resolve(resolver, of, 'shape');
  const entity = target.kind === 'external' ? entityIn(target) : undefined;
  return entity && target.kind === 'external' ? serialized(resolver, target, entity) : undefined;
}

function queried(resolver: Resolver, file: string, name: string, entity: Lazy, options: Lazy | undefined): Lazy | undefined {
  if (!isKnown(resolver, entity)) return undefined;
  if (name === 'count') return integer(file);
  if (name === 'create') return entityLazy(file, entity, 'created');
  const row = isWhole(resolver, options)
    ? entityLazy(file, entity, 'found')
    : unknownOf(file, 'what the query selects is not known');
  if (name === 'find' || name === 'findAll') return listOf(row);
  if (name === 'findOne') return orNull(row);
  if (/^(?:findOneOrFail|upsert|refreshOrFail)$/.test(name)) return row;
  if (name !== 'findAndCount') return undefined;
  return compose(file, (put) => ({ kind: 'tuple', items: [put(listOf(row)), { kind: 'scalar', type: 'integer' }] }));
}

/** Whether a query reads complete entities; relations are unknown whatever `populate` lists. */
function isWhole(resolver: Resolver, options: Lazy | undefined): boolean {
  if (options === undefined) return true;
  const members = membersOf(resolver, options);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return false;
  return !['fields', 'exclude'].some((name) => members.named.has(name));
}

/** The JSON of an entity (https://mikro-orm.io/docs/serializing): without hidden members, under the names that options set. */
function serialized(resolver: Resolver, of: ExternalTarget, entity: Lazy): Lazy {
  const members = membersOf(resolver, entity);
  const { file } = entity.site;
  if (members === undefined) return unknownOf(file, 'the members of the entity are not known');
  if (members.named.get('toJSON')?.method !== undefined) return entity;
  const [how] = (of.arguments[1] && literals(resolver, of.arguments[1])) ?? [];
  if (how === 'related') return unknownOf(file, RELATED);
  const isCreated = how === 'created';
  const parts = [...members.named.values()].flatMap((member) => partOf(resolver, member, isCreated) ?? []);
  const set = [...(of.changes === undefined ? [] : (membersOf(resolver, of.changes)?.named.values() ?? []))];
  const names = new Set(parts.map(({ name }) => name));
  const changed = set.flatMap(({ name, value, at }): Part[] => (names.has(name) ? [{ name, value, at }] : []));
  const retained = parts.filter(({ name }) => !changed.some((one) => one.name === name));
  return objectOf(file, [...retained, ...changed], members.open === undefined ? {} : { first: unknownOf(file, members.open) });
}

/** Undefined: it is not sent. */
function partOf(resolver: Resolver, member: Member, isCreated: boolean): Part | undefined {
  const { stored, at, value } = member;
  const { file } = value.site;
  const known = stored && membersOf(resolver, stored)?.named;
  if (member.method !== undefined || (member.hidden && known === undefined)) return undefined;
  // https://mikro-orm.io/docs/serializing: except for the primary key
  if (member.name.startsWith('_') && known?.has('PrimaryKey') !== true) return undefined;
  const options =
    known === undefined
      ? []
      : [...known.values()].map((one) => membersOf(resolver, one.value)).filter((one) => one !== undefined);
  const option = (name: string): Member | undefined => options.map((one) => one.named.get(name)).find((one) => one !== undefined);
  const flag = (name: string): unknown => {
    const found = option(name);
    return found && (found.method === undefined ? literals(resolver, found.value)?.[0] : undefined);
  };
  if (flag('hidden') === true) return undefined;
  const renamed = flag('serializedName');
  const name = typeof renamed === 'string' ? renamed : member.wire;
  const why = member.hidden ? 'a getter of the entity' : whyUnsure(member, known === undefined, option);
  if (why !== undefined) return { name, value: unknownOf(file, why), at };
  if (flag('nullable') !== true) return { name, value, at, ...(member.optional && { optional: true }) };
  return { name, value: isCreated ? unknownOf(file, 'null or left out until it is read again') : orNull(value), at };
}

function whyUnsure(member: Member, isPlain: boolean, option: (name: string) => Member | undefined): string | undefined {
  if (isPlain) return 'a member that is not stored: it is there where the service puts it';
  for (const name of ['serializer', 'groups', 'customType', 'formula', 'lazy', 'persist'])
    if (option(name) !== undefined) return `what \`${name}\` makes of it is not known`;
  const hidden = option('hidden');
  return member.unsure !== undefined && hidden === undefined ? member.unsure : undefined;
}

const RELATED = 'a relation: its key, or what it refers to where that was loaded';

/** A member of an entity, from its class; a reference to another entity is an entity itself. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const entity = of.on && entityIn(of.on);
  const name = of.path.at(-1) ?? '';
  if (entity === undefined || name === '()') return undefined;
  const member: Lazy = { expression: { kind: 'member', of: entity.expression, name }, site: entity.site };
  const stored = membersOf(resolver, entity)?.named.get(name)?.stored;
  const known = stored && membersOf(resolver, stored)?.named;
  const refers = known?.has('ManyToOne') === true || known?.has('OneToOne') === true;
  return refers ? entityLazy(entity.site.file, member, 'related') : member;
}

function data(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const entity = resolver.serializer === 'off' ? entityIn(of) : undefined;
  return entity && serialized(resolver, of, entity);
}

/** https://mikro-orm.io/docs: the results of repositories and entity managers, and the serialization of entities. */
export const mikroOrm: KnownPackage = {
  title: 'MikroORM',
  specifiers: /^@mikro-orm\//,
  call,
  data,
  type,
};
