import type { Expression } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { stringValue } from '../literals.js';
import { at, literal, rawText, unknown } from '../source.js';
import { closingOf, tokenAt } from '../tokens.js';
import type { Argument, Range } from '../unit.js';
import { statusAt } from './answers.js';
import type { Effect } from './contexts.js';
import { jsonAt } from './encoded.js';
import { withSet } from './setters.js';
import { type Body, changesOf, readIn, storedRanges, variableAt } from './variables.js';

/** What one execution path through a handler has done to the response so far. */
export interface State {
  /** Absent: the default of the library. */
  readonly status?: number | Expression;
  readonly mediaType?: string;
  readonly body?: Pick<Response, 'body' | 'mediaType' | 'rawTexts' | 'at'>;
  /** Other code may send something instead. */
  readonly unsure?: boolean;
  /** A body is sent if the handler gives none. */
  readonly kept?: true;
  readonly at?: Response['at'];
}

interface Call {
  readonly effect: Effect;
  readonly name: string;
  readonly given: readonly Argument[];
  readonly index: number;
}

/** The state after a call on the context. */
export function changed(body: Body, { effect, given, index, name }: Call, state: State): State {
  const [first, second] = given;
  const place = at(body.source, index);
  switch (effect) {
    case 'status':
      return first === undefined ? state : { ...state, status: writtenStatus(body, first), at: state.at ?? place };
    case 'media':
      return first === undefined ? state : { ...state, ...mediaOf(body, first) };
    case 'header':
      return second !== undefined && first !== undefined && isContentType(body, first)
        ? { ...state, ...mediaOf(body, second) }
        : state;
    case 'json':
      return first === undefined ? state : { ...state, body: { ...written(body, first), at: place } };
    case 'html':
      return { ...state, body: { mediaType: 'text/html', body: rawText, at: place } };
    case 'kept':
      return first === undefined ? state : { ...state, kept: true };
    case 'redirect':
      return { ...state, status: state.status ?? 302, body: { mediaType: 'none', body: { kind: 'absent' }, at: place } };
    case 'fail': {
      const status = first === undefined ? 500 : writtenStatus(body, first);
      if (typeof status !== 'number') return { unsure: true };
      return { ...state, status, body: { body: unknown('a failure handler answers'), at: place } };
    }
    case 'encoded':
      if (first === undefined)
        return name === 'result' ? state : { ...state, body: { mediaType: 'none', body: { kind: 'absent' }, at: place } };
      return { ...state, body: { ...encoded(body, first), at: place } };
    default:
      return state;
  }
}

/** The state after a value is written as JSON. */
export const withContent = (body: Body, state: State, index: number, content: Expression): State => ({
  ...state,
  body: { body: content, rawTexts: true, at: at(body.source, index) },
});

/** What the result of a handler becomes before it is sent; absent: it is sent as a text. */
export type Render = (result: Expression) => Pick<Response, 'body' | 'rawTexts'>;

/** The state after a handler gives a result; undefined if what is then sent is not known. */
export function withResult(body: Body, state: State, range: Range, render: Render | undefined): State | undefined {
  const place = at(body.source, range.from);
  // a redirect
  if (state.body !== undefined) return state;
  if (render !== undefined) return { ...state, body: { ...render(withSet(body, readIn(body, range), range)), at: place } };
  const written = jsonAt(body, range);
  if (written !== undefined) return { ...state, body: { body: written, at: place } };
  const read = readIn(body, range);
  const isEmpty = read.kind === 'literal' && read.value === '';
  if (isEmpty && state.kept !== true) return { ...state, body: { ...NOTHING, at: place } };
  const isText = read.kind === 'text' || (read.kind === 'literal' && typeof read.value === 'string');
  return isText && !isEmpty ? { ...state, body: { body: rawText, at: place } } : undefined;
}
const NOTHING = { mediaType: 'none', body: { kind: 'absent' } } as const;

/** The response of an execution path that ends here; undefined if it sends nothing that is visible. */
export function answerOf(state: State): Response | undefined {
  const { status, body, mediaType, unsure, at: place } = state;
  if (body === undefined && (status === undefined || unsure === true || place === undefined)) return undefined;
  const code = { status: typeof status === 'object' ? status : literal(status ?? 200) };
  if (body !== undefined) return { ...code, ...(mediaType !== undefined && { mediaType }), ...body };
  return { ...code, mediaType: 'none', body: { kind: 'absent' }, at: place ?? { line: 1, column: 1 } };
}

/** The status in `201`, `HttpStatus.CREATED`, `HttpStatus.CREATED_201`, a constant, a variable or what the function is given. */
function writtenStatus(body: Body, range: Range): number | Expression {
  const last = /_(\d{3})$/.exec(tokenAt(body.source.unit.tokens, range.to - 1).text)?.[1];
  if (last !== undefined) return Number(last);
  const known = statusAt(body.source, range);
  if (known !== undefined) return known;
  const read = statusesOf(body, range) ?? readIn(body, range);
  return read.kind === 'literal' && typeof read.value === 'number' ? read.value : read;
}

/** The statuses that a variable is given, where all are written out: `int status; if (…) status = 404; else status = 500;` */
export function statusesOf(body: Body, { from, to }: Range): Expression | undefined {
  const variable = to === from + 1 ? variableAt(body, tokenAt(body.source.unit.tokens, from).text, from) : undefined;
  if (variable === undefined) return undefined;
  const values = storedRanges(body, variable, changesOf(body, variable, from), from).map((one) => statusAt(body.source, one));
  const options = values.flatMap((one) => (one === undefined ? [] : literal(one)));
  return options.length > 0 && options.length === values.length ? { kind: 'union', options } : undefined;
}

const isContentType = ({ source: { unit } }: Body, { from, to }: Range): boolean =>
  /content[-_]?type/i.test(
    unit.tokens.list
      .slice(from, Math.min(to, from + 5))
      .map(({ text }) => text)
      .join(''),
  );

/** A media type from a literal; JSON needs none. */
function mediaOf({ source: { unit } }: Body, { from }: Range): Pick<State, 'mediaType'> {
  const token = tokenAt(unit.tokens, from);
  const text = token.kind === 'string' ? stringValue(token.text, unit.tokens.dialect) : undefined;
  return text === undefined || /json/i.test(text) ? {} : { mediaType: text };
}

function written(body: Body, range: Range): Pick<Response, 'body' | 'rawTexts'> {
  const read = readIn(body, range);
  const isText = read.kind === 'text' || (read.kind === 'literal' && typeof read.value === 'string');
  return { body: isText ? rawText : withSet(body, read, range), rawTexts: true };
}

/** The body of a text: the value that the same expression encodes as JSON; any other text is sent as it is. */
function encoded(body: Body, range: Range): Pick<Response, 'body' | 'rawTexts'> {
  const value = encodedValue(body, range);
  const of: Expression = value === undefined ? rawText : readIn(body, value);
  return { body: of };
}

/** `Json.encode(x)`, `x.encodePrettily()`, `mapper.writeValueAsString(x)`, `JsonObject.mapFrom(x).toBuffer()` */
function encodedValue({ source: { unit } }: Body, { from, to }: Range): Range | undefined {
  const { tokens } = unit;
  if (tokenAt(tokens, to - 2).text === '(' && /^(?:encode|encodePrettily|toBuffer)$/.test(tokenAt(tokens, to - 3).text))
    return { from, to: to - 4 };
  for (let index = from; index < Math.min(to, from + 8); index++) {
    if (!/^(?:encode|encodePrettily|encodeToBuffer|writeValueAsString)$/.test(tokenAt(tokens, index).text)) continue;
    return closingOf(tokens, index + 1) === to - 1 ? { from: index + 2, to: to - 1 } : undefined;
  }
  return undefined;
}
