/** https://pkg.go.dev/net/http#pkg-constants, without the prefix `Status`. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['OK', 200],
  ['Created', 201],
  ['Accepted', 202],
  ['NonAuthoritativeInfo', 203],
  ['NoContent', 204],
  ['ResetContent', 205],
  ['PartialContent', 206],
  ['MultiStatus', 207],
  ['MovedPermanently', 301],
  ['Found', 302],
  ['SeeOther', 303],
  ['NotModified', 304],
  ['TemporaryRedirect', 307],
  ['PermanentRedirect', 308],
  ['BadRequest', 400],
  ['Unauthorized', 401],
  ['PaymentRequired', 402],
  ['Forbidden', 403],
  ['NotFound', 404],
  ['MethodNotAllowed', 405],
  ['NotAcceptable', 406],
  ['RequestTimeout', 408],
  ['Conflict', 409],
  ['Gone', 410],
  ['PreconditionFailed', 412],
  ['RequestEntityTooLarge', 413],
  ['UnsupportedMediaType', 415],
  ['Teapot', 418],
  ['UnprocessableEntity', 422],
  ['Locked', 423],
  ['TooManyRequests', 429],
  ['InternalServerError', 500],
  ['NotImplemented', 501],
  ['BadGateway', 502],
  ['ServiceUnavailable', 503],
  ['GatewayTimeout', 504],
]);

/** The number of `http.StatusOK` and its like. */
export function statusOf(name: string): number | undefined {
  return name.startsWith('Status') ? STATUSES.get(name.slice('Status'.length)) : undefined;
}
