import type { Location } from '../../model/location.js';
import type { Definitions, Shape } from '../../model/shape.js';
import type { Problem } from '../rule.js';

/** A shape and the definitions that its `ref`s point to. */
export interface Side {
  readonly shape: Shape;
  readonly definitions: Definitions;
}

/** One place where the actual shape does not satisfy the expected one. */
export interface Difference {
  /** Dotted, `[]` for items, `[1]` for a place in a tuple, `{}` for the values of a map; empty: the whole body. */
  readonly path: string;
  readonly problem: Problem;
  /**
   * `broken`: certainly violates the contract. `weak`: the contract leaves room (an optional field, a format).
   * `beside`: neither described nor forbidden.
   */
  readonly weight: 'broken' | 'weak' | 'beside';
  /** In words. */
  readonly expected: string;
  readonly actual: string;
  readonly promisedAt?: Location | undefined;
  readonly codeAt?: Location | undefined;
  readonly suggestion?: string | undefined;
  /** Missing in only some forms of the value. */
  readonly partly?: true;
}

/** The result of comparing two shapes. */
export interface Comparison {
  /** Paths of the expected fields that were compared; the empty path for a body that is neither an object nor any value. */
  readonly compared: ReadonlySet<string>;
  /** Paths where the contract lists values and the code has an open scalar: its type fits, its values are unknown. */
  readonly byType: ReadonlySet<string>;
  /** Path that could not be compared -> the reason. */
  readonly unknown: ReadonlyMap<string, string>;
  readonly differences: readonly Difference[];
}

/** A position within both sides of a comparison. */
export interface Place {
  readonly path: string;
  /** The nearest known line of the contract, and of the code. */
  readonly promisedAt?: Location | undefined;
  readonly codeAt?: Location | undefined;
  /** Levels below the body. */
  readonly depth: number;
  /** The named schema that contains this place, and the path of that schema. */
  readonly within?: { readonly schema: string; readonly path: string };
}

/** Collects what one comparison finds; each trial (which option fits best?) has its own collection. */
export interface Findings {
  readonly compared: Set<string>;
  readonly byType: Set<string>;
  readonly unknown: Map<string, string>;
  /** By problem and place: if several options of a union differ there, the most severe difference, then the first. */
  readonly differences: Map<string, Difference>;
}

/** What all parts of one comparison share. */
export interface Comparer {
  readonly expected: Definitions;
  readonly actual: Definitions;
  /** Compares two shapes at a place, and everything below. */
  readonly compare: (expected: Shape, actual: Shape, place: Place, findings: Findings) => void;
  /** Describes shapes for readers. */
  readonly describeExpected: (shape: Shape) => string;
  readonly describeActual: (shape: Shape) => string;
}

export function noFindings(): Findings {
  return { compared: new Set(), byType: new Set(), unknown: new Map(), differences: new Map() };
}

/** Adds the findings of a trial to others. */
export function addFindings(to: Findings, from: Findings): void {
  for (const path of from.compared) to.compared.add(path);
  for (const path of from.byType) to.byType.add(path);
  for (const [path, why] of from.unknown) if (!to.unknown.has(path)) to.unknown.set(path, why);
  for (const difference of from.differences.values()) addDifference(to, difference);
}

/**
 * Handles a body that is only possible: a difference proves nothing and becomes an unknown. A missing optional field or an extra
 * field leaves no unknown either.
 */
export function settleDoubt(trial: Findings, why: string, isCertain: (key: string) => boolean = () => false): Findings {
  for (const [key, { path, problem, weight }] of trial.differences) {
    if (isCertain(key)) continue;
    trial.differences.delete(key);
    if (weight !== 'beside' && !(problem === 'missing' && weight === 'weak')) trial.unknown.set(path, why);
  }
  return trial;
}

const WEIGHTS: readonly Difference['weight'][] = ['broken', 'weak', 'beside'];

export function addDifference({ differences }: Findings, difference: Difference): void {
  const key = `${difference.problem} ${difference.path}`;
  const before = differences.get(key);
  if (before === undefined || WEIGHTS.indexOf(difference.weight) < WEIGHTS.indexOf(before.weight))
    differences.set(key, difference);
}

/** The place of a field below a place. */
export function fieldPlace(place: Place, name: string, promisedAt: Location | undefined, codeAt: Location | undefined): Place {
  return {
    ...place,
    path: place.path === '' ? name : `${place.path}.${name}`,
    promisedAt: promisedAt ?? place.promisedAt,
    codeAt: codeAt ?? place.codeAt,
    depth: place.depth + 1,
  };
}

/** The place of items (`[]`, `[1]`) or map values (`{}`) below a place. */
export function innerPlace(place: Place, suffix: string): Place {
  return { ...place, path: `${place.path}${suffix}`, depth: place.depth + 1 };
}

/** Records that two shapes have different kinds. */
export function differInType(expected: Shape, actual: Shape, place: Place, comparer: Comparer, findings: Findings): void {
  addDifference(findings, {
    ...located(place),
    problem: 'type',
    weight: 'broken',
    expected: comparer.describeExpected(expected),
    actual: comparer.describeActual(actual),
  });
}

/** The properties of a difference that come from its place. */
export function located(place: Place): Pick<Difference, 'path' | 'promisedAt' | 'codeAt'> {
  return { path: place.path, promisedAt: place.promisedAt, codeAt: place.codeAt };
}
