import type { Expression } from '../expression.js';
import { isLent, type Lazy } from '../program.js';
import { namedMembers } from '../shapes/members.js';
import { listOf, operate, orNull, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import {
  askedIn,
  asRow,
  boolean,
  counted,
  type EntityCall,
  entityGiven,
  entityOf,
  found,
  given,
  instanceOf,
  integer,
  isKnown,
  joined,
} from './entities.js';
import { namesIn, type QueryStep, stepsOf } from './query-steps.js';
import { typeormResults } from './result-types.js';

const MANY = /^(?:find|findBy|findByIds|findTrees|findRoots|findAll)$/;
const ONE_OR_NONE = /^(?:findOne|findOneBy|findOneById|preload)$/;
const ONE = /^(?:findOneOrFail|findOneByOrFail)$/;
const COUNTED = /^(?:findAndCount|findAndCountBy)$/;
/** Methods that take conditions instead of options: their arguments select nothing. */
const CONDITIONS = /By(?:Ids|Id|OrFail)?$/;
const STORED = /^(?:save|create|merge|remove|softRemove|recover)$/;
const WRITES = new Map([
  ...['update', 'softDelete', 'restore', 'increment', 'decrement'].map((name) => [name, 'UpdateResult'] as const),
  ...[['delete', 'DeleteResult'] as const, ['insert', 'InsertResult'] as const, ['upsert', 'InsertResult'] as const],
]);
/** Methods of query builders that determine the result; the scanner knows a single `select` of literal columns. */
const SELECTS = /^(?:addSelect|from|distinctOn|groupBy|addGroupBy|relation|update|delete|insert|loadAllRelationIds)$|AndMap/;

/** Methods of query builders that neither select nor load anything. */
const PLAIN =
  /^(?:\(\)|createQueryBuilder|leftJoin|innerJoin|where|andWhere|orWhere|whereInIds|orderBy|addOrderBy|skip|take|limit|offset|setParameters?|cache|getMany|getOne|getOneOrFail|getManyAndCount|getCount)$/;

const MANAGERS = /^(?:EntityManager|DataSource|Connection|getManager|getConnection|QueryRunner)$/;

/** The result of a call on a repository, a manager or an entity class. */
function call(resolver: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const { expression, site } = made;
  if (expression.kind !== 'returns' || of.on === undefined) return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const method = of.path.at(-1) ?? '';
  const common = { resolver, file: site.file, method, lent: isLent(made) };
  const entity = entityOf(of.on);
  if (entity !== undefined) return resultOf({ ...common, entity, values });
  if (!MANAGERS.test(of.path[0] ?? '')) return undefined;
  if (method === 'transaction' && expression.of.kind === 'member') return inTransaction(expression.of.of, made, values);
  if (method === 'getCustomRepository') return values[0] && instanceOf(values[0]);
  const [first, ...rest] = values;
  if (first === undefined || /^(?:create|get)\w+/.test(method)) return undefined;
  return managed({ ...common, entity: instanceOf(first), values: rest }, first);
}

/** `manager.find(User, ...)`; `manager.save(user)` returns its argument. */
function managed(one: EntityCall, first: Lazy): Lazy | undefined {
  const target = one.resolver.resolve(one.resolver, first, 'value');
  if (target.kind === 'class') return resultOf(one);
  return /^(?:save|remove|softRemove|recover)$/.test(one.method) && one.values.length === 0 ? first : undefined;
}

/** The function gets the manager of its transaction, and its result is that of the whole call. */
function inTransaction(of: Expression, { site }: Lazy, values: readonly Lazy[]): Lazy | undefined {
  const callback = values.at(-1);
  if (callback === undefined) return undefined;
  const called: Expression = { kind: 'returns', of: callback.expression, values: [of] };
  return { expression: { kind: 'operator', operator: 'awaited', of: called }, site };
}

function resultOf(one: EntityCall): Lazy | undefined {
  const { resolver, entity, file, method, values } = one;
  if (!isKnown(resolver, entity)) return undefined;
  if (/^(?:count|countBy)$/.test(method)) return integer(file);
  if (/^(?:exist|exists|existsBy|existBy|hasId)$/.test(method)) return boolean(file);
  if (STORED.test(method)) return given(one) ?? unknownOf(file, `whether ${method} is given one or several is not known`);
  const result = typeormResults.get(WRITES.get(method) ?? '');
  if (result !== undefined) return { expression: result, site: { file } };
  const options = CONDITIONS.test(method) ? undefined : (values[1] ?? values[0]);
  // a tree is read with its children
  const isAsked = askedIn(resolver, options ?? values[0], options === undefined && !/Ids?$/.test(method));
  const row = asRow(resolver, found({ ...one, lent: one.lent === true || method === 'findTrees' }, options), file, isAsked);
  if (MANY.test(method)) return listOf(row);
  if (ONE_OR_NONE.test(method)) return orNull(row);
  if (ONE.test(method)) return row;
  return COUNTED.test(method) ? counted(file, row) : undefined;
}

/** The result of a query builder: entities, unless a step selects something else. */
function outcome(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const start = of.path.indexOf('createQueryBuilder');
  const file = of.call?.site.file ?? '';
  if (start < 0 || of.path.at(-1) !== '()' || of.path.slice(start).some((name) => SELECTS.test(name))) return undefined;
  const built = builtFor(of);
  if (built === undefined || !isKnown(resolver, built)) return undefined;
  const joins = joinsOf(resolver, of);
  const names = of.path.slice(start).filter((name) => name !== 'select' && !JOINS.test(name));
  const isPlain = joins !== undefined && names.every((name) => PLAIN.test(name));
  const whole = isPlain && (of.call === undefined || !isLent(of.call)) ? joined(resolver, built, file, joins) : built;
  const chosen = of.path.includes('select') ? selected(resolver, of, whole) : whole;
  if (chosen === undefined) return undefined;
  const conditions = stepsOf(of).filter(({ name }) => CONDITION.test(name));
  const texts = conditions.map(({ values: [first] }) => namesIn(resolver, first));
  const isAsked = (name: string): boolean => texts.some((some) => some === undefined || some.some((one) => one.includes(name)));
  const entity = asRow(resolver, chosen, file, isAsked);
  switch (of.path.at(-2)) {
    case 'getMany':
      return listOf(entity);
    case 'getOne':
      return orNull(entity);
    case 'getOneOrFail':
      return entity;
    case 'getManyAndCount':
      return counted(file, entity);
    case 'getCount':
      return integer(file);
    default:
      return undefined;
  }
}

const CONDITION = /^(?:where|andWhere|orWhere|having|(?:left|inner)Join\w*)$/;
const JOINS = /^(?:left|inner)JoinAndSelect$/;

/**
 * The entity's own relations that a query builder joins: `.leftJoinAndSelect('book.author', 'author')`; undefined: some are
 * unknown.
 */
function joinsOf(resolver: Resolver, of: ExternalTarget): readonly string[] | undefined {
  const steps = stepsOf(of);
  const alias = aliasOf(resolver, steps);
  const names = steps.filter(({ name }) => JOINS.test(name)).map(({ values: [first] }) => namesIn(resolver, first)?.[0]);
  if (names.length > 0 && (alias === undefined || names.some((name) => name?.includes('.') !== true))) return undefined;
  return names.flatMap((name) => (name?.startsWith(`${alias}.`) === true ? [name.slice(name.indexOf('.') + 1)] : []));
}

const aliasOf = (resolver: Resolver, steps: readonly QueryStep[]): string | undefined =>
  namesIn(resolver, steps.find(({ name }) => name === 'createQueryBuilder')?.values[0])?.[0];

/**
 * An entity without the columns that `.select(['user.id', 'user.mail'])` does not name; undefined: some selected ones are
 * unknown.
 */
function selected(resolver: Resolver, of: ExternalTarget, entity: Lazy): Lazy | undefined {
  const steps = stepsOf(of);
  const [chosen, ...more] = steps.filter(({ name }) => name === 'select');
  const alias = aliasOf(resolver, steps);
  const [given, renamed] = chosen?.values ?? [];
  const names = namesIn(resolver, given);
  if (alias === undefined || names === undefined || renamed !== undefined || more.length > 0) return undefined;
  if (!names.every((name) => name.startsWith(`${alias}.`))) return undefined;
  const columns = new Set(names.map((name) => name.slice(alias.length + 1)));
  const members = namedMembers(resolver, entity);
  // members that the class itself sets, and those that are no columns, are present in any case
  const left = members.filter(({ name, stored }) => stored !== undefined && !columns.has(name));
  return operate(
    'omit',
    entity,
    left.map(({ name }) => name),
  );
}

/** The entity of the repository that made a query builder. */
function builtFor(of: ExternalTarget): Lazy | undefined {
  for (let at: ExternalTarget | undefined = of; at !== undefined; at = at.on) {
    const isManager = at.path.at(-1) === '()' && at.path.at(-2) === 'createQueryBuilder' && MANAGERS.test(at.path[0] ?? '');
    const entity = isManager && !at.path.includes('getRepository') ? entityGiven(at.call) : entityOf(at);
    if (entity !== undefined) return entity;
  }
  return undefined;
}

/** `Relation<T>`; a base class without data of its own. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const [first] = of.arguments;
  const name = of.path.join();
  if (name === 'BaseEntity' && first === undefined)
    return { expression: { kind: 'object', members: [] }, site: { file: of.from ?? '' } };
  const result = typeormResults.get(name);
  if (result !== undefined) return { expression: result, site: { file: of.from ?? '' } };
  return name === 'Relation' ? first : undefined;
}

/** https://typeorm.io: the results of repositories, managers, entity classes and query builders. */
export const typeorm: KnownPackage = {
  title: 'TypeORM',
  specifiers: /^typeorm(?:\/|$)/,
  call,
  outcome,
  type,
};
