import type { Expression } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { functionScope } from '../../locals.js';
import { waysOf } from '../../optional-parameters.js';
import type { Handler, Sent } from '../../sends.js';
import type { Scope } from '../../source.js';
import { readAttributes, readParameters } from '../../syntax/parse-parts.js';
import type { Member } from '../../syntax/syntax.js';
import { afterBracket, find, isWord, type Range, textAt } from '../../syntax/tokens.js';
import { readType, type TypeSyntax } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';
import type { Registering } from './functions.js';

/** A string is sent as text; null is sent as the JSON value null, which matches no contract's body. */
const RETURNED = { text: 'text/plain', empty: 200 } as const;

/** The responses of a route's handler: a lambda, or a function that the argument names. */
export function handledBy(
  registering: Registering,
  { from, to }: Range,
  template: Expression,
  produced: readonly Response[] = [],
): readonly (Pick<Route, 'responses' | 'incomplete' | 'handler' | 'returned'> & { readonly template: Expression })[] {
  const { source, scope, local } = registering;
  const { tokens } = source;
  const arrow = find(tokens, { from, to }, new Set(['=>']));
  const named = to === from + 1 && isWord(tokens, from) ? local.get(textAt(tokens, from)) : undefined;
  const own = arrow >= 0 ? lambda(registering, { from, to }, arrow) : named && handlerOf(registering, named);
  if (own !== undefined)
    return waysOf(template, own).map((way, index) => ({
      ...sentOf(scope, from, known(way.sent, produced), index),
      template: way.template,
    }));
  const isChain = isWord(tokens, from) && textAt(tokens, to - 1) !== ')' && textAt(tokens, from) !== 'new';
  if (!isChain) return [{ template, responses: [], incomplete: 'its handler is not a function that could be read' }];
  const handler: Expression = readValue(scope, { from, to });
  return [{ template, responses: [], handler, returned: RETURNED }];
}

/** Completes the responses with those that the route declares (`.Produces<Pen>(200)`), where the code does not show them. */
function known(sent: Sent, produced: readonly Response[]): Sent {
  const [stated, ...more] = produced;
  const { responses, forwards } = sent;
  const [only, ...others] = responses;
  if (stated === undefined) return sent;
  if (forwards === undefined) {
    if (only === undefined || others.length > 0) return sent;
    if (saysNothing(only.body)) return { ...sent, responses: produced };
    // `new Store().Find()`, of a class that no source declares
    const isAlike = more.length === 0 && JSON.stringify(only.status) === JSON.stringify(stated.status);
    if (!isAlike) return sent;
    const body: Expression = { kind: 'operator', operator: 'first-known', of: stated.body, keys: only.body };
    return { ...sent, responses: [{ ...only, body }] };
  }
  if (more.length > 0) return sent;
  const orStated = (keys: Expression | undefined, of: Expression | undefined): Expression | undefined =>
    keys === undefined || of === undefined ? of : { kind: 'operator', operator: 'first-known', of, keys };
  const otherwise = ({ status, body, ...own }: Response): Response => {
    const code = orStated(status, stated.status);
    return { ...own, ...(code && { status: code }), body: orStated(body, stated.body) ?? body };
  };
  return {
    ...sent,
    forwards: forwards.map((one) => ({ ...one, ...(one.otherwise && { otherwise: otherwise(one.otherwise) }) })),
  };
}

const saysNothing = (of: Expression): boolean =>
  of.kind === 'unknown' || (of.kind === 'operator' && of.operator === 'non-null' && saysNothing(of.of));

/**
 * The responses in the form that a route has them; if other functions create results, the handler becomes a function of its own.
 */
export function sentOf(
  { source }: Scope,
  index: number,
  { responses, forwards, incomplete }: Sent,
  way = 0,
): Pick<Route, 'responses' | 'incomplete' | 'handler'> {
  const because = incomplete === undefined ? {} : { incomplete };
  if (forwards === undefined) return { responses, ...because };
  const at = source.tokens.at(index);
  const name = `handler@${at.line}:${at.column}${way === 0 ? '' : `:${way}`}`;
  source.facts.push({ kind: 'callable', name, sends: responses, forwards, ...because, at });
  return { responses: [], handler: { kind: 'name', name, space: 'value' } };
}

/** A method or local function as a handler. */
function handlerOf({ scope }: Pick<Registering, 'scope'>, member: Member): Handler {
  const { parameters, attributes, type, body, expression, at } = member;
  return {
    scope,
    parameters,
    attributes,
    type,
    isDeclared: true,
    ...(body === undefined ? {} : { body }),
    ...(expression === undefined ? {} : { expression }),
    at,
  };
}

/** `async (int id) => …`, `x => …`, `Task<IResult> (int id) => …`. */
function lambda({ source, scope }: Registering, { from, to }: Range, arrow: number): Handler {
  const { tokens } = source;
  const { attributes, next } = readAttributes(tokens, from, to);
  let at = next;
  while (/^(?:async|static)$/.test(textAt(tokens, at))) at += 1;
  const close = textAt(tokens, arrow - 1) === ')' ? (tokens.mates[arrow - 1] ?? -1) : -1;
  const parameters = close >= 0 ? readParameters(tokens, { from: close + 1, to: arrow - 1 }) : [];
  const type: TypeSyntax | undefined = close > at ? readType(tokens, at, close)?.type : undefined;
  const isBlock = textAt(tokens, arrow + 1) === '{';
  const body: Range = isBlock ? { from: arrow + 2, to: afterBracket(tokens, arrow + 1, to) - 1 } : { from: arrow + 1, to };
  return {
    scope: functionScope(scope, parameters, undefined, readValue),
    parameters,
    attributes,
    type,
    isDeclared: type !== undefined,
    ...(isBlock ? { body } : { expression: body }),
    at: arrow,
  };
}
