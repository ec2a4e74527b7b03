import { joinPaths, type PathTemplate } from './endpoint.js';

/** An escaped colon, a parameter, or the rest of the path. */
const PART = /\\:|:([^/]+)|\*([\s\S]*)$/g;

/**
 * Converts a path of routers that split only by segments to a path template: the name of a parameter extends to the next slash,
 * including hyphens and dots, and a star matches the rest. `/a/:item-id` -> `/a/{item-id}`, `/files/*path` -> `/files/{path*}`.
 * Sources: https://pkg.go.dev/github.com/julienschmidt/httprouter#hdr-Named_parameters (gin uses its tree) and
 * https://echo.labstack.com/docs/routing#match-any.
 */
export function segmentPath(path: string): PathTemplate {
  return joinPaths(
    path.replace(PART, (part, name: string | undefined, rest: string | undefined) =>
      part === '\\:' ? ':' : name === undefined ? `{${rest === '' ? 'rest' : rest}*}` : `{${name}}`,
    ),
  );
}
