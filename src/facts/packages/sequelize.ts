import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../compose.js';
import type { Expression } from '../expression.js';
import { literals, membersOf, membersOfTarget } from '../members.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../target.js';
import { attributesOf, heldBy, modelOf, type SequelizeModel } from './sequelize-models.js';

const INTEGER: Expression = { kind: 'scalar', type: 'integer' };
const BOOLEAN: Expression = { kind: 'scalar', type: 'boolean' };

/** A row as a value whose methods may be called: `Instance<data>`. */
function instance(row: Lazy): Lazy {
  return compose(row.site.file, (put) => ({
    kind: 'member',
    of: { kind: 'module', specifier: 'sequelize' },
    name: 'Instance',
    arguments: [put(row)],
  }));
}

/** The row that a value is; attributes that were set on it since hold what they were given. */
function rowIn(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const [row] = of.arguments;
  if (of.path.at(-1) !== 'Instance' || row === undefined || of.changes === undefined)
    return of.path.at(-1) === 'Instance' ? row : undefined;
  const attributes = membersOf(resolver, row)?.named;
  const set = [...(membersOf(resolver, of.changes)?.named.values() ?? [])].filter(({ name }) => attributes?.has(name) === true);
  const changes = objectOf(
    row.site.file,
    set.map(({ name, value, at }) => ({ name, value, at })),
  );
  return compose(row.site.file, (put) => ({
    kind: 'object',
    members: [row, changes].map((one) => ({ kind: 'spread', value: put(one) })),
  }));
}

/** What a call on a model, or on a row, gives. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  if (expression.kind !== 'returns' || of.on === undefined) return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const name = of.path.at(-1) ?? '';
  const row = rowIn(resolver, of.on);
  if (row !== undefined) return onRow(resolver, of.on, row, name, values);
  const model = modelOf(resolver, of.on);
  return model && queried(model, site.file, name, values);
}

function onRow(resolver: Resolver, on: ExternalTarget, row: Lazy, name: string, values: readonly Lazy[]): Lazy | undefined {
  const [first] = values;
  if (name === 'toJSON') return row;
  if (/^(?:save|update|reload|set|restore|increment|decrement)$/.test(name)) return instance(row);
  if (name !== 'get') return undefined;
  const key = first && literals(resolver, first)?.[0];
  if (first === undefined || membersOf(resolver, first)?.named.has('plain') === true) return row;
  return typeof key === 'string' ? memberOfRow(resolver, on, key) : undefined;
}

function memberOfRow(resolver: Resolver, on: ExternalTarget, name: string): Lazy | undefined {
  const row = rowIn(resolver, on);
  return row && membersOf(resolver, row)?.named.get(name)?.value;
}

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
      return compose(file, (put) => ({ kind: 'tuple', items: [put(created(model, file)), BOOLEAN] }));
    case 'create':
    case 'build':
      return created(model, file);
    case 'bulkCreate':
      return listOf(created(model, file));
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

/** A row that was made now: what the code did not give it the database may fill in or not. */
function created(model: SequelizeModel, file: string): Lazy {
  if (model.custom) return unknownOf(file, 'its model has a `toJSON` of its own');
  return instance(rowOf(model, file, partsOf(model, true)));
}

function partsOf(model: SequelizeModel, isCreated: boolean): readonly Part[] {
  return attributesOf(model, isCreated).map((one) => ({ name: one.name, value: heldBy(one, model.file, isCreated), at: one.at }));
}

function rowOf({ open }: SequelizeModel, file: string, parts: readonly Part[], why = open): Lazy {
  return objectOf(file, parts, why === undefined ? {} : { first: unknownOf(file, why) });
}

/** A row that a query reads, with `attributes` and `include` (https://sequelize.org/docs/v6/core-concepts/model-querying-basics/). */
function found(model: SequelizeModel, file: string, given: Lazy | undefined): Lazy {
  if (model.custom) return unknownOf(file, 'its model has a `toJSON` of its own');
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
  const chosen = attributes === undefined ? all : selected(model, all, attributes);
  if (chosen === undefined) return unknownOf(file, 'what the query selects is not known');
  const include = of('include');
  const loaded = include === undefined ? { parts: [] } : included(model, file, include);
  return instance(rowOf(model, file, [...chosen, ...loaded.parts], model.open ?? loaded.open));
}

function isUnsure(named: ReadonlyMap<string, { readonly optional: boolean }>): boolean {
  return ['attributes', 'include', 'raw', 'nest'].some((name) => named.get(name)?.optional === true);
}

/** `['id', ['n', 'count']]`, `{ exclude: ['password'], include: [[fn, 'count']] }`; undefined: they are not all known. */
function selected(model: SequelizeModel, all: readonly Part[], given: Lazy): readonly Part[] | undefined {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'plain') return undefined;
  if (target.expression.kind === 'tuple') {
    const names = namesIn(model, given);
    return names && [...all.filter(({ name }) => names.plain.includes(name)), ...names.made];
  }
  const options = membersOfTarget(resolver, target);
  if (options === undefined || options.open !== undefined || options.rest !== undefined) return undefined;
  const [less, more] = ['exclude', 'include'].map((name) => options.named.get(name)?.value);
  const without = less === undefined ? [] : literals(resolver, less);
  const made = more === undefined ? { plain: [], made: [] } : namesIn(model, more);
  if (without === undefined || made === undefined) return undefined;
  return [...all.filter(({ name }) => !without.includes(name)), ...made.made];
}

/** Attributes by their names, and those that are computed or renamed. */
function namesIn(
  model: SequelizeModel,
  given: Lazy,
): { readonly plain: readonly string[]; readonly made: readonly Part[] } | undefined {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const plain: string[] = [];
  const made: Part[] = [];
  for (const item of target.expression.items) {
    if (item.kind === 'spread') return undefined;
    const one: Lazy = { expression: item, site: target.site };
    const [text, more] = item.kind === 'tuple' ? [] : (literals(resolver, one) ?? []);
    const alias = item.kind === 'tuple' && item.items[1]?.kind === 'literal' ? item.items[1].value : undefined;
    const at = { file: target.site.file, line: 1 };
    if (typeof alias === 'string') made.push({ name: alias, value: unknownOf(at.file, 'the database computes it'), at });
    else if (typeof text === 'string' && more === undefined) plain.push(text);
    else return undefined;
  }
  return { plain, made };
}

/** What is loaded beside a row: under the name that the query gives it, else under one that the association has. */
function included(model: SequelizeModel, file: string, given: Lazy): { readonly parts: readonly Part[]; readonly open?: string } {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  const items = target.kind === 'plain' && target.expression.kind === 'tuple' ? target.expression.items : undefined;
  const site = target.kind === 'plain' ? target.site : given.site;
  const list = items?.map((item): Lazy | undefined => (item.kind === 'spread' ? undefined : { expression: item, site })) ?? [
    given,
  ];
  const names = list.map((one) => (one === undefined ? undefined : aliasOf(resolver, one)));
  const at = { file, line: 1 };
  const parts = names.flatMap((name): Part[] =>
    name === undefined ? [] : [{ name, value: unknownOf(file, 'what is loaded beside the row'), at }],
  );
  return names.includes(undefined) ? { parts, open: 'what is loaded beside the row' } : { parts };
}

function aliasOf(resolver: Resolver, of: Lazy): string | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  if (target.kind !== 'plain') return undefined;
  const alias = target.expression.kind === 'object' ? membersOfTarget(resolver, target)?.named.get('as')?.value : of;
  const [name] = (alias && literals(resolver, alias)) ?? [];
  return typeof name === 'string' ? name : undefined;
}

/** A member of a row. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (of.on === undefined || name === '()') return undefined;
  return name === 'dataValues' ? rowIn(resolver, of.on) : memberOfRow(resolver, of.on, name);
}

/** What JSON makes of a row: its `toJSON`. What class-transformer makes of one is not followed. */
const data = (resolver: Resolver, of: ExternalTarget): Lazy | undefined =>
  resolver.serializer === 'off' ? rowIn(resolver, of) : undefined;

/** https://sequelize.org/docs/v6/: models by `define`, `init` or decorators, and what their queries give. */
export const sequelize: KnownPackage = {
  title: 'Sequelize',
  resolves: [
    'models by `define`, `Model.init` and the decorators of sequelize-typescript: data types, `allowNull`, keys, `timestamps`, `paranoid`, options shared by all models',
    '`findAll`, `findOne`, `findByPk`, `findAndCountAll`, `create` and their kin; `attributes`, `defaultScope`; what `include` loads is unknown',
  ],
  specifiers: /^(?:sequelize|sequelize-typescript|@sequelize\/core)$/,
  call,
  data,
  type,
  alters: /^define$/,
};
