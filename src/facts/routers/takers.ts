import type { Expression } from '../expression.js';
import { type Callable, type Forward, RECEIVER } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { givenTo, type Handler, handlerOf, heldAt } from '../responses/handlers.js';
import { overloadCalled } from '../values/overloads.js';
import { resolve } from '../values/resolve.js';
import { FUEL, type Resolver } from '../values/target.js';

/** Values of one of several types in each other. */
const MAX_CHOICES = 6;

/** The functions that answer, one of which is given the response. Empty: not all can be told. */
export function takersOf(resolver: Resolver, { call, runs }: Forward, site: Site): readonly Handler[] {
  const of: Lazy = { expression: call.of, site };
  const called = takersNamed(resolver, of, call.values ?? [], 0);
  return called.length > 0 || runs !== true ? called : runBy(resolver, of, call.values ?? []);
}

/** Methods of a value of one of several types. */
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

/** The functions that a call is given and that answer, where what is called runs them: it is of a package, or gives what they give. */
function runBy(resolver: Resolver, of: Lazy, values: readonly Expression[]): readonly Handler[] {
  const target = resolve(resolver, of, 'value');
  if (target.kind === 'callable' && !givesAny(target.callable)) return [];
  return values.flatMap((expression) => {
    const answers = handlerOf(resolver, { expression, site: of.site });
    return answers?.callable.sends === undefined ? [] : [answers];
  });
}

/** Its result is of one of its own type parameters. */
function givesAny({ returns, inferred, typeParameters = [] }: Callable): boolean {
  const of = returns ?? (inferred?.kind === 'operator' && inferred.operator === 'first-known' ? inferred.keys : undefined);
  return of?.kind === 'name' && typeParameters.some(({ name }) => name === of.name);
}
