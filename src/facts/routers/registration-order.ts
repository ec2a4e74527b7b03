import type { Location } from '../../model/location.js';
import type { Loop } from '../fact.js';

/** One step of how a route is registered: a mount on the way to it, or its own registration. */
export interface OrderStep {
  /** The router, and the file whose lines `at` counts. */
  readonly on: string;
  /** Line, column, and which elements of lists it is made for. Empty: nothing is known of its place. */
  readonly at: readonly number[];
}

/** A step on a router (absent: the service itself), within loops; which element of a sorted list comes first is not known. */
export function orderStep(
  router: string | undefined,
  { file, line, column = 0 }: Location,
  loops: readonly Loop[] | undefined,
  ...elements: readonly number[]
): OrderStep {
  if (loops?.some(({ sorted }) => sorted === true) === true) return unorderedStep(router ?? '');
  return { on: `${router ?? ''} ${file}`, at: [line, column, ...elements] };
}

/** A step of which nobody can say what comes before it. */
export function unorderedStep(router: string): OrderStep {
  return { on: `${router} unordered`, at: [] };
}

/** The earliest of some routes, found without looking at each. */
export interface Earliest<Item> {
  /** One that is registered before all that this order can be told from, if any is. */
  readonly before: (order: readonly OrderStep[] | undefined) => Item | undefined;
}

/** Of items with an order, by what each shares with others: the steps up to one, and the router of that one. */
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

/** Whether one route is registered before another, on the same router of one service; false where that is not known. */
export function isBefore(one: readonly OrderStep[] = [], other: readonly OrderStep[] = []): boolean {
  for (const [index, step] of one.entries()) {
    const against = other[index];
    if (against === undefined || step.on !== against.on) return false;
    const apart = step.at.findIndex((part, place) => part !== against.at[place]);
    if (apart >= 0) return (step.at[apart] ?? 0) < (against.at[apart] ?? 0);
  }
  return false;
}
