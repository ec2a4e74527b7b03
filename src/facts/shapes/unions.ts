import { type EnumValue, NULL, type Shape } from '../../model/shape.js';

/**
 * One of several shapes in its simplest form: flat, without duplicates, with literals merged into one enum, `true | false` as
 * boolean, and without literals that a scalar beside them covers.
 */
export function unionOf(options: readonly Shape[]): Shape {
  const flat = options.flatMap((option): readonly Shape[] =>
    option.kind === 'union' && option.discriminator === undefined ? option.options : [option],
  );
  const seen = new Map<string, Shape>();
  const values = new Set<EnumValue>();
  for (const option of flat) {
    if (option.kind === 'enum') for (const value of option.values) values.add(value);
    else seen.set(JSON.stringify(option), option);
  }
  if (values.delete(null)) seen.set(JSON.stringify(NULL), NULL);
  const plain = [...seen.values()];
  if (values.has(true) && values.has(false)) plain.push({ kind: 'scalar', type: 'boolean' });
  const stored = (value: EnumValue): boolean =>
    plain.some((shape) => shape.kind === 'scalar' && shape.format === undefined && holds(shape.type, value));
  const left = [...values].filter((value) => !stored(value));
  if (left.length > 0) plain.unshift({ kind: 'enum', values: left });
  const [first] = plain;
  return plain.length === 1 && first !== undefined ? first : { kind: 'union', options: plain };
}

function holds(type: string, value: EnumValue): boolean {
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value));
  return type === typeof value;
}
