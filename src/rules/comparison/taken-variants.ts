import type { Message, MessageVariant } from '../../contracts/contract.js';
import type { PairedMessage } from '../rule.js';
import type { Comparison } from './comparison.js';

/** The messages of a channel that its handlers accept, and those that no handler is known to accept. */
export interface TakenVariants {
  readonly actuals: readonly PairedMessage[];
  readonly left: readonly MessageVariant[];
}

/** The limit for handlers times messages; beyond it, no handler is assigned to a message. */
const MAX_TRIALS = 2000;

/**
 * Finds which of several messages of a channel each handler accepts. Frameworks choose a handler by message, so each must accept
 * its own only: the one that fits best, if any fits. A handler of unknown type may accept any.
 *
 * @param compare compares a handler's type with some of the messages; undefined: they may be anything
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

/** Infinity: it does not fit, or nothing is known. */
function misfitOf(comparison: Comparison | undefined): number {
  if (comparison === undefined || comparison.unknown.has('')) return Number.POSITIVE_INFINITY;
  const { differences } = comparison;
  return differences.some(({ weight }) => weight === 'broken') ? Number.POSITIVE_INFINITY : differences.length;
}
