import type { Lazy } from '../program.js';
import { type Ask, askKey } from './questions.js';
import type { Purpose, Resolver, Target } from './target.js';

/**
 * The answer of inference; without an answer it records the question. `pending`: no other code needs to ask about the enclosing
 * expression.
 */
export function answered(resolver: Resolver, ask: Ask, why: string, purpose: Purpose, fuel: number): Target {
  if (purpose !== 'shape') return { kind: 'unknown', why };
  resolver.questions.note(ask);
  const answer = resolver.answers.get(askKey(ask));
  if (answer === undefined) return { kind: 'unknown', why, pending: true };
  if (answer.kind === 'unknown') return { kind: 'unknown', why: answer.why };
  return resolver.resolve(resolver, { expression: answer, site: { file: ask.file } }, purpose, fuel - 1);
}

/** The answer of inference, if it is complete: for a call of a generic function, whose type parameters facts do not resolve. */
export function answeredWhole(resolver: Resolver, ask: Ask, purpose: Purpose, fuel: number): Target | undefined {
  if (purpose !== 'shape') return undefined;
  resolver.questions.note(ask);
  const answer = resolver.answers.get(askKey(ask));
  if (answer === undefined || mentionsUnknown(answer)) return undefined;
  return resolver.resolve(resolver, { expression: answer, site: { file: ask.file } }, purpose, fuel - 1);
}

export function mentionsUnknown(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && part.kind === 'unknown') return true;
  return Object.values(part).some(mentionsUnknown);
}

/**
 * The resolved target or, if it is unknown, the answer of inference. If that is unknown too, the first reason stays. It asks
 * nothing where no type can show what is sent.
 */
export function orAsk(resolver: Resolver, found: Target, ask: Ask | undefined, purpose: Purpose, fuel: number): Target {
  if (ask === undefined || found.kind !== 'unknown' || found.pending === true || found.written === true) return found;
  const target = answered(resolver, ask, found.why, purpose, fuel);
  return target.kind === 'unknown' && target.pending !== true ? found : target;
}

/**
 * Whether inference may know what facts do not show: not for values of packages that are not installed, but for the language
 * itself and for imported data.
 */
export function isAskable(resolver: Resolver, lazy: Lazy, depth = 0): boolean {
  const target = resolver.resolve(resolver, lazy, 'shape');
  // for a possible null, the type says only that it is possible
  if (target.kind === 'unknown') return target.pending !== true && target.asNull !== true && target.written !== true;
  if (target.kind === 'external') return target.specifier === '' || target.specifier.startsWith('.');
  if (target.kind === 'choice') return depth < 3 && target.options.some((option) => isAskable(resolver, option, depth + 1));
  return target.kind === 'plain' && target.expression.kind === 'parameter';
}
