import { objectOf, without } from '../compose.js';
import { EMPTY } from '../member-list.js';
import { membersOf, membersOfTarget } from '../members.js';
import type { Lazy } from '../program.js';
import { isSurely } from '../surely.js';
import { type ExternalTarget, FUEL, type Resolver } from '../target.js';
import { filledColumns } from './drizzle-tables.js';

interface Query {
  /** `insert` or `update`. */
  readonly method: string | undefined;
  /** What it writes. */
  readonly given: Lazy | undefined;
  /** The columns that its condition compares. */
  readonly compared: readonly string[];
}

/**
 * A row that a query reads or returns, of which the columns are not null that surely are written or compared: those that are given
 * something, of a new row those with a default that are given nothing, and those that the row is found by and that stay as they are.
 */
export function rowWritten(resolver: Resolver, table: ExternalTarget, row: Lazy, { method, given, compared }: Query): Lazy {
  const written = given === undefined ? EMPTY : membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  const members = membersOf(resolver, row);
  const isRead = given === undefined && compared.length === 0;
  if (isRead || written === undefined || members === undefined || members.open !== undefined) return row;
  const isWhole = written.open === undefined && written.rest === undefined;
  const filled = !isWhole ? [] : method === 'insert' ? filledColumns(resolver, table) : compared;
  const parts = [...members.named.values()].map(({ name, value, at }) => {
    const one = written.named.get(name);
    const isSure = one === undefined ? filled.includes(name) : !one.optional && isSurely(resolver, one.value, FUEL);
    return { name, value: isSure ? without(resolver, value, 'null') : value, at };
  });
  return objectOf(row.site.file, parts);
}
