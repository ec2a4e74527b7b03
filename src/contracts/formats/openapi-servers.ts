import { joinPaths, type PathTemplate } from '../../model/endpoint.js';
import { child, entries, items, type Place, textAt, valueAt } from '../place.js';

/** Stands for a variable without a value; no URL contains this character. */
const OPEN = '\uFFFF';

/** Paths below which the service answers: OpenAPI 3 `servers`, OpenAPI 2 `basePath`. */
export function rootPrefixes(root: Place): readonly PathTemplate[] {
  const basePath = textAt(root, 'basePath');
  return basePath === undefined ? serverPrefixes(child(root, 'servers')) : distinct([pathOf(basePath)]);
}

/** Paths of a list of servers, absolute or relative; none if all are `/`. */
export function serverPrefixes(servers: Place | undefined): readonly PathTemplate[] {
  return distinct(items(servers).map((server) => pathOf(substituted(server))));
}

function distinct(paths: readonly (PathTemplate | undefined)[]): readonly PathTemplate[] {
  const known = new Set(paths.filter((path) => path !== undefined));
  return known.size === 1 && known.has('/') ? [] : [...known];
}

/** The URL with each `{variable}` replaced by its default. */
function substituted(server: Place): string {
  const variables = new Map(entries(child(server, 'variables')));
  return (textAt(server, 'url') ?? '').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = valueAt(variables.get(name), 'default');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : OPEN;
  });
}

/** The path of a URL without scheme, host, query and fragment; `undefined` if it contains a variable without a value. */
function pathOf(url: string): PathTemplate | undefined {
  const path = url.replace(/^(?:[^/?#:]*:)?\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  // a relative URL such as `../api/v1` starts at the document's own URL, which is unknown
  return path.includes(OPEN) ? undefined : joinPaths(path.replace(/^(?:\.{1,2}(?:\/|$))+/, ''));
}
