import type { Definitions, Shape } from '../../model/shape.js';

/**
 * Names of definitions that lead back to themselves through references and unions only. This consumes no value, so a comparison
 * would never end. Linear; no recursion.
 */
export function circular(definitions: Definitions): readonly string[] {
  const onCircle = new Set<string>();
  const done = new Set<string>();
  for (const start of definitions.keys()) {
    const path = new Set<string>();
    const waiting = [{ name: start, leave: false }];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (step.leave) {
        done.add(step.name);
        path.delete(step.name);
      } else if (path.has(step.name)) {
        for (const name of after(step.name, path)) onCircle.add(name);
      } else if (!done.has(step.name)) {
        path.add(step.name);
        waiting.push({ name: step.name, leave: true });
        for (const next of links(definitions.get(step.name))) waiting.push({ name: next, leave: false });
      }
    }
  }
  return [...onCircle];
}

/** The name and those that were added after it. */
function after(name: string, path: ReadonlySet<string>): readonly string[] {
  const names = [...path];
  return names.slice(names.indexOf(name));
}

/** The references that a shape consists of, without descending into a value. */
function links(shape: Shape | undefined): readonly string[] {
  if (shape?.kind === 'ref') return [shape.name];
  return shape?.kind === 'union' ? shape.options.flatMap(links) : [];
}
