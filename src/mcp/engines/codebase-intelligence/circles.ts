/** Files by what they depend on. */
export type Edges = ReadonlyMap<string, readonly string[]>;

const MOST_CIRCLES = 20;

/** All that can be reached from a file, without itself unless it is part of a circle, in the order of their paths. */
export function reachedFrom(file: string, edges: Edges): readonly string[] {
  const seen = new Set<string>();
  const open = [...(edges.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(edges.get(next) ?? []));
  }
  seen.delete(file);
  return [...seen].sort();
}

/** The shortest circle through a file for each of its edges that leads back to it: from the file on, without its repetition at the end. */
export function circlesThrough(file: string, edges: Edges): readonly (readonly string[])[] {
  const together = componentOf(file, edges);
  if (!together.has(file)) return [];
  const circles: (readonly string[])[] = [];
  for (const next of edges.get(file) ?? []) {
    if (!together.has(next) || circles.length >= MOST_CIRCLES) continue;
    const way = wayBack(next, file, edges, together);
    if (way !== undefined) circles.push([file, ...way]);
  }
  return circles;
}

/** From a file to another, without that. */
function wayBack(from: string, to: string, edges: Edges, within: ReadonlySet<string>): readonly string[] | undefined {
  if (from === to) return [];
  const before = new Map<string, string | undefined>([[from, undefined]]);
  const open = [from];
  for (const at of open) {
    for (const next of edges.get(at) ?? []) {
      if (next === to) {
        const way: string[] = [];
        for (let step: string | undefined = at; step !== undefined; step = before.get(step)) way.unshift(step);
        return way;
      }
      if (before.has(next) || !within.has(next)) continue;
      before.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}

interface Visit {
  readonly file: string;
  readonly index: number;
  low: number;
  next: number;
}

/**
 * The strongly connected component of a file (R. Tarjan, Depth-first search and linear graph algorithms, 1972), without recursion;
 * empty: the file is part of no circle.
 */
function componentOf(start: string, edges: Edges): ReadonlySet<string> {
  const visits = new Map<string, Visit>();
  const stack: Visit[] = [];
  const onStack = new Set<string>();
  const enter = (file: string): Visit => {
    const visit = { file, index: visits.size, low: visits.size, next: 0 };
    visits.set(file, visit);
    stack.push(visit);
    onStack.add(file);
    return visit;
  };
  const path = [enter(start)];
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const target = edges.get(at.file)?.[at.next];
    at.next += 1;
    if (target !== undefined) {
      const known = visits.get(target);
      if (known === undefined) path.push(enter(target));
      else if (onStack.has(target)) at.low = Math.min(at.low, known.index);
      continue;
    }
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) above.low = Math.min(above.low, at.low);
    if (at.low !== at.index) continue;
    const members = stack.splice(stack.indexOf(at));
    for (const { file } of members) onStack.delete(file);
    const own = members.map(({ file }) => file);
    const isCircle = own.length > 1 || (edges.get(start)?.includes(start) ?? false);
    if (own.includes(start)) return new Set(isCircle ? own : []);
  }
  return new Set();
}
