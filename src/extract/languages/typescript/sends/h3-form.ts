import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal } from '../../../../facts/expression.js';
import { propertyOf } from '../decorators.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { FormPart, ResultForm, Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { readValue } from '../values/values.js';
import { bodyOf, statusValue } from './result-forms.js';
import type { Sent } from './web-responses.js';

/** Event handlers of h3, Nitro and Nuxt: https://h3.dev/guide/basics/response */
export const h3Form: ResultForm = {
  shown: /\b(?:setResponseStatus|sendNoContent|sendRedirect)\(|["']h3["']/,
  evident: /\b(?:setResponseStatus|sendNoContent|sendRedirect)\(|\bevent\.(?:node\.)?res\b/,
  members: /^(?:node|res)$/,
  reads:
    /^(?:(?:set|append|delete|remove|clear)(?:Response)?(?:Headers?|Cookies?|Session)|handle(?:Cors|CacheHeaders)|seal|unseal|update\w*|to\w*|run\w*|\$fetch|waitUntil|define\w*|redirect|noContent|sendRedirect|sendNoContent)$/,
  sets: ({ node, source, isHandle }) => {
    if (ts.isCallExpression(node))
      return helperOf(source, node.expression) === 'setResponseStatus' ? node.arguments[1] : undefined;
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
    const { left, right } = node;
    if (!ts.isPropertyAccessExpression(left) || !/^status(?:Code)?$/.test(left.name.text)) return undefined;
    const owner = left.expression;
    const isResponse =
      isHandle(owner) || (ts.isPropertyAccessExpression(owner) && owner.name.text === 'res' && isHandle(owner.expression));
    return isResponse ? right : undefined;
  },
  made,
  opaque: /\.res\s{0,9}\.\s{0,9}(?:end|write|writeHead)\(|\brespondWith\(|\bcreateEventStream\(/,
};

/** A function of h3, which Nitro makes available to every file without an import. */
export function helperOf(source: Source, given: ts.Expression): string | undefined {
  const callee = unwrap(given);
  const origin = originOf(source, callee);
  if (origin !== undefined)
    return /^(?:h3|nitro(?:pack)?(?:\/.*)?|#imports|#nitro)$/.test(origin.specifier) ? origin.name : undefined;
  return ts.isIdentifier(callee) && lookup(source, callee) === undefined ? callee.text : undefined;
}

function made({ node, source }: FormPart, set: Expression | undefined): Sent | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [, second, third] = node.arguments;
  switch (helperOf(source, node.expression)) {
    case 'sendNoContent':
    case 'noContent':
      return { status: second ? statusValue(source, second) : literal(204), mediaType: 'none', body: ABSENT };
    case 'sendRedirect':
    case 'redirect':
      return { status: third ? statusValue(source, third) : literal(302), mediaType: 'none', body: ABSENT };
    case 'send':
      return third === undefined ? bodyOf(source, set, second, 'text/html') : { ...UNSEEN, ...(set && { status: set }) };
    case 'createError':
      return { status: errorStatus(source, node.arguments[0]), body: { kind: 'unknown', why: 'what an error sends' } };
    case 'sendStream':
    case 'sendProxy':
    case 'proxyRequest':
    case 'proxy':
    case 'sendWebResponse':
    case 'sendIterable':
    case 'serveStatic':
      return UNSEEN;
    default:
      return undefined;
  }
}
const UNKNOWN: Expression = { kind: 'unknown', why: 'it is sent in a way that is not followed' };
const UNSEEN: Sent = { status: UNKNOWN, mediaType: '*/*', body: UNKNOWN };

function errorStatus(source: Source, given: ts.Expression | undefined): Expression {
  const node = given && unwrap(given);
  const object = node !== undefined && ts.isObjectLiteralExpression(node) ? node : undefined;
  const status = object && (propertyOf(object, 'statusCode') ?? propertyOf(object, 'status'));
  return status === undefined ? literal(500) : readValue(source, status);
}
