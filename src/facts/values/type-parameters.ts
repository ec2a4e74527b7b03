import type { Expression } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { lookupName } from './lookup.js';
import { FUEL, type Resolver } from './target.js';

/** The type alias that an expression names, with its arguments: linking detects recursion through aliases by it. */
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

/** An enumeration; one whose converter writes names is an alias of them. */
export function isEnumeration({ form, statics, type }: Declaration): boolean {
  if (form !== 'alias' || statics === undefined) return form === 'enum';
  return type.kind === 'union' && type.options.every(({ kind }) => kind === 'literal');
}

/** The target of an alias, unless a method of its type in another file serializes it. See `Declaration.elsewhere`. */
export function aliasedType({ program }: Resolver, file: string, { name, type, elsewhere }: Declaration): Expression {
  const isWritten = elsewhere?.writes.some((method) => {
    const other = program.resolutions[file]?.[`${elsewhere.prefix}${method}`];
    return other !== undefined && program.files.get(other)?.callables.has(`${name}#${method}`) === true;
  });
  return isWritten === true ? { kind: 'unknown', why: `${name} writes its own JSON`, written: true } : type;
}

/** The module constant with the schema that describes an expression's data: linking detects recursion through schemas by it. */
export function schemaOf(resolver: Resolver, lazy: Lazy): { readonly file: string; readonly name: string } | undefined {
  const { expression, site } = unbound(lazy);
  if (expression.kind !== 'operator' || expression.operator !== 'described') return undefined;
  const schema = unbound({ expression: expression.of, site });
  if (schema.expression.kind !== 'name' || schema.expression.space !== 'value') return undefined;
  const found = lookupName(resolver.program, schema.expression.name, schema.site, 'value');
  if (found.kind !== 'lazy' || found.constant === undefined || !/^[\w$]+$/.test(found.constant)) return undefined;
  return { file: found.lazy.site.file, name: found.constant };
}

/** The target of a type parameter, or of a name that linking bound. */
export function unbound(lazy: Lazy): Lazy {
  let at = lazy;
  for (let hops = 0; hops < FUEL && at.expression.kind === 'name' && at.expression.space !== 'value'; hops++) {
    const bound = at.site.types?.get(at.expression.name);
    if (bound === undefined) break;
    at = bound;
  }
  return at;
}

/** The site inside a generic declaration: its parameters stand for the arguments, or else for their defaults. */
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

/** Whether a type names an unbound type parameter of the function, or leaves open what a list or a map holds (`unknown[]`). */
export function isOpen(type: Expression, callable: string, site: Site): boolean {
  if (type.kind === 'array') return type.items.kind === 'unknown' || isOpen(type.items, callable, site);
  if (type.kind === 'map') return type.values.kind === 'unknown';
  if (type.kind !== 'name') return false;
  const isOwn = type.name.startsWith(`${callable}.`) && site.types?.has(type.name) !== true;
  return isOwn || (type.arguments ?? []).some((one) => isOpen(one, callable, site));
}
