import { isNullish } from './elements.js';
import type { ObjectExpression } from './expression.js';
import type { Site } from './program.js';
import type { ExternalTarget, Purpose, Resolver, Target } from './target.js';

/**
 * Members set on something of a package (`document.name = x`) leave it what it is; the package says what they mean. Undefined: the
 * members are those of plain data.
 */
export function setInPlace(
  resolver: Resolver,
  { members }: ObjectExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): ExternalTarget | undefined {
  const [first, ...rest] = members;
  if (first?.kind !== 'spread' || first.own !== true) return undefined;
  const of = only(resolver, resolver.resolve(resolver, { expression: first.value, site }, purpose, fuel - 1), purpose, fuel - 1);
  if (of?.kind !== 'external' || of.specifier === '') return undefined;
  const before = of.changes === undefined ? [] : [{ kind: 'spread', value: of.changes.expression } as const];
  return { ...of, changes: { expression: { kind: 'object', members: [...before, ...rest] }, site } };
}

/** What can have members set: of several forms the one that is something. */
function only(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target | undefined {
  if (of.kind !== 'choice') return of;
  const options = of.options.filter((option) => !isNullish(resolver, option, purpose, fuel));
  const [first] = options;
  if (first === undefined || options.length !== 1 || fuel <= 0) return undefined;
  return only(resolver, resolver.resolve(resolver, first, purpose, fuel - 1), purpose, fuel - 1);
}
