import type { Expression } from '../../../../../facts/expression.js';
import type { Callable, Forward, Response } from '../../../../../facts/fact.js';
import { statusNamed } from '../../../../../model/http-status.js';
import { encodedIn, JSON_TYPE } from '../../json-texts.js';
import { statusOf } from '../../known-calls.js';
import { RESPONDER } from '../../responders.js';
import { type FunctionDefinition, functionHere, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { parse } from '../../syntax/parse.js';
import { outline, type Statement } from '../../syntax/statements.js';
import { argument, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';

/** Limit of execution paths through one function. */
const MOST_WAYS = 40;
const MAX_DEPTH = 30;
const LATER = 'what is done with the response is not read';

/** The state of a response at one place of an execution path. */
interface State {
  readonly status?: Expression;
  readonly body?: Expression;
  /** The media type from `content_type`, or of a body with its own type. */
  readonly media?: string;
  /** Offset of the assignment to the body. */
  readonly start?: number;
  /** Why the response is unknown. */
  readonly open?: string;
  /** A function that got the response sets it. */
  readonly forward?: Forward;
}

interface Walk {
  readonly source: Source;
  readonly scope: Scope;
  /** The variable name of the response. */
  readonly name: string;
  readonly ended: State[];
  cut: boolean;
}

/** Records what a responder, or a function to which it passes the response, sets on it. */
export function recordSends(source: Source, definition: FunctionDefinition): void {
  const name = responseOf(definition);
  if (name !== undefined) source.record.sends.set(definition.fact, () => sentBy(source, definition, name));
}

/** The response parameter of a function: the third of a responder, otherwise found by name. */
function responseOf({ name, parameters, owner, isGenerator }: FunctionDefinition): string | undefined {
  if (isGenerator) return undefined;
  if (owner !== undefined && RESPONDER.test(name)) return parameters[2]?.name;
  return parameters.find((one) => /^_?(?:resp|response|res)$/.test(one.name))?.name;
}

function sentBy(
  source: Source,
  definition: FunctionDefinition,
  name: string,
): Pick<Callable, 'sends' | 'forwards' | 'incomplete'> {
  const walk = walked(source, definition, name);
  const isResponder = RESPONDER.test(definition.name);
  const states = walk.ended.filter((state) => isResponder || Object.keys(state).length > 0);
  const open = states.find((state) => state.open !== undefined)?.open ?? (walk.cut ? 'its ways are too many' : undefined);
  const sends = new Map<string, Response>();
  for (const state of states) {
    if (state.open !== undefined || state.forward !== undefined) continue;
    const sent = responseFrom(source, state, definition.start);
    sends.set(JSON.stringify(sent), sent);
  }
  const forwards = [...new Set(states.flatMap(({ forward }) => forward ?? []))];
  return {
    sends: [...sends.values()],
    ...(forwards.length > 0 && { forwards }),
    ...(open !== undefined && { incomplete: open }),
  };
}

function responseFrom(source: Source, { status = literal(200), body, media, start }: State, fallback: number): Response {
  const at = source.at(start ?? fallback);
  const isEmpty = body === undefined || (status.kind === 'literal' && (status.value === 204 || status.value === 304));
  if (isEmpty) return { status, mediaType: 'none', body: literal(null), at };
  return media === undefined ? { status, body, at } : { status, mediaType: media, body: { kind: 'scalar', type: 'string' }, at };
}

const outlines = new WeakMap<Source, readonly Statement[]>();

function walked(source: Source, { inside, start }: FunctionDefinition, name: string): Walk {
  const walk: Walk = { source, scope: inside, name, ended: [], cut: false };
  const statements = outlines.get(source) ?? outline(source.masked.bare).statements;
  outlines.set(source, statements);
  const own = statementAt(statements, start);
  if (own === undefined) walk.cut = true;
  else walk.ended.push(...through(walk, [{}], own.body, 0));
  return walk;
}

function statementAt(statements: readonly Statement[], start: number): Statement | undefined {
  let level = statements;
  for (let depth = 0; depth < 100; depth++) {
    const found = level.findLast((one) => one.start <= start);
    if (found === undefined || found.start === start) return found;
    level = found.body;
  }
  return undefined;
}

/** The states at the end of a block; states that leave the function are collected separately. */
function through(walk: Walk, before: readonly State[], block: readonly Statement[], depth: number): readonly State[] {
  if (depth > MAX_DEPTH) walk.cut = true;
  let states = depth > MAX_DEPTH ? [] : before;
  const { bare } = walk.source.masked;
  // the states before an `if` or a `try`, and after its branches so far
  let open = states;
  let done: readonly State[] = [];
  for (const [index, statement] of block.entries()) {
    if (states.length === 0 && done.length === 0) break;
    const head = bare.slice(statement.start, Math.min(statement.end, statement.start + 40));
    const word = /^(?:async\s{1,9})?(\w{1,20})/.exec(head)?.[1] ?? '';
    const next = /^\w{1,10}/.exec(bare.slice(block[index + 1]?.start ?? bare.length).slice(0, 10))?.[0] ?? '';
    const inner = (from: readonly State[]): readonly State[] => through(walk, from, statement.body, depth + 1);
    if (word === 'def' || word === 'class') {
      if (mentions(walk, bare.slice(statement.start, endOfBlock(statement))))
        states = states.map((one) => ({ ...one, open: LATER }));
    } else if (statement.body.length === 0) states = simple(walk, states, statement, word);
    else if (word === 'if' || word === 'elif') {
      if (word === 'if') {
        open = states;
        done = [];
      }
      done = [...done, ...inner(open)];
      states = next === 'elif' || next === 'else' ? open : [...done, ...open];
    } else if (word === 'else') {
      states = [...done, ...inner(open)];
      done = [];
    } else if (word === 'try') {
      const after = inner(states);
      // if it fails, it has done nothing or only a part
      open = [...states, ...after];
      done = after;
      states = after;
    } else if (word === 'except') {
      done = [...done, ...inner(open)];
      states = done;
    } else if (word === 'with' || word === 'finally') states = inner(states);
    else if (word === 'match')
      states = [...states, ...statement.body.flatMap((one) => through(walk, states, one.body, depth + 1))];
    else states = [...states, ...inner(states)];
    states = capped(walk, states);
  }
  return states;
}

function endOfBlock(statement: Statement): number {
  const last = statement.body.at(-1);
  return last === undefined ? statement.end : endOfBlock(last);
}

/** Removes duplicate states and limits their number. */
function capped(walk: Walk, states: readonly State[]): readonly State[] {
  const unique = [...new Map(states.map((one) => [JSON.stringify(one), one])).values()];
  if (unique.length > MOST_WAYS) walk.cut = true;
  return unique.slice(0, MOST_WAYS);
}

const mentions = ({ name }: Walk, text: string): boolean => text.split(/\W+/, 5000).includes(name);

function simple(walk: Walk, states: readonly State[], statement: Statement, word: string): readonly State[] {
  const { start, end } = statement;
  if (word === 'raise' || word === 'continue' || word === 'break') {
    if (word !== 'raise') walk.cut = true;
    return [];
  }
  const isReturn = word === 'return';
  const text = walk.source.masked.bare.slice(start, end);
  const after = mentions(walk, text) ? changed(walk, states, isReturn ? start + word.length : start, end) : states;
  if (!isReturn) return after;
  walk.ended.push(...capped(walk, after));
  return [];
}

const SET = /^(\w{1,80})\.(\w{1,40})\s{0,9}=(?!=)/;
/** Response attributes and methods that do not affect the body. */
const BESIDE =
  /^(?:append_header|set_header|set_headers|delete_header|get_header|append_link|add_link|set_cookie|unset_cookie|cache_control|content_location|content_range|content_length|context|downloadable_as|viewable_as|etag|expires|last_modified|location|retry_after|vary|accept_ranges|complete|status|status_code)$/;

/** The states after a statement. */
function changed(walk: Walk, states: readonly State[], start: number, end: number): readonly State[] {
  const { source, scope, name } = walk;
  const { masked } = source;
  const all = (change: Partial<State>): readonly State[] =>
    states.map((one) => ({ ...one, ...(one.forward === undefined ? change : { open: LATER }) }));
  const [whole = '', on, attribute = ''] = SET.exec(masked.bare.slice(start, Math.min(end, start + 300))) ?? [];
  if (on === name) return all(setTo(source, scope, attribute, parse(masked, start + whole.length, end)));
  const node = parse(masked, start, end);
  const call = node.kind === 'await' ? node.of : node;
  if (call.kind !== 'call') return isLooked(walk, start, end) ? states : all({ open: LATER });
  const { of } = call;
  if (of.kind === 'attribute' && of.of.kind === 'name' && of.of.name === name) {
    const isType = /header/.test(of.name) && plainText(argument(call, 0))?.toLowerCase() === 'content-type';
    if (isType) return all(setTo(source, scope, 'content_type', argument(call, 1) ?? of));
    return BESIDE.test(of.name) ? states : all({ open: LATER });
  }
  const isGiven = call.arguments.some(({ value }) => value.kind === 'name' && value.name === name);
  // reading a member changes nothing
  if (isGiven && LOGS.test(lastName(of) ?? '')) return states;
  if (!isGiven) return isLooked(walk, start, end) ? states : all({ open: LATER });
  return forwarded(walk, states, call);
}

const LOGS = /^(?:debug|info|warning|error|exception|log|print)$/;

/** `log(resp.status)` only reads the response. */
function isLooked({ source, name }: Walk, start: number, end: number): boolean {
  const text = source.masked.bare.slice(start, end);
  return [...text.matchAll(/\b(\w{1,80})(\.\w{1,40})?/g)].every(
    ([, word, member]) => word !== name || BESIDE.test(member?.slice(1) ?? ''),
  );
}

/** A function gets the response: what it sets applies if no other code sets anything before or after. */
function forwarded({ source, scope }: Walk, states: readonly State[], call: Extract<Node, { kind: 'call' }>): readonly State[] {
  const why = `what ${lastName(call.of) ?? 'a function'} sends is not read`;
  const isPlaced = call.arguments.every((one) => one.name === undefined && one.star === undefined);
  const isSelf = call.of.kind === 'attribute' && call.of.of.kind === 'name' && call.of.of.name === 'self';
  const method = isSelf ? scope.of?.owner?.methods.find((one) => one.name === lastName(call.of)) : undefined;
  const definition = functionHere(scope, call.of) ?? method;
  const taken = definition && responseOf(definition);
  if (definition !== undefined && taken !== undefined && leavesIt(source, definition, taken)) return states;
  const values = call.arguments.map(({ value }) => readValue(source, scope, value));
  const forward: Forward = { call: { kind: 'returns', of: readValue(source, scope, call.of), values }, why };
  return states.map((one) => {
    const isNew = one.body === undefined && one.status === undefined && one.media === undefined && one.forward === undefined;
    return isNew && isPlaced ? { ...one, forward } : { ...one, open: one.open ?? why };
  });
}

/** Whether a function of the file never changes the response that it gets. */
function leavesIt({ masked }: Source, { start, end }: FunctionDefinition, name: string): boolean {
  const text = masked.bare.slice(start, end);
  return [...text.matchAll(/\w{1,80}/g)].filter(([word]) => word === name).length <= 1;
}

function setTo(source: Source, scope: Scope, attribute: string, node: Node): Partial<State> {
  const { start } = node;
  switch (attribute) {
    case 'media':
      return { body: readValue(source, scope, node), start };
    case 'text':
    case 'body':
    case 'data': {
      const encoded = encodedIn(scope, node);
      return {
        body: encoded === undefined ? unknown('what a text holds is not read') : readValue(source, encoded.scope, encoded.node),
        start,
      };
    }
    case 'stream':
      return { body: unknown('a stream'), media: 'application/octet-stream', start };
    case 'status':
    case 'status_code':
      return { status: statusSet(node) };
    case 'content_type':
      return mediaSet(node);
    default:
      return BESIDE.test(attribute) ? {} : { open: LATER };
  }
}

/** `falcon.HTTP_201`, `HTTPStatus.CREATED`, `'201 Created'`. */
function statusSet(node: Node): Expression {
  const text = /^([1-5]\d\d)\b/.exec(plainText(node) ?? '')?.[1];
  if (text !== undefined) return literal(Number(text));
  const named = statusNamed(/^HTTP_([A-Z_]{1,60})$/.exec(lastName(node) ?? '')?.[1] ?? '');
  return named === undefined ? (statusOf(node) ?? unknown('its status is not read')) : literal(named);
}

/** `falcon.MEDIA_HTML`, `'text/plain'`. */
function mediaSet(node: Node): Partial<State> {
  const named = /^MEDIA_(\w+)$/.exec(lastName(node) ?? '')?.[1];
  const text = plainText(node);
  if (named === 'JSON' || (text !== undefined && JSON_TYPE.test(text))) return {};
  if (text !== undefined) return { media: text };
  return named === undefined
    ? { open: 'its media type is not read' }
    : { media: named === 'HTML' ? 'text/html' : `text/${named.toLowerCase()}` };
}
