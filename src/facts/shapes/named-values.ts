import type { Shape } from '../../model/shape.js';
import { describeShape } from '../../model/shape-text.js';
import type { Program, Value } from '../program.js';
import type { Resolver } from '../values/target.js';

/** The named shapes evaluated so far. */
export function definitionsOf(program: Program): Map<string, Shape> {
  const definitions = new Map<string, Shape>();
  for (const [name, value] of program.values) if (value?.shape !== undefined) definitions.set(name, value.shape);
  return definitions;
}

/** The value with this name, evaluated on first use; a ref to it if its content is worth a name. */
export function referred(resolver: Resolver, name: string, make: () => Value): Value {
  const { program, questions } = resolver;
  questions.refer(name);
  if (!program.values.has(name)) {
    program.values.set(name, undefined);
    program.values.set(name, questions.within(name, make));
  }
  const value = program.values.get(name);
  if (value === undefined) return { shape: { kind: 'ref', name }, absent: false };
  if (value.shape === undefined || ['scalar', 'enum', 'unknown', 'ref'].includes(value.shape.kind)) return value;
  return { shape: { kind: 'ref', name }, absent: value.absent };
}

/** `file#Name<arguments>`; a number distinguishes equal names with different arguments. */
export function nameOfType(resolver: Resolver, file: string, name: string, shapes: readonly Shape[]): string {
  const { serializer, writer, omitsNulls, omitsUnset, camelNames, writesFields } = resolver;
  const base = `${file}#${name}${serializer === 'off' ? '' : `@${serializer}`}${writer === undefined ? '' : `@${writer}`}${omitsNulls === true ? '@without nulls' : ''}${omitsUnset === true ? '@without unset' : ''}${camelNames === true ? '@camel case' : ''}${writesFields === true ? '@fields' : ''}`;
  if (shapes.length === 0) return base;
  const key = `${base}<${shapes.map((shape) => JSON.stringify(shape)).join()}>`;
  const { names } = resolver.program;
  const known = names.get(key);
  if (known !== undefined) return known;
  const readable = `${base}<${shapes.map((shape) => describeShape(shape, new Map())).join(', ')}>`;
  const taken = new Set(names.values());
  let fresh = readable;
  for (let copy = 2; taken.has(fresh); copy++) fresh = `${readable}~${copy}`;
  names.set(key, fresh);
  return fresh;
}
