import type { Location } from '../../../model/location.js';
import { type Expression, INTEGER, STRING } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { EMPTY, type Member, type Members } from '../../shapes/member-list.js';
import { literals, membersOf, membersOfTarget } from '../../shapes/members.js';
import { alterationsOf } from '../../values/alterations.js';
import { orNull, unknownOf } from '../../values/compose.js';
import type { ExternalTarget, Resolver, Target } from '../../values/target.js';
import { oneOfValues } from '../literal-values.js';

/** A model: its attributes and its definition. */
export interface SequelizeModel {
  readonly resolver: Resolver;
  readonly file: string;
  /** Its class, if it has one. */
  readonly type?: Lazy;
  readonly attributes: readonly Attribute[];
  readonly option: (name: string) => Lazy | undefined;
  /** Why it may have more or other attributes. */
  readonly open?: string;
  /** Why its rows differ from its attributes: a `toJSON` of its own, hooks. */
  readonly changed?: string | undefined;
}
export interface Attribute {
  readonly name: string;
  readonly at: Location;
  readonly value: Lazy;
  /** `default`: null only if code sets it. */
  readonly nullable: boolean | 'default';
  /** A part of the primary key. */
  readonly key?: boolean;
}

const DATE: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };

/**
 * The JSON of https://sequelize.org/docs/v6/core-concepts/model-basics/#data-types; BIGINT and DECIMAL differ between databases.
 */
const TYPES: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...['STRING', 'TEXT', 'CITEXT', 'CHAR', 'UUID', 'UUIDV4', 'UUIDV1', 'TIME', 'INET', 'CIDR', 'MACADDR', 'TSVECTOR'].map(
    (name): [string, Expression] => [name, STRING],
  ),
  ...['INTEGER', 'SMALLINT', 'TINYINT', 'MEDIUMINT'].map((name): [string, Expression] => [name, INTEGER]),
  ...['FLOAT', 'REAL', 'DOUBLE', 'DOUBLE PRECISION', 'NUMBER'].map((name): [string, Expression] => [
    name,
    { kind: 'scalar', type: 'number' },
  ]),
  ['BOOLEAN', { kind: 'scalar', type: 'boolean' }],
  ['DATE', DATE],
  ['DATEONLY', { kind: 'scalar', type: 'string', format: 'date' }],
]);

/** The model of a query; undefined: none, or unresolved. */
export function modelOf(resolver: Resolver, of: ExternalTarget): SequelizeModel | undefined {
  const { path, call } = of;
  if (path.at(-1) === '()' && path.at(-2) === 'define' && call?.expression.kind === 'returns') {
    const { site, expression } = call;
    const [, attributes, options] = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
    const by: Lazy | undefined = expression.of.kind === 'member' ? { expression: expression.of.of, site } : undefined;
    return defined(resolver, site.file, attributes, options, by, changeIn(resolver, of));
  }
  const [given] = of.arguments;
  if (!/^(?:Model|Repository)$/.test(path.at(-1) ?? '') || given === undefined) return undefined;
  const target = resolver.resolve(resolver, given, 'shape');
  const model = target.kind === 'type' ? ofClass(resolver, target) : undefined;
  return model && { ...model, type: given };
}

/** `User.init({ ... }, { ... })`, or the decorators of sequelize-typescript. */
function ofClass(resolver: Resolver, target: Target & { kind: 'type' }): SequelizeModel | undefined {
  const { file } = target;
  const stored = target.declarations[0]?.stored;
  const known = stored && membersOf(resolver, { expression: stored, site: { file } });
  const members = membersOfTarget(resolver, target);
  const later = [...(known?.named.values() ?? [])].map(({ name, value }) => changeBy(resolver, name, firstOf(value)));
  const own = members?.named.get('toJSON')?.method === undefined ? undefined : OWN_JSON;
  const changed = own ?? later.find((one) => one !== undefined);
  const made = known?.named.get('init')?.value.expression;
  if (made?.kind === 'tuple') {
    const [attributes, options] = made.items.flatMap((one): Lazy[] =>
      one.kind === 'spread' ? [] : [{ expression: one, site: { file } }],
    );
    const by = options && membersOf(resolver, options)?.named.get('sequelize')?.value;
    return defined(resolver, file, attributes, options, by, changed);
  }
  const columns = [...(members?.named.values() ?? [])].flatMap((member) => columnOf(resolver, member) ?? []);
  if (known?.named.has('Table') !== true || columns.length === 0) return undefined;
  const table = known.named.get('Table')?.value;
  const options = table && membersOf(resolver, table);
  const joins = [...(members?.named.values() ?? [])].flatMap(({ stored: one }) => (one ? namesOf(resolver, one) : []));
  const open = options?.open ?? (joins.includes('BelongsTo') && !joins.includes('ForeignKey') ? ASSOCIATED : undefined);
  const option = (name: string): Lazy | undefined => options?.named.get(name)?.value;
  return {
    resolver,
    file,
    attributes: columns,
    option,
    ...(open !== undefined && { open }),
    changed: changed ?? hookIn(resolver, option('hooks')),
  };
}

const namesOf = (resolver: Resolver, of: Lazy): readonly string[] => [...(membersOf(resolver, of)?.named.keys() ?? [])];

const firstOf = ({ expression, site }: Lazy): Lazy | undefined => {
  const first = expression.kind === 'tuple' ? expression.items[0] : undefined;
  return first === undefined || first.kind === 'spread' ? undefined : { expression: first, site };
};

function defined(
  resolver: Resolver,
  file: string,
  attributes: Lazy | undefined,
  options: Lazy | undefined,
  by: Lazy | undefined,
  changed: string | undefined,
): SequelizeModel | undefined {
  if (attributes === undefined) return undefined;
  const all = membersOfTarget(resolver, resolver.resolve(resolver, attributes, 'value'));
  if (all === undefined) return undefined;
  const own = options === undefined ? EMPTY : (membersOf(resolver, options) ?? EMPTY);
  const shared = by === undefined ? undefined : sharedOptions(resolver, by);
  const open =
    all.open ?? own.open ?? shared?.open ?? (all.rest === undefined ? ASSOCIATED : 'not all attributes of its model are known');
  const option = (name: string): Lazy | undefined => own.named.get(name)?.value ?? shared?.named.get(name)?.value;
  return {
    resolver,
    file,
    attributes: [...all.named.values()].map((member) => attributeOf(resolver, member)),
    option,
    open,
    changed: changed ?? hookIn(resolver, option('hooks')),
  };
}

/** `new Sequelize(..., { define: { ... } })` sets options for all models. */
function sharedOptions(resolver: Resolver, by: Lazy): Members | undefined {
  const target = resolver.resolve(resolver, by, 'value');
  if (target.kind !== 'external' || target.call?.expression.kind !== 'instance') return undefined;
  const last = target.call.expression.values?.at(-1);
  const options = last && membersOf(resolver, { expression: last, site: target.call.site });
  const define = options?.named.get('define');
  return define && membersOf(resolver, define.value);
}

/** `name: DataTypes.STRING`, `name: { type: DataTypes.STRING, allowNull: false }`. */
function attributeOf(resolver: Resolver, { name, value, at, optional, method }: Member): Attribute {
  const { file } = value.site;
  if (optional || method !== undefined)
    return { name, at, value: unknownOf(file, 'its attribute is there only sometimes'), nullable: false };
  const target = resolver.resolve(resolver, value, 'value');
  const options = target.kind === 'plain' && target.expression.kind === 'object' ? membersOfTarget(resolver, target) : undefined;
  if (options === undefined) return { name, at, value: dataOfType(resolver, value, target), nullable: true };
  const type = options.named.get('type')?.value;
  if (options.open !== undefined || options.named.has('get') || type === undefined)
    return { name, at, value: unknownOf(file, 'what is read of its attribute is not known'), nullable: false };
  const flag = (key: string): unknown => {
    const given = options.named.get(key);
    return given && given.method === undefined ? literals(resolver, given.value)?.[0] : undefined;
  };
  const isThere = flag('allowNull') === false || flag('primaryKey') === true || flag('autoIncrement') === true;
  const initial = options.named.has('defaultValue') && flag('defaultValue') !== null;
  const data = dataOfType(resolver, type, resolver.resolve(resolver, type, 'value'), options);
  return { name, at, value: data, nullable: isThere ? false : initial ? 'default' : true, key: flag('primaryKey') === true };
}

function dataOfType(resolver: Resolver, type: Lazy, target: Target, options: Members = EMPTY): Lazy {
  const { file } = type.site;
  const path = typePath(target).filter((part) => part !== '()');
  const name = path.find((part) => /^[A-Z][A-Z\d ]+$/.test(part)) ?? '';
  const call = target.kind === 'external' && target.call?.expression.kind === 'returns' ? target.call : undefined;
  const given = (call?.expression.kind === 'returns' ? (call.expression.values ?? []) : []).map(
    (value): Lazy => ({ expression: value, site: call?.site ?? type.site }),
  );
  if (name === 'ENUM') {
    const listed = options.named.get('values')?.value;
    const values = (listed === undefined ? given : [listed]).map((one) => literals(resolver, one));
    return values.length > 0 && values.every((one) => one !== undefined)
      ? oneOfValues(file, values.flat())
      : unknownOf(file, 'not all values of its attribute are known');
  }
  if (name === 'ARRAY' && given[0] !== undefined) {
    const items = dataOfType(resolver, given[0], resolver.resolve(resolver, given[0], 'value'));
    return { expression: { kind: 'array', items: items.expression }, site: items.site };
  }
  const plain = TYPES.get(name);
  return plain === undefined
    ? unknownOf(file, 'what JSON makes of its attribute is not known')
    : { expression: plain, site: { file } };
}

/** `DataTypes.STRING(50)`, also through a parameter `DataTypes`. */
function typePath(target: Target): readonly string[] {
  if (target.kind === 'external') return target.path;
  if (target.kind !== 'plain') return [];
  const { expression } = target;
  if (expression.kind === 'literal') return [String(expression.value).toUpperCase()];
  return expression.kind === 'member' ? [expression.name] : [];
}

/** A member with `@Column`: its declared type gives its value, its decorators the other options. */
function columnOf(resolver: Resolver, { name, value, at, optional, stored }: Member): Attribute | undefined {
  const known = stored && membersOf(resolver, stored)?.named;
  if (known === undefined || ![...known.keys()].some((one) => /^(?:Column|PrimaryKey|CreatedAt|UpdatedAt|DeletedAt)$/.test(one)))
    return undefined;
  const column = known.get('Column')?.value;
  const given = column && membersOf(resolver, column)?.named.get('allowNull');
  const allow = given ?? known.get('AllowNull');
  const flag = allow && literals(resolver, allow.value)?.[0];
  const isKey = known.has('PrimaryKey');
  const nullable = !isKey && (flag === true || (allow === undefined && optional));
  return { name, at, value, nullable: known.has('DeletedAt') ? true : nullable, key: isKey };
}

/** The attributes of a row, including the automatic ones: `id`, `createdAt`, `updatedAt`, `deletedAt`. */
export function attributesOf(model: SequelizeModel, isCreated: boolean): readonly Attribute[] {
  const { attributes, file, resolver } = model;
  const own = new Set(attributes.map(({ name }) => name));
  const at = { file, line: attributes[0]?.at.line ?? 1 };
  const here = (name: string, expression: Expression, nullable: boolean): Attribute[] =>
    own.has(name) ? [] : [{ name, at, value: { expression, site: { file } }, nullable }];
  const flag = (name: string): unknown => {
    const given = model.option(name);
    return given && literals(resolver, given)?.[0];
  };
  const named = (name: string): string | undefined => {
    const value = flag(name);
    return value === false ? undefined : typeof value === 'string' ? value : name;
  };
  const times = model.option('timestamps') === undefined || flag('timestamps') === true;
  const isTimed = (name: string): readonly string[] => (times ? [named(name) ?? []].flat() : []);
  const id = attributes.some(({ key }) => key === true) ? [] : here('id', INTEGER, false);
  const dates = [...isTimed('createdAt'), ...isTimed('updatedAt')].flatMap((name) => here(name, DATE, false));
  const deleted = times && flag('paranoid') === true && !isCreated ? here(named('deletedAt') ?? 'deletedAt', DATE, true) : [];
  return [...id, ...attributes, ...dates, ...deleted];
}

/** An attribute's value in a row. */
export function storedBy({ value, nullable }: Attribute, file: string, isCreated: boolean): Lazy {
  if (nullable === false) return value;
  if (isCreated) return unknownOf(file, 'what the database gives back of a new row differs');
  if (nullable === true) return orNull(value);
  return unsureOf(value);
}

const unsureOf = (value: Lazy): Lazy => ({
  expression: { kind: 'union', options: [value.expression, { kind: 'unknown', why: 'null where somebody set it so' }] },
  site: value.site,
});

/** `belongsTo`, `hasMany` and `hasOne` add keys to a model that its definition does not name, wherever the code calls them. */
const ASSOCIATED = 'associations may add keys to its model';
const OWN_JSON = 'its model has a `toJSON` of its own';
const SCOPED = 'its model gets a default scope later';
const HOOKED = 'hooks of its model may change what is found';

/** How a statement on a model (`User.addScope('defaultScope', ...)`), or a decorator of its class, changes its rows. */
function changeBy(resolver: Resolver, name: string, first: Lazy | undefined): string | undefined {
  const given = first && literals(resolver, first);
  const says = (text: string): boolean => given === undefined || given.includes(text);
  switch (name) {
    case 'prototype':
    case 'prototype.toJSON':
    case 'toJSON':
      return OWN_JSON;
    case 'removeAttribute':
      return 'attributes are taken from its model later';
    case 'DefaultScope':
      return SCOPED;
    case 'addScope':
      return says('defaultScope') ? SCOPED : undefined;
    case 'afterFind':
    case 'AfterFind':
      return HOOKED;
    case 'addHook':
    case 'hook':
      return says('afterFind') ? HOOKED : undefined;
    default:
      return undefined;
  }
}

/** How the statements on a defined model change its rows. */
function changeIn(resolver: Resolver, of: ExternalTarget): string | undefined {
  for (const { calls, set } of alterationsOf(of)) {
    const [call] = calls;
    const why = changeBy(resolver, set?.name ?? call?.name ?? '', call?.values[0]);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** How `hooks` among the options of a model change its rows (https://sequelize.org/docs/v6/other-topics/hooks/). */
function hookIn(resolver: Resolver, hooks: Lazy | undefined): string | undefined {
  if (hooks === undefined) return undefined;
  const members = membersOf(resolver, hooks);
  const isKnown = members !== undefined && members.open === undefined && members.rest === undefined;
  return isKnown && !members.named.has('afterFind') ? undefined : HOOKED;
}
