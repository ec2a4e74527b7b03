import type { Location } from '../../model/location.js';
import {
  type ArrayShape,
  type Definitions,
  type Demand,
  type EnumShape,
  type ScalarShape,
  type Shape,
  schemaPlace,
  type TupleShape,
} from '../../model/shape.js';
import { describeShape } from '../../model/shape-text.js';
import { compareMapWithObject, compareObjects, compareObjectWithMap } from './compare-objects.js';
import { compareScalars } from './compare-scalars.js';
import { compareUnions } from './compare-unions.js';
import {
  addDifference,
  addFindings,
  type Comparer,
  type Comparison,
  differInType,
  type Findings,
  innerPlace,
  located,
  noFindings,
  type Place,
  type Side,
  settleDoubt,
} from './comparison.js';
import { type Forms, formsOf, type PlainShape } from './forms.js';
import { followRefs } from './wrapper.js';

/** Limits for one body, trials included: places that are compared and levels of nesting. What lies beyond is unknown. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 64;
const MAX_BARE = 8;
/** Longer descriptions are truncated. */
const MAX_TEXT = 240;

/**
 * Compares what the code sends with what the contract expects, in the response direction. Constraints (lengths, ranges, patterns)
 * are not compared, because types in code do not express them.
 * Laws: an unknown on either side fits and is recorded at its place, and the rest is compared; a shape satisfies itself; whatever
 * satisfies a narrower schema satisfies a wider one; the order of fields and options does not matter.
 */
export function compareShapes(
  expected: Side,
  actual: Side,
  at: { readonly promisedAt?: Location; readonly codeAt?: Location } = {},
): Comparison {
  const findings = noFindings();
  const comparer = createComparer(expected, actual);
  comparer.compare(expected.shape, actual.shape, { path: '', depth: 0, ...at }, findings);
  for (const path of findings.unknown.keys()) {
    findings.compared.delete(path);
    findings.byType.delete(path);
  }
  const isWhole = findings.compared.size === 0 && findings.unknown.size === 0;
  if (isWhole && !isBare(expected.shape, expected.definitions)) findings.compared.add('');
  return { ...findings, differences: [...findings.differences.values()] };
}

/** Whether a schema says nothing about the body: any value, any object, a list of any. */
function isBare(shape: Shape, definitions: Definitions, depth = 0): boolean {
  const plain = followRefs(shape, definitions) ?? shape;
  const inner = (one: Shape): boolean => depth < MAX_BARE && isBare(one, definitions, depth + 1);
  switch (plain.kind) {
    case 'unknown':
      return plain.any === true;
    case 'object':
      return plain.fields.length === 0 && (typeof plain.rest === 'object' ? inner(plain.rest) : plain.rest);
    case 'map':
      return inner(plain.values);
    case 'array':
      return inner(plain.items);
    case 'union':
      return plain.options.every((option) => (option.kind === 'scalar' && option.type === 'null') || inner(option));
    default:
      return false;
  }
}

function createComparer({ definitions: expected }: Side, { definitions: actual }: Side): Comparer {
  const active = new Map<Shape, Set<Shape>>();
  let steps = 0;
  const comparer: Comparer = {
    expected,
    actual,
    compare: (one, other, place, findings) => {
      const [named, called] = [followRefs(one, expected) ?? one, followRefs(other, actual) ?? other];
      const inside = active.get(named) ?? new Set();
      // An outer comparison already covers the same pair of shapes.
      if (inside.has(called)) return;
      steps += 1;
      if (steps > MAX_STEPS || place.depth > MAX_DEPTH) {
        findings.unknown.set(place.path, 'too large to compare completely');
        return;
      }
      active.set(named, inside.add(called));
      const here = one.kind === 'ref' ? { ...place, within: { schema: one.name, path: place.path } } : place;
      compareForms(formsOf(one, expected), formsOf(other, actual), { expected: one, actual: other }, here, comparer, findings);
      inside.delete(called);
    },
    describeExpected: (shape) => cut(describeShape(shape, expected, 1)),
    describeActual: (shape) => cut(describeShape(shape, actual, 1)),
  };
  return comparer;
}

/** A truncated text must still show that it is a list. */
function cut(text: string): string {
  const end = text.endsWith('[]') ? '…[]' : '…';
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - end.length)}${end}`;
}

/** Handles unknown and nullable forms first; what remains are plain shapes on both sides. */
function compareForms(
  expected: Forms,
  actual: Forms,
  wholes: { readonly expected: Shape; readonly actual: Shape },
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  if (expected.any === true) return;
  if (expected.unknown !== undefined) {
    const whole = followRefs(wholes.expected, comparer.expected);
    const demands = whole?.kind === 'unknown' ? whole.conflict : undefined;
    const isSent = actual.options.length > 0 || actual.nullable;
    if (demands !== undefined && isSent) contradictContract(demands, wholes.actual, place, comparer, findings);
    else findings.unknown.set(place.path, expected.unknown);
    return;
  }
  if (actual.unknown !== undefined && isSameSchema(actual.schema, place)) findings.compared.add(place.path);
  else if (actual.unknown !== undefined && !(actual.perhapsNull === true && expected.nullable))
    findings.unknown.set(place.path, actual.unknown);
  if (actual.nullable && !expected.nullable) {
    addDifference(findings, {
      ...located(place),
      problem: 'nullability',
      weight: 'broken',
      expected: comparer.describeExpected(wholes.expected),
      actual: comparer.describeActual(wholes.actual),
    });
  }
  const plain = (one: PlainShape, other: PlainShape, at: Place, to: Findings): void => comparePlain(one, other, at, comparer, to);
  compareUnions(expected, actual, wholes, place, comparer, plain, findings);
  comparePossible(wholes.expected, actual, place, comparer, findings);
}

/** The contract contradicts itself: validators refuse whatever is sent, so the finding is about the contract. */
function contradictContract(demands: readonly Demand[], sent: Shape, place: Place, comparer: Comparer, findings: Findings): void {
  const parts = demands.map(({ shape, at }) => `${typeInWords(shape, comparer)}${at === undefined ? '' : ` (line ${at.line})`}`);
  addDifference(findings, {
    ...located(place),
    problem: 'type',
    weight: 'broken',
    expected: `${parts.join(' and ')} at once`,
    actual: comparer.describeActual(sent),
    suggestion: 'The contract contradicts itself here because no value can match all of this. Change the part that is wrong.',
  });
}

function typeInWords(shape: Shape, comparer: Comparer): string {
  const plain = followRefs(shape, comparer.expected) ?? shape;
  if (plain.kind === 'array' || plain.kind === 'tuple') return 'a list';
  return plain.kind === 'object' || plain.kind === 'map' ? 'an object' : comparer.describeExpected(plain);
}

/** A possible value that does not fit proves nothing, unless no possible value fits. */
function comparePossible(expected: Shape, actual: Forms, place: Place, comparer: Comparer, findings: Findings): void {
  const { possible = [], options, nullable, unknown } = actual;
  const trials = possible.map(({ possibly, why }) => {
    const trial = noFindings();
    if (possibly !== undefined) comparer.compare(expected, possibly, place, trial);
    return { trial, why };
  });
  const isAll = options.length === 0 && !nullable && unknown === undefined;
  const isCertain = (key: string): boolean => isAll && trials.every(({ trial }) => trial.differences.has(key));
  for (const { trial, why } of trials) addFindings(findings, settleDoubt(trial, why, isCertain));
}

/**
 * Whether the code is generated from the very schema that it is compared with: then it satisfies it, even if nothing else is
 * known.
 */
function isSameSchema(schema: string | undefined, { path, within, promisedAt }: Place): boolean {
  if (schema === undefined || within === undefined || promisedAt === undefined) return false;
  const name = within.schema.slice(within.schema.lastIndexOf('/') + 1);
  return schema === schemaPlace(promisedAt.file, name, path.slice(within.path.length));
}

function comparePlain(expected: PlainShape, actual: PlainShape, place: Place, comparer: Comparer, findings: Findings): void {
  const [one, other] = [expected, actual];
  if (one.kind === 'object' && other.kind === 'object') compareObjects(one, other, place, comparer, findings);
  else if (one.kind === 'object' && other.kind === 'map') compareObjectWithMap(one, other, place, comparer, findings);
  else if (one.kind === 'map' && other.kind === 'object') compareMapWithObject(one, other, place, comparer, findings);
  else if (one.kind === 'map' && other.kind === 'map')
    comparer.compare(one.values, other.values, innerPlace(place, '{}'), findings);
  else if (one.kind === 'array' && other.kind === 'array')
    comparer.compare(one.items, other.items, innerPlace(place, '[]'), findings);
  else if (one.kind === 'array' && other.kind === 'tuple') compareListWithTuple(one, other, place, comparer, findings);
  else if (one.kind === 'tuple' && other.kind === 'tuple') compareTuples(one, other, place, comparer, findings);
  else if (one.kind === 'tuple' && other.kind === 'array')
    findings.unknown.set(place.path, 'the code sends a list of unknown length');
  else if (isConstantOrScalar(one) && isConstantOrScalar(other)) compareScalars(one, other, place, comparer, findings);
  else differInType(one, other, place, comparer, findings);
}

function isConstantOrScalar(shape: PlainShape): shape is ScalarShape | EnumShape {
  return shape.kind === 'scalar' || shape.kind === 'enum';
}

function compareListWithTuple(
  expected: ArrayShape,
  actual: TupleShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  for (const item of actual.items) {
    const trial = noFindings();
    comparer.compare(expected.items, item, innerPlace(place, '[]'), trial);
    addFindings(findings, trial);
  }
}

function compareTuples(expected: TupleShape, actual: TupleShape, place: Place, comparer: Comparer, findings: Findings): void {
  if (expected.items.length !== actual.items.length) {
    differInType(expected, actual, place, comparer, findings);
    return;
  }
  for (const [index, item] of expected.items.entries()) {
    const other = actual.items[index];
    if (other !== undefined) comparer.compare(item, other, innerPlace(place, `[${index}]`), findings);
  }
}
