import type { Constraints, EnumValue } from '../../model/shape.js';
import { type Findings, note, type Spot } from './walker.js';

/** A limit for values: a larger number allows fewer values (`lower`) or more (`upper`). */
interface Limit {
  readonly name: string;
  readonly way: 'lower' | 'upper';
  /** Its position on the number line: an excluded limit lies next to the number itself. */
  readonly at: number;
  readonly excluded: boolean;
}

/** Compares lengths, ranges and patterns. `whole`: the values are integers. */
export function compareLimits(
  base: Constraints | undefined,
  head: Constraints | undefined,
  whole: boolean,
  spot: Spot,
  findings: Findings,
): void {
  const [before, after] = [limitsOf(base, whole), limitsOf(head, whole)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    const order = orderOf(old, now);
    if (order === 0) continue;
    note(findings, order > 0 ? 'limit-tightened' : 'limit-loosened', spot, inWords(name, old), inWords(name, now));
  }
  comparePatterns(base?.pattern, head?.pattern, spot, findings);
  compareSteps(base?.multipleOf, head?.multipleOf, spot, findings);
  if ((base?.uniqueItems ?? false) !== (head?.uniqueItems ?? false)) {
    const now = head?.uniqueItems === true;
    note(
      findings,
      now ? 'limit-tightened' : 'limit-loosened',
      spot,
      now ? undefined : 'unique items',
      now ? 'unique items' : undefined,
    );
  }
}

/** Whether no value satisfies all of these limits; patterns and steps are ignored. */
export function limitsExclude(all: readonly (Constraints | undefined)[], whole: boolean): boolean {
  const limits = all.flatMap((each) => [...limitsOf(each, whole).values()]);
  return limits.some((lower) => lower.way === 'lower' && limits.some((upper) => isAbove(lower, upper)));
}

/** `lower` excludes what `upper` allows, for the same measure (length, items, the number itself). */
function isAbove(lower: Limit, upper: Limit): boolean {
  if (upper.way !== 'upper' || lower.name.slice(3) !== upper.name.slice(3)) return false;
  return lower.at > upper.at || (lower.at === upper.at && (lower.excluded || upper.excluded));
}

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/** By measure; limits without effect (no shorter than 0) are left out. */
function limitsOf(limits: Constraints = {}, whole: boolean): ReadonlyMap<string, Limit> {
  const found = new Map<string, Limit>();
  for (const name of COUNTS) {
    const at = limits[name];
    const way = name.startsWith('min') ? 'lower' : 'upper';
    if (at !== undefined && !(way === 'lower' && at <= 0)) found.set(name, { name, way, at, excluded: false });
  }
  const lower = stricter('lower', limits.minimum, limits.exclusiveMinimum, whole);
  const upper = stricter('upper', limits.maximum, limits.exclusiveMaximum, whole);
  if (lower !== undefined) found.set('minimum', lower);
  if (upper !== undefined) found.set('maximum', upper);
  return found;
}

/** The stricter one of an inclusive and an exclusive limit. For integers, `> 0` is `>= 1`. */
function stricter(
  way: Limit['way'],
  including: number | undefined,
  excluding: number | undefined,
  whole: boolean,
): Limit | undefined {
  const name = way === 'lower' ? 'minimum' : 'maximum';
  const limits: Limit[] = [];
  if (including !== undefined) limits.push({ name, way, at: including, excluded: false });
  if (excluding !== undefined && !whole) limits.push({ name, way, at: excluding, excluded: true });
  if (excluding !== undefined && whole) {
    const next = way === 'lower' ? Math.floor(excluding) + 1 : Math.ceil(excluding) - 1;
    limits.push({ name, way, at: next, excluded: false });
  }
  return limits.reduce<Limit | undefined>((best, each) => (orderOf(best, each) > 0 ? each : best), undefined);
}

/** Positive: fewer values satisfy the second; negative: more do. */
function orderOf(one: Limit | undefined, other: Limit | undefined): number {
  if (one === undefined || other === undefined) return (other === undefined ? 0 : 1) - (one === undefined ? 0 : 1);
  if (one.at !== other.at) return (other.at > one.at ? 1 : -1) * (one.way === 'lower' ? 1 : -1);
  return Number(other.excluded) - Number(one.excluded);
}

function inWords(name: string, limit: Limit | undefined): string | undefined {
  if (limit === undefined) return undefined;
  return `${name} ${limit.at}${limit.excluded ? ' (excluded)' : ''}`;
}

/** It is unknown which of two patterns matches more texts; the empty pattern matches all. */
function comparePatterns(base: string | undefined, head: string | undefined, spot: Spot, findings: Findings): void {
  const [before, after] = [base, head].map((pattern) => (pattern === '' ? undefined : pattern));
  if (before === after) return;
  const kind = before === undefined ? 'limit-tightened' : after === undefined ? 'limit-loosened' : 'limit-changed';
  note(findings, kind, spot, before && `pattern ${before}`, after && `pattern ${after}`);
}

function compareSteps(before: number | undefined, after: number | undefined, spot: Spot, findings: Findings): void {
  if (before === after) return;
  const [old, now] = [before, after].map((step) => (step === undefined ? undefined : `multiple of ${step}`));
  if (after === undefined || isMultiple(before, after)) note(findings, 'limit-loosened', spot, old, now);
  else if (before === undefined || isMultiple(after, before)) note(findings, 'limit-tightened', spot, old, now);
  else note(findings, 'limit-changed', spot, old, now);
}

function isMultiple(number: number | undefined, of: number): boolean {
  return number !== undefined && Number.isInteger(number / of);
}

/** Whether a value satisfies the limits; patterns are ignored, because they are never run. */
export function keepsLimits(value: EnumValue, limits: Constraints = {}): boolean {
  const { minLength = 0, maxLength = Infinity, multipleOf } = limits;
  if (typeof value === 'string') {
    // Characters, not code units (JSON Schema validation 6.3.1).
    const length = [...value].length;
    return length >= minLength && length <= maxLength;
  }
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = limits;
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  return isWithin && (multipleOf === undefined || Number.isInteger(value / multipleOf));
}
