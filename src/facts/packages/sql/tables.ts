import type { Location } from '../../../model/location.js';
import type { Expression } from '../../expression.js';
import type { Program } from '../../program.js';

/** A column as the statements of the repository's `.sql` files define it. */
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

/** What all `.sql` files of the repository say; what two of them define differently is unknown. */
export function sqlTablesOf(program: Program): SqlTables {
  const before = known.get(program);
  if (before !== undefined) return before;
  const tables = new Map<string, Map<string, SqlColumn>>();
  const enums = new Set<string>();
  const definitions = new Map<string, number>();
  let parses = false;
  const later = new Map<string, Set<SqlColumn['nullable']>>();
  for (const [file, scope] of program.files) {
    if (scope.facts.facts.some((one) => one.kind === 'setting' && one.key === 'parsers')) parses = true;
    if (!file.endsWith('.sql')) continue;
    for (const { name, form, type } of [...scope.declarations.values()].flat()) {
      if (form === 'enum') enums.add(name);
      if (form === 'enum' || type.kind !== 'object') continue;
      if (form === 'class') definitions.set(name, (definitions.get(name) ?? 0) + 1);
      const columns = tables.get(name) ?? new Map<string, SqlColumn>();
      tables.set(name, columns);
      for (const member of type.members) {
        if (member.kind !== 'property') continue;
        const { line, column } = member.at ?? { line: 1, column: 1 };
        const known = columnOf(member.value, { file, line, column });
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
  const all = { tables, definitions, enums, parses };
  known.set(program, all);
  return all;
}

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
