/** Names of `HttpStatus` and of JAX-RS' `Status` with their codes; of 1xx to 3xx only those that services send. */
const CODES: Readonly<Record<string, number>> = {
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NO_CONTENT: 204,
  RESET_CONTENT: 205,
  PARTIAL_CONTENT: 206,
  MULTI_STATUS: 207,
  MOVED_PERMANENTLY: 301,
  FOUND: 302,
  SEE_OTHER: 303,
  NOT_MODIFIED: 304,
  TEMPORARY_REDIRECT: 307,
  PERMANENT_REDIRECT: 308,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
};

/** The code of a status by its name or number; undefined: it is not known. */
export function statusOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const name = word.replace(/([a-z])(?=[A-Z])/g, '$1_').toUpperCase();
  if (Object.hasOwn(CODES, name)) return CODES[name];
  const number = Number(word);
  return Number.isInteger(number) && number >= 100 && number < 600 ? number : undefined;
}
