import { groupBy } from '../../model/multi-map.js';
import type { Definitions, EnumValue, Field } from '../../model/shape.js';
import { addDifference, type Comparer, type Findings, fieldPlace, located, type Place } from './comparison.js';
import { type Form, type Forms, formsOf } from './forms.js';

/** The option that the discriminator's constant names; `refused` if it names none, which this function records. */
export function tellByDiscriminator(
  { discriminator, options }: Forms,
  actual: Form,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): Form | 'refused' | undefined {
  if (discriminator === undefined || actual.shape.kind !== 'object') return undefined;
  const field = actual.shape.fields.find(({ name }) => name === discriminator.field);
  const constants = field === undefined ? undefined : constantsOf(field, comparer.actual);
  if (field === undefined || constants === undefined) return undefined;
  const mapping = new Map(Object.entries(discriminator.mapping));
  const found = constants.map((value) => options.find(({ name }) => name !== undefined && name === mapping.get(String(value))));
  const [first] = found;
  if (first !== undefined && found.every((option) => option === first)) return first;
  const names = new Set(mapping.values());
  const complete = options.every(({ name }) => name !== undefined && names.has(name));
  const strange = constants.filter((value) => !mapping.has(String(value)));
  if (!complete || strange.length === 0) return undefined;
  addDifference(findings, {
    ...located(fieldPlace(place, field.name, undefined, field.at)),
    problem: 'enum',
    weight: 'broken',
    expected: comparer.describeExpected({ kind: 'enum', values: [...mapping.keys()].sort() }),
    actual: comparer.describeActual({ kind: 'enum', values: strange }),
  });
  return 'refused';
}

/**
 * The one option that expects the sent constants in a field which is a constant in each option: unions without a discriminator
 * are distinguished like this.
 */
export function tellByConstant({ options }: Forms, actual: Form, comparer: Comparer): Form | undefined {
  if (actual.shape.kind !== 'object') return undefined;
  for (const field of [...actual.shape.fields].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const sent = constantsOf(field, comparer.actual);
    if (sent === undefined) continue;
    const expected = options.map((option) => expectedConstants(option, field.name, comparer.expected));
    if (expected.some((constants) => constants === undefined)) continue;
    const meant = options.filter((_, index) => sent.every((value) => expected[index]?.has(value)));
    if (meant.length === 1) return meant[0];
  }
  return undefined;
}

/** A part of a form, and the constants of its tag; absent: the whole form. */
export interface Tagged extends Form {
  readonly tag?: string;
}

/** Splits a sent form whose tag has the constants of several options: one form for each option. */
export function splitByTag(expected: Forms, actual: Form, comparer: Comparer): readonly Tagged[] {
  const { shape } = actual;
  if (shape.kind !== 'object' || expected.options.length < 2) return [actual];
  for (const field of shape.fields) {
    const sent = constantsOf(field, comparer.actual);
    if (sent === undefined || sent.length < 2 || sent.length > MOST_CONSTANTS) continue;
    const meant = optionsByTag(expected, field.name, comparer);
    if (meant === undefined) continue;
    const groups = groupBy(sent, (value) => meant(value));
    const strange = groups.get(undefined);
    if (groups.size < 2 || (strange !== undefined && expected.discriminator?.field !== field.name)) continue;
    return [...groups.values()].map((values): Tagged => {
      const fields = shape.fields.map((one) => (one === field ? { ...one, shape: { kind: 'enum' as const, values } } : one));
      return { ...actual, shape: { ...shape, fields }, tag: JSON.stringify([field.name, values]) };
    });
  }
  return [actual];
}

const MOST_CONSTANTS = 50;

/** A function from a field's value to the option that has it as its constant; undefined: the field is no tag. */
function optionsByTag(
  { discriminator, options }: Forms,
  name: string,
  { expected }: Comparer,
): ((value: EnumValue) => Form | undefined) | undefined {
  if (discriminator?.field === name) {
    const mapping = new Map(Object.entries(discriminator.mapping));
    return (value) => options.find((option) => option.name !== undefined && option.name === mapping.get(String(value)));
  }
  const constants = options.map((option) => expectedConstants(option, name, expected));
  const all = constants.flatMap((values) => [...(values ?? [])]);
  if (constants.includes(undefined) || new Set(all).size < all.length) return undefined;
  return (value) => options[constants.findIndex((values) => values?.has(value))];
}

function expectedConstants({ shape }: Form, name: string, definitions: Definitions): ReadonlySet<EnumValue> | undefined {
  const field = shape.kind === 'object' ? shape.fields.find((other) => other.name === name) : undefined;
  const constants = field === undefined ? undefined : constantsOf(field, definitions);
  return constants === undefined ? undefined : new Set(constants);
}

/** The values of a field that is always a constant. */
function constantsOf({ shape }: Field, definitions: Definitions): readonly EnumValue[] | undefined {
  const { options, unknown } = formsOf(shape, definitions);
  const [only, ...others] = options;
  return only?.shape.kind === 'enum' && others.length === 0 && unknown === undefined ? only.shape.values : undefined;
}
