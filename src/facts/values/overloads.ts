import { STATUS_FORMAT, statusNamed } from '../../model/http-status.js';
import type { Expression } from '../expression.js';
import type { Callable, Declaration } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import type { Resolver, Target } from './target.js';

type Overload = NonNullable<Callable['overloads']>[number];
/** How a parameter takes an argument: by the type it is declared with, another type of its own, as anything (`Object`, `T`), perhaps, or not at all. */
type Fit = 'declared' | 'own' | 'any' | 'maybe' | 'no';

/**
 * The overload that a call selects: of those that may take the arguments, the only one, or the one whose types say more than those
 * of all others. Undefined: undecided, or the function has no overloads.
 */
export function overloadCalled(
  resolver: Resolver,
  { callable, file, site: own }: Target & { kind: 'callable' },
  values: readonly Expression[],
  site: Site,
  fuel: number,
): (Target & { kind: 'callable' }) | undefined {
  const fitting = (callable.overloads ?? []).filter(({ types }) => types.length === values.length);
  if (fitting.length === 0 || fuel <= 0) return undefined;
  const given = fitting.length < 2 ? [] : values.map((expression) => typeNamed(resolver, { expression, site }, fuel));
  const fits = fitting
    .map((one) => ({ of: one.of, fit: given.map((type, index) => fitOf(resolver, one, index, type, file, fuel)) }))
    .filter(({ fit }) => !fit.includes('no'));
  const [only] =
    fits.length === 1 ? fits : fits.filter(({ fit }) => fits.every((other) => other.fit === fit || isCloser(fit, other.fit)));
  if (only === undefined) return undefined;
  const chosen = resolver.resolve(resolver, { expression: only.of, site: { ...own, file } }, 'value', fuel - 1);
  return chosen.kind === 'callable' ? chosen : undefined;
}

/**
 * Does the first take everything as surely as the second, and something more closely: as its own type what the second takes as
 * anything, or a type of the service as that type what the second may take?
 */
function isCloser(one: readonly Fit[], other: readonly Fit[]): boolean {
  const isOwn = (fit: Fit, index: number): boolean =>
    fit === 'declared' ? other[index] !== fit : fit === 'own' && other[index] === 'any';
  return one.some(isOwn) && one.every((fit, index) => fit === other[index] || isOwn(fit, index));
}

function fitOf(
  resolver: Resolver,
  { types, any }: Overload,
  index: number,
  given: Named | undefined,
  file: string,
  fuel: number,
): Fit {
  if (any?.includes(index) === true) return 'any';
  const expression = types[index];
  const taken = expression && typeNamed(resolver, { expression, site: { file } }, fuel);
  if (given === undefined) return 'maybe';
  if (given.kind === 'type') return typeFits(resolver, given, taken, fuel);
  if (taken?.kind === 'type') return 'no';
  // a parameter of a type that is not resolved may take a text, number or list as well (`Comparable`)
  if (taken === undefined) return given.name === STATUS ? 'no' : 'maybe';
  if (given.name === taken.name) return 'own';
  // the format of a text may be that of what it was written from
  const areTexts = [given, taken].every(({ name }) => name.startsWith('string') && name !== STATUS);
  return areTexts ? 'maybe' : 'no';
}

/** A type fits its own name, and the names of its bases. */
function typeFits(resolver: Resolver, given: OwnType, taken: Named | undefined, fuel: number, depth = 0): Fit {
  if (given.name === taken?.name) return 'declared';
  if (depth > MAX_BASES) return 'maybe';
  if (taken !== undefined && taken.kind !== 'type' && taken.kind !== 'list') return 'no';
  const bases = given.declarations.flatMap((one) => one.extends ?? []);
  const fits = bases.map((expression) => {
    const base = typeNamed(resolver, { expression, site: { file: given.file } }, fuel - 1);
    if (base?.kind === 'type') return typeFits(resolver, base, taken, fuel - 1, depth + 1);
    // a type of a library is no type of the service
    return base === undefined && taken?.kind !== 'type' ? 'maybe' : 'no';
  });
  return fits.find((one) => one === 'declared') ?? fits.find((one) => one === 'maybe') ?? 'no';
}
/** Longer chains of base classes are hostile. */
const MAX_BASES = 10;

interface OwnType {
  readonly kind: 'type';
  readonly name: string;
  readonly file: string;
  readonly declarations: readonly Declaration[];
}
/** A type that distinguishes overloads: a declared one, a list or map of anything, a text, number or flag. */
type Named = OwnType | { readonly kind: 'scalar' | 'list' | 'map'; readonly name: string };

const STATUS = `string ${STATUS_FORMAT}`;

function typeNamed(resolver: Resolver, { expression: of, site }: Lazy, fuel: number): Named | undefined {
  if (fuel <= 0) return undefined;
  const expression: Expression = { kind: 'operator', operator: 'non-null', of };
  const target = resolver.resolve(resolver, { expression, site }, 'shape', fuel - 1);
  if (target.kind === 'type') {
    const { file, declarations } = target;
    return { kind: 'type', name: `${file}#${declarations[0]?.name.replace(/\|base$/, '')}`, file, declarations };
  }
  if (target.kind !== 'plain') return undefined;
  const { expression: plain } = target;
  const isInstance = plain.kind === 'operator' && /^(?:filled|made|given)$/.test(plain.operator);
  return isInstance ? typeNamed(resolver, { expression: plain.of, site: target.site }, fuel - 1) : plainName(plain);
}

function plainName(plain: Expression): Named | undefined {
  switch (plain.kind) {
    case 'array':
    case 'tuple':
      return { kind: 'list', name: 'list' };
    case 'map':
    case 'object':
      return { kind: 'map', name: 'map' };
    case 'literal':
      return plain.value === null ? undefined : { kind: 'scalar', name: scalarName(typeof plain.value) };
    case 'text': {
      const [only, ...others] = plain.parts;
      const isStatus = others.length === 0 && only?.kind === 'literal' && statusNamed(String(only.value)) !== undefined;
      return { kind: 'scalar', name: isStatus ? STATUS : scalarName('string') };
    }
    case 'scalar':
      return { kind: 'scalar', name: scalarName(plain.type, plain.format) };
    default:
      return undefined;
  }
}

/** A UUID is a text in JSON, but not to a compiler; it converts between numbers. */
const scalarName = (type: string, format = ''): string =>
  /^(?:integer|number)$/.test(type) ? 'number' : `${type} ${format}`.trim();
