import type { Response, Route } from '../../../../../facts/fact.js';
import { answeredBy, type Responder } from '../../answers.js';
import { encodedIn, JSON_TYPE } from '../../json-texts.js';
import { type FunctionDefinition, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { statusIn } from '../../statuses.js';
import { argument, keyword, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';

/** The responses of a handler: `JSONResponse(...)` (Starlette), `json(...)` (Sanic), `web.json_response(...)` (aiohttp). */
export function sentBy(source: Source, handler: FunctionDefinition): Pick<Route, 'responses' | 'incomplete' | 'handler'> {
  return answeredBy(source, handler, ASGI);
}

export const ASGI: Responder = { respond: (...given) => responseOf(...given), library: /^(?:starlette|sanic|aiohttp)\b/ };

export function responseOf(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  if (node?.kind !== 'call' || !/^(?:starlette|sanic|aiohttp)\b/.test(originOf(scope, node.of) ?? '')) return undefined;
  const name = lastName(node.of) ?? '';
  const given =
    keyword(node, 'status') ?? keyword(node, 'status_code') ?? (name === 'json_response' ? undefined : argument(node, 1));
  const status = given === undefined ? literal(name === 'empty' ? 204 : 200) : statusIn(source, scope, given);
  const data = argument(node, 0) ?? ['content', 'data', 'body', 'text'].map((one) => keyword(node, one)).find(Boolean);
  const at = source.at(node.start);
  const encoded = saysJson(scope, node, name) ? encodedIn(scope, data) : undefined;
  if (encoded !== undefined) return { status, body: readValue(source, encoded.scope, encoded.node), at };
  if (name === 'json_response' && keyword(node, 'text') !== undefined) return undefined;
  if (/^(?:JSONResponse|json|json_response)$/.test(name) && data !== undefined)
    return { status, body: readValue(source, scope, data), at };
  // `**options` may hold a body
  const isBare = name === 'Response' && data === undefined && node.arguments.every(({ star }) => star !== 2);
  if (name === 'empty' || isBare) return { status, mediaType: 'none', body: literal(null), at };
  const isUntyped = ['content_type', 'headers'].every((one) => keyword(node, one) === undefined);
  if (/^(?:PlainTextResponse|text|HTMLResponse|html)$/.test(name) || (keyword(node, 'text') !== undefined && isUntyped))
    return { status, mediaType: /html/i.test(name) ? 'text/html' : 'text/plain', body: { kind: 'scalar', type: 'string' }, at };
  return undefined;
}

/** Whether a text is sent as JSON: `web.Response(text=…, content_type='application/json')`, by a header, or `json_response(text=…)`. */
function saysJson(scope: Scope, node: Extract<Node, { kind: 'call' }>, name: string): boolean {
  if (name === 'json_response') return keyword(node, 'text') !== undefined;
  if (!/^(?:Response|HTTPResponse|raw)$/.test(name)) return false;
  const given = keyword(node, 'headers');
  const headers = given?.kind === 'name' ? onlyValue(lookup(scope, given.name)?.binding) : given;
  const listed =
    headers?.kind === 'dict' ? headers.entries.find(({ key }) => /^content-type$/i.test(plainText(key) ?? '')) : undefined;
  const type = keyword(node, 'content_type') ?? keyword(node, 'media_type') ?? listed?.value;
  return JSON_TYPE.test(plainText(type) ?? '');
}
