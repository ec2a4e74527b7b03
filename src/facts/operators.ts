import { ofCollection } from './collections.js';
import { isNothing } from './elements.js';
import type { OperatorExpression } from './expression.js';
import { described, known, outcome } from './external.js';
import type { Lazy, Site } from './program.js';
import { rooted } from './roots.js';
import type { Purpose, Resolver, Target } from './target.js';

/** Types that `await` or a framework unwraps, wherever they are imported from. */
const WRAPPERS = new Set(['Promise', 'PromiseLike', 'Observable', 'Bluebird']);

/** What `new` makes of a class; what it is given is kept for packages that are understood. */
export function resolveInstance(of: Target, typeArguments: readonly Lazy[], made?: Lazy): Target {
  if (of.kind === 'class') return { kind: 'type', file: of.file, declarations: [of.declaration], arguments: typeArguments };
  if (of.kind === 'type' || of.kind === 'unknown') return of;
  if (of.kind === 'external') return { ...of, arguments: typeArguments, ...(made !== undefined && { call: made }) };
  return { kind: 'unknown', why: 'the class is not known' };
}

/** What an operator makes of what it is applied to; those that concern members stay as they are. */
export function resolveOperator(
  resolver: Resolver,
  expression: OperatorExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const inner: Lazy = { expression: expression.of, site };
  switch (expression.operator) {
    case 'awaited': {
      const of = resolver.resolve(resolver, inner, purpose, fuel - 1);
      if (of.kind === 'choice') return { kind: 'choice', options: of.options.map((option) => wrap('awaited', option)) };
      if (of.kind !== 'external') return of;
      const [wrapped] = WRAPPERS.has(of.path.at(-1) ?? '') ? of.arguments : [];
      return wrapped === undefined
        ? outcome(resolver, of, purpose, fuel)
        : resolver.resolve(resolver, wrap('awaited', wrapped), purpose, fuel - 1);
    }
    case 'non-null': {
      const of = resolver.resolve(resolver, inner, purpose, fuel - 1);
      if (of.kind !== 'choice') return of;
      const options = somethings(resolver, of.options, purpose, fuel - 1);
      return options.length === 1 && options[0] !== undefined
        ? resolver.resolve(resolver, options[0], purpose, fuel - 1)
        : { kind: 'choice', options };
    }
    case 'tested':
      return tested(resolver, resolver.resolve(resolver, inner, purpose, fuel - 1), purpose, fuel - 1);
    case 'nullable':
      return { kind: 'choice', options: [inner, { expression: { kind: 'scalar', type: 'null' }, site }] };
    case 'described':
      return described(resolver, inner, fuel);
    case 'altered': {
      const of = resolver.resolve(resolver, inner, purpose, fuel - 1);
      if (of.kind !== 'external' || expression.keys === undefined) return of;
      return { ...of, altered: { expression: expression.keys, site } };
    }
    case 'first-known':
    case 'content':
    case 'mapped':
      return ofCollection(resolver, expression, site, purpose, fuel);
    case 'rooted':
      return rooted(resolver, expression, site, purpose, fuel);
    case 'instance-type':
      return known(resolver, resolveInstance(resolver.resolve(resolver, inner, 'value', fuel - 1), []), purpose, fuel);
    default:
      return { kind: 'plain', expression, site };
  }
}

/** The options that are neither null nor undefined; what those that are choices themselves leave is asked when they are looked at. */
function somethings(resolver: Resolver, options: readonly Lazy[], purpose: Purpose, fuel: number): readonly Lazy[] {
  return options
    .filter((option) => !isNothing(resolver, option, purpose, fuel))
    .map((option) => (isSomething(option) ? option : wrap('non-null', option)));
}

function isSomething({ expression }: Lazy): boolean {
  return expression.kind === 'operator' && expression.operator === 'non-null';
}

/** Something that may be nothing is what it is or unknown; of several forms a test before it may have left any. */
function tested(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  if (purpose !== 'shape' || of.kind !== 'choice') return of;
  const [only, ...others] = somethings(resolver, of.options, purpose, fuel - 1);
  const unsure = { kind: 'unknown', why: 'a condition before it decides which of its forms it has' } as const;
  if (only === undefined || others.length > 0) return unsure;
  return { kind: 'choice', options: [only, { expression: unsure, site: only.site }] };
}

function wrap(operator: 'awaited' | 'non-null', lazy: Lazy): Lazy {
  return { expression: { kind: 'operator', operator, of: lazy.expression }, site: lazy.site };
}
