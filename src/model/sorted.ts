/** The number of items that pass a test which all items after the first that fails it fail as well, by binary search. */
export function countWhile<Item>(sorted: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (passes(sorted[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares lists by their first numbers that differ. */
export function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const difference = one - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
