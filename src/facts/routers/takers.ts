import type { Expression } from '../expression.js';
import { type Callable, type Forward, RECEIVER } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { givenTo, type Handler, handlerOf, heldAt } from '../responses/handlers.js';
import { overloadCalled } from '../values/overloads.js';
import { resolve } from '../values/resolve.js';
import { FUEL, type Resolver } from '../values/target.js';

/** Deepest level of values with several possible types. */
const MAX_CHOICES = 6;

/** The functions that may answer, one of which gets the response. Empty: not all of them are resolved. */
export function takersOf(resolver: Resolver, { call, runs }: Forward, site: Site): readonly Handler[] {
  const of: Lazy = { expression: call.of, site };
  const called = takersNamed(resolver, of, call.values ?? [], 0);
  return called.length > 0 || runs !== true ? called : runBy(resolver, of, call.values ?? []);
}

/** The methods of a value with several possible types. */
function takersNamed(resolver: Resolver, lazy: Lazy, values: readonly Expression[], depth: number): readonly Handler[] {
  const target = lazy.expression.kind === 'member' ? resolve(resolver, lazy, 'value') : undefined;
  if (target?.kind === 'choice' && target.changing !== true && depth < MAX_CHOICES) {
    const all = target.options.map((option) => takersNamed(resolver, option, values, depth + 1));
    return all.every((some) => some.length > 0) ? all.flat() : [];
  }
  const named = handlerOf(resolver, lazy);
  const only = named && (overloadCalled(resolver, { kind: 'callable', ...named }, values, lazy.site, FUEL) ?? named);
  if (only?.callable.sends === undefined) return [];
  if (lazy.expression.kind !== 'member') return [only];
  return [givenTo(only, [[RECEIVER, heldAt(resolver, { expression: lazy.expression.of, site: lazy.site })]])];
}

/** The function arguments that answer, if the called function runs them: it comes from a package, or returns their result. */
function runBy(resolver: Resolver, of: Lazy, values: readonly Expression[]): readonly Handler[] {
  const target = resolve(resolver, of, 'value');
  if (target.kind === 'callable' && !givesAny(target.callable)) return [];
  return values.flatMap((expression) => {
    const answers = handlerOf(resolver, { expression, site: of.site });
    return answers?.callable.sends === undefined ? [] : [answers];
  });
}

/** Whether its result type is one of its own type parameters. */
function givesAny({ returns, inferred, typeParameters = [] }: Callable): boolean {
  const of = returns ?? (inferred?.kind === 'operator' && inferred.operator === 'first-known' ? inferred.keys : undefined);
  return of?.kind === 'name' && typeParameters.some(({ name }) => name === of.name);
}
