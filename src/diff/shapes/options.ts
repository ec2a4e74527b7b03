import type {
  ArrayShape,
  Discriminator,
  EnumShape,
  MapShape,
  ObjectShape,
  ScalarShape,
  Shape,
  TupleShape,
} from '../../model/shape.js';
import { compareLists, compareObjects } from './objects.js';
import { compareScalars } from './scalars.js';
import { below, type Findings, inWords, note, type Side, type Spot, type Walker } from './walker.js';

type Plain = ArrayShape | EnumShape | MapShape | ObjectShape | ScalarShape | TupleShape;

/** A shape as the options it leaves: links followed as far as they lead to unions, null apart. */
interface Options {
  readonly options: readonly Shape[];
  readonly nullable: boolean;
  readonly discriminator?: Discriminator | undefined;
}

/** More pairs of options than this are not tried: only those of the same name are compared. */
const MAX_PAIRS = 4096;

/** Compares what two shapes leave open: null, alternatives, and at last what is no union any more. */
export function compareOptions(base: Shape, head: Shape, spot: Spot, walker: Walker, findings: Findings): void {
  const [old, now] = [optionsOf(base, walker.base), optionsOf(head, walker.head)];
  const dark = [...old.options, ...now.options].find((option) => option.kind === 'unknown' && option.any !== true);
  if (dark?.kind === 'unknown') {
    findings.undecided.push({ path: spot.path, why: dark.why, at: spot.headAt });
    return;
  }
  const [wasAny, isAny] = [isAnything(old), isAnything(now)];
  if (wasAny && isAny) return;
  if (wasAny || isAny) {
    const kind = wasAny ? 'type-narrowed' : 'type-widened';
    note(findings, kind, spot, wholeInWords(base, old, walker.base), wholeInWords(head, now, walker.head));
    return;
  }
  compareNulls(old, now, base, head, spot, walker, findings);
  const [[one, ...others], [other, ...more]] = [old.options, now.options];
  if (one === undefined || other === undefined) return;
  if (others.length === 0 && more.length === 0) comparePlain(one, other, spot, walker, findings);
  else compareAlternatives(old, now, spot, walker, findings);
  if (old.discriminator !== undefined && now.discriminator !== undefined && old.discriminator.field !== now.discriminator.field)
    note(findings, 'discriminator-changed', spot, old.discriminator.field, now.discriminator.field);
}

const isAnything = ({ options }: Options): boolean => options.some((option) => option.kind === 'unknown');

function wholeInWords(shape: Shape, { nullable, options }: Options, side: Side): string {
  const [only] = options;
  const text = inWords(options.length === 1 && only !== undefined ? only : shape, side);
  return nullable && options.length === 1 && only?.kind !== 'unknown' ? `${text} | null` : text;
}

function optionsOf(shape: Shape, side: Side): Options {
  const options: Shape[] = [];
  const seen = new Set<string>();
  let nullable = false;
  let discriminator: Discriminator | undefined;
  const add = (option: Shape): void => {
    const target = option.kind === 'ref' ? side.definitions.get(option.name) : option;
    if (option.kind === 'ref' && (seen.has(option.name) || target === undefined)) return;
    if (option.kind === 'ref') seen.add(option.name);
    if (target?.kind === 'union') {
      discriminator ??= target.discriminator;
      for (const inner of target.options) add(inner);
    } else if (target?.kind === 'ref') add(target);
    else if (target?.kind === 'scalar' && target.type === 'null') nullable = true;
    else if (target !== undefined) options.push(target.kind === 'unknown' ? target : option);
  };
  add(shape);
  return { options, nullable, discriminator };
}

function compareNulls(
  old: Options,
  now: Options,
  base: Shape,
  head: Shape,
  spot: Spot,
  walker: Walker,
  findings: Findings,
): void {
  const [before, after] = [inWords(base, walker.base), inWords(head, walker.head)];
  if (old.options.length === 0 || now.options.length === 0) {
    if (old.options.length === now.options.length) return;
    const kind = old.nullable && now.nullable ? (now.options.length > 0 ? 'type-widened' : 'type-narrowed') : 'type-changed';
    note(findings, kind, spot, before, after);
    return;
  }
  if (old.nullable && !now.nullable) note(findings, 'null-removed', spot, before, after);
  if (!old.nullable && now.nullable) note(findings, 'null-added', spot, before, after);
}

function comparePlain(base: Shape, head: Shape, spot: Spot, walker: Walker, findings: Findings): void {
  if (base.kind === 'ref' && head.kind === 'ref') {
    findings.links.push({ path: spot.path, base: base.name, head: head.name });
    return;
  }
  const [old, now] = [opened(base, walker.base), opened(head, walker.head)];
  const place = { ...spot, baseAt: placeOf(base, walker.base) ?? spot.baseAt, headAt: placeOf(head, walker.head) ?? spot.headAt };
  if (old === undefined || now === undefined) return;
  if (isKeyed(old) && isKeyed(now)) compareObjects(old, now, place, walker, findings);
  else if (isListed(old) && isListed(now)) compareLists(old, now, place, walker, findings);
  else if (isSingle(old) && isSingle(now)) compareScalars(old, now, place, walker, findings);
  else note(findings, 'type-changed', place, inWords(base, walker.base), inWords(head, walker.head));
}

function opened(shape: Shape, side: Side): Plain | undefined {
  const target = shape.kind === 'ref' ? side.definitions.get(shape.name) : shape;
  return target === undefined || target.kind === 'ref' || target.kind === 'union' || target.kind === 'unknown'
    ? undefined
    : target;
}

function placeOf(shape: Shape, side: Side) {
  return shape.kind === 'ref' ? side.definedAt.get(shape.name) : undefined;
}

const isKeyed = (shape: Plain): shape is ObjectShape | MapShape => shape.kind === 'object' || shape.kind === 'map';
const isListed = (shape: Plain): shape is ArrayShape | TupleShape => shape.kind === 'array' || shape.kind === 'tuple';
const isSingle = (shape: Plain): shape is ScalarShape | EnumShape => shape.kind === 'scalar' || shape.kind === 'enum';

/**
 * An option that fits one of the other version's is neither gone nor new, whatever it is called there. What is left is paired by
 * what it is, so that a change inside an option is told as that.
 */
function compareAlternatives(old: Options, now: Options, spot: Spot, walker: Walker, findings: Findings): void {
  const tryAll = old.options.length * now.options.length <= MAX_PAIRS;
  const pairs = sameNames(old, now);
  const gone = new Set(old.options);
  const fresh = new Set(now.options);
  for (const [one, other] of pairs) {
    gone.delete(one);
    fresh.delete(other);
    comparePlain(one, other, spot, walker, findings);
  }
  if (tryAll) {
    for (const one of [...gone]) if (now.options.some((other) => walker.fits(one, other, 'kept'))) gone.delete(one);
    for (const other of [...fresh]) if (old.options.some((one) => walker.fits(one, other, 'known'))) fresh.delete(other);
  }
  for (const one of [...gone]) {
    const other = closest(one, [...fresh], walker);
    if (other === undefined) continue;
    gone.delete(one);
    fresh.delete(other);
    comparePlain(one, other, spot, walker, findings);
  }
  for (const one of gone)
    note(findings, 'option-removed', at(one, spot, walker.base, 'baseAt'), inWords(one, walker.base), undefined);
  for (const other of fresh)
    note(findings, 'option-added', at(other, spot, walker.head, 'headAt'), undefined, inWords(other, walker.head));
}

function at(option: Shape, spot: Spot, side: Side, key: 'baseAt' | 'headAt'): Spot {
  const place = placeOf(option, side);
  return place === undefined ? spot : { ...below(spot, '', undefined, undefined), path: spot.path, [key]: place };
}

/** Options under the same value of the discriminator, or of the same name. */
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

/** The option of the other version that this one most likely became; none: it is gone. */
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
  if (one.kind === 'object' && other.kind === 'object') {
    const names = new Set(one.fields.map(({ name }) => name));
    const shared = other.fields.filter(({ name }) => names.has(name)).length;
    // Most of what either has must be in both: otherwise one option went and another came.
    const most = Math.max(one.fields.length, other.fields.length);
    return shared * 2 > most || most === 0 ? 1 + shared : 0;
  }
  if (isKeyed(one) && isKeyed(other)) return one.kind === other.kind ? 1 : 0;
  if (isListed(one) && isListed(other)) return 1;
  if (one.kind === 'scalar' && other.kind === 'scalar') return one.type === other.type ? 1 : 0;
  return one.kind === 'enum' && other.kind === 'enum' && one.values.some((value) => other.values.includes(value)) ? 1 : 0;
}
