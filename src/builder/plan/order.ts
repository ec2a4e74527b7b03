/** Something that waits for others, by their ids. */
export interface Waiting {
  readonly id: string;
  readonly dependencies: readonly string[];
}

/** Things in the order in which they can be done. */
export interface Order<T> {
  /** Each level waits for levels before it alone; within a level, the order given. */
  readonly levels: readonly (readonly T[])[];
  /** What never can be done: it is in a circle, or waits for one. */
  readonly stuck: readonly T[];
}

/**
 * Puts things in order, in time proportional to their number and that of their dependencies. What something waits for and is not
 * among them counts as done.
 *
 * @param all with ids that are told apart
 */
export function orderOf<T extends Waiting>(all: readonly T[]): Order<T> {
  const level = new Map<string, number>();
  const left = new Map(all.map(({ id }) => [id, 0]));
  const waiting = new Map<string, T[]>();
  for (const each of all) {
    const needed = new Set(each.dependencies.filter((id) => left.has(id)));
    left.set(each.id, needed.size);
    for (const id of needed) {
      const others = waiting.get(id);
      if (others === undefined) waiting.set(id, [each]);
      else others.push(each);
    }
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

/** A circle among things that are stuck, from its first in the order given. Empty: nothing is stuck. */
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
