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
  return isNear(short.slice(start, short.length - end), long.slice(start, long.length - end), limit);
}

/** Longer names are not compared letter by letter. */
const MAX_LENGTH = 100;

/** Whether at most so many inserted, removed, changed or swapped letters turn one into the other. */
function isNear(short: string, long: string, limit: number): boolean {
  let before: number[] = [];
  let row = Array.from({ length: short.length + 1 }, (_, index) => index);
  let leastBefore = 0;
  for (let i = 1; i <= long.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= short.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (long[i - 1] === short[j - 1] ? 0 : 1);
      let steps = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed);
      const swapped = i > 1 && j > 1 && long[i - 1] === short[j - 2] && long[i - 2] === short[j - 1];
      if (swapped) steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      next.push(steps);
      least = Math.min(least, steps);
    }
    if (least > limit && leastBefore > limit) return false;
    [before, row, leastBefore] = [row, next, least];
  }
  return (row[short.length] ?? 0) <= limit;
}

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
