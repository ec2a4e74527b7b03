import type { EnumShape, EnumValue, ScalarShape } from '../../model/shape.js';
import { compareLimits, keepsLimits } from './limits.js';
import { type Findings, inWords, note, type Spot, type Walker } from './walker.js';

/** Compares single values: types, lists of values, formats, limits. */
export function compareScalars(
  base: ScalarShape | EnumShape,
  head: ScalarShape | EnumShape,
  spot: Spot,
  walker: Walker,
  findings: Findings,
): void {
  if (base.kind === 'enum' && head.kind === 'enum') {
    compareValues(base, head, spot, walker, findings);
    return;
  }
  const [before, after] = [inWords(base, walker.base), inWords(head, walker.head)];
  if (base.kind === 'scalar' && head.kind === 'scalar') {
    const kind = typeKind(base, head);
    if (kind !== undefined) note(findings, kind, spot, before, after);
    if (kind === 'type-changed') return;
    if (kind === undefined) compareFormats(base, head, spot, findings);
    const whole = base.type === 'integer' && head.type === 'integer';
    compareLimits(base.constraints, head.constraints, whole, spot, findings);
    return;
  }
  const [listed, open] = base.kind === 'enum' ? [base, head] : [head, base];
  const within = listed.kind === 'enum' && open.kind === 'scalar' && listed.values.every((value) => isOf(value, open));
  const kind = !within ? 'type-changed' : base.kind === 'enum' ? 'enum-lifted' : 'enum-introduced';
  note(findings, kind, spot, before, after);
  // It is unknown which of the values a pattern matches: untrusted patterns are not run.
  const [old, now] = [base, head].map((each) => (each.kind === 'scalar' ? each.constraints?.pattern : undefined));
  if (within && old !== now) note(findings, 'limit-changed', spot, old && `pattern ${old}`, now && `pattern ${now}`);
}

function compareValues(base: EnumShape, head: EnumShape, spot: Spot, { base: old, head: now }: Walker, findings: Findings): void {
  const removed = base.values.filter((value) => !head.values.includes(value));
  const added = head.values.filter((value) => !base.values.includes(value));
  if (removed.length === base.values.length) {
    note(findings, 'type-changed', spot, inWords(base, old), inWords(head, now));
    return;
  }
  if (removed.length > 0) note(findings, 'enum-value-removed', spot, listOf(removed), undefined);
  if (added.length > 0) note(findings, 'enum-value-added', spot, undefined, listOf(added));
}

const listOf = (values: readonly EnumValue[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/** Whether a value has a type and satisfies its limits. */
export function isOf(value: EnumValue, { type, constraints }: ScalarShape): boolean {
  if (!keepsLimits(value, constraints)) return false;
  if (typeof value !== 'number') return typeof value === type;
  return type === 'number' || (type === 'integer' && Number.isInteger(value));
}

function typeKind(base: ScalarShape, head: ScalarShape): 'type-changed' | 'type-narrowed' | 'type-widened' | undefined {
  if (base.type === head.type) return undefined;
  if (base.type === 'integer' && head.type === 'number') return 'type-widened';
  return base.type === 'number' && head.type === 'integer' ? 'type-narrowed' : 'type-changed';
}

/** Number formats that include others (OpenAPI 3.1, 4.4 Data Types); for other formats this is unknown. */
const WITHIN: readonly (readonly [string, string])[] = [
  ['int32', 'int64'],
  ['float', 'double'],
];

function compareFormats(base: ScalarShape, head: ScalarShape, spot: Spot, findings: Findings): void {
  const [before, after] = [base.format, head.format];
  if (before === after) return;
  const holds = (small: string | undefined, large: string | undefined): boolean =>
    large === undefined || WITHIN.some(([inner, outer]) => inner === small && outer === large);
  const kind = holds(before, after) ? 'format-widened' : holds(after, before) ? 'format-narrowed' : 'format-changed';
  note(findings, kind, spot, inFormat(before), inFormat(after));
}

const inFormat = (format: string | undefined): string | undefined => format && `format ${format}`;
