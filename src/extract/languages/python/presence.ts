import type { KindTest, Scope } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import type { Node, Place } from './syntax/syntax.js';

/** Longer conditions are not analysed. */
const MAX_LENGTH = 400;
/** Limit of recorded ranges for one path. */
const MAX_PLACES = 100;
const MAX_PARTS = 10;

const THERE = /^([\w.]{1,100})(?: is not None| != None)?$/;
const NOT_THERE = /^(?:not ([\w.]{1,100})|([\w.]{1,100}) (?:is|==) None)$/;
const RETAINED = /^\(\s*(\w{1,100})\s*:=.{0,300}\) is not None$/;
const MISSED = /^(?:not )?\(\s*(\w{1,100})\s*:=.{0,300}\)(?: is None)?$/;
const KIND = /^(not )?isinstance\( ?([\w.]{1,100}) ?,([\w.,() |]{1,200})\)$/;

/**
 * What a condition shows about a name or attribute: that it is not None, or whether it is an instance of some classes. `!error`:
 * that it is None, or `truthy`, anything false.
 */
export interface Known {
  readonly path: string;
  /** Absent: it is not None. */
  readonly kind?: KindTest;
  /** It is true: not `False` either. */
  readonly truthy?: true;
}

/** What a condition shows about names and attributes where it is true, or where it is false: `row.note is not None`. */
export function presentWhere({ bare }: MaskedText, { start, end }: Place, holds: boolean): readonly Known[] {
  if (end - start > MAX_LENGTH) return [];
  const text = bare.slice(start, end).replace(/\s+/g, ' ').trim();
  const [joint, other] = holds ? [' and ', ' or '] : [' or ', ' and '];
  if (text.includes(other)) return [];
  return text.split(joint).flatMap((part): readonly Known[] => {
    const [whole, not, of, classes] = KIND.exec(part) ?? [];
    if (whole !== undefined && of !== undefined && classes !== undefined)
      return [{ path: of, kind: { classes, holds: (not === undefined) === holds } }];
    const found = holds ? (THERE.exec(part) ?? RETAINED.exec(part)) : (NOT_THERE.exec(part) ?? MISSED.exec(part));
    const gone = found === null ? (holds ? NOT_THERE : THERE).exec(part) : null;
    const path = found?.[1] ?? found?.[2] ?? gone?.[1] ?? gone?.[2];
    if (path === undefined) return [];
    const [text] = found ?? gone ?? [];
    const known = { path: gone === null ? path : `!${path}` };
    return text === path || text === `not ${path}` ? [{ ...known, truthy: true }] : [known];
  });
}

/** Records these facts for a range of the source. */
export function notePresent(scope: Scope, known: readonly Known[], { start, end }: Place): void {
  for (const { path, kind, truthy } of known) {
    const place = { start, end, ...(kind && { kind }), ...(truthy && { truthy }) };
    const places = scope.present.get(path);
    if (places === undefined) scope.present.set(path, [place]);
    else if (places.length < MAX_PLACES) places.push(place);
  }
}

/**
 * Whether a variable has its later values in blocks alone that ended before a use, and in which it was not null: a null stays. Other
 * tests of it, and an `else`, may exclude the null.
 */
export function keepsNull(
  { present }: Scope,
  { bare }: MaskedText,
  name: string,
  later: readonly (Node | undefined)[],
  use: number,
): boolean {
  const tests = (present.get(name) ?? []).filter(({ start, kind }) => kind === undefined && start <= use);
  const isWithin = (one: Node | undefined, { start, end }: Place): boolean =>
    one !== undefined && start <= one.start && one.start < end;
  const goesOn = ({ end }: Place): boolean => end > use || /^(?:else|elif)\b/.test(bare.slice(end, end + MAX_LENGTH).trimStart());
  return (
    later.length > 0 &&
    later.every((one) => tests.some((test) => isWithin(one, test))) &&
    tests.every((test) => !goesOn(test) && later.some((one) => isWithin(one, test)))
  );
}

/** What conditions show about a name or attribute at its use: whether it is not None, and its class tests. */
export function presentAt(
  scope: Scope,
  node: Node,
): { readonly isPresent: boolean; readonly isTruthy: boolean; readonly kinds: readonly KindTest[] } {
  const names: string[] = [];
  let isTruthy = false;
  const known: (KindTest | undefined)[] = [];
  let at = node;
  for (; at.kind === 'attribute' && names.length < MAX_PARTS; at = at.of) names.unshift(at.name);
  const root = at.kind === 'name' ? at.name : undefined;
  const path = [root, ...names].join('.');
  for (let inside: Scope | undefined = scope; root !== undefined && inside?.form === 'function'; inside = inside.parent) {
    const name = root.replace('!', '');
    const anew = inside.bound.get(name) ?? [];
    for (const { start, end, kind, truthy } of inside.present.get(path) ?? []) {
      const isWithin = start <= node.start && node.start < end;
      if (!isWithin || anew.some((place) => start < place && place < end)) continue;
      known.push(kind);
      isTruthy ||= truthy === true;
    }
    if (inside.bindings.has(name) || inside.prefix !== inside.parent?.prefix) break;
  }
  const kinds = new Map(known.flatMap((kind) => (kind === undefined ? [] : [[JSON.stringify(kind), kind]])));
  return {
    isTruthy,
    isPresent: known.some((kind) => kind === undefined || (kind.holds && !/\bNone/.test(kind.classes))),
    kinds: [...kinds.values()].slice(0, MAX_PARTS),
  };
}
