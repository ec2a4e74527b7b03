import type { EnumShape, EnumValue, ScalarShape, Shape } from '../../model/shape.js';
import { addDifference, type Comparer, differInType, type Findings, located, type Place } from './comparison.js';

/**
 * Formats by what their strings look like in JSON. Formats outside this table (`password`, `int32`, `float`, custom ones) say
 * nothing about the text and are not compared.
 */
const FORMAT_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['date-time', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
  ['duration', 'duration'],
  ['uuid', 'uuid'],
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'uri'],
  ['url', 'uri'],
  ['iri', 'uri'],
  ['uri-reference', 'uri'],
  ['iri-reference', 'uri'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
]);

/**
 * Compares a scalar or enum of the code with an expected one. A wider type in code is no difference: an open string may stay
 * within the expected enum (it is recorded as compared by type alone), and `number`, the only numeric type of some languages, may
 * be an integer.
 */
export function compareScalars(
  expected: ScalarShape | EnumShape,
  actual: ScalarShape | EnumShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  if (actual.kind === 'enum') {
    const accepts = acceptor(expected);
    const outside = actual.values.filter((value) => !accepts(value));
    if (outside.length > 0) refuseValues(outside, expected, actual, place, comparer, findings);
    return;
  }
  if (!scalarFits(actual, expected)) {
    differInType(expected, actual, place, comparer, findings);
    return;
  }
  if (expected.kind === 'enum') findings.byType.add(place.path);
  if (expected.kind === 'scalar' && formatsDiffer(expected, actual)) {
    addDifference(findings, {
      ...located(place),
      problem: 'format',
      weight: 'weak',
      expected: comparer.describeExpected(expected),
      actual: comparer.describeActual(actual),
    });
  }
}

/** A test for constants that satisfy an expected shape. */
export function acceptor(expected: Shape): (value: EnumValue) => boolean {
  if (expected.kind === 'enum') {
    // A set: comparing two long lists pair by pair would be quadratic.
    const values = new Set(expected.values);
    return (value) => values.has(value);
  }
  if (expected.kind !== 'scalar') return () => false;
  const { type } = expected;
  if (type === 'integer') return (value) => Number.isInteger(value);
  return (value) => (value === null ? 'null' : typeof value) === type;
}

/** Whether each value has the type of some value in the list. */
export function areOfTypesIn(values: readonly EnumValue[], list: EnumShape): boolean {
  const types = new Set(list.values.map((value) => typeof value));
  return values.every((value) => types.has(typeof value));
}

/** A value of the right type that is not in the list and a value of another type are two different problems. */
function refuseValues(
  outside: readonly EnumValue[],
  expected: ScalarShape | EnumShape,
  actual: EnumShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  const alike = expected.kind === 'enum' && areOfTypesIn(outside, expected);
  if (!alike) {
    differInType(expected, actual, place, comparer, findings);
    return;
  }
  addDifference(findings, {
    ...located(place),
    problem: 'enum',
    weight: 'broken',
    expected: comparer.describeExpected(expected),
    actual: comparer.describeActual({ kind: 'enum', values: outside }),
  });
}

/** Whether the scalar can have a value that fits the expected shape; if its type fits, all its values count as fitting. */
function scalarFits(actual: ScalarShape, expected: ScalarShape | EnumShape): boolean {
  if (expected.kind === 'enum') return expected.values.some(acceptor(widened(actual)));
  if (actual.type === expected.type) return true;
  return isNumeric(actual) && isNumeric(expected) && !isFloating(actual);
}

/**
 * A type with fractions in a language that has others for integers: `float64`, `double`, `decimal`. A plain `number` may be the
 * only one.
 */
const isFloating = ({ type, format }: ScalarShape): boolean =>
  type === 'number' && /^(?:double|float|decimal)$/.test(format ?? '');

/** An expected enum may contain `1.5`, which an actual integer never is; this comparison treats all numbers alike. */
function widened(actual: ScalarShape): ScalarShape {
  return isNumeric(actual) ? { kind: 'scalar', type: 'number' } : actual;
}

function isNumeric({ type }: ScalarShape): boolean {
  return type === 'number' || type === 'integer';
}

function formatsDiffer(expected: ScalarShape, actual: ScalarShape): boolean {
  const [one, other] = [expected, actual].map(({ format }) => FORMAT_FAMILIES.get(format ?? ''));
  return one !== undefined && other !== undefined && one !== other;
}
