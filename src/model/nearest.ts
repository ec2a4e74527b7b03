import { UserError } from './user-error.js';

/** The candidate closest to a mistyped word, if one is close enough: at most a third of its letters differ. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.slice(0, 100).toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3));
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** What to do about a word that is not known: the one that is meant, or all that there are. */
export function knownHint(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

/** The word of a list that a user gives. UserError with the refusal: it is not in the list. */
export function knownWord<Word extends string>(word: string, known: readonly Word[], refusal: string): Word {
  const found = known.find((one) => one === word);
  if (found === undefined) throw new UserError(refusal, { hint: knownHint(word, known) });
  return found;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other; where it is beyond
 * the limit, any number beyond it.
 */
export function editDistance(from: string, to: string, limit = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  let leastBefore = 0;
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const steps = Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(steps);
      least = Math.min(least, steps);
    }
    if (least > limit && leastBefore > limit) return least;
    [beforeLast, last, leastBefore] = [last, current, least];
  }
  return last[to.length] ?? 0;
}
