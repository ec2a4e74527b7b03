import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, STRING } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { propertyOf } from '../decorators.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { stringified } from '../values/stringified.js';
import { readValue } from '../values/values.js';

/** A response without its position. */
export type Sent = Omit<Response, 'at'>;

/**
 * The response of the Fetch standard that an expression creates: `new Response(body, init)`, `Response.json(data, init)`,
 * `Response.redirect(url, status)`, and `NextResponse` of next/server. `pass`: it creates one that sends nothing itself
 * (`NextResponse.next()`). Undefined: it creates none. https://fetch.spec.whatwg.org/#response-class
 */
export function webResponse(source: Source, node: ts.Expression): Sent | 'pass' | undefined {
  if (ts.isNewExpression(node)) {
    const [body, init] = node.arguments ?? [];
    return isResponseClass(source, node.expression) ? rawBody(source, body, statusOf(source, init), typeOfInit(init)) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const helped = helperResponse(source, node);
  if (helped !== undefined || !ts.isPropertyAccessExpression(node.expression)) return helped;
  if (!isResponseClass(source, node.expression.expression)) return undefined;
  const [first, second] = node.arguments;
  switch (node.expression.name.text) {
    case 'json': {
      const [type] = node.typeArguments ?? [];
      const status = statusOf(source, second);
      return withStatus(status, first === undefined ? ABSENT : declaredOr(source, first, type));
    }
    case 'redirect':
      return { status: second === undefined ? literal(302) : redirectStatus(source, second), mediaType: 'none', body: ABSENT };
    case 'error':
      return { status: literal(500), mediaType: 'none', body: ABSENT };
    case 'next':
    case 'rewrite':
      return 'pass';
    default:
      return undefined;
  }
}

/**
 * Helpers of packages that create such responses: https://svelte.dev/docs/kit/@sveltejs-kit#json,
 * https://itty.dev/itty-router/api#json
 */
function helperResponse(source: Source, node: ts.CallExpression): Sent | undefined {
  const origin = originOf(source, node.expression);
  if (origin === undefined || !/^(?:@sveltejs\/kit|itty-router(?:\/\w+)?)$/.test(origin.specifier)) return undefined;
  const [first, second] = node.arguments;
  switch (origin.name) {
    case 'json':
      return first && withStatus(statusOf(source, second), readValue(source, first));
    case 'text':
      return rawBody(source, first, statusOf(source, second), 'text/plain');
    case 'html':
      return rawBody(source, first, statusOf(source, second), 'text/html');
    case 'status':
    case 'error':
      return first && withStatus(readValue(source, first), { kind: 'unknown', why: 'what an error sends' });
    default:
      return undefined;
  }
}

/** `NextResponse.redirect` takes a status or an init, with 307 as the default; the standard's default is 302. */
function redirectStatus(source: Source, node: ts.Expression): Expression {
  return ts.isObjectLiteralExpression(node) ? (statusOf(source, node) ?? literal(302)) : readValue(source, node);
}

function isResponseClass(source: Source, node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return false;
  if (node.text === 'Response') return lookup(source, node) === undefined;
  const origin = originOf(source, node);
  return origin?.name === 'NextResponse' && /^next\/(?:server|dist\/server)/.test(origin.specifier);
}

/** A literal is most precise; otherwise the type argument, where there is one. */
export function declaredOr(source: Source, node: ts.Expression, type: ts.TypeNode | undefined): Expression {
  const value = readValue(source, node);
  const isWritten = value.kind === 'object' || value.kind === 'tuple' || value.kind === 'literal' || value.kind === 'text';
  return type === undefined || isWritten || ts.isUnionTypeNode(type) ? value : typeOf(source, type);
}

/** A status without a body sends none, whatever the argument is. */
export function withStatus(status: Expression | undefined, body: Expression): Sent {
  const known = status === undefined ? {} : { status };
  const isEmpty = status?.kind === 'literal' && (status.value === 204 || status.value === 205 || status.value === 304);
  return isEmpty ? { ...known, mediaType: 'none', body: ABSENT } : { ...known, body };
}

/** The status of `{ status, headers }`; 200 where it has none. */
export function statusOf(source: Source, init: ts.Expression | undefined, initial = literal(200)): Expression | undefined {
  if (init === undefined) return initial;
  if (!ts.isObjectLiteralExpression(init)) return { kind: 'member', of: readValue(source, init), name: 'status' };
  const given = propertyOf(init, 'status');
  if (given !== undefined) return readValue(source, given);
  return init.properties.some((one) => ts.isSpreadAssignment(one)) ? undefined : initial;
}

/** The media type that `{ headers }`, or headers themselves, set; `*\/*`: one that cannot be read. */
function typeOfInit(init: ts.Expression | undefined): string | undefined {
  if (init === undefined || !ts.isObjectLiteralExpression(init)) return init === undefined ? undefined : '*/*';
  return typeOfHeaders(propertyOf(init, 'headers'));
}

export function typeOfHeaders(headers: ts.Expression | undefined): string | undefined {
  if (headers === undefined) return undefined;
  if (!ts.isObjectLiteralExpression(headers)) return '*/*';
  for (const one of headers.properties) {
    if (!ts.isPropertyAssignment(one)) continue;
    const name = ts.isStringLiteralLike(one.name) || ts.isIdentifier(one.name) ? one.name.text : '';
    if (!/^content-type$/i.test(name)) continue;
    return ts.isStringLiteralLike(one.initializer) ? (one.initializer.text.split(';')[0] ?? '').trim() : '*/*';
  }
  return headers.properties.some((one) => ts.isSpreadAssignment(one)) ? '*/*' : undefined;
}

/** A body that is sent as it is: a string, a stream, `JSON.stringify(x)`, or none. */
export function rawBody(
  source: Source,
  body: ts.Expression | undefined,
  status: Expression | undefined,
  type: string | undefined,
): Sent {
  const known = status === undefined ? {} : { status };
  if (body === undefined || body.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(body) && body.text === 'undefined'))
    return { ...known, mediaType: 'none', body: ABSENT };
  const data = stringified(body, (one) => readValue(source, one));
  if (data !== undefined && (type === undefined || type === '*/*' || /json/.test(type)))
    return { ...withStatus(status, data), ...(type === undefined && { mediaType: 'text/plain' }) };
  const text = readValue(source, body);
  const isText = text.kind === 'literal' || text.kind === 'text' || (text.kind === 'scalar' && text.type === 'string');
  if (type === 'application/json' && !isText) return { ...withStatus(status, text), rawTexts: true };
  return { ...known, mediaType: type ?? (isText ? 'text/plain' : 'application/octet-stream'), body: STRING };
}
