import { componentsOf, type Edges } from '../../../model/components.js';

const MOST_CIRCLES = 20;

/** All files that a file reaches, ordered by path; itself only when it is part of a circle. */
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

/** The shortest circle through a file for each of its edges that leads back to it, without the repeated start at the end. */
export function circlesThrough(file: string, edges: Edges): readonly (readonly string[])[] {
  const together = componentOf(file, edges);
  const circles: (readonly string[])[] = [];
  for (const next of edges.get(file) ?? []) {
    if (!together.has(next) || circles.length >= MOST_CIRCLES) continue;
    const way = wayBack(next, file, edges, together);
    if (way !== undefined) circles.push([file, ...way]);
  }
  return circles;
}

/** The path from one file to another, without the target. */
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

/** The files that reach this one and are reached from it. */
function componentOf(file: string, edges: Edges): ReadonlySet<string> {
  for (const own of componentsOf([file], edges)) if (own.includes(file)) return new Set(own);
  return new Set();
}
