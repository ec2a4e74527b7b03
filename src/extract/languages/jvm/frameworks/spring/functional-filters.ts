import type { Expression } from '../../../../../facts/expression.js';
import type { ResponseTransform } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import { passesAnswersOn } from '../../bodies/decorating.js';
import { lambdaAt } from '../../routing/context-handlers.js';
import { at, type Source, unknown } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import type { Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

/**
 * `filter((request, next) -> …)` and `after((request, response) -> …)` of a functional router may send another body, unless their
 * code visibly passes the response on.
 * https://docs.spring.io/spring-framework/reference/web/webmvc-functional.html#webmvc-fn-handler-filter-function
 */
export function filterOf(source: Source, index: number, router: Expression): ResponseTransform | undefined {
  const { tokens } = source.unit;
  const name = tokenAt(tokens, index).text;
  const open = index + 1;
  const block = tokenAt(tokens, open).text === '{' ? { from: open, to: closingOf(tokens, open) + 1 } : undefined;
  const given = block ?? argumentsOf(tokens, open)[0];
  if (given === undefined) return undefined;
  const lambda = lambdaAt(tokens, given);
  const second = lambda && secondOf(tokens, given, lambda.inner);
  // a stream's `filter` has a lambda with one parameter
  if (lambda !== undefined && second === undefined) return undefined;
  if (
    lambda !== undefined &&
    (name === 'filter' ? passesAnswersOn(tokens, lambda.inner, SPRING) : gives(tokens, lambda.inner, second))
  )
    return undefined;
  return {
    kind: 'wrap',
    by: frameworkProfiles.spring.id,
    router,
    through: unknown(REWRITES.filter),
    below: true,
    past: true,
    at: at(source, index),
  };
}

const SPRING = {
  method: 'handle',
  response: 'ServerResponse',
  refusals: /^(?:badRequest|notFound|unprocessableEntity|unauthorized|forbidden|seeOther|temporaryRedirect|permanentRedirect)$/,
  withStatus: 'status',
};

/** The second parameter of a lambda. */
function secondOf(tokens: Tokens, { from }: Range, inner: Range): string | undefined {
  const words = tokens.list.slice(from, inner.from).map(({ text }) => text);
  const comma = words.indexOf(',');
  const last = words.slice(comma + 1).findLast((word) => /^[a-z_]\w*$/i.test(word));
  return comma < 0 ? undefined : last;
}

/** Does a lambda only return this name? */
function gives(tokens: Tokens, { from, to }: Range, name: string | undefined): boolean {
  const words = tokens.list.slice(from, to).map(({ text }) => text);
  if (!words.includes('return')) return words.at(-1) === name && (words.length === 1 || words.at(-2) !== '=');
  return words.every((word, index) => word !== 'return' || (words[index + 1] === name && words[index + 2] === ';'));
}
