import { opened } from './plain.js';
import type { Options } from './unions.js';
import { type Findings, note, type Side, type Spot, type Walker } from './walker.js';

/** Compares discriminators: the property, and its values for alternatives that both versions have. */
export function compareDiscriminators(old: Options, now: Options, spot: Spot, walker: Walker, findings: Findings): void {
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
