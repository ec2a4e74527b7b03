import { joinPaths } from '../../model/endpoint.js';
import type { Gap } from '../../model/gap.js';
import { UNREAD } from '../values/texts.js';

interface Only {
  readonly methods?: readonly string[];
  readonly pages?: boolean;
  readonly exact?: boolean;
  readonly ofLibrary?: boolean;
}

/**
 * What a gap hides below each of these prefixes, as far as they are resolved: only these methods, only pages, or only these exact
 * paths.
 */
export function hiddenAt(gap: Gap, prefixes: readonly string[], { exact, ...whole }: Only): readonly Gap[] {
  return [...new Set(prefixes)].map((full) => {
    const cut = full.indexOf(UNREAD);
    if (cut < 0 && exact === true) return { ...gap, hides: { prefix: full, ...whole, exact } };
    const prefix = cut < 0 ? full : full.slice(0, cut).replace(/\/[^/]*$/, '') || '/';
    return { ...gap, hides: prefix === '/' && Object.keys(whole).length === 0 ? 'service' : { prefix, ...whole } };
  });
}

/** The same if the beginning before the prefixes is unknown: everything below a path that ends with one of them. */
export function hiddenSomewhere(
  gap: Gap,
  prefixes: readonly string[],
  { methods = ['ANY'], pages, exact }: Only,
): readonly Gap[] {
  if (pages === true || prefixes.length === 0) return [];
  const below = (prefix: string): string =>
    prefix.includes(UNREAD) ? '/{rest*}' : exact === true ? prefix : joinPaths(prefix, '{rest*}');
  const routes = [...new Set(prefixes.map(below))].flatMap((path) => methods.map((method) => ({ method, path })));
  return [{ ...gap, hides: { routes } }];
}
