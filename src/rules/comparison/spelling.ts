import { editDistance } from '../../model/nearest.js';

/** Removes what differs between naming styles: `createdAt`, `created_at`, `CreatedAt` and `created-at` give the same text. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Whether two names differ only in case, separators, an ending, or one or two letters. */
function isSpeltAlike(one: string, other: string): boolean {
  return one !== other && areFoldedAlike(foldName(one), foldName(other));
}

/** As {@link isSpeltAlike}, for names that are already folded. */
export function areFoldedAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.startsWith(`${short}.`)) return true;
  // In a short name, two other letters make another word.
  const limit = short.length >= 6 ? 2 : short.length >= 3 ? 1 : 0;
  if (long.length - short.length > limit || long.length > MAX_LENGTH) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1;
  return editDistance(long.slice(start, long.length - end), short.slice(start, short.length - end), limit) <= limit;
}

/** Longer names are not compared letter by letter. */
const MAX_LENGTH = 100;

/** With more names, none is selected. */
const MAX_NAMES = 30;

/** The name that a user most likely meant by another: spelt alike, or one is a prefix of the other. */
export function likelyMeant(name: string, names: readonly string[]): string | undefined {
  if (names.length > MAX_NAMES) return undefined;
  const alike = names.find((other) => isSpeltAlike(name, other));
  return alike ?? names.find((other) => beginsWith(name, other) || beginsWith(other, name));
}

function beginsWith(long: string, short: string): boolean {
  return short.length >= 4 && foldName(long).startsWith(foldName(short));
}
