import { objectOf, without } from '../compose.js';
import { membersOf, membersOfTarget } from '../members.js';
import type { Lazy } from '../program.js';
import { isSurely } from '../surely.js';
import { type ExternalTarget, FUEL, type Resolver } from '../target.js';
import { filledColumns } from './drizzle-tables.js';

/**
 * A row that `insert` or `update` returns, of which the columns are not null that surely are written: those that are given something,
 * and of a new row those with a default that are given nothing.
 */
export function rowWritten(
  resolver: Resolver,
  table: ExternalTarget,
  row: Lazy,
  { method, given }: { readonly method: string; readonly given: Lazy | undefined },
): Lazy {
  const written = given && membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  const members = membersOf(resolver, row);
  if (written === undefined || members === undefined || members.open !== undefined) return row;
  const isWhole = written.open === undefined && written.rest === undefined;
  const filled = method === 'insert' && isWhole ? filledColumns(resolver, table) : [];
  const parts = [...members.named.values()].map(({ name, value, at }) => {
    const one = written.named.get(name);
    const isSure = one === undefined ? filled.includes(name) : !one.optional && isSurely(resolver, one.value, FUEL);
    return { name, value: isSure ? without(resolver, value, 'null') : value, at };
  });
  return objectOf(row.site.file, parts);
}
