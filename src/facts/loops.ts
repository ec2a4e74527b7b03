import type { Mount, Registration, Route } from './fact.js';
import type { Lazy, Site } from './program.js';
import { resolve } from './resolve.js';
import type { Resolver } from './target.js';

/** Elements that one loop may stand for. */
const MAX_ELEMENTS = 1000;

/** The sites of a fact that is repeated for the elements of lists; undefined: a list cannot be read. */
export function sitesOf(
  resolver: Resolver,
  file: string,
  fact: Route | Mount | Registration,
  around: Site = { file },
): readonly Site[] | undefined {
  let sites: readonly Site[] = [around];
  for (const loop of fact.each ?? []) {
    const more: Site[] = [];
    for (const site of sites) {
      const elements = elementsOf(resolver, { expression: loop.over, site });
      if (elements === undefined) return undefined;
      for (const element of elements) more.push({ ...site, loops: new Map([...(site.loops ?? []), [loop.name, element]]) });
    }
    if (more.length > MAX_ELEMENTS) return undefined;
    sites = more;
  }
  return sites;
}

function elementsOf(resolver: Resolver, list: Lazy, depth = 0): readonly Lazy[] | undefined {
  const target = resolve(resolver, list, 'value');
  if (depth > 20 || target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const { site } = target;
  const elements: Lazy[] = [];
  for (const item of target.expression.items) {
    const some =
      item.kind === 'spread' ? elementsOf(resolver, { expression: item.value, site }, depth + 1) : [{ expression: item, site }];
    if (some === undefined) return undefined;
    elements.push(...some);
  }
  return elements;
}
