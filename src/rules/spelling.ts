/** What stays of a name when it is written in another case: `createdAt`, `created_at`, `CreatedAt` and `created-at` are one. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Whether one is the other in another case, with other separators, with an ending, or one or two letters off. */
export function isSpeltAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [foldName(one), foldName(other)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.startsWith(`${short}.`)) return true;
  // Two letters off make another word of a short one.
  return distanceAtMost(short, long, short.length >= 6 ? 2 : short.length >= 3 ? 1 : 0);
}

/** Whether inserting, dropping, changing or swapping at most so many letters makes one the other. */
function distanceAtMost(short: string, long: string, limit: number): boolean {
  if (long.length - short.length > limit || long.length > 100) return false;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: short.length + 1 }, (_, index) => index);
  for (let i = 1; i <= long.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= short.length; j += 1) {
      const same = long[i - 1] === short[j - 1];
      const swapped = i > 1 && j > 1 && long[i - 1] === short[j - 2] && long[i - 2] === short[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swapped) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    if ([...row, ...next].every((steps) => steps > limit)) return false;
    [before, row] = [row, next];
  }
  return (row[short.length] ?? 0) <= limit;
}

/** Of some names the one that is most likely meant by another: spelt alike, or the one begins with the other. */
export function likelyMeant(name: string, names: readonly string[]): string | undefined {
  const alike = names.find((other) => isSpeltAlike(name, other));
  return alike ?? names.find((other) => beginsWith(name, other) || beginsWith(other, name));
}

function beginsWith(long: string, short: string): boolean {
  return short.length >= 4 && foldName(long).startsWith(foldName(short));
}
