import type { Location } from '../../model/location.js';
import type { Verdict, Violation } from '../rule.js';
import type { Comparison } from './comparison.js';
import type { Found } from './response-violations.js';

/** The combined result of all places in the code. */
export interface Gathered {
  readonly compared: Set<string>;
  readonly byType: Set<string>;
  readonly unknown: Map<string, string>;
  readonly found: Found[];
}

export const nothingYet = (): Gathered => ({ compared: new Set(), byType: new Set(), unknown: new Map(), found: [] });

/** Of several reasons for one place the alphabetically first stays, so that the order of places does not matter. */
export function learn({ unknown }: Gathered, path: string, why: string): void {
  const before = unknown.get(path);
  if (before === undefined || why < before) unknown.set(path, why);
}

/** Adds what a place in the code says; `prefix`: the path of the compared part; `place`: named in reasons, if given. */
export function gather(into: Gathered, one: Comparison, at: Location, prefix = '', place = ''): void {
  const named = (path: string): string => (prefix === '' ? path : path === '' ? prefix : `${prefix}.${path}`);
  for (const path of one.compared) into.compared.add(named(path));
  for (const path of one.byType) into.byType.add(named(path));
  for (const [path, why] of one.unknown) learn(into, named(path), `${why}${place}`);
  for (const difference of one.differences) into.found.push({ difference: { ...difference, path: named(difference.path) }, at });
}

/** What is unknown in one place does not count as compared. */
export function withoutUnknown(result: Gathered): Gathered {
  for (const path of result.unknown.keys()) result.compared.delete(path);
  return result;
}

/** The verdict on a subject that was compared. */
export function verdictOf({ compared, byType, unknown }: Gathered, violations: readonly Violation[]): Verdict {
  const broken = violations.some(({ severity }) => severity === 'error');
  return {
    outcome: broken ? 'broken' : unknown.size > 0 ? 'open' : 'kept',
    compared: compared.size,
    byType: [...byType],
    unknown: [...unknown].map(([field, why]) => ({ field, why })),
    violations,
  };
}
