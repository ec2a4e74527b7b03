import type { Location } from '../../model/location.js';
import type { Field, MapShape, ObjectShape, Shape } from '../../model/shape.js';
import {
  addDifference,
  addFindings,
  type Comparer,
  type Findings,
  fieldPlace,
  innerPlace,
  located,
  noFindings,
  type Place,
  settleDoubt,
} from './comparison.js';
import { foldName, likelyMeant } from './spelling.js';
import { isUnwrapped } from './wrapper.js';

/** Compares objects field by field: by names in JSON, in the response direction. */
export function compareObjects(
  expected: ObjectShape,
  actual: ObjectShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  const sent = byName(actual.fields.filter((field) => field.access !== 'write'));
  const readable = byName(expected.fields.filter((field) => field.access !== 'write'));
  const recased = pairRecased(readable, sent, actual.rest);
  const used = new Set([...recased.values()].map(({ name }) => name));
  const extras = [...sent.values()].filter(({ name }) => !readable.has(name) && !used.has(name)).sort(compareNames);
  const names = extras.map(({ name }) => name);
  const home = firstPlace(actual.fields) ?? place.codeAt;
  for (const field of [...readable.values()].sort(compareNames)) {
    const same = sent.get(field.name) ?? recased.get(field.name);
    if (same === undefined) leaveOut(field, actual, names, { ...place, codeAt: home }, comparer, findings);
    else compareField(field, same, place, comparer, findings);
  }
  if (sharesNothing(expected, readable, extras.length, actual))
    findings.unknown.set(
      place.path,
      'the code sends other fields than the contract has, and the contract requires none of its fields',
    );
  const all = byName(expected.fields);
  for (const field of extras) compareExtra(field, expected, all.get(field.name), place, comparer, findings);
  compareRest(expected.rest, actual.rest, place, comparer, findings);
}

/**
 * Whether an object and an expected one without required fields share no field name. Nothing contradicts the contract then, but
 * nothing shows either that the code satisfies it (TypeScript calls such a type a weak type).
 */
function sharesNothing(
  expected: ObjectShape,
  readable: ReadonlyMap<string, Field>,
  extras: number,
  actual: ObjectShape,
): boolean {
  if (readable.size === 0 || extras === 0 || actual.rest !== false || typeof expected.rest === 'object') return false;
  const sent = actual.fields.filter((field) => field.access !== 'write').length;
  return extras === sent && [...readable.values()].every((field) => !field.required);
}

/** Compares an expected map with an actual object: each field is a value of the map. */
export function compareMapWithObject(
  expected: MapShape,
  actual: ObjectShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  for (const field of actual.fields.filter(({ access }) => access !== 'write').sort(compareNames)) {
    comparer.compare(expected.values, field.shape, fieldPlace(place, field.name, undefined, field.at), findings);
  }
  compareRest(expected.values, actual.rest, place, comparer, findings);
}

/** Compares an expected object with an actual map: the map's keys are unknown, so it is unknown which fields are present. */
export function compareObjectWithMap(
  expected: ObjectShape,
  actual: MapShape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  for (const field of expected.fields.filter(({ access }) => access !== 'write')) {
    const { path } = fieldPlace(place, field.name, undefined, undefined);
    findings.unknown.set(path, 'the code sends an object with unknown keys');
  }
  if (expected.fields.length === 0) compareRest(expected.rest, actual.values, place, comparer, findings);
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}

function compareNames(a: Field, b: Field): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/**
 * Expected name -> the field that the code sends instead, whose name differs only in case. None if the code may send more fields
 * than are known: the expected field may be among them.
 */
function pairRecased(
  expected: ReadonlyMap<string, Field>,
  sent: ReadonlyMap<string, Field>,
  rest: ObjectShape['rest'],
): ReadonlyMap<string, Field> {
  const pairs = new Map<string, Field>();
  if (rest !== false) return pairs;
  const free = new Map<string, Field>();
  for (const field of [...sent.values()].sort(compareNames)) {
    const taken = expected.has(field.name) || free.has(foldName(field.name));
    if (!taken && field.unsure !== true) free.set(foldName(field.name), field);
  }
  for (const field of [...expected.values()].sort(compareNames)) {
    const other = free.get(foldName(field.name));
    if (sent.has(field.name) || other === undefined) continue;
    pairs.set(field.name, other);
    free.delete(foldName(field.name));
  }
  return pairs;
}

function compareField(expected: Field, actual: Field, place: Place, comparer: Comparer, findings: Findings): void {
  const inner = fieldPlace(place, expected.name, expected.at, actual.at);
  if (actual.name !== expected.name) {
    addDifference(findings, {
      ...located(inner),
      problem: 'case',
      weight: 'broken',
      expected: expected.name,
      actual: actual.name,
      suggestion: `Send it as ${expected.name}.`,
    });
  }
  if (expected.required && !actual.required && actual.leftOut === undefined) {
    addDifference(findings, {
      ...located(inner),
      problem: 'optionality',
      weight: 'broken',
      expected: 'required',
      actual: 'optional',
    });
  }
  findings.compared.add(inner.path);
  if (actual.unsure === true && actual.shape.kind === 'unknown') {
    const { why, possibly } = actual.shape;
    const trial = noFindings();
    // an optional field may be left out, so only its possible value is compared
    if (expected.required || possibly === undefined) trial.unknown.set(inner.path, why);
    else comparer.compare(expected.shape, possibly, inner, trial);
    addFindings(findings, settleDoubt(trial, why));
    return;
  }
  if (expected.required && actual.leftOut !== undefined) findings.unknown.set(inner.path, `it is left out ${actual.leftOut}`);
  comparer.compare(expected.shape, actual.shape, inner, findings);
}

/** Handles an expected field that is not among the known ones: unknown if there may be more fields, else missing. */
function leaveOut(
  field: Field,
  actual: ObjectShape,
  extras: readonly string[],
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  const inner = fieldPlace(place, field.name, field.at, undefined);
  if (actual.rest !== false) {
    const known = typeof actual.rest === 'object' && actual.rest.kind === 'unknown';
    findings.unknown.set(inner.path, known ? restReason(actual.rest) : 'the code may send more fields than the scan found');
    return;
  }
  findings.compared.add(inner.path);
  addDifference(findings, {
    ...located(inner),
    problem: 'missing',
    weight: field.required ? 'broken' : 'weak',
    expected: `${comparer.describeExpected(field.shape)}${field.required ? '' : ', optional'}`,
    actual: 'not sent',
    suggestion: suggest(field, extras, actual, comparer),
  });
}

/** A suggestion that names what the code sends in place of a missing field, if that can be determined. */
function suggest(field: Field, extras: readonly string[], actual: ObjectShape, comparer: Comparer): string | undefined {
  if (isUnwrapped(field, extras, actual.fields.length, comparer.expected))
    return `The code sends the fields of ${field.name} without ${field.name} around them. Wrap them in ${field.name}.`;
  const meant = likelyMeant(field.name, extras);
  return meant === undefined
    ? undefined
    : `${meant} is sent, but the contract does not mention it. Send it as ${field.name} if they are the same field.`;
}

function restReason(rest: boolean | Shape): string {
  return typeof rest === 'object' && rest.kind === 'unknown' ? rest.why : '';
}

/**
 * Handles a sent field that the contract does not name; a field that is `hidden` in responses does not count as named. An object
 * schema without fields accepts any field.
 */
function compareExtra(
  field: Field,
  expected: ObjectShape,
  hidden: Field | undefined,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  if (field.unsure === true) return;
  const inner = fieldPlace(place, field.name, undefined, field.at);
  if (typeof expected.rest === 'object') {
    comparer.compare(expected.rest, field.shape, inner, findings);
    return;
  }
  if (expected.rest && expected.fields.length === 0) return;
  addDifference(findings, {
    ...located(inner),
    promisedAt: hidden?.at ?? inner.promisedAt,
    problem: 'extra',
    weight: expected.rest ? 'beside' : 'broken',
    expected: hidden !== undefined ? 'only in requests' : expected.rest ? 'not mentioned' : 'no other fields',
    actual: comparer.describeActual(field.shape),
  });
}

/** Compares what both sides allow besides their named fields. */
function compareRest(
  expected: boolean | Shape,
  actual: boolean | Shape,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): void {
  if (expected === true || actual === false) return;
  const inner = innerPlace(place, '{}');
  if (typeof expected === 'object' && typeof actual === 'object') comparer.compare(expected, actual, inner, findings);
  else findings.unknown.set(inner.path, restReason(actual) || 'the code may send more fields than the scan found');
}

/** The location of an object in the code: its first field in the file that declares most of its fields. */
function firstPlace(fields: readonly Field[]): Location | undefined {
  const places = fields.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const counts = new Map<string, number>();
  for (const { file } of places) counts.set(file, (counts.get(file) ?? 0) + 1);
  const [home] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [];
  return places.filter(({ file }) => file === home).sort((a, b) => a.line - b.line)[0];
}
