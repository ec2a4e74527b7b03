import type { Location } from '../model/location.js';
import type { Definitions, Shape } from '../model/shape.js';
import type { Problem } from './rule.js';

/** A shape and what its `ref`s point to. */
export interface Side {
  readonly shape: Shape;
  readonly definitions: Definitions;
}

/** One place where the actual shape does not keep the promised one. */
export interface Difference {
  /** Dotted, `[]` for items, `[1]` for a place in a tuple, `{}` for the values of a map; empty: the whole body. */
  readonly path: string;
  readonly problem: Problem;
  /**
   * `broken`: surely outside the promise. `weak`: the promise leaves room (an optional field, a format).
   * `beside`: not promised and not forbidden.
   */
  readonly weight: 'broken' | 'weak' | 'beside';
  /** In words. */
  readonly promised: string;
  readonly actual: string;
  readonly promisedAt?: Location | undefined;
  readonly codeAt?: Location | undefined;
  readonly suggestion?: string | undefined;
  /** Missing in some forms of the value alone. */
  readonly partly?: true;
}

/** What comparing two shapes gave. */
export interface Comparison {
  /** Paths of the promised fields that were compared; the empty path where the body is no object, and not any value. */
  readonly compared: ReadonlySet<string>;
  /** Paths where an open scalar stands beside promised values: its type fits, and which values it has is not known. */
  readonly byType: ReadonlySet<string>;
  /** Paths that could not be compared, and why. */
  readonly unknown: ReadonlyMap<string, string>;
  readonly differences: readonly Difference[];
}

/** Where in both sides a comparison stands. */
export interface Place {
  readonly path: string;
  /** The nearest known line of the contract, and of the code. */
  readonly promisedAt?: Location | undefined;
  readonly codeAt?: Location | undefined;
  /** Levels below the body. */
  readonly depth: number;
  /** The schema with a name that the promise is in, and the path of that. */
  readonly within?: { readonly schema: string; readonly path: string };
}

/** Gathers what one comparison finds; a trial (which option fits best?) gathers in one of its own. */
export interface Findings {
  readonly compared: Set<string>;
  readonly byType: Set<string>;
  readonly unknown: Map<string, string>;
  /** By place and problem: of several (of the options of a union) the gravest, then the first. */
  readonly differences: Map<string, Difference>;
}

/** What the parts of a comparison share. */
export interface Comparer {
  readonly promised: Definitions;
  readonly actual: Definitions;
  /** Compares two shapes at a place, and all below. */
  readonly compare: (promised: Shape, actual: Shape, place: Place, findings: Findings) => void;
  /** Names shapes for a reader. */
  readonly describePromised: (shape: Shape) => string;
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

/** A body that is only possible proves nothing by not fitting. That it lacks an optional field, or has more of them, breaks nothing. */
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

/** Notes that two shapes are of different kinds. */
export function differInType(promised: Shape, actual: Shape, place: Place, comparer: Comparer, findings: Findings): void {
  addDifference(findings, {
    ...located(place),
    problem: 'type',
    weight: 'broken',
    promised: comparer.describePromised(promised),
    actual: comparer.describeActual(actual),
  });
}

/** The parts of a difference that its place gives. */
export function located(place: Place): Pick<Difference, 'path' | 'promisedAt' | 'codeAt'> {
  return { path: place.path, promisedAt: place.promisedAt, codeAt: place.codeAt };
}
