/** HTTP methods that a contract can describe (OpenAPI 3.2: `query` too). */
export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const;
export type Method = (typeof METHODS)[number];

export function isMethod(text: string): text is Method {
  return METHODS.some((method) => method === text);
}
/** `ANY`: the code answers each method there. */
export type RouteMethod = Method | 'ANY';

/**
 * A path in the one dialect that all paths are converted to: `/users/{id}/files/{rest*}`. `{name}` is one segment or a part of
 * one, `{name*}` any number of segments. No trailing slash, except for `/` itself. In facts, `{name:}` matches only what some
 * pattern matches, and `{name!api~:*}` (see `parameter-pattern`) nothing that begins with `api/`.
 */
export type PathTemplate = string;

/** Joins path parts as routers do: one slash between, none at the end. */
export function joinPaths(...parts: readonly string[]): PathTemplate {
  const [only = ''] = parts;
  if (parts.length === 1 && isJoined(only)) return only;
  const joined = parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .join('/');
  return `/${joined}`;
}

const isJoined = (path: string): boolean => path.startsWith('/') && !path.endsWith('/') && !path.includes('//');

/** The path without the marks of patterns. */
export function withoutPatterns(path: PathTemplate): PathTemplate {
  return path.replaceAll(/(?:![^{}:!]*)?:(\*?)\}/g, '$1}');
}

/** The path with its parameters' names dropped, for comparing: `/users/{}/files/{*}`. */
export function pathKey(path: PathTemplate): string {
  return joinPaths(path.replace(/\{[^{}]*?(\*?)\}/g, '{$1}'));
}
