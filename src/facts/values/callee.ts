import type { Expression, ReturnsExpression } from '../expression.js';
import type { Callable } from '../fact.js';
import type { Site } from '../program.js';
import { saysNothing } from '../references/reference-index.js';
import { tried } from './elements.js';
import type { Resolver, Target } from './target.js';

/**
 * The called function. If it is a parameter whose declared type only says that it is a function, the argument of the caller
 * decides.
 */
export function calleeOf(resolver: Resolver, declared: Target, { of }: ReturnsExpression, site: Site, fuel: number): Target {
  const isOpen = declared.kind === 'callable' && declared.callable.inferred === undefined && tellsNothing(declared.callable);
  const isKnown = declared.kind !== 'unknown' && !isOpen && (declared.kind !== 'plain' || declared.expression.kind !== 'absent');
  if (isKnown || !isPassed(of)) return declared;
  const passed = resolver.resolve(resolver, { expression: of, site }, 'value', fuel);
  return passed.kind === 'callable' ? passed : declared;
}

const tellsNothing = ({ returns }: Callable): boolean => returns === undefined || saysNothing(returns);

function isPassed(given: Expression): boolean {
  const of = tried(given);
  return of.kind === 'parameter' || of.kind === 'name' || (of.kind === 'member' && isPassed(of.of));
}

/** `api.Answer(value)` for a Go type that another file declares: a conversion to that type. */
export const isConversion = (of: Target): boolean =>
  of.kind === 'type' && of.declarations[0]?.elsewhere !== undefined && of.declarations[0].elsewhere.extended !== true;
