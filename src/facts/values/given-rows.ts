import { type Expression, NULL } from '../expression.js';
import type { Lazy } from '../program.js';
import { isConditional, isNothing, isNullish } from './elements.js';
import type { Resolver, Target } from './target.js';

/** Prefix of the names that bind declared members. */
const OWN = '|declared';

/**
 * The rows that a package's query gives under a declared result: each has all of its columns, whatever the type leaves optional.
 * Where a column may hold anything, its declared type counts. Undefined: not all members of the rows are known.
 */
export function queryGiven(resolver: Resolver, type: Lazy, inferred: Expression, fuel: number): Target | undefined {
  const results = inner(inferred)
    .flatMap(inner)
    .filter((one) => !isNothing(isConditional(one) ? one.of : one));
  const [call, ...more] = results;
  if (call === undefined || more.length > 0) return undefined;
  const isCall = call.kind === 'returns' && call.of.kind === 'member' && (call.arguments ?? []).length === 0;
  if (!isCall && (call.kind !== 'name' || call.space !== 'value')) return undefined;
  if (resolver.resolve(resolver, { ...type, expression: call }, 'value', fuel).kind !== 'external') return undefined;
  const rows: Lazy = { ...type, expression: { kind: 'operator', operator: 'awaited', of: call } };
  const row = rowUnder(resolver, type, rows, fuel);
  return row && resolver.resolve(resolver, row, 'shape', fuel - 1);
}

function rowUnder(resolver: Resolver, type: Lazy, given: Lazy, fuel: number): Lazy | undefined {
  const [declared, mayLack] = presentOf(resolver, type, fuel);
  const [row, isMissing] = presentOf(resolver, given, fuel);
  if (declared === undefined || row === undefined || row.kind !== 'plain' || fuel <= 0) return undefined;
  const { expression, site } = row;
  if (expression.kind === 'array') {
    if (declared.kind !== 'plain' || declared.expression.kind !== 'array') return undefined;
    const of: Lazy = { expression: declared.expression.items, site: declared.site };
    const item = rowUnder(resolver, of, { expression: expression.items, site }, fuel - 1);
    return item && { expression: { kind: 'array', items: item.expression }, site: item.site };
  }
  const members = resolver.membersOf(resolver, { expression, site });
  const known = resolver.membersOf(resolver, type)?.named;
  if (expression.kind !== 'object' || members?.open !== undefined || members?.rest !== undefined || known === undefined)
    return undefined;
  const types = new Map(site.types);
  const all = expression.members.map((member) => {
    const own = member.kind === 'property' ? known.get(member.name) : undefined;
    if (member.kind !== 'property' || own === undefined || own.method !== undefined) return member;
    if (resolver.resolve(resolver, { expression: member.value, site }, 'shape', fuel - 1).kind !== 'unknown') return member;
    types.set(`${OWN}.${member.name}`, own.value);
    const value: Expression = { kind: 'name', name: `${OWN}.${member.name}` };
    return { ...member, value };
  });
  const whole: Expression = { kind: 'object', members: all };
  const isNullable = mayLack && isMissing;
  return { expression: isNullable ? { kind: 'union', options: [whole, NULL] } : whole, site: { ...site, types } };
}

/** The only form of a value that is not null or undefined, and whether there is such a one as well. */
function presentOf(resolver: Resolver, lazy: Lazy, fuel: number): readonly [Target | undefined, boolean] {
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  if (target.kind !== 'choice') return [target, false];
  const some = target.options.filter((one) => !isNullish(resolver, one, 'shape', fuel));
  const [only] = some;
  const isOne = some.length === 1 && only !== undefined;
  return [isOne ? resolver.resolve(resolver, only, 'shape', fuel - 1) : undefined, some.length < target.options.length];
}

/** The results of a function that may wait for them. */
function inner(of: Expression): readonly Expression[] {
  let value = of;
  while (value.kind === 'operator' && value.operator === 'awaited') value = value.of;
  return value.kind === 'union' ? value.options : [value];
}
