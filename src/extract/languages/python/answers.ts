import type { Expression } from '../../../facts/expression.js';
import type { Forward, Response, Route } from '../../../facts/fact.js';
import { isAltered } from './changes.js';
import { unreadFor, whenReturned } from './routing/method-guards.js';
import { type FunctionDefinition, lookup, originOf, type Scope } from './scope.js';
import type { Source } from './source.js';
import { calledName, lastName, type Node } from './syntax/syntax.js';
import { argumentsOf, readValue } from './values.js';
import { isDecoratedAway, registers, throughDecorators, wrappedCall } from './wrappers.js';

type Answered = Pick<Route, 'responses' | 'incomplete' | 'handler'>;

/** How a framework turns return values of handlers into responses. */
export interface Responder {
  /** The response for a returned expression; undefined: it is not recognised as a response. */
  readonly respond: (source: Source, scope: Scope, node: Node | undefined) => Response | undefined;
  /** The response for a returned value that proves to be plain data; undefined: unknown. */
  readonly data?: (source: Source, scope: Scope, node: Node | undefined) => Response | undefined;
  /** Modules whose functions create responses. */
  readonly library: RegExp;
}

/** What a function answers as a handler: its own results, and those of functions to which it delegates. */
export function answeredBy(source: Source, definition: FunctionDefinition, responder: Responder): Answered {
  const { results, inside } = definition;
  const responses: Response[] = [];
  const passed: Forward[] = [];
  let isUnderstood = results.length > 0;
  for (const [index, node] of results.entries()) {
    const { when } = whenReturned(source, definition, index);
    for (const part of waysOf(source, inside, node)) {
      const sent = responder.respond(source, inside, part);
      const forward = sent === undefined ? forwardOf(source, inside, part, responder) : undefined;
      const data = sent === undefined ? responder.data?.(source, inside, part) : undefined;
      if (forward !== undefined) passed.push({ ...forward, ...(data && { otherwise: data }), ...(when && { when }) });
      else if (sent !== undefined) responses.push({ ...sent, ...(when && { when: [...(sent.when ?? []), ...when] }) });
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
 * The data of a call or name: dictionaries are JSON, the content of texts is unknown.
 *
 * @param list the body for a list; absent: a list is JSON too
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

/** Both values of `a if c else b`; for `return body, status` the pairs that `body, status = {...}, 404` assigns. */
const waysOf = (source: Source, scope: Scope, node: Node | undefined): readonly (Node | undefined)[] =>
  node?.kind === 'choice' && node.conditional === true ? node.options : (pairsOf(source, scope, node) ?? [node]);

function pairsOf({ masked }: Source, scope: Scope, node: Node | undefined): readonly Node[] | undefined {
  if (node?.kind !== 'tuple' || node.items.length !== 2) return undefined;
  const [bodies, statuses] = node.items.map((item) => {
    const binding = item.kind === 'name' ? scope.bindings.get(item.name) : undefined;
    const isPlain =
      binding?.kind === 'variable' && binding.added.length === 0 && binding.values.every((one) => one !== undefined);
    return isPlain ? binding.values : undefined;
  });
  if (bodies === undefined || statuses === undefined || bodies.length < 2 || bodies.length !== statuses.length) return undefined;
  const isChanged = node.items.some((item) => item.kind === 'name' && isAltered(scope, item.name));
  const pairs = bodies.map((body, index) => {
    const status = statuses[index];
    if (body === undefined || status === undefined) return undefined;
    // of two statements, a name and `=` stand between them
    const isOne = ONE_TUPLE.test(masked.bare.slice(body.end, Math.min(status.start, body.end + MAX_BETWEEN)));
    // which pair the changes belong to is not followed
    const sent: Node = isChanged ? { kind: 'unread', start: body.start, end: body.end } : body;
    return isOne ? { ...node, items: [sent, status] } : undefined;
  });
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

const MAX_BETWEEN = 100;
/** What stands between two items of one tuple. */
const ONE_TUPLE = /^[\s,()]+$/;

/**
 * Records functions that answer for handlers, or that other files may register as handlers: the route sends their results
 * wherever a file registers them.
 */
export function recordAnswers(source: Source, responder: Responder): void {
  for (const definition of source.definitions.functions) {
    const { fact, results, isGenerator, inside } = definition;
    if (isGenerator || source.record.sends.has(fact) || definition.decorators.some(registers)) continue;
    const makes = results.some(
      (node) => responder.respond(source, inside, node) !== undefined || forwardOf(source, inside, node, responder) !== undefined,
    );
    if (!makes) continue;
    const answered = answeredBy(source, definition, responder);
    if (definition.decorators.every(isWraps)) {
      const { responses, incomplete, handler } = answered;
      // otherwise a delegating function has recorded itself
      if (handler === undefined)
        source.record.sends.set(fact, () => ({ sends: responses, ...(incomplete === undefined ? {} : { incomplete }) }));
    } else recordDecorated(source, definition, answered);
  }
}

const isWraps = (decorator: Node): boolean => /^(?:wraps|staticmethod|classmethod)$/.test(calledName(decorator));

/** Records that a function answers what its decorators make of its own answers: `@authorized()` on a handler that a document names. */
function recordDecorated(source: Source, definition: FunctionDefinition, own: Answered): void {
  const { fact, start } = definition;
  const { sends } = source.record;
  const delegated = sends.get(fact);
  sends.delete(fact);
  const name = `${fact}|own`;
  if (delegated !== undefined) source.record.facts.push({ kind: 'callable', name, ...delegated(), at: source.at(start) });
  const of: Answered = delegated === undefined ? own : { responses: [], handler: { kind: 'name', name, space: 'value' } };
  const { responses, incomplete, handler } = throughDecorators(source, definition, start, of);
  const forwards: readonly Forward[] =
    handler === undefined ? [] : [{ call: { kind: 'returns', of: handler }, why: 'a decorator may change what it returns' }];
  sends.set(fact, () => ({ sends: responses, forwards, ...(incomplete === undefined ? {} : { incomplete }) }));
}

/** `return success(users)`, `return await success(users)`: forwards the result of that function. */
export function forwardOf(
  source: Source,
  scope: Scope,
  node: Node | undefined,
  responder: Pick<Responder, 'library'>,
): Forward | undefined {
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

/** Whether a function belongs to the service: defined here, imported, a method of the class, or `Creator(data).process`. */
function isFollowed(scope: Scope, of: Node): boolean {
  let root = of.kind === 'attribute' ? of.of : of;
  // `services.boats.show(number)`
  while (root.kind === 'attribute') root = root.of;
  if (root.kind === 'call' && root.of.kind === 'name' && /^[A-Z]/.test(root.of.name)) return isFollowed(scope, root.of);
  if (root.kind !== 'name') return false;
  const binding = lookup(scope, root.name)?.binding;
  return /^(?:import|function|class)$/.test(binding?.kind ?? '') || (of.kind === 'attribute' && root.name === 'self');
}

/** A handler whose registered name is not a function of this file: imported, bound to an instance, or an entry of a table. */
export function handlerNamed(source: Source, scope: Scope, node: Node | undefined): Expression | undefined {
  const isNamed = node?.kind === 'name' || node?.kind === 'attribute' || node?.kind === 'subscript';
  return isNamed ? readValue(source, scope, node) : undefined;
}

/** `list_of(store)`, a function of the service that gives a handler. */
function handlerMade(source: Source, scope: Scope, node: Node | undefined): Expression | undefined {
  if (node?.kind !== 'call' || !isFollowed(scope, node.of) || /^(?:as_view$|[A-Z])/.test(lastName(node.of) ?? ''))
    return undefined;
  const made = readValue(source, scope, node);
  return made.kind === 'returns' ? { ...made, decorates: true } : undefined;
}

/** What such a handler answers, if linking finds the function. */
export function answeredElsewhere(source: Source, scope: Scope, node: Node | undefined): Answered {
  const handler = handlerNamed(source, scope, node) ?? handlerMade(source, scope, node);
  return handler === undefined ? { responses: [], incomplete: 'its handler is not read' } : { responses: [], handler };
}

/** Why a decorated function may send something other than its result; undefined: no decorator changes the result. */
export const decoratedAway = (definition: FunctionDefinition): string | undefined =>
  isDecoratedAway(definition) ? 'a decorator may change what it returns' : undefined;
