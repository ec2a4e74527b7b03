import { groupBy } from '../../../model/multi-map.js';

/**
 * A search by name in the lists of a file, which many callers use. The first search in a list builds its index, so the list must
 * not change later.
 */
export function byName<T extends { readonly name: string }>(): (list: readonly T[], name: string) => readonly T[] {
  const known = new WeakMap<readonly T[], ReadonlyMap<string, readonly T[]>>();
  return (list, name) => {
    const index = known.get(list) ?? groupBy(list, (one) => one.name);
    known.set(list, index);
    return index.get(name) ?? [];
  };
}
