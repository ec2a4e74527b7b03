import type { Shape } from '../../model/shape.js';

/** Counts the parts of shapes as a traversal visits them; shared shapes count each time. */
export class Scales {
  readonly #known = new WeakMap<Shape, number>();

  weigh(shape: Shape): number {
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const weight = parts(shape).reduce((sum, part) => sum + this.weigh(part), 1);
    this.#known.set(shape, weight);
    return weight;
  }
}

function parts(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'tuple':
      return shape.items;
    case 'map':
      return [shape.values];
    case 'union':
      return shape.options;
    case 'object': {
      const fields = shape.fields.map((field) => field.shape);
      return typeof shape.rest === 'object' ? [...fields, shape.rest] : fields;
    }
    default:
      return [];
  }
}
