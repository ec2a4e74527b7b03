import type { Expression } from '../expression.js';
import { resolve } from './resolve.js';
import { FUEL, type Resolver, type Target } from './target.js';
import { bindTypes } from './type-parameters.js';

type TypeTarget = Target & { readonly kind: 'type' };

/** Types that embed each other deeper than this do so in a circle. */
const MAX_DEPTH = 10;

/** A member of a type, or of one that it embeds, that another file declares. See `Declaration.elsewhere`. */
export function memberElsewhere(resolver: Resolver, target: TypeTarget, name: string, depth = 0): Target | undefined {
  const { program } = resolver;
  for (const declaration of target.declarations) {
    const isHere =
      declaration.elsewhere?.here === true && program.files.get(target.file)?.callables.has(`${declaration.name}#${name}`);
    const file = isHere ? target.file : program.resolutions[target.file]?.[`${declaration.elsewhere?.prefix}${name}`];
    const callable = file === undefined ? undefined : program.files.get(file)?.callables.get(`${declaration.name}#${name}`);
    if (file !== undefined && callable !== undefined) {
      const types = bindTypes(declaration.parameters, target.arguments, { file: target.file });
      return { kind: 'callable', file, callable, site: { ...types, file } };
    }
  }
  return (
    firstBase(resolver, target, depth, (base) => memberElsewhere(resolver, base, name, depth + 1)) ??
    ofUnderlying(resolver, target, name)
  );
}

/** A field of the underlying type of a defined type: `type Page Listing`. */
function ofUnderlying(
  resolver: Resolver,
  { file, declarations, arguments: given }: TypeTarget,
  name: string,
): Target | undefined {
  const [declaration] = declarations;
  if (declaration?.form !== 'alias') return undefined;
  const site = bindTypes(declaration.parameters, given, { file });
  const under = resolve(resolver, { expression: declaration.type, site }, 'value');
  return under.kind === 'type' && under.declarations[0] === declaration
    ? undefined
    : resolver.memberOf(resolver, under, name, 'value', FUEL);
}

/** Whether a type, or one that it embeds, serializes itself by a method of another file. */
export function writesItself(resolver: Resolver, target: TypeTarget): boolean {
  return target.declarations.some(({ elsewhere }) =>
    elsewhere?.writes.some((name) => memberElsewhere(resolver, target, name) !== undefined),
  );
}

function firstBase<T>(
  resolver: Resolver,
  target: TypeTarget,
  depth: number,
  find: (base: TypeTarget) => T | undefined,
): T | undefined {
  if (depth > MAX_DEPTH) return undefined;
  for (const declaration of target.declarations) {
    if (declaration.elsewhere === undefined) continue;
    for (const expression of declaration.extends ?? []) {
      const base = baseOf(resolver, expression, target.file);
      const found = base && find(base);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function baseOf(resolver: Resolver, expression: Expression, file: string): TypeTarget | undefined {
  const base = resolve(resolver, { expression, site: { file } }, 'shape');
  return base.kind === 'type' ? base : undefined;
}
