import type { Expression } from '../expression.js';
import type { Response } from '../fact.js';
import type { Operator } from '../operator.js';
import type { Lazy, Site } from '../program.js';
import { isNullish } from './elements.js';
import { resolve } from './resolve.js';
import { FUEL, type Resolver, refill } from './target.js';

/** Expressions for one of several possible values. */
export interface Alternative {
  readonly expressions: readonly Expression[];
  readonly site: Site;
}

/** Name of the value that the expressions share. */
const EITHER = '|either';
/** Most values, and deepest level of values within values, that are distinguished. */
const MAX_OPTIONS = 100;
const MAX_DEPTH = 4;

/**
 * Splits status and body that are members of one value with several options: each status goes with the body of the same option
 * (`write(w, result.Code, result.Body)`).
 */
export function alternatives(resolver: Resolver, expressions: readonly Expression[], site: Site): readonly Alternative[] {
  const same: readonly Alternative[] = [{ expressions, site }];
  const shared = sharedBy(expressions);
  if (shared === undefined) return same;
  const options = optionsOf(resolver, { expression: shared, site }, 0);
  const [only] = options;
  if (options.length > MAX_OPTIONS || only === undefined || (options.length === 1 && only.expression === shared)) return same;
  const [written, name] = [JSON.stringify(shared), JSON.stringify({ kind: 'name', name: EITHER })];
  const renamed = expressions.map((one): Expression => JSON.parse(JSON.stringify(one).replaceAll(written, name)));
  return options.map((option) => ({
    expressions: renamed,
    site: { ...site, types: new Map([...(site.types ?? []), [EITHER, option]]) },
  }));
}

/** One response for each value that its status and its body are members of. */
export function eachOf(resolver: Resolver, response: Response, site: Site): readonly (readonly [Response, Site])[] {
  const { status, body } = response;
  if (status === undefined || status.kind === 'literal') return [[response, site]];
  refill(resolver);
  return alternatives(resolver, [status, body], site).map(({ expressions: [own = status, sent = body], site: at }) => {
    return [{ ...response, status: own, body: sent }, at];
  });
}

/** The owner of a member in one expression that another expression also mentions. */
function sharedBy(expressions: readonly Expression[]): Expression | undefined {
  for (const [index, expression] of expressions.entries()) {
    const of = ownerIn(expression);
    const written = of && JSON.stringify(of);
    if (written !== undefined && expressions.some((one, other) => other !== index && JSON.stringify(one).includes(written)))
      return of;
  }
  return undefined;
}

/** The variable, member or call result that an expression reads a member of. */
function ownerIn(expression: Expression): Expression | undefined {
  if (expression.kind === 'operator' && expression.operator === 'non-null') return ownerIn(expression.of);
  if (expression.kind !== 'member') return undefined;
  let of = expression.of;
  while (of.kind === 'operator' && NARROWING.has(of.operator)) of = of.of;
  return ['name', 'returns', 'parameter', 'member'].includes(of.kind) ? expression.of : undefined;
}

/** What earlier tests leave of a value. */
const NARROWING: ReadonlySet<Operator> = new Set(['non-null', 'tested', 'tagged', 'members-tested']);

const isWritten = (of: Expression, by: Expression): boolean =>
  (of.kind === 'operator' && of.operator === 'filled') || (of.kind === 'object' && by.kind === 'operator');

function optionsOf(resolver: Resolver, lazy: Lazy, depth: number): readonly Lazy[] {
  const target = resolve(resolver, lazy, 'value');
  // a literal, also one that a test left of a declared union
  if (target.kind === 'plain' && isWritten(target.expression, lazy.expression)) return [target];
  if (target.kind !== 'choice' || target.readings === true || depth > MAX_DEPTH) return [lazy];
  const all: Lazy[] = [];
  for (const option of target.options) {
    if (isNullish(resolver, option, 'value', FUEL)) continue;
    all.push(...optionsOf(resolver, option, depth + 1));
    if (all.length > MAX_OPTIONS) break;
  }
  return all;
}
