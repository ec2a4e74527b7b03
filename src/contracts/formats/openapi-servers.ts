import { joinPaths, type PathTemplate } from '../../model/endpoint.js';
import { child, entries, items, type Place, textAt, valueAt } from '../place.js';

/** Stands where a variable has no value; no URL holds it. */
const OPEN = '\uFFFF';

/** Paths under which the service answers: OpenAPI 3 `servers`, OpenAPI 2 `basePath`. */
export function rootPrefixes(root: Place): readonly PathTemplate[] {
  const basePath = textAt(root, 'basePath');
  return basePath === undefined ? serverPrefixes(child(root, 'servers')) : distinct([pathOf(basePath)]);
}

/** Paths of a list of servers, absolute or relative; none where all are `/`. */
export function serverPrefixes(servers: Place | undefined): readonly PathTemplate[] {
  return distinct(items(servers).map((server) => pathOf(substituted(server))));
}

function distinct(paths: readonly (PathTemplate | undefined)[]): readonly PathTemplate[] {
  const known = new Set(paths.filter((path) => path !== undefined));
  return known.size === 1 && known.has('/') ? [] : [...known];
}

/** The URL with every `{variable}` replaced by its default. */
function substituted(server: Place): string {
  const variables = new Map(entries(child(server, 'variables')));
  return (textAt(server, 'url') ?? '').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = valueAt(variables.get(name), 'default');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : OPEN;
  });
}

/** The path of a URL without scheme, host, query and fragment; `undefined` when a variable leaves it open. */
function pathOf(url: string): PathTemplate | undefined {
  const path = url.replace(/^(?:[^/?#:]*:)?\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  // where the document is served is not known: `../api/v1` counts from there
  return path.includes(OPEN) ? undefined : joinPaths(path.replace(/^(?:\.{1,2}(?:\/|$))+/, ''));
}
