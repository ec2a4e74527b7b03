import type { Milestone, Requirements } from '../../../contracts/requirements/requirements.js';
import { componentsOf, type Edges } from '../../../model/components.js';

/** The user runs the check again after a fix. */
const MOST_CIRCLES = 100;

/** A contradiction in the document. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

/** Duplicate ids, unknown dependencies of milestones and circular ones, in the order of lines. */
export function problemsOf({ milestones, requirements }: Requirements): Problem[] {
  const known = new Map(milestones.map((each) => [each.id, each]));
  const unknown = milestones.flatMap(({ id, line, dependencies }) =>
    dependencies
      .filter((each) => !known.has(each))
      .map((each) => ({ line, message: `${id} depends on ${each}, which is no milestone of this document.` })),
  );
  const all = [...twice(milestones, 'milestone'), ...twice(requirements, 'requirement'), ...unknown, ...circles(milestones)];
  return all.sort((one, other) => one.line - other.line);
}

function twice(all: readonly { readonly id: string; readonly line: number }[], what: string): readonly Problem[] {
  const first = new Map<string, number>();
  return all.flatMap(({ id, line }) => {
    const before = first.get(id);
    if (before === undefined) first.set(id, line);
    return before === undefined ? [] : [{ line, message: `The ${what} ${id} is there already, in line ${before}.` }];
  });
}

/** Milestones in circular dependencies: each circle once, by its first milestone. Milestones that only depend on a circle are not in it. */
function circles(milestones: readonly Milestone[]): readonly Problem[] {
  const edges: Edges = new Map(milestones.map(({ id, dependencies }) => [id, dependencies]));
  const together = new Map<string, ReadonlySet<string>>();
  for (const members of componentsOf(edges.keys(), edges)) {
    const own = new Set(members);
    for (const id of members) together.set(id, own);
  }
  const visited = new Set<string>();
  const problems: Problem[] = [];
  for (const { id, line } of milestones) {
    const circle = visited.has(id) ? undefined : wayBack(id, edges, together.get(id) ?? new Set());
    if (circle === undefined) continue;
    for (const each of circle) visited.add(each);
    problems.push({ line, message: `These milestones wait for one another: ${[...circle, id].join(' -> ')}.` });
    if (problems.length >= MOST_CIRCLES) break;
  }
  return problems;
}

/** The shortest path from a milestone to itself within its circle. */
function wayBack(id: string, edges: Edges, within: ReadonlySet<string>): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const open = [id];
  for (const at of open) {
    for (const next of edges.get(at) ?? []) {
      if (next === id) {
        const way = [at];
        for (let step = at; step !== id; step = way[0] ?? id) way.unshift(cameFrom.get(step) ?? id);
        return way;
      }
      if (cameFrom.has(next) || !within.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}
