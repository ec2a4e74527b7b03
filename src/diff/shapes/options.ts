import type { Shape } from '../../model/shape.js';
import { compareAlternatives } from './alternatives.js';
import { compareOverlaps } from './overlaps.js';
import { comparePlain, opened } from './plain.js';
import { type Options, optionsOf } from './unions.js';
import { type Findings, inWords, note, type Side, type Spot, type Walker } from './walker.js';

/** Compares nullability and alternatives of two shapes, and then shapes that are no union. */
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
  compareOverlaps(base, head, spot, walker, findings);
  compareDiscriminators(old, now, spot, walker, findings);
}

const isAnything = ({ options }: Options): boolean => options.some((option) => option.kind === 'unknown');

function wholeInWords(shape: Shape, { nullable, options }: Options, side: Side): string {
  const [only] = options;
  const text = inWords(options.length === 1 && only !== undefined ? only : shape, side);
  return nullable && options.length === 1 && only?.kind !== 'unknown' ? `${text} | null` : text;
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

/** Compares discriminators: the property, and its values for alternatives that both versions have. */
function compareDiscriminators(old: Options, now: Options, spot: Spot, walker: Walker, findings: Findings): void {
  const [before, after] = [old.discriminator, now.discriminator];
  if (before === undefined || after === undefined) return;
  if (before.field !== after.field) {
    note(findings, 'discriminator-changed', spot, before.field, after.field);
    return;
  }
  const names = new Set(now.options.flatMap((option) => (option.kind === 'ref' ? [option.name] : [])));
  const stays = (name: string): boolean => names.has(name) || old.options.length === now.options.length;
  const lost = Object.entries(before.mapping).filter(
    ([value, name]) => !Object.hasOwn(after.mapping, value) && stays(name) && !isListed(name, before.field, walker.base),
  );
  if (lost.length === 0) return;
  const added = Object.keys(after.mapping).filter((value) => !Object.hasOwn(before.mapping, value));
  const inWords = (values: readonly string[]): string => [before.field, ...values].join(' ');
  note(findings, 'discriminator-changed', spot, inWords(lost.map(([value]) => value)), inWords(added));
}

/** If the alternative itself lists the values of the property, the comparison of the alternative covers them. */
function isListed(name: string, field: string, side: Side): boolean {
  const shape = opened({ kind: 'ref', name }, side);
  if (shape?.kind !== 'object') return false;
  const tag = shape.fields.find((each) => each.name === field)?.shape;
  return tag !== undefined && opened(tag, side)?.kind === 'enum';
}
