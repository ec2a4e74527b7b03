import { statusNamed } from '../../model/http-status.js';
import { type Shape, unknown } from '../../model/shape.js';
import type { Expression } from '../expression.js';
import type { Response } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { isErrorOf } from '../shapes/form-tags.js';
import { hasMember } from '../values/having.js';
import { resolve } from '../values/resolve.js';
import { FUEL, type Resolver } from '../values/target.js';
import { texts } from '../values/texts.js';

/** The status of a response. If all possible statuses are failures, the first stands for them. */
export function statusOf(resolver: Resolver, lazy: Lazy): number | undefined {
  const target = resolve(resolver, lazy, 'value');
  if (target.kind === 'choice' && target.changing === true) {
    const [first, ...others] = target.options.map((option) => numberOf(texts(resolver, option)));
    return others.concat(first).every((status = 0) => status >= 400) ? first : undefined;
  }
  return numberOf(texts(resolver, lazy));
}

/** Whether a status is a member of an error: `error.code`, `error.code ?? 500`. Whatever its value, it is no success. */
function isOfError(resolver: Resolver, { expression, site }: Lazy, fuel = FUEL): boolean {
  if (fuel <= 0) return false;
  const inner = (of: Expression): boolean => isOfError(resolver, { expression: of, site }, fuel - 1);
  switch (expression.kind) {
    case 'operator': {
      const [, own] = expression.operator === 'having' && expression.keys?.kind === 'tuple' ? expression.keys.items : [];
      if (own !== undefined) return own.kind !== 'spread' && inner(own);
      return expression.operator === 'non-null' && inner(expression.of);
    }
    case 'union':
      return expression.options.some(inner) && expression.options.every((one) => inner(one) || isFailure(one));
    case 'member': {
      const of = resolve(resolver, { expression: expression.of, site }, 'shape', fuel - 1);
      return (
        isErrorOf(resolver, of, 'Error', fuel - 1) ||
        hasMember(resolver, of, ':problem', fuel - 1) === true ||
        (of.kind === 'type' && of.declarations.some(({ name }) => FAILURES.test(name)))
      );
    }
    default:
      return false;
  }
}

/** Names of objects that describe why a request failed: `problem.status` is no success. */
const FAILURES = /(?:Error|Exception|Failure|Problem)(?=\p{Lu}|$)/u;

const isFailure = (status: Expression): boolean => status.kind === 'literal' && Number(status.value) >= 400;

/** Whether a response with an unresolved status is no success. */
export const isError = (resolver: Resolver, sent: Response, site: Site): boolean =>
  isAfterFailure(sent) || (sent.status !== undefined && isOfError(resolver, { expression: sent.status, site }));
export const isAfterFailure = ({ when = [] }: Pick<Response, 'when'>): boolean => when.some((one) => 'failed' in one);
export const afterFailure = (sent: Response): Response => ({
  ...sent,
  when: [...(sent.when ?? []), { failed: true, holds: true }],
});

const BOTH = unknown('which body goes with which status');

/**
 * If the status may be a success or a failure, or is not known, and there are several bodies, it is unknown which body goes with
 * which status. Where both are members of one value, `eachOf` has paired them before.
 */
export function shapeWith(resolver: Resolver, status: Expression | undefined, site: Site, shape: Shape): Shape {
  if (status?.kind === 'literal' || shape.kind !== 'union') return shape;
  if (shape.options.filter((one) => one.kind !== 'scalar' || one.type !== 'null').length < 2) return shape;
  if (status === undefined) return BOTH;
  const target = resolve(resolver, { expression: status, site }, 'value');
  const options: readonly Lazy[] = target.kind === 'choice' ? target.options : [{ expression: status, site }];
  const numbers = options.flatMap((option) => numberOf(texts(resolver, option)) ?? []);
  const failed = new Set(numbers.map((one) => one >= 400));
  return failed.size === 1 ? shape : BOTH;
}

/** A status, also by the name of its constant. */
function numberOf(all: readonly string[]): number | undefined {
  const [only = ''] = all;
  const status = all.length === 1 ? (statusNamed(only) ?? Number(only)) : Number.NaN;
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined;
}
