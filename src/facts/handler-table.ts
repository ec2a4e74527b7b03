import type { Forward } from './fact.js';
import type { Lazy, Site } from './program.js';
import { resolve } from './resolve.js';
import type { Resolver } from './target.js';

/** Tables that are spread into each other are followed so far. */
const MAX_SPREADS = 6;

/** Whether `handlers[req.method](req, res)` has somebody to answer a method; undefined: it is no such call. */
export function dispatched(resolver: Resolver, { call: { of }, dispatched: method }: Forward, site: Site): Presence | undefined {
  if (of.kind !== 'member' || method === undefined) return undefined;
  return presenceIn(resolver, { expression: of.of, site }, of.name, 0);
}

type Presence = 'present' | 'absent' | 'unknown';

function presenceIn(resolver: Resolver, lazy: Lazy, name: string, depth: number): Presence {
  const table = depth < MAX_SPREADS ? resolve(resolver, lazy, 'value') : undefined;
  if (table?.kind !== 'plain' || table.expression.kind !== 'object') return 'unknown';
  for (const one of table.expression.members.toReversed()) {
    if (one.kind === 'spread') {
      const inner = presenceIn(resolver, { expression: one.value, site: table.site }, name, depth + 1);
      if (inner !== 'absent') return inner;
    } else if (one.kind !== 'property' && one.kind !== 'method') return 'unknown';
    else if (one.name === name) {
      const value: Lazy | undefined = one.kind === 'property' ? { expression: one.value, site: table.site } : undefined;
      return value !== undefined && answersNothing(resolver, value) ? 'absent' : 'present';
    }
  }
  return 'absent';
}

/** A function that is given nothing to answer with: it throws, at most. */
function answersNothing(resolver: Resolver, lazy: Lazy): boolean {
  const target = resolve(resolver, lazy, 'value');
  return target.kind === 'callable' && target.callable.sends === undefined && target.callable.uses?.length === 0;
}
