import { methodsNamed, NO_METHODS } from '../free-names.js';
import { stringValue } from '../literals.js';
import { statusOf } from '../routing/http-status.js';
import type { Source } from '../source.js';
import { argumentsOf, type Cursor, isAt, peek, skipBracket, take, typeArguments, typeRef } from '../syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Argument, Method, Range } from '../unit.js';
import { valueStart } from './lambdas.js';
import { type Body, bodyOf, changesOf, insideOf, storedRanges, variableAt } from './variables.js';

/** The response on one execution path through a handler. */
export interface Answer {
  /** Absent if it is unknown. */
  readonly status?: number;
  /** The argument with the status, unless that is a constant. */
  readonly statusFrom?: Range;
  /**
   * The body: an expression, nothing, or the content of the value before a method reference (`found.map(ResponseEntity::ok)`).
   */
  readonly sent: Range | 'nothing' | { readonly contentOf: Range };
  /** The function body in which the expressions are read. */
  readonly body: Body;
  /** The parameter of the surrounding lambda, and the value that it receives. */
  readonly given?: { readonly name: string; readonly of: Range };
  /** The last word of the media type that the code sets: `TEXT_PLAIN`. */
  readonly mediaType?: string;
  readonly index: number;
}

/** How a library class creates responses. */
export interface Maker {
  /** The class name, and a pattern for imports of its package. */
  readonly name: string;
  readonly package: RegExp;
  /** First calls whose (first) argument is the body. */
  readonly bodied: ReadonlySet<string>;
  /** Later calls that set the body. */
  readonly sets: ReadonlySet<string>;
  /** The library sends no body for null. */
  readonly omitsNull?: boolean;
}

/** Statuses of the first calls. */
const STATUSES: Readonly<Record<string, number>> = {
  ...{ ok: 200, created: 201, accepted: 202, noContent: 204, badRequest: 400, unauthorized: 401, forbidden: 403, notFound: 404 },
  ...{ unprocessableEntity: 422, unprocessableContent: 422, internalServerError: 500, serverError: 500, notModified: 304 },
  ...{ seeOther: 303, temporaryRedirect: 307, permanentRedirect: 308, redirect: 301, of: 200, ofNullable: 200, success: 200 },
};

/** Methods that pass on responses more often than this do so in a circle. */
const MAX_FOLLOWED = 5;
const MAX_ANSWERS = 40;

/** The responses of a handler's return values; undefined if not all of them are resolved. */
export function answersOf(body: Body, maker: Maker, depth = 0): readonly Answer[] | undefined {
  const all: Answer[] = [];
  for (const { value } of body.block.returns) {
    const found = answersIn(body, value, maker, depth);
    if (found === undefined || all.length > MAX_ANSWERS) return undefined;
    all.push(...found);
  }
  return all.length === 0 ? undefined : all;
}

function answersIn(body: Body, range: Range, maker: Maker, depth: number): readonly Answer[] | undefined {
  const { tokens } = body.source.unit;
  const built = ofBuilder(body, range, maker);
  if (built !== undefined) return built;
  const all: Answer[] = [];
  let given: { name: string; of: Range; to: number } | undefined;
  const bodies = [{ of: body, to: range.to }];
  for (let at = range.from; at < range.to; at++) {
    given = lambdaAt(body.source, range, at) ?? (given !== undefined && at > given.to ? undefined : given);
    while (bodies.length > 1 && at > (bodies.at(-1)?.to ?? 0)) bodies.pop();
    const around = bodies.at(-1)?.of ?? body;
    if (isStatements(body.source, at)) {
      const to = closingOf(tokens, at);
      if (bodies.length < MAX_BLOCKS) bodies.push({ of: insideOf(around, { from: at + 1, to }), to });
      continue;
    }
    const found = answerAt(around, maker, at);
    if (found === undefined) {
      const more = ofMethod(around, maker, at, depth);
      if (more !== undefined) all.push(...more);
      continue;
    }
    const isMapped = tokenAt(tokens, at - 1).text === '(' && tokenAt(tokens, at - 3).text === '.';
    // what other calls give a reference (`answer(id, ResponseEntity::ok)`) is not known
    const contentOf = isMapped ? chainBefore(body.source, range, at - 3) : { from: at, to: at };
    const sent = found.reference && { sent: { contentOf } };
    all.push({ ...found.answer, ...sent, ...(given !== undefined && { given }) });
    at = Math.max(at, found.to - 1);
  }
  return all.length > 0 ? all : elsewhere(body, range, maker, depth);
}

/** A block lambda of Java, `-> {`, which has its own variables. */
const isStatements = ({ unit: { tokens } }: Source, at: number): boolean =>
  tokens.dialect === 'java' && tokenAt(tokens, at).text === '{' && tokenAt(tokens, at - 1).text === '->';
/** No real code nests lambdas more deeply. */
const MAX_BLOCKS = 20;

/** The responses in the values of a variable. */
function elsewhere(body: Body, range: Range, maker: Maker, depth: number): readonly Answer[] | undefined {
  if (depth > MAX_FOLLOWED) return undefined;
  const { tokens } = body.source.unit;
  const first = tokenAt(tokens, range.from).text === 'this' ? range.from + 2 : range.from;
  const name = tokenAt(tokens, first).text;
  const variable = range.to === first + 1 ? variableAt(body, name, range.from) : undefined;
  if (variable === undefined) return undefined;
  const values = storedRanges(body, variable, changesOf(body, variable, range.from), range.from);
  const isNull = ({ from }: Range): boolean => tokenAt(tokens, from).text === 'null';
  return together(values.filter((one) => !isNull(one)).map((one) => answersIn(body, one, maker, depth + 1)));
}

/** Types that deliver the response later. */
const LATER = /^(?:Mono|Uni|CompletionStage|CompletableFuture)$/;

/** The responses of another method of the class that the code calls or references here. */
function ofMethod(body: Body, maker: Maker, at: number, depth: number): readonly Answer[] | undefined {
  const { tokens } = body.source.unit;
  const { kind, text } = tokenAt(tokens, at);
  if (kind !== 'word' || depth > MAX_FOLLOWED) return undefined;
  const before = tokenAt(tokens, at - 1).text;
  const isOwn = before === '.' || before === '::' ? ['this', '('].includes(tokenAt(tokens, at - 2).text) : true;
  if (!isOwn || (before !== '::' && tokenAt(tokens, at + 1).text !== '(')) return undefined;
  const isAnswer = ({ type }: Method): boolean =>
    type?.name === maker.name || (LATER.test(type?.name ?? '') && type?.arguments[0]?.name === maker.name);
  const [only, ...others] = methodsNamed(body.decl?.methods ?? NO_METHODS, text).filter(isAnswer);
  return only === undefined || others.length > 0 ? undefined : answersOf(bodyOf(body.source, body.decl, only), maker, depth + 1);
}

function together(all: readonly (readonly Answer[] | undefined)[]): readonly Answer[] | undefined {
  const found = all.flatMap((one) => one ?? []);
  return all.length === 0 || all.includes(undefined) || found.length > MAX_ANSWERS ? undefined : found;
}

/** `.map(name -> …`: the parameter that stands for the content of a result. */
function lambdaAt(source: Source, range: Range, at: number): { name: string; of: Range; to: number } | undefined {
  const { tokens } = source.unit;
  const name = tokenAt(tokens, at);
  const open = at - 1;
  const isLambda = name.kind === 'word' && tokenAt(tokens, at + 1).text === '->' && /^[({]$/.test(tokenAt(tokens, open).text);
  if (!isLambda || !/^(?:map|flatMap|thenApply|let|fold|transform)$/.test(tokenAt(tokens, open - 1).text)) return undefined;
  const dot = beforeTypes(source, range, open - 2);
  if (!/^\??\.$/.test(tokenAt(tokens, dot).text) || dot <= range.from) return undefined;
  // `onFailure().transform(failure -> …)`
  if (/^on(?:ItemOr)?Failure$/.test(tokenAt(tokens, openingOf(tokens, dot - 1) - 1).text)) return undefined;
  return { name: name.text, of: chainBefore(source, range, dot), to: closingOf(tokens, open) };
}

/** The chain of calls before a dot. If the chain is too long to follow back, the range begins with the whole range. */
function chainBefore({ unit: { tokens } }: Source, { from }: Range, to: number): Range {
  const start = valueStart(tokens, to - 1);
  return { from: start < from || /^\??\.$/.test(tokenAt(tokens, start - 1).text) ? from : start, to };
}

/** `.<ResponseEntity<?>>map(…`: the position before the type arguments. */
function beforeTypes({ unit: { tokens } }: Source, { from }: Range, at: number): number {
  let depth = 0;
  let index = at;
  for (; index > Math.max(from, at - MAX_TYPE_TOKENS); index--) {
    const { text } = tokenAt(tokens, index);
    if (text.startsWith('>')) depth += text.length;
    else if (text === '<') depth -= 1;
    else if (depth === 0) return index;
  }
  return index;
}
const MAX_TYPE_TOKENS = 40;

/**
 * `builder.body(x)`, where a variable contains an unfinished response (`ResponseEntity.status(CREATED)`). Undefined if it does
 * not, or if statements in between set the body.
 */
function ofBuilder(body: Body, range: Range, maker: Maker): readonly Answer[] | undefined {
  const { tokens } = body.source.unit;
  const { kind, text } = tokenAt(tokens, range.from);
  if (kind !== 'word' || tokenAt(tokens, range.from + 1).text !== '.') return undefined;
  const variable = variableAt(body, text, range.from);
  const begun = variable?.value === undefined ? undefined : answerAt(body, maker, variable.value.from);
  if (variable === undefined || begun === undefined || begun.reference || begun.to !== variable.value?.to) return undefined;
  const isKnown = body.block.changes.some(
    ({ name, how, index }) => name === text && index < range.from && (how === '=' || maker.sets.has(how) || KNOWN.test(how)),
  );
  const cursor: Cursor = { tokens, at: range.from + 1 };
  const whole = isKnown ? undefined : continued(body, maker, cursor, begun.answer);
  return whole === undefined || whole.to !== range.to ? undefined : [{ ...whole.answer, index: range.from }];
}
const KNOWN = /^(?:status|contentType|type)$/;

interface Found {
  readonly answer: Answer;
  readonly to: number;
  readonly reference: boolean;
}

/** A response that is created at a token: `ResponseEntity.ok(x)`, `new ResponseEntity<>(x, status)`, `ResponseEntity::ok`. */
function answerAt(body: Body, maker: Maker, at: number): Found | undefined {
  const { source } = body;
  const { tokens } = source.unit;
  const cursor: Cursor = { tokens, at };
  const { kind, text } = tokenAt(tokens, at);
  if (kind !== 'word') return undefined;
  const before = tokenAt(tokens, at - 1).text;
  if (text === maker.name) {
    if (before === 'new' || (tokens.dialect === 'kotlin' && /^[(<]$/.test(tokenAt(tokens, at + 1).text)))
      return created(body, at);
    cursor.at = at + 1;
    while (isAt(cursor, '.') && /^[A-Z]/.test(peek(cursor, 1).text)) cursor.at += 2;
    if (take(cursor, '::')) return { answer: answer(body, at, STATUSES[peek(cursor).text]), to: cursor.at + 1, reference: true };
    if (!take(cursor, '.')) return undefined;
    if (isAt(cursor, '<')) typeArguments(cursor);
    return chained(body, maker, cursor);
  }
  if (before === '.' || tokenAt(tokens, at + 1).text !== '(' || !isImported(source, maker, text)) return undefined;
  return chained(body, maker, cursor);
}

function isImported({ unit }: Source, maker: Maker, name: string): boolean {
  if (!Object.hasOwn(STATUSES, name) && name !== 'status') return false;
  return unit.imports.some(
    (one) => maker.package.test(one.path) && (one.all || one.path.endsWith(`.${name}`)) && one.path.includes(`.${maker.name}`),
  );
}

function answer(body: Body, index: number, given: Range | number | undefined): Answer {
  const status = typeof given === 'object' ? statusAt(body.source, given) : given;
  const from = status === undefined && typeof given === 'object' && { statusFrom: given };
  return { ...(status !== undefined && { status }), ...from, sent: 'nothing', body, index };
}

/** `ok().header(…).body(x)`, beginning with the first call. */
function chained(body: Body, maker: Maker, cursor: Cursor): Found | undefined {
  const { tokens } = cursor;
  const start = cursor.at;
  const name = peek(cursor).text;
  const isStatus = name === 'status';
  if (!isStatus && !Object.hasOwn(STATUSES, name)) return undefined;
  cursor.at += 1;
  if (isAt(cursor, '<')) typeArguments(cursor);
  if (!isAt(cursor, '(')) return undefined;
  const [first, second] = argumentsOf(tokens, cursor.at);
  skipBracket(cursor);
  const begun = answer(body, start, isStatus ? first : STATUSES[name]);
  // `Response.ok(entity, type)` of JAX-RS
  const made = second === undefined || !maker.bodied.has(name) ? begun : { ...begun, mediaType: mediaIn(tokens, second) };
  const hasBody = first !== undefined && maker.bodied.has(name) && !isAddress(tokenAt(tokens, first.from).text);
  return continued(body, maker, cursor, hasBody ? { ...made, sent: first } : made);
}

/** `.header(…).body(x)` on an unfinished response. */
function continued(body: Body, maker: Maker, cursor: Cursor, begun: Answer): Found | undefined {
  const { tokens } = cursor;
  let made = begun;
  while (isAt(cursor, '.') && peek(cursor, 1).kind === 'word') {
    const step = peek(cursor, 1).text;
    cursor.at += 2;
    if (isAt(cursor, '<')) typeArguments(cursor);
    if (!isAt(cursor, '(') && !isAt(cursor, '{')) break;
    const from = cursor.at;
    const [given] = isAt(cursor, '(') ? argumentsOf(tokens, from) : [];
    if (isAt(cursor, '(')) skipBracket(cursor);
    if (tokens.dialect === 'kotlin' && isAt(cursor, '{')) skipBracket(cursor);
    // `.let { it.body(x) }`: the result of the lambda is not resolved
    if (hasWord(body.source, { from, to: cursor.at }, SCOPED.test(step) ? maker.sets : undefined)) return undefined;
    if (maker.sets.has(step) && given !== undefined) made = { ...made, sent: given };
    else if (step === 'status' && given !== undefined) made = { ...answer(body, begun.index, given), sent: made.sent };
    else if ((step === 'contentType' || step === 'type') && given !== undefined)
      made = { ...made, mediaType: mediaIn(tokens, given) };
  }
  return { answer: made, to: cursor.at, reference: false };
}

/** What an argument says of a media type: its text, or its last word (`MediaType.TEXT_PLAIN`). */
function mediaIn(tokens: Tokens, { from, to }: Range): string {
  const texts = tokens.list.slice(from, Math.min(to, from + 12)).filter(({ kind }) => kind === 'string');
  const [written] = texts.length === 1 ? texts : [];
  return (written === undefined ? undefined : stringValue(written.text, tokens.dialect)) ?? tokenAt(tokens, to - 1).text;
}

/** Functions whose result may come from their lambda. https://kotlinlang.org/docs/scope-functions.html */
const SCOPED = /^(?:let|run|apply|also|with|use)$/;

const hasWord = ({ unit: { tokens } }: Source, { from, to }: Range, words: ReadonlySet<string> | undefined): boolean =>
  words !== undefined && tokens.list.slice(from, to).some(({ text }) => words.has(text));

/** `created(URI.create(…))`, `created(location(id))` */
const isAddress = (word: string): boolean => /^(?:URI|UriBuilder|uri|location)$/.test(word);

/** The status of an argument, by its last word: `HttpStatus.CREATED`, `201`, `HttpStatusCode.valueOf(201)`. */
export function statusAt({ unit: { tokens } }: Source, range: Range | undefined): number | undefined {
  if (range === undefined) return undefined;
  let at = range.to - 1;
  while (at > range.from && tokenAt(tokens, at).kind === 'symbol') at -= 1;
  const before = tokenAt(tokens, at - 1).text;
  // `.value()` of a status
  if (/^(?:value|code|(?:getS|s)tatusCode)$/.test(tokenAt(tokens, at).text) && before === '.') at -= 2;
  const written = tokens.list.slice(range.from, range.to);
  // a constant by its full name (`org.springframework.http.HttpStatus.CREATED`) may be longer
  const isPlain =
    written.every(({ text, kind }) => kind === 'word' || text === '.') || (written.length <= 7 && !hasChoice(written));
  return isPlain ? statusOf(tokenAt(tokens, at).text.replace(/^SC_/, '')) : undefined;
}

const hasChoice = (tokens: readonly { readonly text: string }[]): boolean =>
  tokens.some(({ text }) => text === '?' || text === 'if');

/** `new ResponseEntity<>(body, headers, status)`, `(status)` */
function created(body: Body, at: number): Found | undefined {
  const { tokens } = body.source.unit;
  const cursor: Cursor = { tokens, at };
  typeRef(cursor);
  if (!isAt(cursor, '(')) return undefined;
  const given: readonly Argument[] = argumentsOf(tokens, cursor.at);
  const to = closingOf(tokens, cursor.at) + 1;
  const last = given.at(-1);
  const [first] = given;
  const sent = given.length > 1 && first !== undefined && !isNullOrHeaders(tokenAt(tokens, first.from).text) ? first : 'nothing';
  return { answer: { ...answer(body, at, last), sent }, to, reference: false };
}

const isNullOrHeaders = (text: string): boolean => text === 'null' || text === 'headers' || text === 'httpHeaders';
