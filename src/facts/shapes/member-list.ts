import type { Location } from '../../model/location.js';
import type { Expression, Incoming } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Ask } from '../values/questions.js';

/** Why a member that refers to another entity is unknown; for other unsure members only whether they are sent is unknown. */
export const REFERENCE = 'a reference: an id, or what it refers to where that was loaded';

/** One member of an object-like value, with the site of its value. */
export interface Member {
  /** The name in the source. */
  readonly name: string;
  /** The name on the wire. */
  readonly wire: string;
  readonly value: Lazy;
  readonly optional: boolean;
  /** It is optional only because all members of its type are: that does not show that it is ever omitted. */
  readonly loose?: boolean;
  /** Its type supplies a value where none is given. */
  readonly defaulted?: boolean;
  /** A getter computes it. */
  readonly computed?: boolean;
  /** A new instance has no value for it. */
  readonly blank?: boolean;
  readonly explicit: boolean;
  /** A policy of its class determined the wire name. */
  readonly policy?: boolean;
  readonly access?: 'read' | 'write';
  readonly hidden: boolean;
  /** The number of embedded types on the way to it (Go). */
  readonly embedding?: number;
  /** Why it is unknown whether it is sent. */
  readonly unsure?: string;
  /** What a serializer's annotations change, if the serializer runs. */
  readonly serialized?: {
    readonly name?: string;
    readonly hidden?: boolean;
    readonly value?: Lazy;
    readonly incoming?: Incoming;
    readonly becomes?: Lazy;
  };
  /** The decorators of a library that stores it, by their names: an object. */
  readonly stored?: Lazy;
  /** A method: `value` names its callable. */
  readonly method?: 'method' | 'getter';
  /** Identity as a router: `file#Class#member`, set if it belongs to a class. */
  readonly owner?: { readonly file: string; readonly className: string };
  readonly at: Location;
  /** The question for inference about its value. */
  readonly ask?: Ask;
}

/** The members of an object-like value, by source name. */
export interface Members {
  readonly named: ReadonlyMap<string, Member>;
  /** Values under other keys, if there may be any. */
  readonly rest?: Lazy;
  /** Why there may be further members. */
  readonly open?: string;
}

/** Most declarations of one type: partial classes, repeated interfaces. */
export const MOST_PARTS = 200;

export const EMPTY: Members = { named: new Map() };
export const open = (why: string): Members => ({ named: new Map(), open: why });

/** Merges members; later ones win. An optional one leaves the earlier value possible (spread), or narrows it (`intersect`). */
export function merge(first: Members, second: Members, mode: 'override' | 'intersect' = 'override'): Members {
  if (first === EMPTY) return second;
  const named = new Map(first.named);
  for (const [name, member] of second.named) {
    const before = named.get(name);
    named.delete(name);
    named.set(name, before === undefined ? member : combine(before, member, mode));
  }
  const rest = second.rest ?? first.rest;
  const why = second.open ?? first.open;
  // an unknown spread may have replaced earlier members: their values are no longer certain
  const certain = mode === 'override' && second.open !== undefined ? loosen(named, second) : named;
  return { named: certain, ...(rest === undefined ? {} : { rest }), ...(why === undefined ? {} : { open: why }) };
}

function loosen(named: Map<string, Member>, second: Members): Map<string, Member> {
  const why = second.open ?? '';
  return new Map(
    [...named].map(([name, member]) => {
      // another struct that is embedded does not replace what one is called
      if (second.named.has(name) || member.hidden === true) return [name, member];
      const either: Expression = { kind: 'unknown', why };
      return [name, { ...member, optional: false, value: { expression: either, site: member.value.site } }];
    }),
  );
}

function combine(before: Member, after: Member, mode: 'override' | 'intersect'): Member {
  if (mode === 'intersect') return { ...after, optional: before.optional && after.optional };
  if (!after.optional || after.method !== undefined) return after;
  return { ...after, optional: before.optional, value: eitherOf([before.value, after.value]) };
}

/**
 * Members of one of several options: those that all options have are certain. An option with unknown members may have a member
 * that it seems to lack: then the member is not optional, and its value for that option is unknown.
 */
export function oneOf(all: readonly Members[]): Members {
  const named = new Map<string, Member>();
  for (const name of new Set(all.flatMap((members) => [...members.named.keys()]))) {
    const found = all.flatMap((members) => members.named.get(name) ?? []);
    const first = found[0];
    if (first === undefined) continue;
    const without = all.filter((members) => !members.named.has(name));
    const optional = found.some((member) => member.optional) || without.some((members) => members.open === undefined);
    const unseen = without.flatMap(({ open: why }): Lazy[] =>
      why === undefined ? [] : [{ expression: { kind: 'unknown', why }, site: first.value.site }],
    );
    const { loose: _, ...plain } = first;
    const isLoose = without.length === 0 && found.every((member) => !member.optional || member.loose === true);
    const value = eitherOf([...found.map((member) => member.value), ...unseen]);
    named.set(name, { ...plain, optional, value, ...(isLoose && { loose: true }) });
  }
  const why = all.find((members) => members.open !== undefined)?.open;
  const rest = all.find((members) => members.rest !== undefined)?.rest;
  return { named, ...(rest === undefined ? {} : { rest }), ...(why === undefined ? {} : { open: why }) };
}

/** A value that is one of several, each with its own site. */
export function eitherOf(values: readonly Lazy[]): Lazy {
  const first = values[0];
  if (first === undefined || values.length === 1) return first ?? { expression: { kind: 'absent' }, site: { file: '' } };
  const types = new Map(values.map((value, index) => [`|${index}`, value]));
  const options: Expression[] = values.map((_, index) => ({ kind: 'name', name: `|${index}` }));
  return { expression: { kind: 'union', options }, site: { file: first.site.file, types } };
}

/** A member set on an instance stays a member of its class, with all its annotations. */
export function setOn(before: Member | undefined, after: Member): Member {
  if (before?.explicit === true && before.serialized === undefined) return { ...after, wire: before.wire, explicit: true };
  if (before?.serialized === undefined || before.serialized.value !== undefined) return after;
  return { ...after, wire: before.wire, explicit: before.explicit, serialized: before.serialized };
}
