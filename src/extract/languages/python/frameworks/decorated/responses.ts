import type { Expression } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { answeredBy, dataOf, type Responder } from '../../answers.js';
import { encodedIn, JSON_TYPE } from '../../json-texts.js';
import { type FunctionDefinition, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusArgument } from '../../statuses.js';
import { wayBetween } from '../../syntax/blocks.js';
import { argument, keyword, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';

type Call = Extract<Node, { kind: 'call' }>;
type Body = Pick<Response, 'body' | 'mediaType' | 'rawTexts' | 'supposed'>;

/** A responder that also defines the response of a handler without a return value. */
export interface Decorated extends Responder {
  readonly nothing: (source: Source, definition: FunctionDefinition) => Response;
}

/** What a handler sends: its framework turns the return value into a response. */
export function sentBy(
  source: Source,
  definition: FunctionDefinition,
  responder: Decorated,
): Pick<Route, 'responses' | 'incomplete' | 'handler'> {
  const { results, isGenerator, start, end } = definition;
  if (results.length > 0 || isGenerator) return answeredBy(source, definition, responder);
  const fails = /\braise\b|\babort\(/.test(source.masked.bare.slice(start, end));
  return fails
    ? { responses: [], incomplete: 'it may only raise an error' }
    : { responses: [responder.nothing(source, definition)] };
}

export const EMPTY: Body = { mediaType: 'none', body: literal(null) };
const ofStatus = (status: Expression): Body | undefined =>
  status.kind === 'literal' && status.value === 204 ? EMPTY : undefined;

/** A dictionary literal, or a variable with one. */
function isDictionary(scope: Scope, node: Node): boolean {
  const found = node.kind === 'name' ? lookup(scope, node.name) : undefined;
  const stored = onlyValue(found?.binding);
  if (stored !== undefined && stored.kind !== 'name') return isDictionary(scope, stored);
  return node.kind === 'dict' || (node.kind === 'comprehension' && node.form === 'dict');
}

/**
 * Bottle: a dictionary is JSON; the handler sets the type of a text
 * (https://bottlepy.org/docs/dev/tutorial.html#generating-content).
 */
export const BOTTLE: Decorated = {
  library: /^bottle\b/,
  respond: (source, scope, node) => {
    if (node === undefined) return undefined;
    const at = source.at(node.start);
    const made = node.kind === 'call' && /^bottle\.(?:HTTP)?Response$/.test(originOf(scope, node.of) ?? '') ? node : undefined;
    const status = made === undefined ? statusSet(source, scope, node.start) : statusArgument(argument(made, 1, 'status'));
    const sent = made === undefined ? node : argument(made, 0, 'body');
    const body = ofStatus(status) ?? (sent === undefined ? EMPTY : bottleBody(source, scope, sent));
    return body && { status, ...body, at };
  },
  // Bottle accepts a list only if it contains texts
  data: (source, scope, node) => {
    const body = node && dataOf(source, scope, node, unknown('a list is sent as the texts that it holds'));
    return body && node && { status: statusSet(source, scope, node.start), ...body, at: source.at(node.start) };
  },
  nothing: (source, { inside, start, end }) => ({ status: statusSet(source, inside, end), ...EMPTY, at: source.at(start) }),
};

function bottleBody(source: Source, scope: Scope, node: Node): Body | undefined {
  if (isDictionary(scope, node)) return { body: readValue(source, scope, node) };
  if ((node.kind === 'constant' && node.value === null) || plainText(node) === '') return EMPTY;
  const encoded = encodedIn(scope, node);
  // a text is HTML by default
  return encoded !== undefined && source.masked.code.includes('application/json')
    ? { body: readValue(source, encoded.scope, encoded.node) }
    : undefined;
}

const STATUS = /^[ \t]{0,200}(?<set>(?:bottle\.)?response\.status(?:_code|_line)?[ \t]{0,9}=)[ \t]{0,9}["']?(?<code>\d{3})?/gm;

/** Limit of analysed `return` statements of a handler. */
const MOST_RETURNS = 60;

/** The status at a place of a Bottle handler: the last assignment before it whose block reaches that place. */
function statusSet({ masked }: Source, { of }: Scope, place: number): Expression {
  if (of === undefined || of.results.length > MOST_RETURNS) return unknown('its status is not read');
  const all = [...masked.code.slice(of.start, place).matchAll(STATUS)];
  for (const { 0: whole, index, groups } of all.toReversed()) {
    const way = wayBetween(masked.bare, of.start + index + whole.indexOf(groups?.set ?? ''), place);
    if (way === 'left') continue;
    const code = groups?.code;
    const at = of.start + index + whole.length;
    const isChosen = /\bif\b/.test(masked.bare.slice(at, at + 200).split('\n', 1)[0] ?? '');
    return way === 'unsure' || code === undefined || isChosen ? unknown('a condition decides its status') : literal(Number(code));
  }
  return literal(200);
}

/** Chalice: a value that is no response is JSON, except for texts (https://aws.github.io/chalice/api#Response). */
export const CHALICE: Decorated = {
  library: /^chalice\b/,
  respond: (source, scope, node) => {
    if (node === undefined) return undefined;
    const at = source.at(node.start);
    const made = node.kind === 'call' && /^chalice(?:\.app)?\.Response$/.test(originOf(scope, node.of) ?? '') ? node : undefined;
    if (made === undefined) {
      const isWritten = isDictionary(scope, node) || node.kind === 'list' || node.kind === 'comprehension';
      return isWritten ? { status: literal(200), body: readValue(source, scope, node), at } : undefined;
    }
    const status = statusArgument(argument(made, 2, 'status_code'));
    const body = ofStatus(status) ?? headed(scope, argument(made, 1, 'headers')) ?? chaliceBody(source, scope, made);
    return body && { status, ...body, at };
  },
  data: (source, scope, node) => {
    const body = node && dataOf(source, scope, node);
    return body && node && { status: literal(200), ...body, at: source.at(node.start) };
  },
  nothing: (source, { start }) => ({ status: literal(200), body: literal(null), at: source.at(start) }),
};

function chaliceBody(source: Source, scope: Scope, made: Call): Body | undefined {
  const body = argument(made, 0, 'body');
  if (body === undefined) return undefined;
  const encoded = encodedIn(scope, body);
  if (encoded !== undefined) return { body: readValue(source, encoded.scope, encoded.node) };
  if (plainText(body) === '') return EMPTY;
  return body.kind === 'text' ? undefined : { body: readValue(source, scope, body), rawTexts: true };
}

/** The body if headers declare a type other than JSON, or an unknown type; undefined: JSON. */
function headed(scope: Scope, headers: Node | undefined): Body | undefined {
  if (headers === undefined || (headers.kind === 'constant' && headers.value === null)) return undefined;
  const found = headers.kind === 'name' ? lookup(scope, headers.name) : undefined;
  const [stored = headers] = found?.binding.kind === 'variable' ? found.binding.values : [];
  if (stored.kind !== 'dict') return { body: unknown('which media type its headers say is not read') };
  const type = stored.entries.find(({ key }) => plainText(key)?.toLowerCase() === 'content-type')?.value;
  if (type === undefined || JSON_TYPE.test(plainText(type) ?? '')) return undefined;
  const mediaType = plainText(type);
  return mediaType === undefined
    ? { body: unknown('its media type is not read') }
    : { body: { kind: 'scalar', type: 'string' }, mediaType };
}

/** Robyn: a dictionary is JSON, any other value a text (https://robyn.tech/documentation/en/api_reference/getting_started). */
export const ROBYN: Decorated = {
  library: /^robyn\b/,
  respond: (source, scope, node) => {
    if (node === undefined) return undefined;
    const at = source.at(node.start);
    if (node.kind === 'tuple') {
      const [body, , status] = node.items;
      const sent = body !== undefined && isDictionary(scope, body) ? { body: readValue(source, scope, body) } : undefined;
      return sent && { status: statusArgument(status), ...sent, at };
    }
    if (isDictionary(scope, node)) return { status: literal(200), body: readValue(source, scope, node), at };
    if (node.kind !== 'call' || !/^robyn(?:\.\w+)*\.Response$/.test(originOf(scope, node.of) ?? '')) return undefined;
    const status = statusArgument(argument(node, 0, 'status_code'));
    const text = argument(node, 2, 'description') ?? keyword(node, 'body');
    const encoded =
      encodedIn(scope, text) ?? (text !== undefined && isDictionary(scope, text) ? { node: text, scope } : undefined);
    const body = ofStatus(status) ?? (encoded && { body: readValue(source, encoded.scope, encoded.node) });
    return body && { status, ...body, at };
  },
  data: (source, scope, node) => {
    const body = node && dataOf(source, scope, node, unknown('a list is sent as a text'));
    return body && node && { status: literal(200), ...body, at: source.at(node.start) };
  },
  nothing: (source, { start }) => ({ status: literal(200), body: unknown('nothing is sent as a text'), at: source.at(start) }),
};
