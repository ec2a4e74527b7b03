import type { Masked } from './mask.js';
import type { Scope } from './scope.js';
import type { Node, Place } from './syntax.js';

/** Conditions longer than this are not looked at. */
const MAX_LENGTH = 400;
/** Places of one path that are told apart. */
const MAX_PLACES = 100;
const MAX_PARTS = 10;

const THERE = /^([\w.]{1,100})(?: is not None| != None)?$/;
const NOT_THERE = /^(?:not ([\w.]{1,100})|([\w.]{1,100}) (?:is|==) None)$/;
const KEPT = /^\(\s*(\w{1,100})\s*:=.{0,300}\) is not None$/;
const MISSED = /^(?:not )?\(\s*(\w{1,100})\s*:=.{0,300}\)(?: is None)?$/;
const KIND = /^(not )?isinstance\(\s*([\w.]{1,100})\s*,/;

/** Names and attributes that surely hold something where a condition holds, or where it does not: `row.note is not None`. */
export function presentWhere({ bare }: Masked, { start, end }: Place, holds: boolean): readonly string[] {
  if (end - start > MAX_LENGTH) return [];
  const text = bare.slice(start, end).replace(/\s+/g, ' ').trim();
  const [joint, other] = holds ? [' and ', ' or '] : [' or ', ' and '];
  if (text.includes(other)) return [];
  return text.split(joint).flatMap((part) => {
    const kind = KIND.exec(part);
    if (kind !== null) return (kind[1] === undefined) === holds && kind[2] !== undefined ? [kind[2]] : [];
    const found = holds ? (THERE.exec(part) ?? KEPT.exec(part)) : (NOT_THERE.exec(part) ?? MISSED.exec(part));
    return [found?.[1] ?? found?.[2] ?? []].flat();
  });
}

/** Notes that paths hold something from here to there. */
export function notePresent(scope: Scope, paths: readonly string[], place: Place): void {
  for (const path of paths) {
    const places = scope.present.get(path);
    if (places === undefined) scope.present.set(path, [place]);
    else if (places.length < MAX_PLACES) places.push(place);
  }
}

/** Whether conditions leave something in a name or attribute where it is used. */
export function isPresent(scope: Scope, node: Node): boolean {
  const names: string[] = [];
  let at = node;
  for (; at.kind === 'attribute' && names.length < MAX_PARTS; at = at.of) names.unshift(at.name);
  if (at.kind !== 'name') return false;
  const root = at.name;
  const path = [root, ...names].join('.');
  for (let inside: Scope | undefined = scope; inside?.form === 'function'; inside = inside.parent) {
    const isHere = (inside.present.get(path) ?? []).some(({ start, end }) => {
      const isWithin = start <= node.start && node.start < end;
      return isWithin && !(inside?.bound.get(root) ?? []).some((place) => start < place && place < end);
    });
    if (isHere) return true;
    if (inside.bindings.has(root) || inside.prefix !== inside.parent?.prefix) return false;
  }
  return false;
}
