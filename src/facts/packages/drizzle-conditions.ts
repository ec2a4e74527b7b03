import type { Lazy } from '../program.js';
import type { ExternalTarget, Resolver } from '../target.js';
import { isTable } from './drizzle-tables.js';
import { stepOf } from './schema-step.js';

/** Comparisons that no row stands whose column is null; `not in` nothing is one that all stand. */
const COMPARISONS = /^(?:eq|ne|gt|gte|lt|lte|like|ilike|inArray|between|isNotNull)$/;
const MOST_PARTS = 20;

/** The columns of a table that a condition compares, `and(eq(books.id, id), eq(books.owner, owner))`: they are not null where it holds. */
export function comparedColumns(resolver: Resolver, table: ExternalTarget, condition: Lazy): readonly string[] {
  const found: string[] = [];
  const open: Lazy[] = [condition];
  for (let at = open.pop(), left = MOST_PARTS; at !== undefined && left > 0; at = open.pop(), left -= 1) {
    const target = resolver.resolve(resolver, at, 'value');
    const step = target.kind === 'external' && target.specifier === 'drizzle-orm' ? stepOf(target) : undefined;
    if (step?.on !== undefined || step === undefined) continue;
    if (step.name === 'and') open.push(...step.values);
    const column = COMPARISONS.test(step.name) ? step.values[0] : undefined;
    const of = column && resolver.resolve(resolver, column, 'value');
    const isOwn = of?.kind === 'external' && isTable(of) && of.call?.expression === table.call?.expression;
    if (isOwn && of.path.length === 3 && of.path[2] !== undefined) found.push(of.path[2]);
  }
  return found;
}
