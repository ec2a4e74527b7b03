import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { literals, membersOf, namedMembers } from '../shapes/members.js';
import { listOf, objectOf, operate, orNull, type Part } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { namesOf } from './entities.js';

const COUNT: Expression = {
  kind: 'object',
  members: [{ kind: 'property', name: 'count', value: { kind: 'scalar', type: 'integer' }, at: { line: 1, column: 1 } }],
};

const ANY: Expression = { kind: 'map', values: { kind: 'unknown', why: 'declared `any`' } };

/** Base classes without data of their own, and the results of statements on many rows. */
function type(_: Resolver, { path, from }: ExternalTarget): Lazy | undefined {
  const site = { file: from ?? '' };
  if (/^(?:Entity|Model|ValueObject)$/.test(path.join())) return { expression: { kind: 'object', members: [] }, site };
  if (path.join() === 'AnyObject') return { expression: ANY, site };
  return path.join() === 'Count' ? { expression: COUNT, site } : undefined;
}

/** The result of a repository's method: `class Books extends DefaultCrudRepository<Book, …>`. */
function call(resolver: Resolver, { path, on }: ExternalTarget, { expression, site }: Lazy): Lazy | undefined {
  const model = /CrudRepository$/.test(on?.path.at(-1) ?? '') ? on?.arguments[0] : undefined;
  if (model === undefined || expression.kind !== 'returns') return undefined;
  const entity = stored(resolver, model, site.file);
  const found = (at: number): Lazy => {
    const filter = expression.values?.[at];
    return filter === undefined ? entity : filtered(resolver, entity, { expression: filter, site });
  };
  switch (path.at(-1)) {
    case 'find':
      return listOf(found(0));
    case 'createAll':
      return listOf(entity);
    case 'findById':
      return found(1);
    case 'create':
    case 'save':
      return entity;
    case 'findOne':
      return orNull(found(0));
    case 'count':
    case 'updateAll':
    case 'deleteAll':
      return { expression: COUNT, site };
    default:
      return undefined;
  }
}

/** What a model says may be left out and a stored one has: its id, and properties with a default. */
function stored(resolver: Resolver, entity: Lazy, file: string): Lazy {
  const members = namedMembers(resolver, entity);
  const parts = members.flatMap(({ name, value, at, optional, unsure, stored: known }): Part[] => {
    const property = optional && unsure === undefined && known ? membersOf(resolver, known)?.named.get('property') : undefined;
    const options = property && membersOf(resolver, property.value)?.named;
    const id = options?.get('id');
    const isId = id !== undefined && (literals(resolver, id.value) ?? [])[0] === true;
    return isId || options?.has('default') === true ? [{ name, value, at }] : [];
  });
  return parts.length === 0 ? entity : objectOf(file, parts, { first: entity, own: true });
}

/** What `fields` of a filter leaves: the named ones, or all but those that are `false`; what it includes stays. */
function filtered(resolver: Resolver, entity: Lazy, filter: Lazy): Lazy {
  const fields = membersOf(resolver, filter)?.named.get('fields');
  if (fields === undefined) return entity;
  const members = namedMembers(resolver, entity);
  const named = fields.optional ? undefined : namesOf(resolver, fields.value);
  if (named === undefined) {
    const unsure = 'what the filter selects is not known';
    const parts = members.flatMap(({ name, value, at, hidden }): Part[] => (hidden ? [] : [{ name, value, at, unsure }]));
    return objectOf(filter.site.file, parts, { first: entity });
  }
  if (named.length === 0) return operate('omit', entity, [...(membersOf(resolver, fields.value)?.named.keys() ?? [])]);
  const related = members.filter(({ unsure }) => unsure !== undefined).map(({ name }) => name);
  return operate('pick', entity, [...named, ...related]);
}

/** https://loopback.io/doc/en/lb4/Repository.html */
export const loopback: KnownPackage = {
  title: 'LoopBack 4',
  specifiers: /^@loopback\/repository$/,
  call,
  type,
};
