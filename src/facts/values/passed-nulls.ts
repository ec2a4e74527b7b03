import type { Expression, Operator } from '../expression.js';
import type { Callable } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { isNullish, isPerhaps, mayBeNothing } from './elements.js';
import type { Resolver, Target } from './target.js';
import { reached, UNPASSED } from './when.js';

/**
 * A declared result that may be null (`rows: T[] | null): T[] | null`), for a function that only returns its argument, or returns
 * null only for null: the caller's argument decides. Undefined: the declaration counts.
 */
export function passedOn(
  resolver: Resolver,
  declared: Target,
  { name, inferred }: Callable,
  inside: Site,
  fuel: number,
): Target | undefined {
  if (declared.kind !== 'choice' || inferred === undefined || fuel <= 0) return undefined;
  const something = declared.options.filter((option) => !isNullish(resolver, option, 'shape', fuel));
  if (something.length === declared.options.length) return undefined;
  const results = resultsIn(resolver, inferred, inside, fuel);
  const isLess = optionsOf(inferred).length > results.length;
  const parameters = results.filter(({ expression }) => expression.kind === 'parameter' && expression.callable === name);
  const unmatched = results.filter(({ expression }) => isPerhaps(expression));
  const others = results.filter((one) => !parameters.includes(one) && !unmatched.includes(one));
  if (others.some((one) => mayBeNothing(resolver, one, fuel) !== false)) return undefined;
  if (parameters.length === 0)
    return isLess || unmatched.length > 0 ? { kind: 'choice', options: [...something, ...unmatched] } : undefined;
  const passed = parameters.map(({ expression }) =>
    expression.kind === 'parameter' ? inside.passed?.get(`${name}:${expression.index}`) : undefined,
  );
  const open = passed.map((one) => (one === undefined ? true : mayBeNothing(resolver, one, fuel)));
  if (open.includes(true)) return undefined;
  const rest: readonly Lazy[] = open.includes(undefined)
    ? [{ expression: { kind: 'unknown', why: UNPASSED, nothing: true }, site: inside }]
    : [];
  return { kind: 'choice', options: [...something, ...unmatched, ...rest] };
}

function untested(value: Expression): Expression {
  return value.kind === 'operator' && TESTS.has(value.operator) ? untested(value.of) : value;
}
const TESTS: ReadonlySet<Operator> = new Set(['tested', 'tagged', 'members-tested', 'instances']);

/** The reachable results of a function, without the tests around them. */
function resultsIn(resolver: Resolver, inferred: Expression, site: Site, fuel: number): readonly Lazy[] {
  return optionsOf(inferred)
    .flatMap((expression) => reached(resolver, { expression, site }, fuel))
    .map(({ expression }) => ({ expression: untested(expression), site }));
}

function optionsOf(inferred: Expression): readonly Expression[] {
  const shown = inferred.kind === 'operator' && inferred.operator === 'awaited' ? inferred.of : inferred;
  return shown.kind === 'union' ? shown.options : [shown];
}
