import type { Response, Route } from '../../../../../facts/fact.js';
import { answeredBy, type Responder } from '../../answers.js';
import { type FunctionDefinition, originOf, type Scope } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { statusIn } from '../../statuses.js';
import { argument, keyword, lastName, type Node } from '../../syntax/syntax.js';
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
  const data = argument(node, 0) ?? keyword(node, 'content') ?? keyword(node, 'data') ?? keyword(node, 'body');
  const at = source.at(node.start);
  if (/^(?:JSONResponse|json|json_response)$/.test(name) && data !== undefined)
    return { status, body: readValue(source, scope, data), at };
  if (name === 'empty' || (name === 'Response' && data === undefined))
    return { status, mediaType: 'none', body: literal(null), at };
  if (/^(?:PlainTextResponse|text|HTMLResponse|html)$/.test(name))
    return { status, mediaType: /html/i.test(name) ? 'text/html' : 'text/plain', body: { kind: 'scalar', type: 'string' }, at };
  return undefined;
}
