import { METHODS } from '../../model/endpoint.js';
import type { Condition } from '../routing-fact.js';

/** A condition that a request has one of these methods, or none of them. */
export type MethodCondition = Extract<Condition, { readonly methods: unknown }>;

/** Stands for any method without a name here. */
const OTHER = '(other)';

/** The condition on the methods that remain once some are excluded; none if all are excluded. */
export function methodsLeft(isOut: (method: string) => boolean): readonly MethodCondition[] {
  const out = [...METHODS, OTHER].filter(isOut);
  if (out.length === 0) return [];
  const isNamed = out.includes(OTHER);
  return [{ methods: isNamed ? METHODS.filter((method) => !out.includes(method)) : out, holds: isNamed }];
}
