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
