import { INTEGER } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Members } from '../shapes/member-list.js';
import { literals, membersOfTarget } from '../shapes/members.js';
import { listOf, objectOf, orAbsent, unknownOf } from '../values/compose.js';
import { type ExternalTarget, FUEL, type KnownPackage, type Resolver, type Target } from '../values/target.js';
import { namesIn, type QueryStep, stepsOf } from './query-steps.js';
import { columnsOf } from './sql/columns.js';
import { type RowSettings, rowSettingsOf } from './sql/row-settings.js';

/** Steps that change neither the columns nor the form of the rows; a query selects the columns of its own table. */
const NEUTRAL =
  /^(?:query|(?:where|andWhere|orWhere|having|orderBy|groupBy|join|leftJoin|innerJoin)\w*|limit|offset|allowGraph|modifyGraph|throwIfNotFound|onConflict|merge|ignore|context|debug|timeout|transacting|forUpdate|forShare|skipUndefined|alias|noWait|skipLocked)$/;
const NAMES = /^(?:select|columns?|returning|distinct)$/;
const ONE = /^(?:first|findById|findOne|patchAndFetchById|updateAndFetchById|patchAndFetch|updateAndFetch)$/;
const CHANGES = /^(?:patch|update|delete|deleteById|del)$/;
const INSERTS = /^(?:insert|insertAndFetch)$/;
const JOINS = /join|^alias$/i;
const LOADS = /^withGraph(?:Fetched|Joined)$/;
const OTHER = 'what is loaded beside the row';

/** The result of awaiting a query of a model. */
function outcome(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const [query, ...steps] = of.path.at(-1) === '()' ? stepsOf(of) : [];
  const file = of.call?.site.file ?? '';
  if (query?.name !== 'query' || !steps.every((step) => isKnown(resolver, of, step))) return undefined;
  const called = (pattern: RegExp): QueryStep | undefined => steps.findLast(({ name }) => pattern.test(name));
  const lists = steps.filter(({ name }) => NAMES.test(name)).flatMap(({ values }) => values.map((one) => namesIn(resolver, one)));
  const changed = called(CHANGES);
  const inserted = called(INSERTS);
  const isWhole = called(/^returning$/) !== undefined || inserted?.name === 'insertAndFetch';
  if (changed !== undefined && !isWhole) return { expression: INTEGER, site: { file } };
  // what is not fetched after it is inserted has the members that the code gives, and the key
  if (lists.includes(undefined) || (inserted !== undefined && !isWhole)) return undefined;
  const row = rowOf(
    resolver,
    of,
    lists.flatMap((some) => some ?? []),
    called(LOADS) !== undefined,
    called(JOINS) !== undefined,
  );
  if (row === undefined) return undefined;
  if (inserted !== undefined) return insertedAs(resolver, row, inserted.values[0]);
  if (called(ONE) === undefined) return listOf(row);
  return called(/^throwIfNotFound$/) === undefined ? orAbsent(row) : row;
}

/** `modify('onlyActive')` of a modifier that selects nothing, and all other steps by their names. */
function isKnown(resolver: Resolver, of: ExternalTarget, { name, values: [first] }: QueryStep): boolean {
  if (name !== 'modify') return [NEUTRAL, NAMES, ONE, CHANGES, INSERTS, LOADS].some((one) => one.test(name));
  const [modifier, ...others] = (first && literals(resolver, first)) ?? [];
  const members = typeof modifier === 'string' && others.length === 0 ? ownOf(resolver, of, 'modifiers') : undefined;
  const type = classOf(of);
  const file = type?.expression.kind === 'declared' ? type.expression.file : '';
  const isHarmless = rowSettingsOf(resolver.program).harmless.has(`${file}\n${modifier}`);
  return isHarmless && members?.open === undefined && members?.named.has(String(modifier)) === true;
}

/** One inserted row, or one for each element. */
function insertedAs(resolver: Resolver, row: Lazy, given: Lazy | undefined): Lazy | undefined {
  const target = given && resolver.resolve(resolver, given, 'shape');
  if (target?.kind !== 'plain') return undefined;
  if (target.expression.kind === 'object') return row;
  return target.expression.kind === 'array' || target.expression.kind === 'tuple' ? listOf(row) : undefined;
}

/** The class that a chain of calls asks. */
function classOf(of: ExternalTarget): Lazy | undefined {
  let first: ExternalTarget | undefined = of;
  while (first !== undefined && first.path.at(-1) !== 'Model') first = first.on;
  return first?.arguments[0];
}

/** A static member of the class, or the result of its getter or function. */
function staticOf(resolver: Resolver, of: ExternalTarget, name: string): Target | undefined {
  const type = classOf(of);
  const target = type && resolver.resolve(resolver, type, 'shape');
  const [declaration] = target?.kind === 'type' ? target.declarations : [];
  if (target?.kind !== 'type' || declaration === undefined) return undefined;
  const member = resolver.memberOf(resolver, { kind: 'class', file: target.file, declaration }, name, 'value', FUEL);
  if (member?.kind !== 'callable') return member;
  return resolver.resolve(
    resolver,
    { expression: { kind: 'returns', of: { kind: 'name', name: member.callable.name } }, site: { file: member.file } },
    'value',
  );
}

function ownOf(resolver: Resolver, of: ExternalTarget, name: string): Members | undefined {
  const target = staticOf(resolver, of, name);
  return target?.kind === 'plain' ? membersOfTarget(resolver, target) : undefined;
}

/** A row, or some of its columns; undefined: they are not known. */
function rowOf(
  resolver: Resolver,
  of: ExternalTarget,
  columns: readonly string[],
  loads: boolean,
  joins: boolean,
): Lazy | undefined {
  const type = classOf(of);
  const target = type && resolver.resolve(resolver, type, 'shape');
  const table = staticOf(resolver, of, 'tableName');
  if (target?.kind !== 'type' || table?.kind !== 'plain' || table.expression.kind !== 'literal') return undefined;
  const settings = rowSettingsOf(resolver.program);
  if (isChanged(resolver, target, settings) || ownOf(resolver, of, 'columnNameMappers') !== undefined) return undefined;
  const all = columnsOf(resolver, String(table.expression.value), membersOfTarget(resolver, target)?.named);
  if (all === undefined) return undefined;
  const own = `${table.expression.value}.`;
  if (columns.some((one) => (one.includes('.') ? !one.startsWith(own) : joins && one === '*'))) return undefined;
  const chosen = columns.map((one) => one.slice(one.lastIndexOf('.') + 1));
  const isAll = chosen.every((one) => one === '*');
  if (!isAll && chosen.some((one) => !all.some(({ name }) => name === one))) return undefined;
  const parts = isAll ? all : all.filter((one) => chosen.includes(one.name));
  return objectOf(target.file, parts, loads ? { first: unknownOf(target.file, OTHER) } : {});
}

const HOOK = /^(?:\$(?:after(?:Find|Get|Insert|Update)|parseDatabaseJson|formatJson|toJson)|toJSON)$/;

/** Whether methods of a model, its bases or its mixins may change what is read. */
function isChanged(resolver: Resolver, target: Target & { kind: 'type' }, settings: RowSettings): boolean {
  const members = membersOfTarget(resolver, target)?.named;
  if (members === undefined || [...members.keys()].some((one) => HOOK.test(one)) || settings.hooks.has(target.file)) return true;
  return (target.declarations[0]?.mixins ?? []).some((expression) => {
    const mixin = resolver.resolve(resolver, { expression, site: { file: target.file } }, 'value');
    return mixin.kind !== 'callable' || settings.hooks.has(mixin.file);
  });
}

/** https://vincit.github.io/objection.js/api/query-builder/ */
export const objection: KnownPackage = {
  title: 'Objection.js',
  specifiers: /^objection$/,
  outcome,
};
