const METHOD = /^([A-Z]+)[ \t]+/;
/** The host is ignored; a placeholder for an unresolved part is no host. */
const HOST = /^[\w.:[\]-]+(?=\/)/;

/**
 * Converts a pattern of Go's `http.ServeMux` to a path template, after its method if it has one: `GET /users/{id}`,
 * `/files/{path...}`, `/exact/{$}`, `/tree/`, `example.com/x`. A path with a slash at the end answers everything below it; `/`
 * itself counts as a single path.
 * @see https://pkg.go.dev/net/http#hdr-Patterns-ServeMux
 */
export function muxPattern(pattern: string): string {
  const [start = '', method] = METHOD.exec(pattern) ?? [];
  const path = pattern
    .slice(start.length)
    .replace(HOST, '')
    .replace(/\.\.\.\}/g, '*}');
  const isTree = path.length > 1 && path.endsWith('/');
  const whole = path.endsWith('{$}') ? path.slice(0, -3) || '/' : isTree ? `${path}{rest*}` : path;
  return method === undefined ? whole : `${method} ${whole}`;
}

/** Splits a path from the method before it. */
export function methodBefore(path: string): { readonly method?: string; readonly path: string } {
  const [start = '', method] = METHOD.exec(path) ?? [];
  return method === undefined ? { path } : { method, path: path.slice(start.length) };
}
