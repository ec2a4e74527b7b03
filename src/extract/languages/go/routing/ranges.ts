import { type ArrayExpression, type Expression, STRING } from '../../../../facts/expression.js';
import type { Loop } from '../../../../facts/fact.js';
import { type Place, type Source, unknown } from '../source.js';
import type { Statement } from '../syntax/statement.js';
import { readValue } from '../values.js';

/** The entries of a map as pairs of key and value. */
export const pairsOf = ({ items }: ArrayExpression): Expression => ({
  kind: 'array',
  items: { kind: 'tuple', items: [STRING, items] },
});

/** The values of a loop: for a map its values, unless other code may change it. */
export function runThrough({ source }: Place, list: Expression): Expression {
  const stored = storedBy(source, list);
  const declared = stored.kind === 'operator' && stored.operator === 'first-known' ? stored.of : stored;
  if (declared.kind === 'tuple' || declared.kind === 'array') return list;
  if (list.kind === 'name' && source.passed.has(list.name)) return unknown('a map that a function is given');
  return { kind: 'array', items: { kind: 'operator', operator: 'values-of', of: list } };
}

/** The enclosing loops for a loop over a map to which other loops add rows, statement by statement. */
export function rowsOf({ source, loops }: Place, list: Expression, name: string, inPairs: boolean): readonly (readonly Loop[])[] {
  const rows = (list.kind === 'name' ? source.rows.get(list.name) : undefined) ?? [];
  return rows.map((row) => {
    const item: Expression = inPairs ? { kind: 'tuple', items: [row.key, row.value] } : row.value;
    const around = row.loops.filter((each) => !loops.includes(each));
    return [...loops, ...around, { name, over: { kind: 'tuple', items: [item] } }];
  });
}

/** Whether the whole loop body certainly runs: over a literal list, without jumps. */
export function runs(place: Place, { range, body }: Statement & { kind: 'for' }): boolean {
  if (range === undefined || /\b(?:continue|break|goto)\b/.test(place.source.text.bare.slice(body.start, body.end))) return false;
  const list = storedBy(place.source, readValue(place, range.over));
  return list.kind === 'tuple' && list.items.length > 0;
}

/** The value of a local variable. */
export function storedBy(source: Source, value: Expression): Expression {
  return value.kind === 'name' ? (source.constants.get(value.name)?.value ?? value) : value;
}
