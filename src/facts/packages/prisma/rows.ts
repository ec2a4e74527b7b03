import type { Location } from '../../../model/location.js';
import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import type { Member, Members } from '../../shapes/member-list.js';
import { membersOfTarget } from '../../shapes/members.js';
import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { columnOf, fieldsOfModel, type PrismaField, type PrismaSchema } from './schema.js';

/** Includes nested deeper than this are cyclic or hostile. */
const MAX_DEPTH = 12;

/** The context of a query. */
export interface Query {
  readonly resolver: Resolver;
  readonly schema: PrismaSchema;
  /** The file of the call. */
  readonly file: string;
  /** Columns of the row that are not null, even if the schema allows null. */
  readonly present?: ReadonlySet<string>;
}

/**
 * One row of a model in a query's result: its columns without those that `omit` names, and the relations that `include` names; or
 * only what `select` names (https://www.prisma.io/docs/orm/prisma-client/queries/select-fields).
 */
export function rowOf(query: Query, model: string, given: Lazy | undefined, depth = 0): Lazy {
  const fields = fieldsOfModel(query.schema, model);
  if (fields === undefined) return unknownOf(query.file, `${model} is no model of the schema`);
  if (depth > MAX_DEPTH) return unknownOf(query.file, 'what is included is nested too deeply');
  const columns = fields.filter(({ relation }) => relation === undefined);
  if (given === undefined)
    return objectOf(
      query.file,
      columns.map((field) => columnPart(query, field)),
    );
  const options = membersGiven(query, given);
  if (options === undefined || options.open !== undefined || options.rest !== undefined || isUnsure(options))
    return unknownOf(query.file, 'what the query selects is not known');
  const of = (name: string): Lazy | undefined => options.named.get(name)?.value;
  const [select, include, omit] = [of('select'), of('include'), of('omit')];
  if (select !== undefined) return chosen(query, fields, select, depth);
  const names = omit === undefined ? new Set<string>() : flaggedNames(query, omit);
  if (names === undefined) return unknownOf(query.file, 'what the query omits is not known');
  const retained = columns.filter(({ name }) => !names.has(name)).map((field) => columnPart(query, field));
  if (include === undefined) return objectOf(query.file, retained);
  const added = partsOf(query, fields, include, depth);
  return objectOf(query.file, [...retained, ...added.parts], { first: added.open });
}

/** Whether a selection depends on a condition. */
function isUnsure({ named }: Members): boolean {
  return ['select', 'include', 'omit'].some((name) => named.get(name)?.optional === true);
}

function columnPart(query: Query, field: PrismaField): Part {
  return { name: field.name, value: columnIn(query, field), at: placeOf(field) };
}

function columnIn({ schema, present }: Query, field: PrismaField): Lazy {
  const column = columnOf(schema, field);
  const { expression } = column;
  const isThere = field.nullable && present?.has(field.name) === true && expression.kind === 'operator';
  return isThere ? { ...column, expression: expression.of } : column;
}

const placeOf = ({ file, member }: PrismaField): Location => ({ file, ...member.at });

/** The members of an argument's value: its declared type, such as `Prisma.UserSelect`, is less precise. */
export function membersGiven({ resolver }: Query, given: Lazy): Members | undefined {
  return membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
}

function chosen(query: Query, fields: readonly PrismaField[], select: Lazy, depth: number): Lazy {
  const { parts, open } = partsOf(query, fields, select, depth);
  return objectOf(query.file, parts, { first: open });
}

interface Parts {
  readonly parts: readonly Part[];
  readonly open?: Lazy;
}

/** The fields that `select` or `include` names. */
function partsOf(query: Query, fields: readonly PrismaField[], given: Lazy, depth: number): Parts {
  const members = membersGiven(query, given);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const parts = [...(members?.named.values() ?? [])].flatMap((member): Part[] => {
    const field = byName.get(member.name);
    if (member.name === '_count') return countPart(query, fields, member);
    if (field === undefined) return [];
    const value = chosenValue(query, field, member.value, depth);
    if (value === undefined) return [];
    if (!member.optional) return [{ name: field.name, value, at: placeOf(field) }];
    return [{ name: field.name, value: unknownOf(query.file, 'it is selected only sometimes'), at: placeOf(field) }];
  });
  if (members !== undefined && members.open === undefined && members.rest === undefined) return { parts };
  return { parts, open: unknownOf(query.file, 'not all that the query selects is known') };
}

/** Undefined: it is not selected. */
function chosenValue(query: Query, field: PrismaField, given: Lazy, depth: number): Lazy | undefined {
  const flag = flagOf(query, given);
  if (flag === 'off') return undefined;
  if (flag === 'unknown') return unknownOf(query.file, 'whether it is selected is not known');
  if (field.relation === undefined) return columnIn(query, field);
  const row = rowOf({ ...query, present: new Set() }, field.relation, flag === 'on' ? undefined : given, depth + 1);
  if (field.many) return listOf(row);
  return field.nullable ? orNull(row) : row;
}

/** `true`, `false`, an object. */
type Flag = 'on' | 'off' | 'nested' | 'unknown';

/** The flag beside a selected name. */
export function flagOf({ resolver }: Query, given: Lazy): Flag {
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'plain') return target.kind === 'type' ? 'nested' : 'unknown';
  const { expression } = target;
  if (expression.kind === 'literal') return expression.value === true ? 'on' : expression.value === false ? 'off' : 'unknown';
  if (expression.kind === 'absent') return 'off';
  return expression.kind === 'object' ? 'nested' : 'unknown';
}

/** The names that are `true`; undefined: some are unknown. */
export function flaggedNames(query: Query, given: Lazy): ReadonlySet<string> | undefined {
  const members = membersGiven(query, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const names = new Set<string>();
  for (const member of members.named.values()) {
    const flag = member.optional ? 'unknown' : flagOf(query, member.value);
    if (flag === 'unknown' || flag === 'nested') return undefined;
    if (flag === 'on') names.add(member.name);
  }
  return names;
}

/** `_count: true` counts all lists of related rows, `{ select: { posts: true } }` only those. */
function countPart(query: Query, fields: readonly PrismaField[], member: Member): Part[] {
  const flag = member.optional ? 'unknown' : flagOf(query, member.value);
  if (flag === 'off') return [];
  const lists = fields.filter((field) => field.relation !== undefined && field.many).map(({ name }) => name);
  const names = flag === 'on' ? lists : flag === 'nested' ? countedNames(query, member.value) : undefined;
  if (names === undefined)
    return [{ name: '_count', value: unknownOf(query.file, 'what is counted is not known'), at: member.at }];
  const value = compose(member.at.file, () => ({
    kind: 'object',
    members: names.map((name) => ({
      kind: 'property',
      name,
      value: { kind: 'scalar', type: 'integer' } satisfies Expression,
      at: { line: member.at.line, column: member.at.column ?? 1 },
    })),
  }));
  return [{ name: '_count', value, at: member.at }];
}

function countedNames(query: Query, given: Lazy): readonly string[] | undefined {
  const members = membersGiven(query, given);
  const select = members?.open === undefined && members?.rest === undefined ? members?.named.get('select') : undefined;
  const inner = select === undefined || select.optional ? undefined : membersGiven(query, select.value);
  if (inner === undefined || inner.open !== undefined || inner.rest !== undefined) return undefined;
  const counted: string[] = [];
  for (const one of inner.named.values()) {
    const flag = one.optional ? 'unknown' : flagOf(query, one.value);
    if (flag === 'unknown') return undefined;
    if (flag !== 'off') counted.push(one.name);
  }
  return counted;
}
