/** The format of a text that is the name of a status: what a server takes as a number. */
export const STATUS_FORMAT = 'http-status';

/** The names of statuses in RFC 9110 and RFC 6585, and the other names that libraries use for them. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['CONTINUE', 100],
  ['SWITCHING_PROTOCOLS', 101],
  ['PROCESSING', 102],
  ['EARLY_HINTS', 103],
  ['OK', 200],
  ['CREATED', 201],
  ['ACCEPTED', 202],
  ['NON_AUTHORITATIVE_INFORMATION', 203],
  ['NON_AUTHORITATIVE_INFO', 203],
  ['NO_CONTENT', 204],
  ['RESET_CONTENT', 205],
  ['PARTIAL_CONTENT', 206],
  ['MULTI_STATUS', 207],
  ['ALREADY_REPORTED', 208],
  ['IM_USED', 226],
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
  ['RANGE_NOT_SATISFIABLE', 416],
  ['IM_A_TEAPOT', 418],
  ['I_AM_A_TEAPOT', 418],
  ['TEAPOT', 418],
  ['MISDIRECTED', 421],
  ['MISDIRECTED_REQUEST', 421],
  ['UNPROCESSABLE_ENTITY', 422],
  ['LOCKED', 423],
  ['FAILED_DEPENDENCY', 424],
  ['TOO_EARLY', 425],
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

/**
 * The code of a status by the name of its constant (`NO_CONTENT`, `NoContent`, `no_content`); undefined: there is none.
 * https://www.rfc-editor.org/rfc/rfc9110#name-status-codes
 */
export function statusNamed(name: string): number | undefined {
  return STATUSES.get(name.replace(/([a-z])(?=[A-Z])/g, '$1_').toUpperCase());
}

/** The name of a status in words: `No content`. Undefined: it has no name. */
export function statusPhrase(status: number): string | undefined {
  const [name] = [...STATUSES].find(([, code]) => code === status) ?? [];
  if (name === undefined || name === 'OK') return name;
  return `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}
