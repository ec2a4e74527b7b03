import type { Expression, ObjectExpression, ObjectMember } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { isNullish } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/**
 * Members set on a package's value (`document.name = x`) do not change what it is; the package decides what they mean. Set only
 * on an existing value (`if (book) book.note = x`), they leave a null as it is. Undefined: the members belong to plain data.
 */
export function setInPlace(
  resolver: Resolver,
  { members }: ObjectExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  const [first, ...rest] = members;
  if (first?.kind !== 'spread' || first.own !== true) return undefined;
  const whole = resolver.resolve(resolver, { expression: first.value, site }, purpose, fuel - 1);
  const of = only(resolver, whole, purpose, fuel - 1);
  if (of?.kind !== 'external' || of.specifier === '')
    return whole.kind === 'choice' ? besideNothing(resolver, whole.options, { first, rest, site }, purpose, fuel - 1) : undefined;
  const before = of.changes === undefined ? [] : [{ kind: 'spread', value: of.changes.expression } as const];
  return { ...of, changes: { expression: { kind: 'object', members: [...before, ...rest] }, site } };
}

type SpreadMember = Extract<ObjectMember, { kind: 'spread' }>;
interface Changed {
  readonly first: SpreadMember;
  readonly rest: readonly ObjectMember[];
  readonly site: Site;
}

/** The changed value, or the null or undefined that it may be instead. */
function besideNothing(
  resolver: Resolver,
  options: readonly Lazy[],
  { first, rest, site }: Changed,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  const nothing = options.filter((option) => isNullish(resolver, option, purpose, fuel));
  if (nothing.length === 0 || nothing.length === options.length) return undefined;
  const value: Expression = { kind: 'operator', operator: 'non-null', of: first.value };
  const there: Lazy = { expression: { kind: 'object', members: [{ ...first, value }, ...rest] }, site };
  return { kind: 'choice', options: [there, ...nothing] };
}

/** The value that can have members set: the only option that is not null. */
function only(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target | undefined {
  if (of.kind !== 'choice') return of;
  const options = of.options.filter((option) => !isNullish(resolver, option, purpose, fuel));
  const [first] = options;
  if (first === undefined || options.length !== 1 || fuel <= 0) return undefined;
  return only(resolver, resolver.resolve(resolver, first, purpose, fuel - 1), purpose, fuel - 1);
}
