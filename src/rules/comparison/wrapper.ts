import type { Definitions, Field, Shape } from '../../model/shape.js';

/** A longer chain of references counts as unresolved. */
const MAX_STEPS = 32;

/** The shape after its references are followed; absent if they lead nowhere. */
export function followRefs(shape: Shape, definitions: Definitions): Shape | undefined {
  let current: Shape | undefined = shape;
  for (let step = 0; step < MAX_STEPS && current?.kind === 'ref'; step += 1) current = definitions.get(current.name);
  return current?.kind === 'ref' ? undefined : current;
}

/**
 * Whether most of what the code sends is what the contract has inside a field that the code does not send. `extras`: sent fields
 * that the contract has nowhere else.
 */
export function isUnwrapped(field: Field, extras: readonly string[], sent: number, definitions: Definitions): boolean {
  if (extras.length < 2 || extras.length * 2 < sent) return false;
  const content = followRefs(field.shape, definitions);
  if (content?.kind !== 'object') return false;
  const inside = new Set(content.fields.map(({ name }) => name));
  const found = extras.filter((name) => inside.has(name)).length;
  return found >= 2 && found * 2 >= sent;
}
