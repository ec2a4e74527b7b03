import type { Definitions, Field, Shape } from '../model/shape.js';

/** Refs that lead to refs further than this lead nowhere. */
const MAX_STEPS = 32;

/** What a shape is once its names are followed; absent where they lead nowhere. */
export function followRefs(shape: Shape, definitions: Definitions): Shape | undefined {
  let current: Shape | undefined = shape;
  for (let step = 0; step < MAX_STEPS && current?.kind === 'ref'; step += 1) current = definitions.get(current.name);
  return current?.kind === 'ref' ? undefined : current;
}

/** Whether most of what the code sends is what is promised inside a field that it does not send. `extras`: what is promised nowhere else. */
export function isUnwrapped(field: Field, extras: readonly string[], sent: number, definitions: Definitions): boolean {
  if (extras.length < 2 || extras.length * 2 < sent) return false;
  const content = followRefs(field.shape, definitions);
  if (content?.kind !== 'object') return false;
  const inside = new Set(content.fields.map(({ name }) => name));
  const found = extras.filter((name) => inside.has(name)).length;
  return found >= 2 && found * 2 >= sent;
}
