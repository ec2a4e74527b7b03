import type { Forward } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { lookupName } from '../values/lookup.js';
import { resolve } from '../values/resolve.js';
import type { Resolver } from '../values/target.js';

/** Deepest chain of tables that are spread into each other. */
const MAX_SPREADS = 6;

/** Whether `handlers[req.method](req, res)` has a handler for a method; undefined: it is no such call. */
export function dispatched(resolver: Resolver, { call: { of }, dispatched: method }: Forward, site: Site): Presence | undefined {
  if (of.kind !== 'member' || method === undefined) return undefined;
  const found = entryIn(resolver, { expression: of.of, site }, of.name, 0);
  if (typeof found === 'string') return found;
  return found.property !== undefined && answersNothing(resolver, found.property) ? 'absent' : 'present';
}

/** Whether `handlers.get` is a function of a table literal; `absent`: no other file can add it either. */
export function presenceOf(resolver: Resolver, { expression, site }: Lazy): Presence {
  const of = expression.kind === 'operator' && expression.operator === 'non-null' ? expression.of : expression;
  if (of.kind !== 'member') return 'unknown';
  const found = entryIn(resolver, { expression: of.of, site }, of.name, 0, true);
  if (typeof found === 'string') return found;
  return found.property === undefined || resolve(resolver, found.property, 'value').kind === 'callable' ? 'present' : 'unknown';
}

type Presence = 'present' | 'absent' | 'unknown';

/** A table's entry; for one that is no method, its value. */
interface Entry {
  readonly property?: Lazy;
}

function entryIn(resolver: Resolver, lazy: Lazy, name: string, depth: number, isOwn = false): Entry | 'absent' | 'unknown' {
  const table = depth < MAX_SPREADS ? resolve(resolver, lazy, 'value') : undefined;
  if (table?.kind !== 'plain' || table.expression.kind !== 'object') return 'unknown';
  for (const one of table.expression.members.toReversed()) {
    if (one.kind === 'spread') {
      const inner = entryIn(resolver, { expression: one.value, site: table.site }, name, depth + 1, isOwn);
      if (inner !== 'absent') return inner;
    } else if (one.kind !== 'property' && one.kind !== 'method') return 'unknown';
    else if (one.name === name) return one.kind === 'property' ? { property: { expression: one.value, site: table.site } } : {};
  }
  return isOwn && !isWhole(resolver, lazy) ? 'unknown' : 'absent';
}

/** Whether no other file can add entries to a table. */
function isWhole({ program }: Resolver, { expression, site }: Lazy): boolean {
  if (expression.kind === 'object') return true;
  const found = expression.kind === 'name' ? lookupName(program, expression.name, site, 'value') : undefined;
  return found?.kind === 'lazy' && found.exact === true;
}

/** Whether a function gets nothing to answer with: at most it throws. */
function answersNothing(resolver: Resolver, lazy: Lazy): boolean {
  const target = resolve(resolver, lazy, 'value');
  return target.kind === 'callable' && target.callable.sends === undefined && target.callable.uses?.length === 0;
}
