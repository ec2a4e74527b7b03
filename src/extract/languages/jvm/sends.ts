import type { Expression, ReturnsExpression } from '../../../facts/expression.js';
import type { Callable, Condition, Forward, Response } from '../../../facts/fact.js';
import { statusAt } from './bodies/answers.js';
import { narrowedAt, nullsAt } from './bodies/narrowing.js';
import { type Body, envAt, readIn, variableAt } from './bodies/variables.js';
import { functionNamed, methodsNamed } from './free-names.js';
import { at, literal, rawText, unknown } from './source.js';
import { argumentsOf, pastTypeArguments } from './syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from './tokens.js';
import type { Argument, Range, TypeRef } from './unit.js';

/** The responses of a Ktor handler in a range of its body. https://ktor.io/docs/server-responses.html */
export function sentIn(body: Body, range: Range): Pick<Callable, 'sends' | 'forwards'> {
  const sends: Response[] = [];
  const forwards: Forward[] = [];
  for (let index = range.from; index < range.to; index++) {
    const call = callAt(body, index);
    if (call === undefined) continue;
    const isOwn = isOverload(body, call);
    const response = isOwn ? undefined : responseOf(body, call);
    const decided = decidedBy(body, index);
    const when = decided.length > 0 && { when: decided };
    if (response !== undefined) sends.push({ ...response, ...when });
    else if (isRetained(body, call)) continue;
    else if (isOwn || isForwarded(body, call)) forwards.push({ ...forwardOf(body, call), ...when });
  }
  const { sends: all } = withStatus(body, range, sends);
  return { sends: all, ...(forwards.length > 0 && { forwards }) };
}

/**
 * The parameters that must or must not be null where a response is sent: `if (transform != null) … else …`. So must what they
 * hold: `result.fold({ if (it == null) respond(NoContent) else respond(it) }, …)` of a `Result<Note>` never sends the first.
 */
function decidedBy(body: Body, index: number): readonly Condition[] {
  const { source, method, callable } = body;
  const { tokens } = source.unit;
  const held = (callable === undefined ? [] : nullsAt(tokens, index)).flatMap((name): Expression[] => {
    const of = method.parameters.some((one) => one.name === name) ? undefined : envAt(body, index).local(name);
    const shown = of && ofParameter(of);
    return shown === undefined ? [] : [shown];
  });
  const parameters = method.parameters.flatMap(({ name, value: given }, place): readonly Condition[] => {
    const as = callable === undefined ? undefined : narrowedAt(tokens, name, index)?.as;
    if (callable === undefined || (as !== 'something' && as !== 'nothing')) return [];
    const isNull = given !== undefined && tokenAt(tokens, given.from).text === 'null';
    const of: Expression = { kind: 'parameter', callable, index: place, ...(isNull && { otherwise: literal(null) }) };
    return [{ value: of, equals: null, holds: as === 'nothing' }];
  });
  return [...parameters, ...held.map((value): Condition => ({ value, equals: null, holds: true }))];
}

/** What a parameter holds, as a list or a result, and null where that may be null; undefined for other values. */
function ofParameter(of: Expression): Expression | undefined {
  if (of.kind !== 'operator' || of.keys !== undefined) return of.kind === 'parameter' ? of : undefined;
  const inner = ofParameter(of.of);
  return inner === undefined || of.operator === 'non-null' ? inner : { ...of, of: inner };
}

interface Call {
  readonly name: string;
  readonly index: number;
  readonly given: readonly Argument[];
  /** The trailing lambda after the brackets. */
  readonly lambda?: Range;
  /** The word before the dot. */
  readonly on?: string;
  /** The position after its brackets. */
  readonly end: number;
}

function callAt(body: Body, index: number): Call | undefined {
  const { tokens } = body.source.unit;
  const { kind, text } = tokenAt(tokens, index);
  if (kind !== 'word') return undefined;
  const next = tokenAt(tokens, index + 1).text === '<' ? pastTypeArguments(tokens, index + 1) : index + 1;
  if (tokenAt(tokens, next).text !== '(') return undefined;
  const isMember = /^\??\.$/.test(tokenAt(tokens, index - 1).text);
  const after = closingOf(tokens, next) + 1;
  const last = tokenAt(tokens, after);
  const lambda = last.text === '{' && !last.first ? { from: after, to: closingOf(tokens, after) + 1 } : undefined;
  const given = argumentsOf(tokens, next);
  return {
    name: text,
    index,
    end: after,
    given,
    ...(lambda && { lambda }),
    ...(isMember && { on: tokenAt(tokens, index - 2).text }),
  };
}

const CALLS = /^(?:call|context|ctx|applicationCall|this)$/;
const TEXTS: Readonly<Record<string, string>> = {
  respondText: 'text/plain',
  respondHtml: 'text/html',
  respondTemplate: 'text/html',
  respondBytes: 'application/octet-stream',
  respondFile: 'application/octet-stream',
  respondOutputStream: 'application/octet-stream',
  respondTextWriter: 'text/plain',
};

function responseOf(body: Body, call: Call): Response | undefined {
  const { name, given, on } = call;
  if (on !== undefined && !CALLS.test(on)) return undefined;
  const place = at(body.source, call.index);
  if (name === 'respondRedirect') return { status: literal(302), mediaType: 'none', body: { kind: 'absent' }, at: place };
  const words = given.map((one) => tokenAt(body.source.unit.tokens, one.from).text);
  const written = given.findIndex((one, index) => one.name === 'status' || words[index] === 'HttpStatusCode');
  const statusIndex = written < 0 && takesStatus(name, given, words) ? 0 : written;
  const known = statusIndex < 0 ? literal(200) : statusExpression(body, given[statusIndex]);
  const status = known === undefined ? {} : { status: known };
  if (Object.hasOwn(TEXTS, name)) {
    const isJson = given.some((one) => /Json/.test(lastWord(body, one)));
    const mediaType = isJson ? {} : { mediaType: TEXTS[name] ?? 'text/plain' };
    return { ...status, ...mediaType, body: rawText, at: place };
  }
  if (name !== 'respond' && name !== 'respondNullable') return undefined;
  const message = given.find((one, index) => one.name === 'message' || (index !== statusIndex && one.name === undefined));
  if (message === undefined) return { ...status, mediaType: 'none', body: { kind: 'absent' }, at: place };
  const read = readIn(body, message);
  const isText = read.kind === 'text' || (read.kind === 'literal' && typeof read.value === 'string');
  // https://ktor.io/docs/server-serialization.html: content negotiation leaves bytes and texts alone
  return { ...status, ...(isText ? { mediaType: 'text/plain' } : { rawBytes: true, rawTexts: true }), body: read, at: place };
}

/**
 * The first of two arguments of `respond` is the status, unless the second one is the type of the message: https://api.ktor.io
 */
function takesStatus(name: string, given: Call['given'], words: readonly string[]): boolean {
  const [first, second] = given;
  const isPair = first?.name === undefined && second !== undefined && second.name === undefined;
  return /^respond(?:Nullable)?$/.test(name) && isPair && words[1] !== 'typeInfo';
}

const lastWord = ({ source: { unit } }: Body, { to }: Range): string => tokenAt(unit.tokens, to - 1).text;

function statusExpression(body: Body, range: Range | undefined): Expression | undefined {
  const status = statusAt(body.source, range);
  if (status !== undefined || range === undefined) return status === undefined ? undefined : literal(status);
  const isName = range.to - range.from === 1;
  const chosen = isName ? statusesIn(body, range) : undefined;
  if (chosen !== undefined) return chosen;
  // a status parameter of a helper
  const given = readIn(body, range);
  if (given.kind === 'member') return given;
  if (!isName || given.kind !== 'parameter') return undefined;
  const otherwise = statusAt(body.source, body.method.parameters[given.index]?.value);
  return otherwise === undefined ? given : { ...given, otherwise: literal(otherwise) };
}

/**
 * The status in a variable that is assigned once: one status, or a choice by a condition (`when (reason) { … ->
 * HttpStatusCode.NotFound }`).
 */
function statusesIn(body: Body, range: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  const { text } = tokenAt(tokens, range.from);
  const { value: stored } = variableAt(body, text, range.from) ?? {};
  if (stored === undefined || stored.to - stored.from > MAX_CHOICE || body.block.changes.some(({ name }) => name === text))
    return undefined;
  const only = statusAt(body.source, stored);
  if (only !== undefined) return literal(only);
  const options: Expression[] = [];
  let choices = 0;
  for (let at = stored.from; at < stored.to; at++) {
    const word = tokenAt(tokens, at).text;
    if (word === '->' || word === 'else') choices += tokenAt(tokens, at + 1).text === '->' ? 0 : 1;
    else if (word === 'if') choices += at === stored.from ? 1 : 0;
    const status = word === 'HttpStatusCode' ? statusAt(body.source, { from: at, to: at + 3 }) : undefined;
    if (status !== undefined) options.push(literal(status));
  }
  // each alternative must be a literal status
  return choices > 1 && options.length === choices ? { kind: 'union', options, changing: true } : undefined;
}
/** Maximum number of tokens of a value that chooses a status. */
const MAX_CHOICE = 200;

/** Applies `call.response.status(HttpStatusCode.Created)` to the only response. */
function withStatus(body: Body, { from, to }: Range, sends: readonly Response[]): { readonly sends: readonly Response[] } {
  const { tokens } = body.source.unit;
  for (let index = from; index < to; index++) {
    const isSet = tokenAt(tokens, index).text === 'response' && tokenAt(tokens, index + 2).text === 'status';
    if (!isSet || tokenAt(tokens, index + 3).text !== '(') continue;
    const status = statusExpression(body, argumentsOf(tokens, index + 3)[0]);
    return {
      sends: sends.map(({ status: _, ...one }) => (sends.length === 1 && status !== undefined ? { ...one, status } : one)),
    };
  }
  return { sends };
}

/** `val users = UsersController(call)`: an object that stores the call and responds in its methods. */
const isRetained = ({ source: { unit } }: Body, { name, on, index, end, given }: Call): boolean => {
  if (on !== undefined || !/^\p{Lu}/u.test(name) || !isGivenCall(unit.tokens, given)) return false;
  const isStored = tokenAt(unit.tokens, index - 1).text === '=' && /^va[lr]$/.test(tokenAt(unit.tokens, index - 3).text);
  return isStored || tokenAt(unit.tokens, end).text === '.';
};

/** The receiver of a method call, if it was created with the call. */
function keeperAt(body: Body, { on, index }: Call): Range | undefined {
  if (on !== ')') return on === undefined ? undefined : retainedIn(body, on, index);
  const { tokens } = body.source.unit;
  const made = callAt(body, openingOf(tokens, index - 2) - 1);
  return made !== undefined && made.end === index - 1 && isRetained(body, made) ? { from: made.index, to: made.end } : undefined;
}

/** The value of a variable, if it is an object created with the call. */
function retainedIn(body: Body, name: string, index: number): Range | undefined {
  const { value: stored } = variableAt(body, name, index) ?? {};
  const made = stored && callAt(body, stored.from);
  return made !== undefined && made.end === stored?.to && isRetained(body, made) ? stored : undefined;
}

/**
 * `suspend fun ApplicationCall.respond(error: Problem)`: is it a function of the service with a library name, for this argument
 * type?
 */
function isOverload(body: Body, { name, on, given }: Call): boolean {
  if (on !== undefined && !CALLS.test(on)) return false;
  const { tokens, functions } = body.source.unit;
  const [argument, ...others] = given;
  if (argument === undefined || others.length > 0 || !name.startsWith('respond')) return false;
  const word = tokenAt(tokens, argument.from).text;
  const declared = body.method.parameters.find((one) => one.name === word)?.type?.name ?? word;
  return methodsNamed(functions, name).some(
    ({ receiver, parameters: [only, ...more] }) =>
      ANSWERED.test(receiver?.name ?? '') && more.length === 0 && only?.type?.name === declared,
  );
}

/** Does the function receive the call as an argument, or as the receiver of the service's own function? */
function isForwarded(body: Body, call: Call): boolean {
  const { unit } = body.source;
  const { name, on, given } = call;
  if (/^(?:receive\w*|principal|sessions)$/.test(name) && on !== undefined) return false;
  if (on !== undefined && CALLS.test(on) && on !== 'this') return true;
  if (handlerGiven(body, call) !== undefined) return true;
  // in a handler, an extension function of the type of `this`
  if (on === undefined && methodsNamed(unit.functions, name).some(({ receiver }) => ANSWERED.test(receiver?.name ?? '')))
    return true;
  if (isGivenCall(unit.tokens, given) || keeperAt(body, call) !== undefined) return true;
  return given.some(({ from, to }) => to === from + 1 && retainedIn(body, tokenAt(unit.tokens, from).text, from) !== undefined);
}

const isGivenCall = (tokens: Tokens, given: readonly Argument[]): boolean =>
  given.some(({ from, to }) => {
    const words = Array.from({ length: Math.min(to - from, 4) }, (_, index) => tokenAt(tokens, from + index).text).join('');
    return /^(?:call|this\.call|context|this\.context|applicationCall)$/.test(words);
  });

/**
 * The arguments of a function, in the order of its parameters. Named arguments and a trailing lambda require the function's
 * declaration for that.
 */
function valuesOf(body: Body, { name, given, lambda }: Call): readonly Expression[] {
  const { unit } = body.source;
  const read = (one: Argument): Expression => givenStatus(body, one) ?? readIn(body, one);
  const unnamed = given.findIndex((one) => one.name !== undefined);
  const first = unnamed < 0 ? given : given.slice(0, unnamed);
  if (lambda === undefined && first.length === given.length) return given.map(read);
  const [only, ...others] = methodsNamed(unit.functions, name);
  const hole = unknown('which parameter it is for is not known');
  if (only === undefined || others.length > 0) return [...first.map(read), ...Array.from({ length: MAX_HOLES }, () => hole)];
  return only.parameters.map((one, index) => {
    const own = first[index] ?? given.find((each) => each.name === one.name);
    if (own !== undefined) return read(own);
    if (lambda !== undefined && index === only.parameters.length - 1) return read(lambda);
    if (one.value === undefined) return hole;
    const status = statusAt(body.source, one.value);
    return status === undefined ? readIn(body, one.value) : literal(status);
  });
}
const MAX_HOLES = 8;

/** `HttpStatusCode.Created` as an argument of a helper. */
function givenStatus(body: Body, range: Range): Expression | undefined {
  const { text } = tokenAt(body.source.unit.tokens, range.from);
  if (text === 'HttpStatusCode') return statusExpression(body, range);
  return range.to - range.from === 1 ? statusesIn(body, range) : undefined;
}

/**
 * Position of a trailing lambda among the arguments of a function that registers routes: it is always last, whichever arguments
 * the call omits.
 */
export const LAMBDA = 20;

/** The argument of a function with routes that handles a request when code calls it by its name: `body()`. */
function handlerGiven({ method, callable }: Body, { name, on }: Call): Expression | undefined {
  const index = on === undefined ? method.parameters.findIndex((one) => one.name === name && handles(one.type)) : -1;
  if (index < 0) return undefined;
  const isLast = index === method.parameters.length - 1;
  return callable === undefined ? unknown('what it is given') : { kind: 'parameter', callable, index: isLast ? LAMBDA : index };
}

/** `suspend RoutingContext.() -> Unit`, the type of a handler. */
const handles = (type: TypeRef | undefined): boolean =>
  ANSWERED.test(type?.receiver ?? '') || /^(?:RoutingHandler|PipelineInterceptor)$/.test(type?.name ?? '');

/** Names of functions that respond. */
const ANSWERS = /^(?:respond|reply|send)/;

function forwardOf(body: Body, called: Call): Forward {
  const { name, on, index } = called;
  const env = envAt(body, index);
  const isFree = on === undefined || CALLS.test(on);
  const isOther = on !== undefined && on !== 'this' && isFree && !ANSWERS.test(name);
  const keeper = keeperAt(body, called);
  const read = (): Expression =>
    keeper === undefined ? (env.local(on ?? '') ?? readIn(body, { from: index - 2, to: index - 1 })) : readIn(body, keeper);
  const receiver = isFree ? undefined : read();
  const of: Expression =
    handlerGiven(body, called) ??
    (receiver === undefined ? functionNamed(env, name) : { kind: 'member', of: receiver, name: `${name}()` });
  const call: ReturnsExpression = { kind: 'returns', of, values: valuesOf(body, called) };
  return { call, why: `what ${name} sends was not followed`, lenient: name === 'receive' || isOther };
}

const ANSWERED = /(?:^|\.)(?:ApplicationCall|RoutingCall|RoutingContext|PipelineContext)$/;

/** Does a function respond to Ktor calls itself? Returns its body. */
export function answersCalls({ source: { unit }, method, decl }: Body): Range | undefined {
  if (!unit.imports.some(({ path }) => path.startsWith('io.ktor.'))) return undefined;
  const range = method.body ?? method.expression;
  const retained = decl?.components ?? [];
  const isGiven = [method.receiver, ...[...method.parameters, ...retained].map(({ type }) => type)].some((type) =>
    ANSWERED.test(type?.name ?? ''),
  );
  return range !== undefined && isGiven && closingOf(unit.tokens, range.from) !== 0 ? range : undefined;
}
