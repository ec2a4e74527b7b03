import type { Program } from '../../program.js';
import type { SqlDialect } from './types.js';

/** What the code says of the rows that Knex and Objection read. */
export interface RowSettings {
  /** Undefined: not known, or several. */
  readonly dialect: SqlDialect | undefined;
  /** The files with hooks that may change rows. */
  readonly hooks: ReadonlySet<string>;
  /** Code renames the columns of all rows. */
  readonly names: boolean;
  /** The functions that select nothing in a query that they are given: file, line break, name. */
  readonly harmless: ReadonlySet<string>;
}

const DIALECTS: readonly (readonly [RegExp, SqlDialect])[] = [
  [/^mysql/, 'mysql'],
  [/sqlite/, 'sqlite'],
  [/^/, 'pg'],
];

const known = new WeakMap<Program, RowSettings>();

/** The settings `rows` of all files. */
export function rowSettingsOf(program: Program): RowSettings {
  const before = known.get(program);
  if (before !== undefined) return before;
  const dialects = new Set<SqlDialect>();
  const hooks = new Set<string>();
  const callers = new Map<string, string[]>();
  const takers = new Set<string>();
  const selecting: string[] = [];
  const names = new Set<string>();
  let isRenaming = false;
  for (const [file, scope] of program.files) {
    for (const one of scope.facts.facts) {
      if (one.kind !== 'setting' || one.key !== 'rows' || typeof one.value !== 'object') continue;
      for (const client of one.value['clients'] ?? []) dialects.add(DIALECTS.find(([name]) => name.test(client))?.[1] ?? 'pg');
      if (one.value.hooks !== undefined) hooks.add(file);
      if (one.value.names !== undefined) isRenaming = true;
      for (const taker of one.value['takers'] ?? []) {
        const at = taker.search(/[=!>]/);
        const [name, sign, other] = [taker.slice(0, at), taker.charAt(at), taker.slice(at + 1)];
        const key = `${file}\n${name}`;
        takers.add(key);
        names.add(name);
        if (sign === '!') selecting.push(key);
        if (sign === '>') put(callers, other, key);
      }
    }
  }
  const [only, ...others] = dialects;
  for (const [other, keys] of callers) if (!names.has(other)) for (const key of keys) selecting.push(key);
  for (const key of selecting) {
    takers.delete(key);
    const name = key.slice(key.indexOf('\n') + 1);
    for (const caller of callers.get(name) ?? []) selecting.push(caller);
    callers.delete(name);
  }
  const all = { dialect: others.length === 0 ? only : undefined, hooks, names: isRenaming, harmless: takers };
  known.set(program, all);
  return all;
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key) ?? [];
  list.push(value);
  map.set(key, list);
}
