import type { ResponseTransform } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import type { Decorator } from '../decorators.js';
import { valueNamed } from '../names/names.js';
import { interceptorThrough } from './nestjs-interceptors.js';
import { interceptorsOf, reshapedBecause } from './nestjs-responses.js';
import { BY, type Nest } from './nestjs-words.js';

/** What the decorators of a class do to what all its handlers give. */
export interface ClassInterceptors {
  readonly wraps: readonly ResponseTransform[];
  /** Decorators that are left for its own handlers to apply. */
  readonly rest: readonly Decorator[];
}

/**
 * The interceptors of a class that has inherited handlers, or is a base class of others: they hold for all that hangs on its handlers
 * (https://docs.nestjs.com/interceptors#binding-interceptors; NestJS adds those of base classes to a class's own).
 */
export function classInterceptors({ source }: Nest, name: string, decorators: readonly Decorator[]): ClassInterceptors {
  const router = valueNamed(`${name}#handlers`);
  const wraps: ResponseTransform[] = [];
  const rest = decorators.filter((decorator) => {
    const why = reshapedBecause([decorator]);
    const interceptors = interceptorsOf([decorator]);
    const throughs =
      why === undefined ? interceptors.map((one) => interceptorThrough(source, one)) : [{ kind: 'unknown' as const, why }];
    for (const through of throughs) {
      if (through !== undefined)
        wraps.push({ kind: 'wrap', by: BY, router, through, below: true, at: atOf(source, decorator.node) });
    }
    return throughs.length === 0;
  });
  // the last is the nearest to the handler
  return { wraps: wraps.reverse(), rest };
}
