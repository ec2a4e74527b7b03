import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Callable, Response } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { type HandlerForm, handlerForm } from './handler-form.js';
import type { FunctionNode } from './names.js';
import { type Link, responseChains } from './response-chains.js';
import { type StatusSetting, statusAt } from './response-status.js';
import type { Source } from './source.js';
import { typeOf } from './types.js';
import { readValue } from './values.js';

/** What a handler sends. */
export interface Sends {
  readonly responses: readonly Response[];
  readonly forwards: NonNullable<Callable['forwards']>;
  /** Why there may be more. */
  readonly incomplete?: string;
}

const STRING: Expression = { kind: 'scalar', type: 'string' };
const ABSENT: Expression = { kind: 'absent' };
const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };

/** What is sent through the response of a function in the form of a handler; undefined: it is no handler. */
export function sendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const form = handlerForm(source, node);
  if (form === undefined) return undefined;
  const chains = responseChains(source, node, form.response);
  const settings = chains.chains.flatMap((links): StatusSetting[] => settingsOf(source, links));
  const responses: Response[] = [];
  let incomplete = chains.escape;
  for (const links of chains.chains) {
    const sent = sentBy(source, links, form, settings);
    if (sent === undefined) continue;
    responses.push(sent);
    if (sent.status === undefined || sent.status.kind === 'unknown') incomplete ??= 'a status is computed';
  }
  const forwards = chains.forwards.filter((call) => !isHarmless(call)).flatMap((call) => forwardOf(source, call));
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

function forwardOf(source: Source, node: ts.CallExpression): NonNullable<Callable['forwards']> {
  const why = `the response is passed to ${node.expression.getText(source.tree).replace(/\s+/g, ' ').slice(0, 60)}`;
  const call = readValue(source, node);
  return [{ call: call.kind === 'returns' ? call : { kind: 'returns', of: call }, why }];
}

/** Logging a response sends nothing, nor does listening for its end. */
function isHarmless(node: ts.CallExpression): boolean {
  const callee = node.expression;
  if (ts.isIdentifier(callee)) return /^(?:onFinished|onHeaders|eos|finished)$/.test(callee.text);
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    /^(?:console|logger|log)$/.test(callee.expression.text)
  );
}

/** `res.status(x)` and `res.statusCode = x`, wherever they stand. */
function settingsOf(source: Source, links: readonly Link[]): StatusSetting[] {
  return links.flatMap((link): StatusSetting[] => {
    const given =
      link.name === 'statusCode'
        ? link.assigned
        : link.name === 'status' || link.name === 'writeHead' || link.name === 'code'
          ? link.arguments?.[0]
          : undefined;
    return given === undefined
      ? []
      : [{ status: readValue(source, given), node: link.node, alone: links.every((one) => !ENDS.has(one.name)) }];
  });
}

/** What ends a response. */
const ENDS = new Set(['json', 'jsonp', 'send', 'end', 'sendStatus', 'redirect', 'render', 'sendFile', 'sendfile', 'download']);

function sentBy(
  source: Source,
  links: readonly Link[],
  form: HandlerForm,
  settings: readonly StatusSetting[],
): Response | undefined {
  const end = links.find((link) => ENDS.has(link.name) && link.arguments !== undefined);
  if (end === undefined) return undefined;
  const before = links.slice(0, links.indexOf(end));
  const own = settingsOf(source, before).at(-1)?.status;
  const status = own ?? statusAt(end.node, settings);
  const at = atOf(source, end.name === links[0]?.name ? end.node : (links[0]?.node ?? end.node));
  const response = ending(source, end, before, status, form);
  return { ...response, at };
}

function ending(
  source: Source,
  end: Link,
  before: readonly Link[],
  status: Expression | undefined,
  form: HandlerForm,
): Omit<Response, 'at'> {
  const [first, second] = end.arguments ?? [];
  const told = status === undefined ? {} : { status };
  switch (end.name) {
    case 'json':
    case 'jsonp':
      return first === undefined
        ? { ...told, mediaType: 'none', body: ABSENT }
        : withBody(told, bodyOf(source, second ?? first, form));
    case 'send':
    case 'end':
      return first === undefined
        ? { ...told, mediaType: 'none', body: ABSENT }
        : sentValue(source, first, end.name, typeSet(before), told, form);
    case 'sendStatus':
      return statusText(first === undefined ? undefined : readValue(source, first));
    case 'redirect':
      return {
        status: second !== undefined && first !== undefined ? readValue(source, first) : literal(302),
        mediaType: 'none',
        body: ABSENT,
      };
    case 'render':
      return { ...told, mediaType: 'text/html', body: STRING };
    default:
      return { ...told, mediaType: 'application/octet-stream', body: BINARY };
  }
}

function withBody(told: { status?: Expression }, body: Expression): Omit<Response, 'at'> {
  const none = told.status?.kind === 'literal' && (told.status.value === 204 || told.status.value === 304);
  return none ? { ...told, mediaType: 'none', body: ABSENT } : { ...told, body };
}

/** `send` gives text as HTML and anything else as JSON (https://expressjs.com/en/api.html#res.send), unless a type was set. */
function sentValue(
  source: Source,
  node: ts.Expression,
  by: string,
  type: string | undefined,
  told: { status?: Expression },
  form: HandlerForm,
): Omit<Response, 'at'> {
  const text = stringified(node);
  if (text !== undefined && (type === undefined || type === 'application/json'))
    return withBody(told, bodyOf(source, text, form));
  const value = bodyOf(source, node, form);
  if (type !== undefined && type !== 'application/json') return { ...told, mediaType: type, body: STRING };
  const isText =
    value.kind === 'text' ||
    (value.kind === 'literal' && typeof value.value === 'string') ||
    (value.kind === 'scalar' && value.type === 'string');
  if (isText && type === undefined) return { ...told, mediaType: by === 'send' ? 'text/html' : 'text/plain', body: STRING };
  return withBody(told, value);
}

/** x of `JSON.stringify(x)`. */
function stringified(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  return ts.isIdentifier(expression) && expression.text === 'JSON' && name.text === 'stringify' ? node.arguments[0] : undefined;
}

/** The media type that the chain sets before: `type('json')`, `set('Content-Type', 'text/csv')`. */
function typeSet(links: readonly Link[]): string | undefined {
  for (const link of [...links].reverse()) {
    const [first, second] = link.arguments ?? [];
    const isHeader =
      /^(?:set|header|setHeader)$/.test(link.name) &&
      first !== undefined &&
      ts.isStringLiteralLike(first) &&
      /^content-type$/i.test(first.text);
    const given = link.name === 'type' || link.name === 'contentType' ? first : isHeader ? second : undefined;
    if (given === undefined) continue;
    if (!ts.isStringLiteralLike(given)) return '*/*';
    if (/json/.test(given.text)) return 'application/json';
    return given.text.includes('/') ? given.text.split(';')[0] : (SHORT_TYPES.get(given.text.replace(/^\./, '')) ?? '*/*');
  }
  return undefined;
}

const SHORT_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['text', 'text/plain'],
  ['txt', 'text/plain'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
]);

/** `sendStatus(200)` sends the words of the status as plain text. */
function statusText(status: Expression | undefined): Omit<Response, 'at'> {
  const none = status?.kind === 'literal' && (status.value === 204 || status.value === 304);
  const told = status === undefined ? {} : { status };
  return none ? { ...told, mediaType: 'none', body: ABSENT } : { ...told, mediaType: 'text/plain', body: STRING };
}

/** What is written out says most; else the declared type of the body, where there is one. */
function bodyOf(source: Source, node: ts.Expression, form: HandlerForm): Expression {
  const value = readValue(source, node);
  if (
    form.bodyType === undefined ||
    value.kind === 'object' ||
    value.kind === 'tuple' ||
    value.kind === 'literal' ||
    value.kind === 'text'
  )
    return value;
  return typeOf(source, form.bodyType);
}

function literal(value: number): Expression {
  return { kind: 'literal', value };
}
