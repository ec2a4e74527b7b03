import type { EnumShape, Shape } from '../model/shape.js';
import { valueFits } from './compare-scalars.js';
import { addFindings, type Comparer, differInType, type Findings, located, noFindings, type Place } from './comparison.js';
import { type Form, type Forms, formsOf, type PlainShape } from './forms.js';

/** Compares one plain shape with another. */
export type ComparePlain = (promised: PlainShape, actual: PlainShape, place: Place, findings: Findings) => void;

/** The shapes that the forms were taken from, for naming them. */
export interface Wholes {
  readonly promised: Shape;
  readonly actual: Shape;
}

/**
 * Every form that the code sends has to fit one that is promised. Which of them is meant is told by the discriminator, else by
 * what fits best; where nothing fits better than the rest, the finding is one: that it fits none.
 */
export function compareUnions(
  promised: Forms,
  actual: Forms,
  wholes: Wholes,
  place: Place,
  comparer: Comparer,
  compare: ComparePlain,
  findings: Findings,
): void {
  const gathered = noFindings();
  for (const form of actual.options) {
    const trial = noFindings();
    if (!fitForm(promised, form, place, comparer, compare, trial))
      differInType(wholes.promised, wholes.actual, place, comparer, trial);
    addFindings(gathered, trial);
  }
  const several = actual.options.length > 1;
  const renamed = gathered.differences.map((difference) =>
    several && difference.path === place.path && difference.problem === 'type'
      ? { ...difference, promised: comparer.describePromised(wholes.promised), actual: comparer.describeActual(wholes.actual) }
      : difference,
  );
  addFindings(findings, { ...gathered, differences: renamed });
}

/** Compares one form with the promised one that it should be; false when none can be named. */
function fitForm(
  promised: Forms,
  actual: Form,
  place: Place,
  comparer: Comparer,
  compare: ComparePlain,
  findings: Findings,
): boolean {
  const [only, ...others] = promised.options;
  if (only === undefined) return false;
  if (others.length === 0) {
    compare(only.shape, actual.shape, place, findings);
    return true;
  }
  if (actual.shape.kind === 'enum') return fitConstants(promised, actual.shape, place, comparer, findings);
  const told = tellByDiscriminator(promised, actual, place, comparer, findings);
  if (told === 'refused') return true;
  const candidates = told === undefined ? promised.options.filter(({ shape }) => areAlike(shape, actual.shape)) : [told];
  return fitBest(candidates, actual, place, compare, findings);
}

/** Constants may fit different options each. */
function fitConstants(promised: Forms, actual: EnumShape, place: Place, comparer: Comparer, findings: Findings): boolean {
  const outside = actual.values.filter((value) => !promised.options.some(({ shape }) => valueFits(value, shape)));
  if (outside.length === 0) return true;
  const list = promised.options.map(({ shape }) => shape).find((shape) => shape.kind === 'enum');
  const alike = list !== undefined && outside.every((value) => list.values.some((one) => typeof one === typeof value));
  if (!alike) return false;
  findings.differences.push({
    ...located(place),
    problem: 'enum',
    weight: 'broken',
    promised: comparer.describePromised(list),
    actual: comparer.describeActual({ kind: 'enum', values: outside }),
  });
  return true;
}

/** The option that the discriminator's constant names; `refused` when it names none, and that was noted. */
function tellByDiscriminator(
  { discriminator, options }: Forms,
  actual: Form,
  place: Place,
  comparer: Comparer,
  findings: Findings,
): Form | 'refused' | undefined {
  if (discriminator === undefined || actual.shape.kind !== 'object') return undefined;
  const field = actual.shape.fields.find(({ name }) => name === discriminator.field);
  const constants = field === undefined ? [] : formsOf(field.shape, comparer.actual).options.map(({ shape }) => shape);
  const [constant, ...others] = constants;
  if (field === undefined || constant?.kind !== 'enum' || others.length > 0) return undefined;
  const named = constant.values.map((value) => ({
    value,
    name: Object.entries(discriminator.mapping).find(([key]) => key === String(value)),
  }));
  const found = named.map(({ name }) => options.find((option) => option.name !== undefined && option.name === name?.[1]));
  const [first] = found;
  if (first !== undefined && found.every((option) => option === first)) return first;
  const complete = options.every(({ name }) => name !== undefined && Object.values(discriminator.mapping).includes(name));
  const strange = named.filter(({ name }) => name === undefined).map(({ value }) => value);
  if (!complete || strange.length === 0) return undefined;
  findings.differences.push({
    ...located({ ...place, codeAt: field.at ?? place.codeAt }),
    path: place.path === '' ? field.name : `${place.path}.${field.name}`,
    problem: 'enum',
    weight: 'broken',
    promised: comparer.describePromised({ kind: 'enum', values: Object.keys(discriminator.mapping).sort() }),
    actual: comparer.describeActual({ kind: 'enum', values: strange }),
  });
  return 'refused';
}

function fitBest(candidates: readonly Form[], actual: Form, place: Place, compare: ComparePlain, findings: Findings): boolean {
  const trials = candidates.map(({ shape }) => {
    const trial = noFindings();
    compare(shape, actual.shape, place, trial);
    return { trial, cost: costOf(trial), text: textOf(trial) };
  });
  trials.sort((a, b) => compareCosts(a.cost, b.cost) || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const [best, second] = trials;
  if (best === undefined) return false;
  const [broken = 0] = best.cost;
  if (broken > 0 && second !== undefined && second.cost[0] === broken) return false;
  addFindings(findings, best.trial);
  return true;
}

/** Broken promises first; of what keeps them, the option that says most of what is sent. */
function costOf({ differences, unknown, compared }: Findings): readonly number[] {
  const count = (weight: string): number => differences.filter((difference) => difference.weight === weight).length;
  return [count('broken'), count('weak'), count('beside'), unknown.size, -compared.size];
}

/** Tells trials of equal cost apart, whatever order their options were written in. */
function textOf({ compared, differences, unknown }: Findings): string {
  const texts = [
    ...compared,
    ...unknown.keys(),
    ...differences.map(({ path, problem, promised }) => `${problem} ${path} ${promised}`),
  ];
  return JSON.stringify(texts.sort());
}

function compareCosts(a: readonly number[], b: readonly number[]): number {
  for (const [index, cost] of a.entries()) {
    const difference = cost - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function areAlike(promised: PlainShape, actual: PlainShape): boolean {
  return family(promised) === family(actual);
}

function family({ kind }: PlainShape): 'object' | 'list' | 'scalar' {
  if (kind === 'object' || kind === 'map') return 'object';
  return kind === 'array' || kind === 'tuple' ? 'list' : 'scalar';
}
