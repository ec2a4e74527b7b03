import type { Expression, ReturnsExpression } from '../../../../facts/expression.js';
import type { Callable, Forward, Response } from '../../../../facts/fact.js';
import { byName } from '../by-name.js';
import { functionNamed, methodsNamed, NO_METHODS } from '../free-names.js';
import { importOf, isLibrary } from '../names.js';
import { at, literal, rawText, type Source, unknown } from '../source.js';
import { argumentsOf, pastTypeArguments, splitAt } from '../syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Field, Method, Range } from '../unit.js';
import { statusAt } from './answers.js';
import { valueStart } from './lambdas.js';
import { type Body, envAt, readIn, variableAt } from './variables.js';

export type Http4kAnswers = Pick<Callable, 'sends' | 'forwards' | 'incomplete'>;

const isUsed = ({ unit }: Source): boolean => unit.imports.some(({ path }) => path.startsWith('org.http4k.'));

/** What an http4k function answers: a handler, a function that gives one, or a helper of handlers. */
export function http4kAnswers(body: Body): Http4kAnswers | undefined {
  const { source, method } = body;
  const range = method.body ?? method.expression;
  if (range === undefined || !isUsed(source) || method.receiver?.name === 'Response' || !mayAnswer(source.unit.tokens, method))
    return undefined;
  const answers = http4kAnswersIn(body, range, requestOf(source.unit.tokens, method));
  return answers.sends?.length === 0 && answers.forwards === undefined && method.type === undefined ? undefined : answers;
}

/** The name of the request, which a function or the lambda that it gives gets. */
function requestOf(tokens: Tokens, { parameters, expression }: Method): string | undefined {
  const own = parameters.find(({ type }) => type?.name === 'Request')?.name;
  if (own !== undefined || expression === undefined) return own;
  const { from } = expression;
  const isLambda = tokenAt(tokens, from).text === '{' && tokenAt(tokens, from + 3).text === 'Request';
  return isLambda && tokenAt(tokens, from + 4).text === '->' ? tokenAt(tokens, from + 1).text : undefined;
}

const mayAnswer = (tokens: Tokens, method: Method): boolean =>
  /^(?:Response|HttpHandler)$/.test(method.type?.name ?? '') ||
  (method.type?.name === '->' && method.type.arguments.at(-1)?.name === 'Response') ||
  (method.type === undefined &&
    method.expression !== undefined &&
    (requestOf(tokens, method) !== undefined || isResponse(tokens, method.expression.from)));

/**
 * The responses that code creates. Lambdas count as code in place: what a function around them does to a finished response is
 * error handling. `request`: the name of the request, by which calls of other handlers are known.
 */
export function http4kAnswersIn(body: Body, range: Range, request: string | undefined): Http4kAnswers {
  const { tokens } = body.source.unit;
  const sends: Response[] = [];
  const forwards: Forward[] = [];
  for (let index = range.from; index < range.to; index++) {
    if (isResponse(tokens, index)) sends.push(responseAt(body, index));
    else {
      const call = handlerCall(body, index, request);
      const lenient = call !== undefined && !isResult(tokens, index, range) && { lenient: true };
      if (call !== undefined) forwards.push({ call, why: 'what this function answers was not followed', ...lenient });
    }
  }
  const isSuccess = ({ status }: Response): boolean => status?.kind !== 'literal' || Number(status.value) < 400;
  const isOpen = !sends.some(isSuccess) && !forwards.some(({ lenient }) => lenient !== true);
  return {
    sends,
    ...(forwards.length > 0 && { forwards }),
    ...(isOpen && { incomplete: 'its answers were not followed' }),
  };
}

/** Does a call stand where a function or a lambda gives its result? */
function isResult(tokens: Tokens, index: number, { from, to }: Range): boolean {
  const isMember = /^\??\.$/.test(tokenAt(tokens, index - 1).text);
  const start = isMember ? valueStart(tokens, index) : index;
  const before = tokenAt(tokens, start - 1).text;
  if (/^(?:return|->|else|\?:)$/.test(before)) return true;
  const open = tokenAt(tokens, index + 1).text === '<' ? pastTypeArguments(tokens, index + 1) : index + 1;
  const end = closingOf(tokens, open) + 1;
  return (start === from || before === '{' || tokenAt(tokens, start).first) && (end === to || tokenAt(tokens, end).text === '}');
}

/** `Response(OK)`, and no type. */
const isResponse = (tokens: Tokens, index: number): boolean =>
  tokenAt(tokens, index).text === 'Response' &&
  tokenAt(tokens, index + 1).text === '(' &&
  !/^(?:class|fun|:)$/.test(tokenAt(tokens, index - 1).text);

/** The call of another function that may answer: it gives a response, or gets the request. */
function handlerCall(body: Body, index: number, request: string | undefined): ReturnsExpression | undefined {
  const { source, decl } = body;
  const { tokens, functions } = source.unit;
  const { kind, text } = tokenAt(tokens, index);
  const open = tokenAt(tokens, index + 1).text === '<' ? pastTypeArguments(tokens, index + 1) : index + 1;
  if (kind !== 'word' || tokenAt(tokens, open).text !== '(' || /^[A-Z]/.test(text) || KNOWN.test(text)) return undefined;
  if (/[lL]ens$/.test(text)) return undefined;
  const given = argumentsOf(tokens, open);
  const values = given.map((one) => givenTo(body, one));
  const takesRequest = given.some(({ from, to }) => to === from + 1 && tokenAt(tokens, from).text === request);
  if (/^\??\.$/.test(tokenAt(tokens, index - 1).text)) {
    const on = { from: valueStart(tokens, index - 2), to: index - 1 };
    if (!takesRequest || tokenAt(tokens, on.from).text === request || isRead(tokens, on)) return undefined;
    return { kind: 'returns', of: { kind: 'member', of: readIn(body, on), name: `${text}()` }, values };
  }
  const own = [...methodsNamed(decl?.methods ?? NO_METHODS, text), ...methodsNamed(functions, text)];
  const imported = importOf(source, text)?.path;
  const isAnswer =
    own.length > 0
      ? own.some((one) => one.parameters.length >= given.length && mayAnswer(tokens, one))
      : imported === undefined || !isLibrary(imported);
  return isAnswer ? { kind: 'returns', of: functionNamed(envAt(body, index), text), values } : undefined;
}
/** An argument of a helper: a status, a body as a text, or a value. */
function givenTo(body: Body, range: Range): Expression {
  const { tokens } = body.source.unit;
  const words = range.to - range.from;
  const isStatus =
    tokenAt(tokens, range.from).text === 'Status' || (words === 1 && /^[A-Z_]+$/.test(tokenAt(tokens, range.from).text));
  const status = isStatus ? statusAt(body.source, range) : undefined;
  if (status !== undefined) return literal(status);
  const written = encoded(body, range);
  if (written.kind === 'unknown') return written.why === UNREAD ? readIn(body, range) : written;
  return { kind: 'object', members: [{ kind: 'property', name: TEXT_OF, value: written, at: at(body.source, range.from) }] };
}
/** The member by which a helper knows the value that a text which it gets was made of. */
const TEXT_OF = 'text of';

/** Calls of the language and of lenses, which answer nothing. */
const KNOWN =
  /^(?:if|when|for|while|catch|return|listOf|mapOf|setOf|require|check|error|println|path|query|header|extract|invoke)$/;

/** `userLens(request)` and `Body.auto<User>().toLens().extract(request)` read the request. */
const isRead = (tokens: Tokens, { from, to }: Range): boolean =>
  tokens.list.slice(from, to).some(({ text }) => /^(?:Body|Query|Path|Header)$|[lL]ens$/.test(text));

function responseAt(body: Body, index: number): Response {
  const { tokens } = body.source.unit;
  const [first] = argumentsOf(tokens, index + 1);
  const known = statusAt(body.source, first);
  const read = known === undefined && first !== undefined ? readIn(body, first) : undefined;
  const status = known !== undefined ? literal(known) : read?.kind === 'parameter' ? read : undefined;
  const common = { ...(status !== undefined && { status }), at: at(body.source, index) };
  const sent = setBy(body, closingOf(tokens, index + 1) + 1) ?? injected(body, index);
  return sent === undefined ? { ...common, mediaType: 'none', body: literal(null) } : { ...common, body: sent };
}

/** Calls that leave the body of a response alone. */
const OTHERS = /^(?:header|headers|replaceHeader|replaceHeaders|removeHeader|cookie|removeCookie|invalidateCookie|status|also)$/;

/** The body that the calls after a response, or after the start of a helper, set: the last one counts. */
function setBy(body: Body, from: number): Expression | undefined {
  const { tokens } = body.source.unit;
  let sent: Expression | undefined;
  for (let dot = from; /^\??\.$/.test(tokenAt(tokens, dot).text); ) {
    const name = tokenAt(tokens, dot + 1).text;
    const open = tokenAt(tokens, dot + 2).text === '<' ? pastTypeArguments(tokens, dot + 2) : dot + 2;
    const isCall = tokenAt(tokens, open).text === '(';
    sent = (isCall || tokenAt(tokens, open).text === '{' ? stepAt(body, name, isCall ? open : undefined) : undefined) ?? sent;
    dot = isCall || tokenAt(tokens, open).text === '{' ? closingOf(tokens, open) + 1 : open;
  }
  return sent;
}

function stepAt(body: Body, name: string, open: number | undefined): Expression | undefined {
  if (OTHERS.test(name)) return undefined;
  const given = open === undefined ? [] : argumentsOf(body.source.unit.tokens, open);
  const [first] = given;
  if (name === 'body' && first !== undefined) return encoded(body, first);
  if (name === 'with') return given.map((one) => throughLens(body, one)).find((one) => one !== undefined);
  const path = importOf(body.source, name)?.path;
  if (first === undefined || (path !== undefined && isLibrary(path))) return unknown(UNREAD);
  return { kind: 'returns', of: functionNamed(envAt(body, first.from), name), values: given.map((one) => readIn(body, one)) };
}
const UNREAD = 'what writes this body is not followed';

/** `Json.encodeToString(x)`, `mapper.writeValueAsString(x)`, `Jackson.asFormatString(x)` */
function encoded(body: Body, range: Range, depth = 0): Expression {
  const { tokens } = body.source.unit;
  const open = openingOf(tokens, range.to - 1);
  const end = tokenAt(tokens, open - 1).text === '>' ? typesBefore(tokens, open - 1, range.from) : open - 1;
  const last = open > range.from && tokenAt(tokens, range.to - 1).text === ')' ? argumentsOf(tokens, open).at(-1) : undefined;
  if (last !== undefined && ENCODERS.test(tokenAt(tokens, end).text)) return readIn(body, last);
  const { text } = tokenAt(tokens, range.from);
  const isName = range.to === range.from + 1;
  const stored = isName ? variableAt(body, text, range.from)?.value : undefined;
  if (stored !== undefined && depth < MAX_STORED) return encoded(body, stored, depth + 1);
  const index = isName ? body.method.parameters.findIndex(({ name }) => name === text) : -1;
  if (index >= 0 && body.callable !== undefined)
    return { kind: 'member', of: { kind: 'parameter', callable: body.callable, index }, name: TEXT_OF };
  return tokenAt(tokens, range.from).kind === 'string' ? rawText : unknown(UNREAD);
}
const MAX_STORED = 5;
const ENCODERS = /^(?:encodeToString|writeValueAsString|asFormatString|asJsonString)$/;

function typesBefore(tokens: Tokens, end: number, from: number): number {
  let index = end;
  while (index > from && tokenAt(tokens, index).text !== '<') index -= 1;
  return index - 1;
}

/** `lens of x`; undefined if it sets no body. */
function throughLens(body: Body, range: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  const [lens, value] = splitAt(tokens, range, 'of');
  if (lens === undefined || value === undefined) return unknown(UNREAD);
  return lensWrites(body.source, lens, value, body);
}

function lensWrites(source: Source, lens: Range, value: Range, body: Body): Expression | undefined {
  const { tokens } = source.unit;
  const words = wordsOf(tokens, lens);
  if (words.some((one) => /^(?:CONTENT_TYPE|LOCATION|Header|Cookies)$/.test(one))) return undefined;
  const stated = lens.to === lens.from + 1 ? lensNamed(body, words[0] ?? '') : words;
  if (stated?.includes('Header') === true) return undefined;
  const isJson = stated !== undefined && (stated.includes('auto') || stated.includes('autoBody'));
  return isJson ? readIn(body, value) : unknown('what this lens writes is not followed');
}

const fieldsNamed = byName<Field>();

/** What a property or a variable of this file is made by. */
function lensNamed({ source, decl, block }: Body, name: string): readonly string[] | undefined {
  const { tokens, properties, types } = source.unit;
  const objects = types.filter(({ form }) => form === 'object').map(({ fields }) => fields);
  const stated = [decl?.fields ?? [], properties, ...objects].flatMap((all) => fieldsNamed(all, name));
  const made = block.variables.find((one) => one.name === name)?.value ?? stated[0]?.value;
  return made === undefined ? undefined : wordsOf(tokens, made);
}

const wordsOf = (tokens: Tokens, { from, to }: Range): readonly string[] =>
  tokens.list.slice(from, Math.min(to, from + MAX_WORDS)).map(({ text }) => text);
const MAX_WORDS = 60;

/** `lens(x, Response(OK))`, `lens.inject(x, Response(OK))`, `Body.auto<T>().toLens().inject(x, Response(OK))` */
function injected(body: Body, index: number): Expression | undefined {
  const { tokens } = body.source.unit;
  if (tokenAt(tokens, index - 1).text !== ',') return undefined;
  let open = index - 1;
  while (open > index - MAX_WORDS && !(tokenAt(tokens, open).text === '(' && closingOf(tokens, open) > index)) open -= 1;
  const [value] = argumentsOf(tokens, open);
  const isInject = /^(?:inject|set)$/.test(tokenAt(tokens, open - 1).text);
  const end = isInject ? open - 2 : open;
  const lens = { from: valueStart(tokens, end - 1), to: end };
  return value === undefined ? unknown(UNREAD) : lensWrites(body.source, lens, value, body);
}

/** What an extension function on a response writes: the value of its parameters, where a call gives it them. */
export function http4kWritten(body: Body): Expression | undefined {
  const { source, method } = body;
  const range = method.body ?? method.expression;
  if (method.receiver?.name !== 'Response' || range === undefined || !isUsed(source)) return undefined;
  const { tokens } = source.unit;
  for (let index = range.from; index < range.to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    const isSet = kind === 'word' && /^(?:body|with)$/.test(text) && tokenAt(tokens, index + 1).text === '(';
    const sent = isSet ? stepAt(body, text, index + 1) : undefined;
    if (sent !== undefined) return sent;
  }
  return unknown(UNREAD);
}
