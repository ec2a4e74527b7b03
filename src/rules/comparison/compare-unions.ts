import type { EnumShape, Shape } from '../../model/shape.js';
import { compareLists } from '../../model/sorted.js';
import type { Problem } from '../rule.js';
import { acceptor, areOfTypesIn } from './compare-scalars.js';
import {
  addDifference,
  addFindings,
  type Comparer,
  differInType,
  type Findings,
  located,
  noFindings,
  type Place,
} from './comparison.js';
import type { Form, Forms, PlainShape } from './forms.js';
import { splitByTag, tellByConstant, tellByDiscriminator } from './tell-option.js';

/** Compares one plain shape with another. */
export type ComparePlain = (expected: PlainShape, actual: PlainShape, place: Place, findings: Findings) => void;

/** The shapes that the forms come from, for messages. */
export interface Wholes {
  readonly expected: Shape;
  readonly actual: Shape;
}

/**
 * Each form that the code sends must fit one option of the contract. The discriminator selects the option, else a constant that
 * only one option has, else the best fit. Where no option fits better than the others, there is one finding: the form fits none.
 */
export function compareUnions(
  expected: Forms,
  actual: Forms,
  wholes: Wholes,
  place: Place,
  comparer: Comparer,
  compare: ComparePlain,
  findings: Findings,
): void {
  const [[one, ...others], [other, ...more]] = [expected.options, actual.options];
  if (one !== undefined && other !== undefined && others.length + more.length === 0) {
    compare(one.shape, other.shape, place, findings);
    return;
  }
  const parts = actual.options.map((form) => splitByTag(expected, form, comparer));
  const isOne = parts.flat().length === 1;
  const tried = (form: Form): Findings => {
    const trial = noFindings();
    const named = fitForm(expected, form, place, comparer, compare, trial);
    const differs = [...trial.differences.values()].some(({ path, problem }) => path === place.path && problem === 'type');
    // If the code sends several forms, the message names the whole type, not only this form.
    if (!named || (differs && !isOne)) {
      trial.differences.clear();
      differInType(wholes.expected, wholes.actual, place, comparer, trial);
    }
    return trial;
  };
  const tags = parts.map((split) => split.map(({ tag }) => tag));
  const trials = known(
    tags,
    parts.map((split) => certain(split.map(tried))),
  ).flat();
  // A field that only some forms leave out is optional.
  const sent = new Set(trials.flatMap(sentPaths));
  for (const trial of trials) {
    for (const [key, difference] of trial.differences) {
      if (difference.problem !== 'missing' || !sent.has(difference.path)) continue;
      if (difference.weight === 'weak') trial.differences.delete(key);
      else trial.differences.set(key, { ...difference, partly: true });
    }
    addFindings(findings, trial);
  }
}

/** With several forms, each may have only the tags that it fits: a difference under a tag that another form fits is uncertain. */
function known(
  tags: readonly (readonly (string | undefined)[])[],
  forms: readonly (readonly Findings[])[],
): readonly (readonly Findings[])[] {
  const isRetained = ({ differences }: Findings): boolean => [...differences.values()].every(({ weight }) => weight !== 'broken');
  const retained = forms.map((parts) => parts.map(isRetained));
  const fitting = new Map<string, number>();
  for (const [index, all] of tags.entries())
    for (const [part, tag] of all.entries())
      if (tag !== undefined && retained[index]?.[part] === true) fitting.set(tag, (fitting.get(tag) ?? 0) + 1);
  for (const [index, parts] of forms.entries())
    for (const [part, { differences, unknown }] of parts.entries()) {
      const tag = tags[index]?.[part];
      const isOthers =
        tag !== undefined && fitting.has(tag) && retained[index]?.[part] === false && retained[index].includes(true);
      if (!isOthers) continue;
      for (const { path } of differences.values()) unknown.set(path, TOGETHER);
      differences.clear();
    }
  return forms;
}

/** Why a difference of one form does not count. */
export const TOGETHER = 'this value may occur only together with other constants';
const CERTAIN: ReadonlySet<Problem> = new Set(['missing', 'case']);

/**
 * Handles the parts of one form, split by tag. Other fields may depend on the tag, so a difference that not all parts have is
 * uncertain, and so is a field that is missing in some forms only.
 */
function certain(parts: readonly Findings[]): readonly Findings[] {
  if (parts.length === 1) return parts;
  const shared = (key: string): boolean => parts.every(({ differences }) => differences.has(key));
  // of a part that fits no option, only the tag was compared
  const unsure = parts.map(({ differences, compared }) =>
    compared.size === 0
      ? []
      : [...differences].filter(
          ([key, { problem, weight, partly }]) =>
            weight !== 'beside' && (partly === true || !CERTAIN.has(problem)) && !shared(key),
        ),
  );
  for (const [index, { differences, unknown }] of parts.entries())
    for (const [key, { path }] of unsure[index] ?? []) {
      differences.delete(key);
      unknown.set(path, TOGETHER);
    }
  return parts;
}

function sentPaths({ compared, differences }: Findings): readonly string[] {
  const missing = new Set([...differences.values()].flatMap(({ path, problem }) => (problem === 'missing' ? [path] : [])));
  return [...compared].filter((path) => !missing.has(path));
}

/** Compares one form with the option that it should be; false if no option can be selected. */
function fitForm(
  expected: Forms,
  actual: Form,
  place: Place,
  comparer: Comparer,
  compare: ComparePlain,
  findings: Findings,
): boolean {
  const [only, ...others] = expected.options;
  if (only === undefined) return false;
  if (others.length === 0) {
    compare(only.shape, actual.shape, place, findings);
    return true;
  }
  if (actual.shape.kind === 'enum') return fitConstants(expected, actual.shape, place, comparer, findings);
  const known = tellByDiscriminator(expected, actual, place, comparer, findings);
  if (known === 'refused') return true;
  const named = known ?? tellByConstant(expected, actual, comparer);
  const candidates = named === undefined ? expected.options.filter(({ shape }) => areAlike(shape, actual.shape)) : [named];
  return fitBest(candidates, actual, place, compare, findings);
}

/** Each constant may fit another option. */
function fitConstants(expected: Forms, actual: EnumShape, place: Place, comparer: Comparer, findings: Findings): boolean {
  const accepted = expected.options.map(({ shape }) => acceptor(shape));
  const outside = actual.values.filter((value) => !accepted.some((accepts) => accepts(value)));
  if (outside.length === 0) return true;
  const list = expected.options.map(({ shape }) => shape).find((shape) => shape.kind === 'enum');
  if (list === undefined || !areOfTypesIn(outside, list)) return false;
  addDifference(findings, {
    ...located(place),
    problem: 'enum',
    weight: 'broken',
    expected: comparer.describeExpected(list),
    actual: comparer.describeActual({ kind: 'enum', values: outside }),
  });
  return true;
}

function fitBest(candidates: readonly Form[], actual: Form, place: Place, compare: ComparePlain, findings: Findings): boolean {
  const trials = candidates.map(({ shape }) => {
    const trial = noFindings();
    compare(shape, actual.shape, place, trial);
    return { trial, cost: costOf(trial), text: textOf(trial) };
  });
  trials.sort((a, b) => compareLists(a.cost, b.cost) || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const [best, second] = trials;
  if (best === undefined) return false;
  const [broken = 0] = best.cost;
  if (broken > 0 && second !== undefined && second.cost[0] === broken) return false;
  addFindings(findings, best.trial);
  return true;
}

/** Orders trials: first by violations, then by how much of the sent value the option describes. */
function costOf({ differences, unknown, compared }: Findings): readonly number[] {
  const weights = [...differences.values()].map(({ weight }) => weight);
  const count = (weight: string): number => weights.filter((other) => other === weight).length;
  return [count('broken'), count('weak'), count('beside'), unknown.size, -compared.size];
}

/** Decides between trials of equal cost, independent of the order of the options. */
function textOf({ compared, differences, unknown }: Findings): string {
  const known = [...differences.values()].map(({ path, problem, expected }) => `${problem} ${path} ${expected}`);
  return JSON.stringify([...compared, ...unknown.keys(), ...known].sort());
}

function areAlike(expected: PlainShape, actual: PlainShape): boolean {
  return family(expected) === family(actual);
}

function family({ kind }: PlainShape): 'object' | 'list' | 'scalar' {
  if (kind === 'object' || kind === 'map') return 'object';
  return kind === 'array' || kind === 'tuple' ? 'list' : 'scalar';
}
