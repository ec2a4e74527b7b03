/** A node -> the nodes that it depends on: files, milestones. */
export type Edges = ReadonlyMap<string, readonly string[]>;

interface Visit {
  readonly name: string;
  readonly index: number;
  low: number;
  next: number;
}

/**
 * The strongly connected components of all nodes that these reach (R. Tarjan, Depth-first search and linear graph algorithms,
 * 1972), without recursion. A component consists of nodes that all reach one another; a node in no cycle is alone.
 */
export function* componentsOf(starts: Iterable<string>, edges: Edges): Generator<readonly string[]> {
  const visits = new Map<string, Visit>();
  const stack: Visit[] = [];
  const onStack = new Set<string>();
  const enter = (name: string): Visit => {
    const visit = { name, index: visits.size, low: visits.size, next: 0 };
    visits.set(name, visit);
    stack.push(visit);
    onStack.add(name);
    return visit;
  };
  for (const start of starts) {
    const path = visits.has(start) ? [] : [enter(start)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const target = edges.get(at.name)?.[at.next];
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
      if (at.low === at.index) yield closed(at, stack, onStack);
    }
  }
}

/** The nodes that were entered since then and belong to no larger component. */
function closed(first: Visit, stack: Visit[], onStack: Set<string>): readonly string[] {
  const own: string[] = [];
  for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
    onStack.delete(last.name);
    own.push(last.name);
    if (last === first) break;
  }
  return own;
}
