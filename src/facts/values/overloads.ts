import type { Expression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import type { Resolver, Target } from './target.js';

/**
 * The overload that a call selects: the only one with that number of parameters or, of several, the one with these types.
 * Undefined: undecided, or the function has no overloads.
 */
export function overloadCalled(
  resolver: Resolver,
  { callable, file, site: own }: Target & { kind: 'callable' },
  values: readonly Expression[],
  site: Site,
  fuel: number,
): (Target & { kind: 'callable' }) | undefined {
  const fitting = (callable.overloads ?? []).filter(({ types }) => types.length === values.length);
  const typeOf = (lazy: Lazy): string | undefined => typeNamed(resolver, lazy, fuel);
  const given = fitting.length < 2 ? [] : values.map((expression) => typeOf({ expression, site }));
  const known = fitting.filter(({ types }) =>
    given.every((one, index) => {
      const type = types[index];
      const isShared = fitting.every((other) => JSON.stringify(other.types[index]) === JSON.stringify(type));
      const taken = isShared || type === undefined ? undefined : typeOf({ expression: type, site: { file } });
      const isList = [taken, one].includes('[]#') && taken?.endsWith('[]#') === true && one?.endsWith('[]#') === true;
      return isShared || isList || (taken !== undefined && taken === one);
    }),
  );
  const [only] = known;
  // an unresolved parameter type may also accept a number or text
  const isOpen = given.some(
    (one, index) =>
      one?.includes('#') === false &&
      fitting.some(
        ({ types }) => types[index] === undefined || typeOf({ expression: types[index], site: { file } }) === undefined,
      ),
  );
  if (only === undefined || known.length > 1 || isOpen || fuel <= 0) return undefined;
  const chosen = resolver.resolve(resolver, { expression: only.of, site: { ...own, file } }, 'value', fuel - 1);
  return chosen.kind === 'callable' ? chosen : undefined;
}

/** The name of a declared or scalar type, which distinguishes overloads. */
function typeNamed(resolver: Resolver, { expression: of, site }: Lazy, fuel: number): string | undefined {
  if (fuel <= 0) return undefined;
  const expression: Expression = { kind: 'operator', operator: 'non-null', of };
  const target = resolver.resolve(resolver, { expression, site }, 'shape', fuel - 1);
  if (target.kind === 'type') return `${target.file}#${target.declarations[0]?.name.replace(/\|base$/, '')}`;
  if (target.kind !== 'plain') return undefined;
  const { expression: scalar } = target;
  // a list is named by its elements, whatever they are
  if (scalar.kind === 'array')
    return `${typeNamed(resolver, { expression: scalar.items, site: target.site }, fuel - 1) ?? ''}[]#`;
  if (scalar.kind !== 'scalar') return undefined;
  // a UUID is a text in JSON, but not to a compiler; it converts between numbers
  return scalar.type === 'integer' || scalar.type === 'number' ? 'number' : [scalar.type, scalar.format ?? ''].join(' ');
}
