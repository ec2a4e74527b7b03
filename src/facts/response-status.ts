import { type Shape, unknown } from '../model/shape.js';
import type { Expression } from './expression.js';
import type { Lazy, Site } from './program.js';
import { resolve } from './resolve.js';
import type { Resolver } from './target.js';
import { texts } from './texts.js';

/** The status of a response: one of several that all tell of failure stands for them. */
export function statusOf(resolver: Resolver, lazy: Lazy): number | undefined {
  const target = resolve(resolver, lazy, 'value');
  if (target.kind === 'choice' && target.changing === true) {
    const [first, ...others] = target.options.map((option) => numberOf(texts(resolver, option)));
    return others.concat(first).every((status = 0) => status >= 400) ? first : undefined;
  }
  return numberOf(texts(resolver, lazy));
}

/** Of several bodies under a status that is one of success or of failure, which is sent with which is not known. */
export function shapeWith(resolver: Resolver, status: Expression | undefined, site: Site, shape: Shape): Shape {
  if (status === undefined || shape.kind !== 'union') return shape;
  const target = resolve(resolver, { expression: status, site }, 'value');
  if (target.kind !== 'choice' || target.changing !== true) return shape;
  const failed = target.options.map((option) => (numberOf(texts(resolver, option)) ?? 0) >= 400);
  return failed.includes(true) && failed.includes(false) ? unknown('which body goes with which status') : shape;
}

function numberOf(all: readonly string[]): number | undefined {
  const status = all.length === 1 ? Number(all[0]) : Number.NaN;
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined;
}
