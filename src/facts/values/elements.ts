import {
  type ArrayExpression,
  type Expression,
  isNull,
  type ObjectExpression,
  type Operator,
  type OperatorExpression,
} from '../expression.js';
import type { Lazy, Site } from '../program.js';
import type { Purpose, Resolver, Target } from './target.js';

/** A list with known elements: written out, or of one element type. */
export function isListed(of: Target): of is Extract<Target, { kind: 'plain' }> {
  return of.kind === 'plain' && (of.expression.kind === 'tuple' || of.expression.kind === 'array');
}

/** The element of a list at an index; any element if the index cannot be decided. */
export function elementAt(
  resolver: Resolver,
  of: Extract<Target, { kind: 'plain' }>,
  index: number,
  purpose: Purpose,
  fuel: number,
): Target {
  const { expression, site } = of;
  if (expression.kind === 'tuple') {
    const item = expression.items.slice(0, index + 1).some((one) => one.kind === 'spread') ? undefined : expression.items[index];
    if (item !== undefined && item.kind !== 'spread')
      return resolver.resolve(resolver, { expression: item, site }, purpose, fuel - 1);
  }
  return resolveElement(resolver, of, purpose, fuel - 1);
}

/** Whether a value is null or undefined, which have no members: code that reads a member means another option. */
export function isNullish(resolver: Resolver, lazy: Lazy | undefined, purpose: Purpose, fuel: number): boolean {
  if (lazy === undefined || isPerhaps(lazy.expression)) return true;
  const given = lazy.expression;
  if (isConditional(given) && (isNull(given.of) || isPerhaps(given.of))) return true;
  const target = resolver.resolve(resolver, lazy, purpose, fuel - 1);
  return target.kind === 'plain' && isNothing(target.expression);
}

/** Whether it is undefined, or null as a value or a type. */
export const isNothing = (of: Expression): boolean =>
  of.kind === 'absent' || isNull(of) || (of.kind === 'scalar' && of.type === 'null');

/** Whether a value exists only under conditions on other values. */
export const isConditional = (of: Expression): of is OperatorExpression => of.kind === 'operator' && of.operator === 'when';

/** Whether the only open question is whether there is a value. */
export const isPerhaps = (of: Expression): boolean => of.kind === 'unknown' && of.nothing === true;

/** Whether no value is possible: a function that always throws returns none. */
export const isNever = (of: Expression | undefined): boolean => of?.kind === 'union' && of.options.length === 0;

/** Whether a value may be null or undefined; undefined: unknown. */
export function mayBeNothing(resolver: Resolver, lazy: Lazy, fuel: number): boolean | undefined {
  const { expression, site } = lazy;
  if (isPossible(expression))
    return mayBeNothing(resolver, { expression: expression.of, site }, fuel) === false ? false : undefined;
  if (WRITTEN.has(expression.kind) || (expression.kind === 'operator' && expression.operator === 'non-null')) return false;
  if (fuel <= 0) return undefined;
  const passed = expression.kind === 'parameter' ? site.passed?.get(`${expression.callable}:${expression.index}`) : undefined;
  if (passed !== undefined) return mayBeNothing(resolver, passed, fuel - 1);
  const target = resolver.resolve(resolver, lazy, 'shape', fuel - 1);
  if (target.kind === 'unknown' || target.kind === 'external') return undefined;
  if (target.kind === 'plain' && target.expression.kind === 'parameter') return undefined;
  if (target.kind !== 'choice') return isNullish(resolver, lazy, 'shape', fuel);
  const all = target.options.map((option) => mayBeNothing(resolver, option, fuel - 1));
  return all.includes(true) || (all.includes(undefined) ? undefined : false);
}
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['text', 'object', 'array', 'tuple']);

/** Marks a value as uncertain: it is this one, or another option beside it. */
export function asPossible({ expression, site }: Lazy, why: Expression | undefined): Lazy {
  if (isPossible(expression)) return { expression, site };
  return { expression: { kind: 'operator', operator: 'possible', of: expression, ...(why && { keys: why }) }, site };
}

/** A member of such an uncertain value. */
export function memberOfPossible({ of, keys }: OperatorExpression, site: Site, name: string): Lazy {
  return asPossible({ expression: { kind: 'member', of, name }, site }, keys);
}

export const isPossible = (of: Expression): of is OperatorExpression & { readonly operator: 'possible' } =>
  of.kind === 'operator' && of.operator === 'possible';

const TESTS: ReadonlySet<Operator> = new Set(['non-null', 'tested', 'tagged', 'members-tested', 'instances']);

/** The expression without the conditions around it. */
export function tried(expression: Expression): Expression {
  return expression.kind === 'operator' && TESTS.has(expression.operator) ? tried(expression.of) : expression;
}

/** Any value of a fully written object; undefined: it may have others. */
export function writtenValues({ members }: ObjectExpression, site: Site): Target | undefined {
  const options = members.flatMap((member): Lazy[] => (member.kind === 'property' ? [{ expression: member.value, site }] : []));
  return options.length === 0 || options.length < members.length ? undefined : { kind: 'choice', options };
}

/** Whether it is `[]`, which has no element. */
const isEmpty = (of: Expression): boolean => of.kind === 'tuple' && of.items.length === 0;

/** Any element of a list or map, or any value of an object literal. */
export function resolveElement(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  if (of.kind === 'unknown' || of.kind === 'external') return of;
  if (of.kind === 'choice') {
    const filled = of.options.filter(({ expression }) => !isEmpty(expression));
    const options = (filled.length === 0 ? of.options : filled).filter(
      (option) => !isNullish(resolver, option, purpose, fuel - 1),
    );
    return {
      kind: 'choice',
      options: options.map((option) => ({ expression: { kind: 'element', of: option.expression }, site: option.site })),
    };
  }
  if (of.kind !== 'plain') return { kind: 'unknown', why: 'its elements are not known' };
  const { expression, site } = of;
  if (expression.kind === 'array') return resolver.resolve(resolver, { expression: expression.items, site }, purpose, fuel - 1);
  if (expression.kind === 'object')
    return writtenValues(expression, site) ?? { kind: 'unknown', why: 'its elements are not known' };
  if (expression.kind === 'map') return resolver.resolve(resolver, { expression: expression.values, site }, purpose, fuel - 1);
  if (expression.kind !== 'tuple') return { kind: 'unknown', why: 'its elements are not known' };
  const options = expression.items.map(
    (item): Lazy => ({ expression: item.kind === 'spread' ? { kind: 'element', of: item.value } : item, site }),
  );
  const [only] = options;
  if (only === undefined) return { kind: 'unknown', why: 'the list is empty' };
  // which element is meant is not known: as a text only what all say counts
  return options.length === 1 ? resolver.resolve(resolver, only, purpose, fuel - 1) : { kind: 'choice', options, changing: true };
}

/** One of several values, or the only one. */
export function eitherAt(resolver: Resolver, options: readonly Lazy[], purpose: Purpose, fuel: number): Target {
  const [only] = options;
  return options.length === 1 && only !== undefined
    ? resolver.resolve(resolver, only, purpose, fuel)
    : { kind: 'choice', options };
}

/** What a method of an own class gives that has the name of a method of lists: `new Box(note).map(toDto)`. */
export function ofOwnMethod(
  resolver: Resolver,
  { items, method }: ArrayExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  if (method === undefined) return undefined;
  const one = method === 'flatMap' && items.kind === 'element' ? items.of : items;
  const of = listOf(one);
  if (of === undefined) return undefined;
  const callee: Expression = { kind: 'member', of, name: method };
  if (!isOwn(resolver, { expression: callee, site }, fuel - 1)) return undefined;
  const values = one.kind === 'returns' ? [one.of] : [];
  return resolver.resolve(resolver, { expression: { kind: 'returns', of: callee, values }, site }, purpose, fuel - 1);
}

function isOwn(resolver: Resolver, lazy: Lazy, fuel: number): boolean {
  if (fuel <= 0) return false;
  const target = resolver.resolve(resolver, lazy, 'value', fuel);
  if (target.kind === 'choice') return target.options.some((option) => isOwn(resolver, option, fuel - 1));
  return target.kind === 'callable';
}

/** The list whose elements these are. */
function listOf(items: Expression): Expression | undefined {
  if (items.kind === 'operator') return listOf(items.of);
  if (items.kind === 'returns') return items.values?.[0] && listOf(items.values[0]);
  return items.kind === 'element' ? items.of : undefined;
}
