import { INTEGER, NUMBER } from '../../expression.js';
import type { Lazy } from '../../program.js';
import type { Member } from '../../shapes/member-list.js';
import { literals } from '../../shapes/members.js';
import { listOf, objectOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import { flaggedNames, flagOf, membersGiven, type Query } from './rows.js';
import { columnOf, fieldsOfModel, type PrismaField } from './schema.js';

/** The result of `aggregate`: without rows, or without values, there is no average, sum, minimum or maximum. */
export function aggregated(query: Query, model: string, given: Lazy | undefined): Lazy | undefined {
  const fields = columnsOf(query, model);
  return fields && objectOf(query.file, aggregates(query, fields, given, () => true) ?? [], { first: unread(query, given) });
}

/** The result of `groupBy`: a row for each group, and no group is empty. */
export function grouped(query: Query, model: string, given: Lazy | undefined): Lazy | undefined {
  const { resolver, file } = query;
  const fields = columnsOf(query, model);
  const by = given && membersGiven(query, given)?.named.get('by')?.value;
  const names = by && literals(resolver, by);
  if (fields === undefined) return undefined;
  const parts = aggregates(query, fields, given, ({ nullable }) => nullable);
  if (names === undefined || parts === undefined) return listOf(unknownOf(file, 'what it is grouped by is not known'));
  const keys = names.flatMap((name): Part[] => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? [] : [partOf(field, columnOf(query.schema, field))];
  });
  return listOf(objectOf(file, [...keys, ...parts]));
}

/** The result of `count`: a number, or one for each selected column. */
export function counted(query: Query, given: Lazy | undefined): Lazy {
  const number: Lazy = { expression: INTEGER, site: { file: query.file } };
  if (given === undefined) return number;
  const members = membersGiven(query, given);
  const select = members?.named.get('select');
  if (members === undefined || members.open !== undefined || members.rest !== undefined)
    return unknownOf(query.file, 'what is counted is not known');
  return select === undefined ? number : countOf(query, select);
}

const unread = (query: Query, given: Lazy | undefined): Lazy | undefined =>
  given !== undefined && isKnown(query, given) ? undefined : unknownOf(query.file, 'what it aggregates is not known');

function isKnown(query: Query, given: Lazy): boolean {
  const members = membersGiven(query, given);
  return members !== undefined && members.open === undefined && members.rest === undefined;
}

function columnsOf({ schema }: Query, model: string): readonly PrismaField[] | undefined {
  return fieldsOfModel(schema, model)?.filter(({ relation }) => relation === undefined);
}

const partOf = (field: PrismaField, value: Lazy): Part => ({
  name: field.name,
  value,
  at: { file: field.file, ...field.member.at },
});

/** `_count`, `_avg` and similar members, if selected; undefined: unknown. */
function aggregates(
  query: Query,
  fields: readonly PrismaField[],
  given: Lazy | undefined,
  mayBeNull: (field: PrismaField) => boolean,
): readonly Part[] | undefined {
  if (given === undefined || !isKnown(query, given)) return undefined;
  return [...(membersGiven(query, given)?.named.values() ?? [])].flatMap((member): Part[] => {
    const { name, value, at } = member;
    if (name === '_count') return flagOf(query, value) === 'off' ? [] : [{ name, value: countOf(query, member), at }];
    if (!/^_(?:avg|sum|min|max)$/.test(name)) return [];
    const names = member.optional ? undefined : flaggedNames(query, value);
    if (names === undefined) return [{ name, value: unknownOf(query.file, 'what it aggregates is not known'), at }];
    const parts = fields.flatMap((field): Part[] => {
      if (!names.has(field.name)) return [];
      const data = valueOfColumn(query, field, name);
      return [partOf(field, mayBeNull(field) ? orNull(data) : data)];
    });
    return [{ name, value: objectOf(query.file, parts), at }];
  });
}

/** An average is a number, but for decimals a decimal; sums, minimum and maximum have the column's type. */
function valueOfColumn({ schema }: Query, field: PrismaField, name: string): Lazy {
  const { expression, site } = columnOf(schema, field);
  const base = expression.kind === 'operator' ? expression.of : expression;
  const isDecimal = base.kind === 'scalar' && base.type === 'string';
  return { expression: name === '_avg' && !isDecimal ? NUMBER : base, site };
}

function countOf(query: Query, { value, optional, at }: Member): Lazy {
  const flag = optional ? 'unknown' : flagOf(query, value);
  if (flag === 'on') return { expression: INTEGER, site: { file: query.file } };
  const names = flag === 'nested' ? flaggedNames(query, value) : undefined;
  if (names === undefined) return unknownOf(query.file, 'what is counted is not known');
  return objectOf(
    query.file,
    [...names].map((name) => ({ name, value: { expression: INTEGER, site: { file: query.file } }, at })),
  );
}
