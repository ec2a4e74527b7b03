import { METHODS } from '../../model/endpoint.js';
import type { Condition } from '../routing-fact.js';

/** That a request has one of these methods, or none of them. */
export type MethodCondition = Extract<Condition, { readonly methods: unknown }>;

/** Stands for any method that has no name here. */
const OTHER = '(other)';

/** That a request has one of the methods that are not out, if any is; where all are out none is left. */
export function methodsLeft(isOut: (method: string) => boolean): readonly MethodCondition[] {
  const out = [...METHODS, OTHER].filter(isOut);
  if (out.length === 0) return [];
  const isNamed = out.includes(OTHER);
  return [{ methods: isNamed ? METHODS.filter((method) => !out.includes(method)) : out, holds: isNamed }];
}
