import type { Milestone, Requirements } from '../../../contracts/requirements/requirements.js';

/** What contradicts something else. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

/** Ids that are given twice, milestones that wait for nobody known, and for one another. In the order of lines. */
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

/** Milestones that can never begin: each circle once, by its first milestone. What only waits for a circle is in none. */
function circles(milestones: readonly Milestone[]): readonly Problem[] {
  const byId = new Map(milestones.map((each) => [each.id, each]));
  const told = new Set<string>();
  return milestones.flatMap(({ id, line }): readonly Problem[] => {
    const circle = told.has(id) ? undefined : wayBack(id, byId);
    if (circle === undefined) return [];
    for (const each of circle) told.add(each);
    return [{ line, message: `These milestones wait for one another: ${[...circle, id].join(' -> ')}.` }];
  });
}

/** The shortest way from a milestone to itself. */
function wayBack(id: string, byId: ReadonlyMap<string, Milestone>): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const open = [id];
  for (const at of open) {
    for (const next of byId.get(at)?.dependencies ?? []) {
      if (next === id) {
        const way = [at];
        for (let step = at; step !== id; step = way[0] ?? id) way.unshift(cameFrom.get(step) ?? id);
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}
