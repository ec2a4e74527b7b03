import { BOOLEAN, type Expression, INTEGER } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf, membersOfTarget, namedMembers } from '../../shapes/members.js';
import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import { literalsWritten } from '../literal-values.js';
import { attributesOf, modelOf, type SequelizeModel, storedBy } from './models.js';
import { included, selected } from './selection.js';

/** A row as a value with methods, of its data and the class of its model: `Instance<data, class>`. */
function instance(row: Lazy, type: Lazy | undefined): Lazy {
  return compose(row.site.file, (put) => ({
    kind: 'member',
    of: { kind: 'module', specifier: 'sequelize' },
    name: 'Instance',
    arguments: [put(row), ...(type === undefined ? [] : [put(type)])],
  }));
}

/** The row behind a value; attributes set on it since have their new values. */
function rowIn(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const [row] = of.arguments;
  if (of.path.at(-1) !== 'Instance' || row === undefined) return undefined;
  if (of.changes === undefined) return row;
  const attributes = membersOf(resolver, row)?.named;
  const later = namedMembers(resolver, of.changes);
  const { file } = row.site;
  if (later.some(({ name }) => /^(?:dataValues$|setDataValue\(\*|reload\()/.test(name)))
    return unknownOf(file, 'what is done to the row itself');
  const changes = objectOf(
    file,
    later.flatMap(({ name, value, at }): Part[] => {
      if (attributes?.has(name) === true) return [{ name, value, at }];
      const own = /^setDataValue\((.+)\)$/.exec(name)?.[1];
      return own === undefined || own === '*' ? [] : [{ name: own, value, at }];
    }),
  );
  return compose(file, (put) => ({
    kind: 'object',
    members: [row, changes].map((one) => ({ kind: 'spread', value: put(one) })),
  }));
}

/** The result of a call on a model, or on a row. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  if (expression.kind !== 'returns' || of.on === undefined) return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const name = of.path.at(-1) ?? '';
  const row = rowIn(resolver, of.on);
  const [, type] = of.on.arguments;
  if (row !== undefined) return onRow(resolver, row, type, name, values) ?? ownOf(resolver, row, type, name, 'method', values);
  const model = modelOf(resolver, of.on);
  return model && queried(model, site.file, name, values);
}

function onRow(resolver: Resolver, row: Lazy, type: Lazy | undefined, name: string, values: readonly Lazy[]): Lazy | undefined {
  const [first] = values;
  if (name === 'toJSON') return row;
  if (name === 'reload' && values.length > 0) return undefined;
  if (/^(?:save|update|reload|set|restore|increment|decrement)$/.test(name)) return instance(row, type);
  if (name !== 'get') return undefined;
  const key = first && literals(resolver, first)?.[0];
  if (first === undefined || membersOf(resolver, first)?.named.has('plain') === true) return row;
  return typeof key === 'string' ? memberOfRow(resolver, row, key) : undefined;
}

/** The result of a method or getter of the model's class, whose `this` is the row. */
function ownOf(
  resolver: Resolver,
  row: Lazy,
  type: Lazy | undefined,
  name: string,
  form: 'method' | 'getter',
  values: readonly Lazy[],
): Lazy | undefined {
  const target = type && resolver.resolve(resolver, type, 'shape');
  if (target?.kind !== 'type') return undefined;
  const [declaration] = target.declarations;
  const member = membersOfTarget(resolver, target)?.named.get(name);
  if (declaration === undefined || member?.method !== form) return undefined;
  const { expression: of, site } = member.value;
  const given = values.map((value, index): [string, Lazy] => [`|${index}`, value]);
  const types = new Map([...(site.types ?? []), ...given, [declaration.name, instance(row, type)]]);
  const names = given.map(([one]): Expression => ({ kind: 'name', name: one }));
  return { expression: { kind: 'returns', of, ...(names.length > 0 && { values: names }) }, site: { ...site, types } };
}

const memberOfRow = (resolver: Resolver, row: Lazy, name: string): Lazy | undefined =>
  membersOf(resolver, row)?.named.get(name)?.value;

function queried(model: SequelizeModel, file: string, name: string, values: readonly Lazy[]): Lazy | undefined {
  const here = (expression: Expression): Lazy => ({ expression, site: { file } });
  const options = /^(?:findByPk|findById)$/.test(name) ? values[1] : values[0];
  switch (name) {
    case 'findAll':
      return listOf(found(model, file, options));
    case 'findOne':
    case 'findByPk':
    case 'findById':
      return isSure(model, options) ? found(model, file, options) : orNull(found(model, file, options));
    case 'findAndCountAll':
    case 'findAndCount':
      return counted(model, file, options);
    case 'findOrCreate':
    case 'findOrBuild':
    case 'findCreateFind':
      return compose(file, (put) => ({ kind: 'tuple', items: [put(created(model, file, values[0])), BOOLEAN] }));
    case 'create':
    case 'build':
      return created(model, file, values[1], values[0]);
    case 'bulkCreate':
      return listOf(created(model, file, values[1]));
    case 'destroy':
      return here(INTEGER);
    case 'count':
      return options !== undefined && membersOf(model.resolver, options)?.named.has('group') === true ? undefined : here(INTEGER);
    default:
      return undefined;
  }
}

/** `rejectOnEmpty: true` */
function isSure({ resolver }: SequelizeModel, options: Lazy | undefined): boolean {
  const flag = options && membersOf(resolver, options)?.named.get('rejectOnEmpty');
  return flag !== undefined && !flag.optional && literals(resolver, flag.value)?.[0] !== false;
}

function counted(model: SequelizeModel, file: string, options: Lazy | undefined): Lazy {
  const at = { file, line: 1 };
  const isGrouped = options !== undefined && membersOf(model.resolver, options)?.named.has('group') === true;
  const count: Lazy = isGrouped ? unknownOf(file, 'counts by group') : { expression: INTEGER, site: { file } };
  return objectOf(file, [
    { name: 'count', value: count, at },
    { name: 'rows', value: listOf(found(model, file, options)), at },
  ]);
}

/** A newly created row: the database may or may not fill in what the code does not set. */
function created(model: SequelizeModel, file: string, options: Lazy | undefined, written?: Lazy): Lazy {
  if (model.changed !== undefined) return unknownOf(file, model.changed);
  const asked = options && membersOf(model.resolver, options);
  const isPlain = options === undefined || (asked !== undefined && asked.open === undefined && !asked.named.has('include'));
  const open = isPlain ? model.open : 'what is made beside the row';
  const parts = partsOf(model, true);
  const set = literalsWritten(model.resolver, written, (name) => parts.find((part) => part.name === name)?.value);
  return instance(rowOf(file, [...parts, ...set], open), model.type);
}

function partsOf(model: SequelizeModel, isCreated: boolean): readonly Part[] {
  return attributesOf(model, isCreated).map((one) => ({
    name: one.name,
    value: storedBy(one, model.file, isCreated),
    at: one.at,
  }));
}

function rowOf(file: string, parts: readonly Part[], open: string | undefined): Lazy {
  return objectOf(file, parts, open === undefined ? {} : { first: unknownOf(file, open) });
}

/**
 * A row that a query reads, with `attributes` and `include` (https://sequelize.org/docs/v6/core-concepts/model-querying-basics/).
 */
function found(model: SequelizeModel, file: string, given: Lazy | undefined): Lazy {
  if (model.changed !== undefined) return unknownOf(file, model.changed);
  const { resolver } = model;
  const scope = model.option('defaultScope');
  const asked = [scope, given].flatMap((one) =>
    one === undefined ? [] : [membersOfTarget(resolver, resolver.resolve(resolver, one, 'value'))],
  );
  if (asked.some((one) => one === undefined || one.open !== undefined || one.rest !== undefined || isUnsure(one.named)))
    return unknownOf(file, 'what the query selects is not known');
  const of = (name: string): Lazy | undefined =>
    asked.map((one) => one?.named.get(name)?.value).findLast((one) => one !== undefined);
  const all = partsOf(model, false);
  const attributes = of('attributes');
  const chosen = attributes === undefined ? { parts: all, open: model.open } : selected(model, all, attributes);
  if (chosen === undefined) return unknownOf(file, 'what the query selects is not known');
  const include = of('include');
  const raw = of('raw');
  const isRaw = raw !== undefined && literals(resolver, raw)?.[0] !== false;
  if (isRaw && include !== undefined) return unknownOf(file, 'names of what is loaded beside a raw row');
  const loaded = include === undefined ? { parts: [] } : included(model, file, include);
  const open = chosen.open ?? loaded.open;
  if (isRaw) return rowOf(file, chosen.parts.map(unparsed), open);
  return instance(rowOf(file, [...chosen.parts, ...loaded.parts], open), model.type);
}

/** A value as the driver returns it: some databases have no boolean type. */
function unparsed(part: Part): Part {
  const { expression, site } = part.value;
  const of = expression.kind === 'operator' ? expression.of : expression;
  if (of.kind !== 'scalar' || of.type !== 'boolean') return part;
  return { ...part, value: unknownOf(site.file, 'what the database has for truth') };
}

function isUnsure(named: ReadonlyMap<string, { readonly optional: boolean }>): boolean {
  return ['attributes', 'include', 'raw', 'nest'].some((name) => named.get(name)?.optional === true);
}

/** A member of a row. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (of.on === undefined || name === '()') return undefined;
  const row = rowIn(resolver, of.on);
  if (name === 'dataValues') return row;
  if (row === undefined) return declaredElsewhere(resolver, of.on, name);
  return memberOfRow(resolver, row, name) ?? ownOf(resolver, row, of.on.arguments[1], name, 'getter', []);
}

/** `this.name` where a comment declares the row's class: what the comment says of its members counts, which inference reads. */
function declaredElsewhere(resolver: Resolver, of: ExternalTarget, name: string): Lazy | undefined {
  const model = of.path.at(-1) === 'Model' && !METHODS.test(name) ? modelOf(resolver, of) : undefined;
  return model && unknownOf(model.file, `nothing is known of its member ${name}`);
}

/** Methods of models and rows, and those that associations add. */
const METHODS =
  /^(?:(?:find|create|build|bulk|count|update|upsert|destroy|restore|truncate|unscoped|increment|decrement|max|min|sum|aggregate|sync|drop|describe|init|get|set|add|remove|has|save|reload|changed)(?:$|[A-Z])|scope$|toJSON$|sequelize$)/;

/** The JSON of a row: its `toJSON`. The linker does not follow class-transformer on rows. */
const data = (resolver: Resolver, of: ExternalTarget): Lazy | undefined =>
  resolver.serializer === 'off' ? rowIn(resolver, of) : undefined;

/** https://sequelize.org/docs/v6/: models by `define`, `init` or decorators, and the results of their queries. */
export const sequelize: KnownPackage = {
  title: 'Sequelize',
  specifiers: /^(?:sequelize|sequelize-typescript|@sequelize\/core)$/,
  call,
  data,
  type,
  alters: /^define$/,
};
