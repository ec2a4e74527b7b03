import type { Expression } from '../../../facts/expression.js';
import type { Forward, Response, Route } from '../../../facts/fact.js';
import { unreadFor, whenReturned } from './routing/method-guards.js';
import { type FunctionDefinition, lookup, originOf, type Scope } from './scope.js';
import type { Source } from './source.js';
import { lastName, type Node } from './syntax/syntax.js';
import { argumentsOf, readValue } from './values.js';
import { isDecoratedAway, wrappedCall } from './wrappers.js';

type Answered = Pick<Route, 'responses' | 'incomplete' | 'handler'>;

/** How a framework makes responses of what its handlers return. */
export interface Responder {
  /** The response that a returned expression is; undefined: it is none that is understood. */
  readonly respond: (source: Source, scope: Scope, node: Node | undefined) => Response | undefined;
  /** What a returned value is sent as that turns out to be no response; undefined: that is not told. */
  readonly data?: (source: Source, scope: Scope, node: Node | undefined) => Response | undefined;
  /** Where functions come from that make responses themselves. */
  readonly library: RegExp;
}

/** What a function answers as a handler: what it returns, or what the functions return that it leaves that to. */
export function answeredBy(source: Source, definition: FunctionDefinition, responder: Responder): Answered {
  const { results, inside } = definition;
  const responses: Response[] = [];
  const passed: Forward[] = [];
  let isUnderstood = results.length > 0;
  for (const [index, node] of results.entries()) {
    const { when } = whenReturned(source, definition, index);
    for (const part of waysOf(node)) {
      const sent = responder.respond(source, inside, part);
      const forward = sent === undefined ? forwardOf(source, inside, part, responder) : undefined;
      const data = sent === undefined ? responder.data?.(source, inside, part) : undefined;
      if (forward !== undefined) passed.push({ ...forward, ...(data && { otherwise: data }), ...(when && { when }) });
      else if (sent !== undefined) responses.push({ ...sent, ...(when && { when }) });
      else if (data !== undefined) responses.push({ ...data, ...(when && { when }) });
      else if (when !== undefined) responses.push(unreadFor(when, source.at(part?.start ?? definition.start)));
      else isUnderstood = false;
    }
  }
  const incomplete = isUnderstood ? {} : { incomplete: 'not all that it returns is understood' };
  if (passed.length === 0) return { responses, ...incomplete };
  source.record.sends.set(definition.fact, () => ({ sends: responses, forwards: passed, ...incomplete }));
  return { responses: [], handler: { kind: 'name', name: definition.fact, space: 'value' } };
}

/**
 * What a call or name gives as data: dictionaries are JSON, and what texts hold nobody knows.
 *
 * @param list what a list is sent as; absent: it is JSON as well
 */
export function dataOf(
  source: Source,
  scope: Scope,
  node: Node,
  list?: Expression,
): Pick<Response, 'body' | 'rawTexts' | 'supposed'> | undefined {
  if (node.kind !== 'call' && node.kind !== 'name' && node.kind !== 'await') return undefined;
  const of: Expression = { kind: 'operator', operator: 'non-null', of: readValue(source, scope, node) };
  const keys: readonly Expression[] = list === undefined ? [] : [{ kind: 'literal', value: '[]' }, list, of];
  const body: Expression =
    list === undefined ? of : { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: keys } };
  return { body, rawTexts: true, supposed: true };
}

/** Either of `a if c else b`. */
const waysOf = (node: Node | undefined): readonly (Node | undefined)[] =>
  node?.kind === 'choice' && node.conditional === true ? node.options : [node];

/** Functions that answer for handlers, or that another file registers as such: what they return is sent wherever that is done. */
export function recordAnswers(source: Source, responder: Responder): void {
  for (const definition of source.definitions.functions) {
    const { fact, results, isGenerator, inside } = definition;
    if (isGenerator || source.record.sends.has(fact) || definition.decorators.some((one) => !isWraps(one))) continue;
    const makes = results.some(
      (node) => responder.respond(source, inside, node) !== undefined || forwardOf(source, inside, node, responder) !== undefined,
    );
    if (!makes) continue;
    const { responses, incomplete, handler } = answeredBy(source, definition, responder);
    // one that leaves it to others has said so
    if (handler === undefined)
      source.record.sends.set(fact, () => ({ sends: responses, ...(incomplete === undefined ? {} : { incomplete }) }));
  }
}

const isWraps = (decorator: Node): boolean =>
  /^(?:wraps|staticmethod|classmethod)$/.test(lastName(decorator.kind === 'call' ? decorator.of : decorator) ?? '');

/** `return success(users)`, `return await success(users)`: what that function returns. */
function forwardOf(source: Source, scope: Scope, node: Node | undefined, responder: Responder): Forward | undefined {
  const wrapped = wrappedCall(source, scope, node);
  if (wrapped !== undefined) return wrapped;
  const call = node?.kind === 'await' ? node.of : node;
  if (call?.kind !== 'call') return undefined;
  if (responder.library.test(originOf(scope, call.of) ?? '') || !isFollowed(scope, call.of)) return undefined;
  if (call.arguments.some(({ star }) => star === 1)) return undefined;
  const why = `what ${lastName(call.of) ?? 'a function'} returns is not read`;
  const given = argumentsOf(source, call, (value) => readValue(source, scope, value));
  return { call: { kind: 'returns', of: readValue(source, scope, call.of), ...given }, why };
}

/** A function of the service: made here or imported, or a method of the class. */
function isFollowed(scope: Scope, of: Node): boolean {
  const root = of.kind === 'attribute' ? of.of : of;
  if (root.kind !== 'name') return false;
  const binding = lookup(scope, root.name)?.binding;
  return binding?.kind === 'import' || binding?.kind === 'function' || (of.kind === 'attribute' && root.name === 'self');
}

/** A handler that is registered by a name which this file does not define as a function: imported, bound to an instance, taken from a table. */
export function handlerNamed(source: Source, scope: Scope, node: Node | undefined): Expression | undefined {
  const isNamed = node?.kind === 'name' || node?.kind === 'attribute' || node?.kind === 'subscript';
  return isNamed ? readValue(source, scope, node) : undefined;
}

/** What such a handler answers, as far as linking finds the function. */
export function answeredElsewhere(source: Source, scope: Scope, node: Node | undefined): Answered {
  const handler = handlerNamed(source, scope, node);
  return handler === undefined ? { responses: [], incomplete: 'its handler is not read' } : { responses: [], handler };
}

/** Why a function with decorators may send something else than it returns; undefined: none of them changes that. */
export const decoratedAway = (definition: FunctionDefinition): string | undefined =>
  isDecoratedAway(definition) ? 'a decorator may change what it returns' : undefined;
