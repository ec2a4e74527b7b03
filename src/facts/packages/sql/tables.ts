import type { Location } from '../../../model/location.js';
import type { Expression, ObjectMember } from '../../expression.js';
import type { Program } from '../../program.js';
import type { Resolver } from '../../values/target.js';
import { ANY_TABLE, COLUMNS, TABLE } from './table-names.js';

/** A column as the statements of the repository's `.sql` files and migrations define it. */
export interface SqlColumn {
  /** Its type without lengths, in lower case (`character varying`, `text[]`); undefined: not known, or several. */
  readonly type: string | undefined;
  /** `default`: null only where code writes null. */
  readonly nullable: boolean | 'default' | undefined;
  readonly at: Location;
  /** The number of `CREATE TABLE` that define it; absent: `ALTER TABLE` adds it. */
  readonly definitions?: number;
}

/** Tables and enumerations by their names in lower case. */
export interface SqlTables {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, SqlColumn>>;
  /** The number of `CREATE TABLE` of a name: of two services that have one each, a row has the columns of one. */
  readonly definitions: ReadonlyMap<string, number>;
  readonly enums: ReadonlySet<string>;
  /** Code may change what the driver makes of large numbers. */
  readonly parses: boolean;
}

const known = new WeakMap<Program, SqlTables>();

/** What all `.sql` files and migrations of the repository say; what two of them define differently is unknown. */
export function sqlTablesOf(resolver: Resolver): SqlTables {
  const { program } = resolver;
  const before = known.get(program);
  if (before !== undefined) return before;
  const opened = new Set<string>();
  const tables = new Map<string, Map<string, SqlColumn>>();
  const enums = new Set<string>();
  const definitions = new Map<string, number>();
  let parses = false;
  const later = new Map<string, Set<SqlColumn['nullable']>>();
  for (const [file, scope] of program.files) {
    if (scope.facts.facts.some((one) => one.kind === 'setting' && one.key === 'parsers')) parses = true;
    const isSql = file.endsWith('.sql');
    for (const { name: written, form, type } of [...scope.declarations.values()].flat()) {
      if (isSql && form === 'enum') enums.add(written);
      if (written === ANY_TABLE && !isSql) opened.add(ANY_TABLE);
      if (form === 'enum' || type.kind !== 'object' || !(isSql || written.startsWith(TABLE))) continue;
      const name = isSql ? written : written.slice(TABLE.length);
      if (form === 'class') definitions.set(name, (definitions.get(name) ?? 0) + 1);
      const columns = tables.get(name) ?? new Map<string, SqlColumn>();
      tables.set(name, columns);
      for (const { member, from } of type.members.flatMap((one) => membersBy(resolver, one, file))) {
        if (member.kind !== 'property') opened.add(name);
        if (member.kind !== 'property') continue;
        const { line, column } = member.at ?? { line: 1, column: 1 };
        const known = columnOf(member.value, { file: from, line, column });
        const one = form === 'class' ? { ...known, definitions: 1 } : known;
        if (one.type !== SAME_TYPE) columns.set(member.name, agreed(columns.get(member.name), one));
        else {
          const key = `${name}\n${member.name}`;
          later.set(key, (later.get(key) ?? new Set()).add(one.nullable));
        }
      }
    }
  }
  for (const [key, [nullable, ...others]] of later) {
    const [table = '', name = ''] = key.split('\n');
    const column = tables.get(table)?.get(name);
    if (column !== undefined) tables.get(table)?.set(name, { ...column, nullable: others.length === 0 ? nullable : undefined });
  }
  for (const name of opened.has(ANY_TABLE) ? [...tables.keys()] : opened) tables.delete(name);
  const all = { tables, definitions, enums, parses };
  known.set(program, all);
  return all;
}

interface Placed {
  readonly member: ObjectMember;
  readonly from: string;
}

/** A column, or those of a function that takes the table: `stamps(knex, table)`. */
function membersBy(resolver: Resolver, member: ObjectMember, from: string, depth = 0): readonly Placed[] {
  if (member.kind !== 'spread') return [{ member, from }];
  const by = resolver.resolve(resolver, { expression: member.value, site: { file: from } }, 'value');
  const file = by.kind === 'callable' && depth < MAX_HELPERS ? by.file : undefined;
  const [added] = file === undefined ? [] : (resolver.program.files.get(file)?.declarations.get(COLUMNS) ?? []);
  if (file === undefined || added?.type.kind !== 'object') return [{ member, from }];
  return added.type.members.flatMap((one) => membersBy(resolver, one, file, depth + 1));
}

const MAX_HELPERS = 5;

/** The type that a later statement leaves as it is: `ALTER COLUMN note DROP NOT NULL`. */
const SAME_TYPE = '';

/** `['text', 'default']`: its type, and whether it may be null (see `readSqlSchema`). */
function columnOf(value: Expression, at: Location): SqlColumn {
  const [type, nullable] = value.kind === 'tuple' ? value.items : [];
  return {
    type: type?.kind === 'literal' && typeof type.value === 'string' ? type.value : undefined,
    nullable: nullable?.kind !== 'literal' ? undefined : nullable.value === 'default' ? 'default' : nullable.value === 'null',
    at,
  };
}

function agreed(one: SqlColumn | undefined, other: SqlColumn): SqlColumn {
  if (one === undefined) return other;
  return {
    type: one.type === other.type ? one.type : undefined,
    nullable: one.nullable === other.nullable ? one.nullable : undefined,
    at: one.at,
    ...(one.definitions !== undefined && other.definitions !== undefined && { definitions: one.definitions + other.definitions }),
  };
}
