import { append } from '../../model/multi-map.js';
/** An item with dependencies, by id. */
export interface Waiting {
  readonly id: string;
  readonly dependencies: readonly string[];
}

/** Items in an order that respects dependencies. */
export interface Order<T> {
  /** Each level depends on earlier levels alone; within a level, the given order. */
  readonly levels: readonly (readonly T[])[];
  /** Items in a circle, or that depend on one. */
  readonly stuck: readonly T[];
}

/**
 * Sorts topologically in linear time. Unknown dependencies count as completed.
 *
 * @param all with unique ids
 */
export function orderOf<T extends Waiting>(all: readonly T[]): Order<T> {
  const level = new Map<string, number>();
  const left = new Map(all.map(({ id }) => [id, 0]));
  const waiting = new Map<string, T[]>();
  for (const each of all) {
    const needed = new Set(each.dependencies.filter((id) => left.has(id)));
    left.set(each.id, needed.size);
    for (const id of needed) append(waiting, id, each);
  }
  let free = all.filter(({ id }) => left.get(id) === 0);
  for (let depth = 0; free.length > 0; depth++) {
    const next: T[] = [];
    for (const { id } of free) {
      level.set(id, depth);
      for (const other of waiting.get(id) ?? []) {
        const rest = (left.get(other.id) ?? 0) - 1;
        left.set(other.id, rest);
        if (rest === 0) next.push(other);
      }
    }
    free = next;
  }
  const levels: T[][] = [];
  for (const each of all) {
    const depth = level.get(each.id);
    if (depth === undefined) continue;
    levels[depth] ??= [];
    levels[depth]?.push(each);
  }
  return { levels, stuck: all.filter(({ id }) => !level.has(id)) };
}

/** A circle among stuck items, starting with the first in the given order. Empty: none is stuck. */
export function circleIn<T extends Waiting>(stuck: readonly T[]): readonly T[] {
  const byId = new Map(stuck.map((each) => [each.id, each]));
  const way = new Map<string, T>();
  let at = stuck[0];
  while (at !== undefined && !way.has(at.id)) {
    way.set(at.id, at);
    const next: string | undefined = at.dependencies.find((id) => byId.has(id));
    at = next === undefined ? undefined : byId.get(next);
  }
  if (at === undefined) return [];
  const steps = [...way.values()];
  const circle = steps.slice(steps.indexOf(at));
  const ids = new Set(circle.map(({ id }) => id));
  const first = stuck.find(({ id }) => ids.has(id)) ?? at;
  const begin = circle.indexOf(first);
  return [...circle.slice(begin), ...circle.slice(0, begin)];
}
