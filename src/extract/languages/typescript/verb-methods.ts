/** The methods that routers of JavaScript have for HTTP methods; `all` answers every one. */
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

/** By the name of a router's method the HTTP method it registers a handler for. @param more those that not all routers have */
export function verbMethods(more: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  return new Map([...SHARED, ...Object.entries(more)]);
}
