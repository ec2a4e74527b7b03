/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number;
}

/** From a seed, a whole number from 0 to 2^32 - 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}

/** A whole number, both ends included. */
export function wholeFrom({ next }: Random, least: number, most: number): number {
  return least + Math.floor(next() * (most - least + 1));
}

/** A separate seed per subject, so that a new endpoint does not change the values of others (FNV-1a). */
export function seedFor(seed: number, subject: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const character of subject) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
