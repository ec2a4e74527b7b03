/** The methods that JavaScript routers have for HTTP methods; `all` answers every one. */
const SHARED: readonly (readonly [string, string])[] = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['head', 'HEAD'],
  ['options', 'OPTIONS'],
  ['all', 'ANY'],
];

/**
 * The HTTP method for which each method of a router registers a handler.
 *
 * @param more methods that not all routers have
 */
export function verbMethods(more: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  return new Map([...SHARED, ...Object.entries(more)]);
}
