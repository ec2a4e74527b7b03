import type { Expression } from './expression.js';
import type { Declaration } from './fact.js';
import { lookupName } from './lookup.js';
import type { Lazy, Site } from './program.js';
import { FUEL, type Resolver } from './target.js';

/** The type alias that an expression names, with its arguments, if it does: the way recursion through aliases is noticed. */
export function aliasOf(
  resolver: Resolver,
  lazy: Lazy,
): { readonly file: string; readonly declaration: Declaration; readonly arguments: readonly Lazy[] } | undefined {
  let { expression, site } = lazy;
  for (let hops = 0; hops < FUEL && expression.kind === 'name' && expression.space !== 'value'; hops++) {
    const bound: Lazy | undefined = site.types?.get(expression.name);
    if (bound === undefined) {
      const found = lookupName(resolver.program, expression.name, site, 'type');
      const declaration = found.kind === 'declaration' ? found.declarations[0] : undefined;
      if (found.kind !== 'declaration' || declaration?.form !== 'alias') return undefined;
      const inside = site;
      return {
        file: found.file,
        declaration,
        arguments: (expression.arguments ?? []).map((of) => ({ expression: of, site: inside })),
      };
    }
    ({ expression, site } = bound);
  }
  return undefined;
}

/** The site of a generic declaration's inside: its parameters stand for the arguments, else for their defaults. */
export function bindTypes(parameters: Declaration['parameters'], given: readonly Lazy[], site: Site): Site {
  if (parameters === undefined || parameters.length === 0) return site;
  const types = new Map(site.types);
  const inside: Site = { ...site, types };
  for (const [index, parameter] of parameters.entries()) {
    const fallback: Expression = parameter.default ?? {
      kind: 'unknown',
      why: `the type parameter ${parameter.name} is not given`,
    };
    types.set(parameter.name, given[index] ?? { expression: fallback, site: inside });
  }
  return inside;
}
