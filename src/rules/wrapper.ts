import type { Definitions, Field, ObjectShape, Shape } from '../model/shape.js';

/** Refs that lead to refs further than this lead nowhere. */
const MAX_STEPS = 32;

/** What a shape is once its names are followed; absent where they lead nowhere. */
export function followRefs(shape: Shape, definitions: Definitions): Shape | undefined {
  let current: Shape | undefined = shape;
  for (let step = 0; step < MAX_STEPS && current?.kind === 'ref'; step += 1) current = definitions.get(current.name);
  return current?.kind === 'ref' ? undefined : current;
}

/** Whether the code sends the content of a promised field itself, without the field around it: most of what it sends is in there. */
export function unwrapped(field: Field, promised: ObjectShape, actual: ObjectShape, definitions: Definitions): boolean {
  const content = followRefs(field.shape, definitions);
  if (content?.kind !== 'object' || actual.fields.length === 0) return false;
  const [inside, beside] = [content, promised].map((shape) => new Set(shape.fields.map(({ name }) => name)));
  const found = actual.fields.filter(({ name }) => inside?.has(name) === true && beside?.has(name) !== true);
  return found.length >= 2 && found.length * 2 >= actual.fields.length;
}
