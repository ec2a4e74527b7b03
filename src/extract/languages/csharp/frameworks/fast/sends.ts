import type { Expression } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { functionScope } from '../../locals.js';
import { branchSent, ofDeclared, sentBy } from '../../sends.js';
import type { Scope } from '../../source.js';
import { statusOf } from '../../statuses.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument, Member, TypeNode } from '../../syntax/syntax.js';
import { afterBracket, isWord, type Range, textAt } from '../../syntax/tokens.js';
import { readArguments, readType, simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { ABSENT, STRING, typeExpression } from '../../types.js';
import { readValue } from '../../values.js';

type Sent = Pick<Route, 'responses' | 'incomplete'>;

/**
 * Send methods, named without `Send` and `Async`, with their status and body.
 * https://fast-endpoints.com/docs/misc-conveniences#send-methods
 */
const SENDERS: ReadonlyMap<string, readonly [status: number, body: 'value' | 'none' | 'text' | 'file']> = new Map([
  ['Ok', [200, 'value']],
  ['', [200, 'value']],
  ['Response', [200, 'value']],
  ['Mapped', [200, 'value']],
  ['CreatedAt', [201, 'value']],
  ['AcceptedAt', [202, 'value']],
  ['NoContent', [204, 'none']],
  ['NotModified', [304, 'none']],
  ['Redirect', [302, 'none']],
  ['Errors', [400, 'none']],
  ['Unauthorized', [401, 'none']],
  ['Forbidden', [403, 'none']],
  ['NotFound', [404, 'none']],
  ['String', [200, 'text']],
  ['Stream', [200, 'file']],
  ['Bytes', [200, 'file']],
  ['File', [200, 'file']],
  ['EventStream', [200, 'file']],
]);

/** The responses of an endpoint: the return value of its handler, or else the arguments of its send calls. */
export function sentByEndpoint(scope: Scope, node: TypeNode): Sent {
  const find = (name: string): Member | undefined =>
    node.members.find(
      (member) => member.kind === 'method' && member.name === name && (member.body ?? member.expression) !== undefined,
    );
  const executes = find('ExecuteAsync');
  if (executes !== undefined) return returned(scope, node, executes);
  const handles = find('HandleAsync');
  const range = handles?.body ?? handles?.expression;
  if (handles === undefined || range === undefined) return { responses: [], incomplete: 'its handler is not seen' };
  const declared = responseType(scope, node);
  const inside = functionScope(scope, handles.parameters, handles.body, readValue);
  const sent = sendsIn(inside, range, declared, handles);
  const responses = sent.flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const why = sent.find((one) => typeof one === 'string');
  if (sent.length === 0) return { responses: [], incomplete: 'what it sends is not seen' };
  return { responses, ...(typeof why === 'string' && { incomplete: why }) };
}

function returned(scope: Scope, node: TypeNode, member: Member): Sent {
  const { parameters, type, body, expression, at } = member;
  const written = { ...(body === undefined ? {} : { body }), ...(expression === undefined ? {} : { expression }) };
  const {
    responses,
    forwards,
    incomplete: own,
  } = sentBy({
    scope,
    parameters,
    attributes: node.attributes,
    type,
    isDeclared: true,
    ...written,
    at,
  });
  const incomplete = own ?? forwards?.[0]?.why;
  return { responses, ...(incomplete === undefined ? {} : { incomplete }) };
}

/**
 * The response type argument of the base class: `Endpoint<TRequest, TResponse>`, `EndpointWithoutRequest<TResponse>`,
 * `Ep.Req<T>.Res<R>`.
 */
function responseType({ source: { tokens } }: Scope, { bases }: TypeNode): TypeSyntax | undefined {
  for (const base of bases) {
    if (base.kind !== 'named') continue;
    const name = simpleName(base);
    if (base.name.startsWith('Ep.')) {
      for (let at = base.at; at < base.at + 60 && textAt(tokens, at) !== '{'; at++)
        if (textAt(tokens, at) === 'Res' && textAt(tokens, at + 1) === '<')
          return readType(tokens, at + 2, tokens.list.length)?.type;
      return undefined;
    }
    if (name === 'EndpointWithoutRequest') return base.arguments[0];
    if (name === 'Endpoint' || name === 'EndpointWithMapping') return base.arguments[1];
  }
  return undefined;
}

/** `Send.OkAsync(x)`, `SendOkAsync(x)`, `Response = x`. */
function sendsIn(
  scope: Scope,
  { from, to }: Range,
  declared: TypeSyntax | undefined,
  handler: Member,
): readonly (Response | string)[] {
  const { tokens } = scope.source;
  const found: (Response | string)[] = [];
  for (let at = from; at < to; at++) {
    if (!isWord(tokens, at)) continue;
    const text = textAt(tokens, at);
    const isOfSend = textAt(tokens, at - 1) === '.' && textAt(tokens, at - 2) === 'Send';
    if (textAt(tokens, at - 1) === '.' && !isOfSend) continue;
    if (text === 'Response' && /^(?:=|\.)$/.test(textAt(tokens, at + 1))) {
      const isWhole = textAt(tokens, at + 1) === '=';
      if (isWhole || (declared !== undefined && textAt(tokens, at + 3) === '='))
        found.push(bodySent(scope, 200, isWhole ? { from: at + 2, to: endOf(scope, at + 2, to) } : undefined, declared, at));
      continue;
    }
    const name = isOfSend ? /^(\w{0,40})Async$/.exec(text)?.[1] : /^Send(\w{0,40})Async$/.exec(text)?.[1];
    if (name === undefined) continue;
    const generic = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, to) : undefined;
    const open = generic?.next ?? at + 1;
    if (textAt(tokens, open) !== '(') continue;
    const given = readGiven(tokens, { from: open + 1, to: afterBracket(tokens, open, to) - 1 }).filter(
      (one) => !isToken(scope, one, handler),
    );
    found.push(sentWith(scope, name, given, declared, at, handler));
  }
  return found;
}

function endOf({ source: { tokens } }: Scope, from: number, to: number): number {
  let at = from;
  while (at < to && textAt(tokens, at) !== ';')
    at = '([{'.includes(textAt(tokens, at) || '-') ? afterBracket(tokens, at, to) : at + 1;
  return at;
}

/** Is the argument the cancellation token of the request? */
function isToken({ source: { tokens } }: Scope, { from, to, name }: Argument, { parameters }: Member): boolean {
  if (name === 'cancellation' || name === 'ct') return true;
  const given = parameters.find((one) => one.name === textAt(tokens, from));
  if (to !== from + 1) return textAt(tokens, from) === 'CancellationToken';
  return given?.type !== undefined && simpleName(given.type) === 'CancellationToken';
}

function sentWith(
  scope: Scope,
  name: string,
  given: readonly Argument[],
  declared: TypeSyntax | undefined,
  place: number,
  handler: Member,
): Response | string {
  const at = scope.source.tokens.at(place);
  const [first, second] = given;
  if (name === 'Result' && first !== undefined) {
    const { parameters, attributes } = handler;
    const sent = branchSent({ scope, parameters, attributes, type: undefined, isDeclared: true, at: place }, first, undefined);
    return typeof sent !== 'string' && 'call' in sent ? sent.why : sent;
  }
  const form = SENDERS.get(name);
  if (form === undefined) return `what ${name || 'it'} sends is not known`;
  const [usual, body] = form;
  const explicit = name === '' || name === 'Response' || name === 'Mapped' || name === 'String' ? second : undefined;
  const status = explicit === undefined ? usual : statusOf(scope, explicit);
  if (status === undefined) return 'a status that is decided when it runs';
  const code: Expression = { kind: 'literal', value: status };
  if (body === 'text') return { status: code, mediaType: 'text/plain', body: STRING, direct: true, at };
  if (body === 'file') return { status: code, mediaType: 'application/octet-stream', body: STRING, direct: true, at };
  const isBodiless = body === 'none' || (name === 'Ok' && first === undefined);
  if (isBodiless) return { status: code, mediaType: 'none', body: ABSENT, direct: true, at };
  const isAt = /At$/.test(name);
  const value = isAt ? (given.find((one) => one.name === 'responseBody') ?? given[2] ?? second) : first;
  if (isAt && value === undefined) return { status: code, mediaType: 'none', body: ABSENT, direct: true, at };
  return bodySent(scope, status, name === 'Mapped' ? undefined : value, declared, place);
}

/** A value that is sent as its declared type: it says itself what the type leaves open, such as a null that it never is. */
function bodySent(
  scope: Scope,
  status: number,
  value: Range | undefined,
  declared: TypeSyntax | undefined,
  place: number,
): Response {
  const isOpen = declared === undefined || /^(?:object|Object|dynamic)$/.test(simpleName(declared));
  const of: Expression =
    value === undefined
      ? declared === undefined || isOpen
        ? { kind: 'unknown', why: 'what it sends is not known' }
        : typeExpression(scope, declared)
      : ofDeclared(scope, value, isOpen ? undefined : declared, true);
  const body: Expression = { kind: 'operator', operator: 'non-null', of };
  return { status: { kind: 'literal', value: status }, body, at: scope.source.tokens.at(place) };
}
