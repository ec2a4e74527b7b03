import { ts } from 'ts-morph';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';

/** Packages whose exports name HTTP statuses. */
const PACKAGES =
  /^(?:http-status-codes|http-status|http-statuses|@nestjs\/common|(?:node:)?http2|readable-http-codes|http-codes|statuses|stoker\/http-status-codes)$/;

/**
 * The status that a constant of a well-known package stands for: `StatusCodes.CREATED` of http-status-codes, `httpStatus.CREATED` of
 * http-status, `constants.HTTP_STATUS_CREATED` of node:http2, `HttpStatus.CREATED` of @nestjs/common. Undefined for anything else.
 */
export function statusConstant(
  source: Source,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): number | undefined {
  const name = ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isStringLiteralLike(node.argumentExpression)
      ? node.argumentExpression.text
      : undefined;
  const status = name === undefined ? undefined : STATUSES.get(name.replace(/^HTTP_STATUS_/, ''));
  if (status === undefined) return undefined;
  return PACKAGES.test(originOf(source, node.expression)?.specifier ?? '') ? status : undefined;
}

/** Names of RFC 9110 and RFC 6585 statuses, as those packages write them. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['CONTINUE', 100],
  ['SWITCHING_PROTOCOLS', 101],
  ['PROCESSING', 102],
  ['EARLY_HINTS', 103],
  ['OK', 200],
  ['CREATED', 201],
  ['ACCEPTED', 202],
  ['NON_AUTHORITATIVE_INFORMATION', 203],
  ['NO_CONTENT', 204],
  ['RESET_CONTENT', 205],
  ['PARTIAL_CONTENT', 206],
  ['MULTI_STATUS', 207],
  ['MULTIPLE_CHOICES', 300],
  ['AMBIGUOUS', 300],
  ['MOVED_PERMANENTLY', 301],
  ['MOVED_TEMPORARILY', 302],
  ['FOUND', 302],
  ['SEE_OTHER', 303],
  ['NOT_MODIFIED', 304],
  ['USE_PROXY', 305],
  ['TEMPORARY_REDIRECT', 307],
  ['PERMANENT_REDIRECT', 308],
  ['BAD_REQUEST', 400],
  ['UNAUTHORIZED', 401],
  ['PAYMENT_REQUIRED', 402],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['METHOD_NOT_ALLOWED', 405],
  ['NOT_ACCEPTABLE', 406],
  ['PROXY_AUTHENTICATION_REQUIRED', 407],
  ['REQUEST_TIMEOUT', 408],
  ['CONFLICT', 409],
  ['GONE', 410],
  ['LENGTH_REQUIRED', 411],
  ['PRECONDITION_FAILED', 412],
  ['PAYLOAD_TOO_LARGE', 413],
  ['REQUEST_TOO_LONG', 413],
  ['REQUEST_ENTITY_TOO_LARGE', 413],
  ['URI_TOO_LONG', 414],
  ['REQUEST_URI_TOO_LONG', 414],
  ['UNSUPPORTED_MEDIA_TYPE', 415],
  ['REQUESTED_RANGE_NOT_SATISFIABLE', 416],
  ['EXPECTATION_FAILED', 417],
  ['IM_A_TEAPOT', 418],
  ['MISDIRECTED', 421],
  ['MISDIRECTED_REQUEST', 421],
  ['UNPROCESSABLE_ENTITY', 422],
  ['LOCKED', 423],
  ['FAILED_DEPENDENCY', 424],
  ['UPGRADE_REQUIRED', 426],
  ['PRECONDITION_REQUIRED', 428],
  ['TOO_MANY_REQUESTS', 429],
  ['REQUEST_HEADER_FIELDS_TOO_LARGE', 431],
  ['UNAVAILABLE_FOR_LEGAL_REASONS', 451],
  ['INTERNAL_SERVER_ERROR', 500],
  ['NOT_IMPLEMENTED', 501],
  ['BAD_GATEWAY', 502],
  ['SERVICE_UNAVAILABLE', 503],
  ['GATEWAY_TIMEOUT', 504],
  ['HTTP_VERSION_NOT_SUPPORTED', 505],
  ['INSUFFICIENT_STORAGE', 507],
  ['NETWORK_AUTHENTICATION_REQUIRED', 511],
]);
