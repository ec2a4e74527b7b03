import type { Discriminator, Shape } from '../../model/shape.js';
import type { Side } from './walker.js';

/** A shape as a list of options: references are followed if they lead to unions, null is separate. */
export interface Options {
  readonly options: readonly Shape[];
  readonly nullable: boolean;
  readonly discriminator?: Discriminator | undefined;
}

/** Flattens a shape. A reference is an option by its name, unless it leads to a union. */
export function optionsOf(shape: Shape, side: Side): Options {
  const options: Shape[] = [];
  const seen = new Set<string>();
  let nullable = false;
  let discriminator: Discriminator | undefined;
  const add = (option: Shape): void => {
    const target = option.kind === 'ref' ? side.definitions.get(option.name) : option;
    if (option.kind === 'ref' && (seen.has(option.name) || target === undefined)) return;
    if (option.kind === 'ref') seen.add(option.name);
    if (target?.kind === 'union') {
      discriminator ??= target.discriminator;
      for (const inner of target.options) add(inner);
    } else if (target?.kind === 'ref') add(target);
    else if (target?.kind === 'scalar' && target.type === 'null') nullable = true;
    else if (target !== undefined) options.push(target.kind === 'unknown' ? target : option);
  };
  add(shape);
  return { options, nullable, discriminator };
}
