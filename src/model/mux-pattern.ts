const METHOD = /^([A-Z]+)[ \t]+/;
/** A host is left aside; what stands for a part that was not read is none. */
const HOST = /^[\w.:[\]-]+(?=\/)/;

/**
 * Brings a pattern of Go's `http.ServeMux` to a path template, behind its method if it names one: `GET /users/{id}`,
 * `/files/{path...}`, `/exact/{$}`, `/tree/`, `example.com/x`. Below a path that ends with a slash everything is answered, `/` itself
 * being taken for the one path.
 *
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

/** A path with the method that stands before it. */
export function methodBefore(path: string): { readonly method?: string; readonly path: string } {
  const [start = '', method] = METHOD.exec(path) ?? [];
  return method === undefined ? { path } : { method, path: path.slice(start.length) };
}
