import type { Expression } from '../../expression.js';
import { nullInDoubt } from '../../null-in-doubt.js';
import type { FileScope, Lazy, Program } from '../../program.js';
import type { Member, Members } from '../../shapes/member-list.js';
import { literals, membersOf, membersOfTarget } from '../../shapes/members.js';
import { compose, listOf, objectOf, orInDoubt, orNull, type Part, unknownOf } from '../../values/compose.js';
import type { ExternalTarget, Resolver } from '../../values/target.js';
import { listIn } from '../schema-step.js';
import { columnAt, rowOf, tableOf } from './tables.js';

/** Relations nested deeper than this are cyclic or hostile. */
const MAX_DEPTH = 12;

/** The context of a query. */
interface Query {
  readonly resolver: Resolver;
  /** The file of the call. */
  readonly file: string;
}

/**
 * One row of a relational query: the columns that `columns` leaves, the relations that `with` loads, and `extras`, of which only
 * the names are known (https://orm.drizzle.team/docs/rqb). Undefined: unknown.
 */
export function queriedRow(query: Query, table: ExternalTarget, options: Lazy | undefined, depth = 0): Lazy | undefined {
  const { resolver, file } = query;
  if (options === undefined) return rowOf(resolver, table);
  const given = membersOf(resolver, options);
  if (given === undefined || given.open !== undefined || given.rest !== undefined || depth > MAX_DEPTH) return undefined;
  const [columns, loaded, extras] = ['columns', 'with', 'extras'].map((name) => given.named.get(name));
  if (columns?.optional === true) return undefined;
  const keep = columns === undefined ? undefined : keeping(resolver, columns.value);
  if (columns !== undefined && keep === undefined) return undefined;
  const row = rowOf(resolver, table, keep);
  if (row === undefined || (loaded === undefined && extras === undefined)) return row;
  const parts = [
    ...(loaded === undefined ? [] : partsOf(query, loaded, (one) => relatedPart(query, table, one, depth))),
    ...(extras === undefined ? [] : partsOf(query, extras, (one) => [unknownPart(query, one, 'what the database works out')])),
  ];
  const known = parts.filter((part) => part !== 'more');
  if (known.length === parts.length) return objectOf(file, known, { first: row });
  const open = unknownOf(file, 'not all that is loaded with it is known');
  const first = compose(file, (put) => ({
    kind: 'object',
    members: [open, row].map((one) => ({ kind: 'spread', value: put(one) })),
  }));
  return objectOf(file, known, { first });
}

/** `{ id: true }` selects those columns, `{ password: false }` all others, `{}` none. */
function keeping(resolver: Resolver, given: Lazy): ((name: string) => boolean) | undefined {
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const flags = [...members.named.values()].map(({ name, value, optional }) => ({
    name,
    flag: optional ? undefined : literals(resolver, value)?.[0],
  }));
  if (flags.some(({ flag }) => flag !== true && flag !== false)) return undefined;
  const on = new Set(flags.flatMap(({ name, flag }) => (flag === true ? [name] : [])));
  const all = new Set(flags.map(({ name }) => name));
  return (name) => (on.size > 0 || all.size === 0 ? on.has(name) : !all.has(name));
}

/** The members of an option, or of the result of a function in its place; `more`: not all of them are known. */
function partsOf(
  { resolver }: Query,
  { value, optional }: Member,
  each: (member: Member) => readonly Part[],
): readonly (Part | 'more')[] {
  const target = resolver.resolve(resolver, value, 'value');
  const members =
    target.kind === 'callable' ? madeBy(resolver, target.callable.inferred, target) : membersOfTarget(resolver, target);
  if (optional || members === undefined) return ['more'];
  const isOpen = members.open !== undefined || members.rest !== undefined;
  return [...[...members.named.values()].flatMap(each), ...(isOpen ? ['more' as const] : [])];
}

function madeBy(
  resolver: Resolver,
  result: Expression | undefined,
  { file, site }: { readonly file: string; readonly site: Lazy['site'] },
): Members | undefined {
  return result && membersOfTarget(resolver, { kind: 'plain', expression: result, site: { ...site, file } });
}

const unknownPart = ({ file }: Query, { name, at }: Member, why: string): Part => ({ name, value: unknownOf(file, why), at });

/** The related row of an entry of `with`: none, all of its columns, or what further options leave. */
function relatedPart(query: Query, table: ExternalTarget, member: Member, depth: number): readonly Part[] {
  const { resolver, file } = query;
  const { name, value, optional, at } = member;
  const target = resolver.resolve(resolver, value, 'value');
  const plain = target.kind === 'plain' ? target.expression : undefined;
  const isFlag = plain?.kind === 'literal' && typeof plain.value === 'boolean';
  if (!optional && (plain?.kind === 'absent' || (isFlag && !plain.value))) return [];
  const relation = optional ? undefined : relationOf(resolver, table, name);
  if (relation === undefined || (!isFlag && plain?.kind !== 'object'))
    return [unknownPart(query, member, 'what is loaded with it is not known')];
  const row = queriedRow(query, relation.table, isFlag ? undefined : value, depth + 1);
  const data = row ?? unknownOf(file, 'which columns are loaded is not known');
  return [{ name, value: relation.many ? listOf(data) : perhapsOf(data, relation.nullable), at }];
}

interface Relation {
  readonly table: ExternalTarget;
  readonly many: boolean;
  /** Undefined: not known. */
  readonly nullable: boolean | undefined;
}

/** A relation that `relations(table, ({ one, many }) => ({ ... }))` declares; undefined: none is found, or several. */
function relationOf(resolver: Resolver, table: ExternalTarget, name: string): Relation | undefined {
  const found = declaredRelations(resolver.program).flatMap((call) => {
    const [of, how] = call.values.map((expression): Lazy => ({ expression, site: call.site }));
    if (of === undefined || how === undefined) return [];
    if (tableOf(resolver, of)?.call?.expression !== table.call?.expression) return [];
    const target = resolver.resolve(resolver, how, 'value');
    const members = target.kind === 'callable' ? madeBy(resolver, target.callable.inferred, target) : undefined;
    return members?.named.get(name)?.value ?? [];
  });
  const [only] = found;
  return only !== undefined && found.length === 1 ? relationMade(resolver, only) : undefined;
}

/** `one(users, { fields, references })`: without fields, or with nullable fields, the related row may be missing. */
function relationMade(resolver: Resolver, { expression, site }: Lazy): Relation | undefined {
  if (expression.kind !== 'returns') return undefined;
  const callee = resolver.resolve(resolver, { expression: expression.of, site }, 'value');
  const how = callee.kind === 'plain' && callee.expression.kind === 'member' ? callee.expression.name : undefined;
  const [of, options] = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const table = of && tableOf(resolver, of);
  if (table === undefined || (how !== 'one' && how !== 'many')) return undefined;
  const given = options && membersOf(resolver, options);
  const fields = given?.named.get('fields')?.value;
  const columns = fields && listIn(resolver, fields);
  const isUnread =
    fields === undefined ? options !== undefined && (given === undefined || given.open !== undefined) : columns === undefined;
  const nullable = isUnread ? undefined : columns?.every((one) => isRequired(resolver, one)) !== true;
  return { table, many: how === 'many', nullable };
}

const PERHAPS = nullInDoubt('whether the related row may be missing is not known');

function perhapsOf(row: Lazy, nullable: boolean | undefined): Lazy {
  if (nullable === undefined) return orInDoubt(row, PERHAPS);
  return nullable ? orNull(row) : row;
}

function isRequired(resolver: Resolver, column: Lazy): boolean {
  const target = resolver.resolve(resolver, column, 'value');
  const data = target.kind === 'external' ? columnAt(resolver, target) : undefined;
  return data !== undefined && !(data.expression.kind === 'operator' && data.expression.operator === 'nullable');
}

interface RelationsCall {
  readonly values: readonly Expression[];
  readonly site: Lazy['site'];
}
const declarations = new WeakMap<Program, readonly RelationsCall[]>();

/** All calls of `relations` whose result is a module's constant. */
function declaredRelations(program: Program): readonly RelationsCall[] {
  const before = declarations.get(program);
  if (before !== undefined) return before;
  const found = [...program.files].flatMap(([file, scope]) => callsIn(file, scope));
  declarations.set(program, found);
  return found;
}

function callsIn(file: string, { imports, constants }: FileScope): readonly RelationsCall[] {
  const names = new Set<string>();
  for (const { name, specifier, imported } of imports.values())
    if (specifier === 'drizzle-orm' && imported === 'relations') names.add(name);
  if (names.size === 0) return [];
  return [...constants.values()].flatMap(({ value }): RelationsCall[] =>
    value.kind === 'returns' && value.of.kind === 'name' && names.has(value.of.name)
      ? [{ values: value.values ?? [], site: { file } }]
      : [],
  );
}
