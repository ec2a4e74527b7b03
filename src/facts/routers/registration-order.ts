import type { Location } from '../../model/location.js';
import type { RouteMatching } from '../../model/route-matching.js';
import type { Loop } from '../fact.js';

/** One step in the registration of a route: a mount on the way to it, or its own registration. */
export interface OrderStep {
  /** The router, and the file of the lines in `at`. */
  readonly on: string;
  /** Line, column, and the indexes of the list elements in loops. Empty: its position is unknown. */
  readonly at: readonly number[];
}

/** A step on a router (absent: the service itself), inside loops; for a sorted list the order of elements is unknown. */
export function orderStep(
  router: string | undefined,
  { file, line, column = 0 }: Location,
  loops: readonly Loop[] | undefined,
  ...elements: readonly number[]
): OrderStep {
  if (loops?.some(({ sorted }) => sorted === true) === true) return unorderedStep(router ?? '');
  return { on: `${router ?? ''} ${file}`, at: [line, column, ...elements] };
}

/** A step with an unknown order. */
export function unorderedStep(router: string): OrderStep {
  return { on: `${router} unordered`, at: [] };
}

/** Finds the earliest of some routes without a look at each one. */
export interface Earliest<Item> {
  /** An item that is registered before a route with this order, if there is one. */
  readonly before: (order: readonly OrderStep[] | undefined) => Item | undefined;
}

/** Indexes items with an order by what they share with others: the steps before one, and the router of that step. */
export function earliestOf<Item extends { readonly order?: readonly OrderStep[] }>(items: readonly Item[]): Earliest<Item> {
  const first = new Map<string, Item>();
  for (const item of items)
    for (const key of keysOf(item.order)) {
      const known = first.get(key);
      if (known === undefined || isBefore(item.order, known.order)) first.set(key, item);
    }
  return {
    before: (order) => {
      for (const key of keysOf(order)) {
        const found = first.get(key);
        if (found !== undefined && isBefore(found.order, order)) return found;
      }
      return undefined;
    },
  };
}

function keysOf(order: readonly OrderStep[] = []): readonly string[] {
  let above = '';
  return order.map(({ on, at }) => {
    const key = `${above}${on}`;
    above = `${key} ${at.join(':')}\n`;
    return key;
  });
}

/** Whether one route is registered before another, on the same router of one service; false if that is unknown. */
export function isBefore(one: readonly OrderStep[] = [], other: readonly OrderStep[] = []): boolean {
  for (const [index, step] of one.entries()) {
    const against = other[index];
    if (against === undefined || step.on !== against.on) return false;
    const apart = step.at.findIndex((part, place) => part !== against.at[place]);
    if (apart >= 0) return (step.at[apart] ?? 0) < (against.at[apart] ?? 0);
  }
  return false;
}

/** Separates routes that no request matches both of: where slashes count, paths that end with one and paths that do not. */
export function endStep(matching: RouteMatching | undefined, path: string): readonly OrderStep[] {
  if (matching?.slashCounts !== true) return [];
  return [{ on: path.endsWith('/') ? 'with a slash' : 'without', at: [] }];
}
