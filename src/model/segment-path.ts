import { joinPaths, type PathTemplate } from './endpoint.js';

/** An escaped colon, a parameter, or the rest of the path. */
const PART = /\\:|:([^/]+)|\*([\s\S]*)$/g;

/**
 * Brings a path of routers that split by segments alone to a path template: a parameter's name is all up to the next slash, hyphens and
 * dots too, and a star takes the rest. `/a/:item-id` -> `/a/{item-id}`, `/files/*path` -> `/files/{path*}`.
 *
 * Sources: https://pkg.go.dev/github.com/julienschmidt/httprouter#hdr-Named_parameters (gin has its tree from there) and
 * https://echo.labstack.com/docs/routing#match-any.
 */
export function segmentPath(path: string): PathTemplate {
  return joinPaths(
    path.replace(PART, (part, name: string | undefined, rest: string | undefined) =>
      part === '\\:' ? ':' : name === undefined ? `{${rest === '' ? 'rest' : rest}*}` : `{${name}}`,
    ),
  );
}
