import { isKeyed, isListed, type ObjectShape, type Shape } from '../../model/shape.js';
import type { Effect } from '../rule.js';
import { comparePlain, opened, type Plain, placeOf } from './plain.js';
import type { Options } from './unions.js';
import {
  EFFECTS,
  type Findings,
  inWords,
  noFindings,
  note,
  type ShapeChange,
  type Side,
  type Spot,
  type Walker,
} from './walker.js';

/** With more pairs of options, only options of the same name are compared. */
export const MAX_PAIRS = 4096;

/** Options without a partner so far. */
interface Left {
  readonly gone: Set<Shape>;
  readonly fresh: Set<Shape>;
}

/**
 * Compares options of the same name. Of the others, an option that fits one of the other version is neither removed nor new,
 * whatever its name there. The rest is paired by similarity, so that a change inside an option is reported as such.
 */
export function compareAlternatives(old: Options, now: Options, spot: Spot, walker: Walker, findings: Findings): void {
  const left: Left = { gone: new Set(old.options), fresh: new Set(now.options) };
  const pair = (one: Shape, other: Shape): void => {
    left.gone.delete(one);
    left.fresh.delete(other);
    comparePlain(one, other, spot, walker, findings);
  };
  for (const [one, other] of sameNames(old, now)) pair(one, other);
  for (const [one, other] of sameTexts(left)) pair(one, other);
  if (old.options.length * now.options.length <= MAX_PAIRS) {
    leaveOutFitting(old, now, left, walker);
    softlyFitting(old, now, left, spot, walker, findings);
  }
  if (walker.isSpent && left.gone.size + left.fresh.size > 0) {
    findings.undecided.push({ path: spot.path, why: 'there are too many alternatives to compare', at: spot.headAt });
    return;
  }
  for (const one of [...left.gone]) {
    const other = closest(one, [...left.fresh], walker);
    if (other !== undefined) pair(one, other);
  }
  likeKnown(old, now, left, spot, walker, findings);
  const { base, head } = walker;
  for (const one of left.gone) note(findings, 'option-removed', at(one, spot, base, 'baseAt'), inWords(one, base), undefined);
  for (const other of left.fresh)
    note(findings, 'option-added', at(other, spot, head, 'headAt'), undefined, inWords(other, head));
}

function leaveOutFitting(old: Options, now: Options, { gone, fresh }: Left, walker: Walker): void {
  for (const one of [...gone]) if (now.options.some((other) => walker.fits(one, other, 'kept'))) gone.delete(one);
  for (const other of [...fresh]) if (old.options.some((one) => walker.fits(one, other, 'known'))) fresh.delete(other);
}

/** Pairs options that differ only in optional properties. It reports these, unless another option has them, and nothing else. */
function softlyFitting(old: Options, now: Options, { gone, fresh }: Left, spot: Spot, walker: Walker, findings: Findings): void {
  const [before, after] = [namesIn(old, walker.base), namesIn(now, walker.head)];
  const nameOf = ({ path }: ShapeChange): string => path.slice(spot.path === '' ? 0 : spot.path.length + 1);
  for (const one of [...gone]) {
    const fitting = now.options.filter((other) => walker.fits(one, other, 'kept', 'soft'));
    const other = closest(one, fitting, walker) ?? fitting[0];
    if (other === undefined) continue;
    gone.delete(one);
    const isNew = (change: ShapeChange): boolean => change.kind !== 'optional-property-added' || !before.has(nameOf(change));
    addOnly('narrows', one, other, spot, walker, findings, isNew);
  }
  for (const other of [...fresh]) {
    const one = old.options.find((each) => walker.fits(each, other, 'known', 'soft'));
    if (one === undefined) continue;
    fresh.delete(other);
    const isGone = (change: ShapeChange): boolean => change.kind !== 'optional-property-removed' || !after.has(nameOf(change));
    addOnly('widens', one, other, spot, walker, findings, isGone);
  }
}

/** The properties of all options. */
export function namesIn({ options }: Options, side: Side): ReadonlySet<string> {
  const objects = options.map((option) => opened(option, side));
  return new Set(objects.flatMap((shape) => (shape?.kind === 'object' ? shape.fields.map(({ name }) => name) : [])));
}

/**
 * Handles an option that is wider or narrower than one that the other version still has, or had: only that change is reported.
 */
function likeKnown(old: Options, now: Options, { gone, fresh }: Left, spot: Spot, walker: Walker, findings: Findings): void {
  for (const one of [...gone]) {
    const other = closest(one, now.options, walker);
    if (other !== undefined && addOnly('narrows', one, other, spot, walker, findings)) gone.delete(one);
  }
  for (const other of [...fresh]) {
    const one = old.options.find((each) => closest(each, [other], walker) !== undefined);
    if (one !== undefined && addOnly('widens', one, other, spot, walker, findings)) fresh.delete(other);
  }
}

/** Adds the changes between two options that have this effect; `true`: there are some. */
function addOnly(
  effect: Effect,
  one: Shape,
  other: Shape,
  spot: Spot,
  walker: Walker,
  findings: Findings,
  isKnown: (change: ShapeChange) => boolean = () => true,
): boolean {
  const trial = noFindings();
  comparePlain(one, other, spot, walker, trial);
  const known = trial.changes.filter((change) => EFFECTS[change.kind] === effect && isKnown(change));
  findings.changes.push(...known);
  findings.links.push(...trial.links.filter(({ base, head }) => base === head));
  return known.length > 0;
}

function at(option: Shape, spot: Spot, side: Side, key: 'baseAt' | 'headAt'): Spot {
  const place = placeOf(option, side);
  return place === undefined ? spot : { ...spot, [key]: place };
}

/** Options for the same value of the discriminator, or of the same name. */
function sameNames(old: Options, now: Options): readonly (readonly [Shape, Shape])[] {
  const names = new Map(now.options.flatMap((option) => (option.kind === 'ref' ? [[option.name, option] as const] : [])));
  const values = Object.entries(now.discriminator?.mapping ?? {});
  const taken = new Set<Shape>();
  return old.options.flatMap((option) => {
    if (option.kind !== 'ref') return [];
    const own = Object.entries(old.discriminator?.mapping ?? {}).filter(([, name]) => name === option.name);
    const mapped = values.find(([value]) => own.some(([known]) => known === value))?.[1];
    const other = names.get(mapped ?? option.name) ?? names.get(option.name);
    if (other === undefined || taken.has(other)) return [];
    taken.add(other);
    return [[option, other] as const];
  });
}

/** Options with the same text, even if the schemas that they refer to changed. */
function sameTexts({ gone, fresh }: Left): readonly (readonly [Shape, Shape])[] {
  const byText = new Map([...fresh].map((other) => [textOf(other), other]));
  return [...gone].flatMap((one) => {
    const text = textOf(one);
    const other = byText.get(text);
    byText.delete(text);
    return other === undefined ? [] : [[one, other] as const];
  });
}

export const textOf = (shape: Shape): string =>
  JSON.stringify(shape, (key, value: unknown) => (key === 'at' ? undefined : value));

/** The option of the other version that this one most likely became; none: it was removed. */
function closest(one: Shape, others: readonly Shape[], walker: Walker): Shape | undefined {
  const old = opened(one, walker.base);
  if (old === undefined) return undefined;
  let best: { readonly other: Shape; readonly score: number } | undefined;
  for (const other of others) {
    const score = likeness(old, opened(other, walker.head));
    if (score > (best?.score ?? 0)) best = { other, score };
  }
  return best?.other;
}

function likeness(one: Plain, other: Plain | undefined): number {
  if (other === undefined) return 0;
  if (one.kind === 'object' && other.kind === 'object') return alike(one, other);
  if (isKeyed(one) && isKeyed(other)) return one.kind === other.kind ? 1 : 0;
  if (isListed(one) && isListed(other)) return 1;
  if (one.kind === 'scalar' && other.kind === 'scalar') return one.type === other.type ? 1 : 0;
  return one.kind === 'enum' && other.kind === 'enum' && one.values.some((value) => other.values.includes(value)) ? 1 : 0;
}

/**
 * Both must share most of what either has: otherwise one option was removed and another added. The same holds for another tag
 * (`type: 'a'`).
 */
function alike(one: ObjectShape, other: ObjectShape): number {
  const fields = new Map(one.fields.map((field) => [field.name, field.shape]));
  const shared = other.fields.filter(({ name }) => fields.has(name));
  const isTagged = shared.some(({ name, shape }) => {
    const before = fields.get(name);
    return before?.kind === 'enum' && shape.kind === 'enum' && !shape.values.some((value) => before.values.includes(value));
  });
  const most = Math.max(one.fields.length, other.fields.length);
  return !isTagged && (shared.length * 2 > most || most === 0) ? 1 + shared.length : 0;
}
