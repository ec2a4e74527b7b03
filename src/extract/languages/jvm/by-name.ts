/**
 * A search by name in the lists of a file, which many callers use. The first search in a list builds its index, so the list must
 * not change later.
 */
export function byName<T extends { readonly name: string }>(): (list: readonly T[], name: string) => readonly T[] {
  const known = new WeakMap<readonly T[], ReadonlyMap<string, readonly T[]>>();
  return (list, name) => {
    const index = known.get(list) ?? indexOf(list);
    known.set(list, index);
    return index.get(name) ?? [];
  };
}

function indexOf<T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const index = new Map<string, T[]>();
  for (const one of list) {
    const same = index.get(one.name);
    if (same === undefined) index.set(one.name, [one]);
    else same.push(one);
  }
  return index;
}
