import type { Message, MessageVariant } from '../contracts/contract.js';
import type { Comparison } from './comparison.js';
import type { PairedMessage } from './rule.js';

/** Of the messages of a channel those that its handlers take, and those that none was seen to take. */
export interface TakenVariants {
  readonly actuals: readonly PairedMessage[];
  readonly left: readonly MessageVariant[];
}

/** More handlers times messages are not told apart. */
const MAX_TRIALS = 2000;

/**
 * Which of several messages of a channel each handler takes: frameworks choose handlers by what comes, so that each need cope with its
 * own only. It is the one that fits best, where one fits at all; a handler whose type is not known may take any.
 *
 * @param compare a handler's type against some of the messages; undefined: they may be anything
 */
export function takenVariants(
  { direction, variants }: Message,
  actuals: readonly PairedMessage[],
  compare: (actual: PairedMessage) => Comparison | undefined,
): TakenVariants {
  const isSingle = direction === 'publish' || variants.length < 2 || variants.length * actuals.length > MAX_TRIALS;
  if (isSingle) return { actuals, left: [] };
  const chosen = actuals.map((actual) =>
    actual.variants.length < 2 ? actual : { ...actual, variants: bestOf(actual, compare) },
  );
  const taken = new Set(chosen.flatMap((one) => one.variants));
  return { actuals: chosen, left: variants.filter((one) => !taken.has(one)) };
}

function bestOf(actual: PairedMessage, compare: (actual: PairedMessage) => Comparison | undefined): PairedMessage['variants'] {
  const trials = actual.variants.map((variant) => ({ variant, misfit: misfitOf(compare({ ...actual, variants: [variant] })) }));
  const best = Math.min(...trials.map(({ misfit }) => misfit));
  return best === Number.POSITIVE_INFINITY
    ? actual.variants
    : trials.filter(({ misfit }) => misfit === best).map(({ variant }) => variant);
}

/** Infinity: it does not fit, or nothing tells. */
function misfitOf(comparison: Comparison | undefined): number {
  if (comparison === undefined || comparison.unknown.has('')) return Number.POSITIVE_INFINITY;
  const { differences } = comparison;
  return differences.some(({ weight }) => weight === 'broken') ? Number.POSITIVE_INFINITY : differences.length;
}
