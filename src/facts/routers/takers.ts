import type { Expression } from '../expression.js';
import { type Callable, type Forward, RECEIVER } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { givenTo, type Handler, handlerOf, storedAt } from '../responses/handlers.js';
import { constructedFrom } from '../values/constructed.js';
import { overloadCalled } from '../values/overloads.js';
import { resolve } from '../values/resolve.js';
import { FUEL, type Resolver } from '../values/target.js';

/** Deepest level of values with several possible types. */
const MAX_CHOICES = 6;

/** The functions that may answer, one of which gets the response. Empty: not all of them are resolved. */
export function takersOf(resolver: Resolver, { call, runs, otherwise, needs }: Forward, site: Site): readonly Handler[] {
  if (needs !== undefined && handlerOf(resolver, { expression: needs, site }) === undefined) return [];
  const of: Lazy = { expression: call.of, site };
  const called = takersNamed(resolver, of, { values: call.values ?? [], passesOn: otherwise === undefined }, 0);
  return called.length > 0 || runs !== true ? called : runBy(resolver, of, call.values ?? []);
}

interface Call {
  readonly values: readonly Expression[];
  /** A function that only returns the result of another one counts as a taker. */
  readonly passesOn: boolean;
}

/** The methods of a value with several possible types. */
function takersNamed(resolver: Resolver, lazy: Lazy, call: Call, depth: number): readonly Handler[] {
  const target = lazy.expression.kind === 'member' ? resolve(resolver, lazy, 'value') : undefined;
  if (target?.kind === 'choice' && target.changing !== true && depth < MAX_CHOICES) {
    const all = target.options.map((option) => takersNamed(resolver, option, call, depth + 1));
    return all.every((some) => some.length > 0) ? all.flat() : [];
  }
  const named = handlerOf(resolver, lazy);
  const only = named && (overloadCalled(resolver, { kind: 'callable', ...named }, call.values, lazy.site, FUEL) ?? named);
  const taker = only && call.passesOn ? passingOn(only) : only;
  if (taker?.callable.sends === undefined) return [];
  if (lazy.expression.kind !== 'member') return [taker];
  const receiver = storedAt(resolver, { expression: lazy.expression.of, site: lazy.site });
  return [givenTo(madeWith(resolver, taker, receiver), [[RECEIVER, receiver]])];
}

/** A method with the arguments of its object's constructor: `new Created({ message }).send(res)`. */
function madeWith(resolver: Resolver, taker: Handler, receiver: Lazy): Handler {
  const instance = resolve(resolver, receiver, 'value');
  if (instance.kind !== 'type' || instance.made === undefined) return taker;
  const given = constructedFrom(resolver, instance, FUEL).flatMap(({ site }) => [...(site.passed ?? [])]);
  return { ...taker, site: { ...taker.site, passed: new Map([...(taker.site.passed ?? []), ...given]) } };
}

/** `const missing = (what: string) => problem(404, what)`: what it calls answers for it. */
function passingOn(handler: Handler): Handler {
  const { sends, forwards } = handler.callable;
  return sends !== undefined || forwards === undefined ? handler : { ...handler, callable: { ...handler.callable, sends: [] } };
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

/** Whether its result type is one of its own type parameters, or a promise of one. */
function givesAny({ returns, inferred, typeParameters = [] }: Callable): boolean {
  const of = returns ?? (inferred?.kind === 'operator' && inferred.operator === 'first-known' ? inferred.keys : undefined);
  const isOwn = (type: Expression | undefined): boolean => {
    if (type?.kind === 'union') return type.options.every(isOwn);
    if (type?.kind !== 'name') return false;
    return type.name === 'Promise' ? isOwn(type.arguments?.[0]) : typeParameters.some(({ name }) => name === type.name);
  };
  return isOwn(of);
}
