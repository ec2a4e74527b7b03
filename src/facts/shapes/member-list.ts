import type { Location } from '../../model/location.js';
import type { Expression, Incoming } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Ask } from '../values/questions.js';

/** Why it is not known what a member is that refers to another entity; of others that are unsure only whether they are sent is not. */
export const REFERENCE = 'a reference: an id, or what it refers to where that was loaded';

/** One member of an object-like thing, with where its value is to be read. */
export interface Member {
  /** In the source. */
  readonly name: string;
  /** On the wire. */
  readonly wire: string;
  readonly value: Lazy;
  readonly optional: boolean;
  /** It is optional as all members of its type were made so: that tells little of whether it is ever left out. */
  readonly loose?: boolean;
  /** Its type gives it a value where none comes. */
  readonly defaulted?: boolean;
  /** A new instance has no value for it. */
  readonly blank?: boolean;
  readonly explicit: boolean;
  /** A policy of its class made the wire name. */
  readonly policy?: boolean;
  readonly access?: 'read' | 'write';
  readonly hidden: boolean;
  /** Through how many embedded types it is reached (Go). */
  readonly embedding?: number;
  /** Why it is not known whether it is sent. */
  readonly unsure?: string;
  /** What a serializer's annotations make of it, where it runs. */
  readonly serialized?: {
    readonly name?: string;
    readonly hidden?: boolean;
    readonly value?: Lazy;
    readonly incoming?: Incoming;
  };
  /** What decorators of a library that stores it say of it, by their names: an object. */
  readonly stored?: Lazy;
  /** A method: `value` names its callable. */
  readonly method?: 'method' | 'getter';
  /** Identity as a router: `file#Class#member`, given where it belongs to a class. */
  readonly owner?: { readonly file: string; readonly className: string };
  readonly at: Location;
  /** What inference may be asked for its value. */
  readonly ask?: Ask;
}

/** The members of an object-like thing, by source name. */
export interface Members {
  readonly named: ReadonlyMap<string, Member>;
  /** Values under other keys, where there may be such. */
  readonly rest?: Lazy;
  /** Why there may be members that are not in here. */
  readonly open?: string;
}

/** Declarations of one type that are looked at: partial classes, interfaces that are declared again. */
export const MOST_PARTS = 200;

export const EMPTY: Members = { named: new Map() };
export const open = (why: string): Members => ({ named: new Map(), open: why });

/** Later members win; an optional one leaves the earlier value possible (spread), or narrows it (`intersect`). */
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
  // an unknown spread may have replaced what came before it: those values are no longer certain
  const certain = mode === 'override' && second.open !== undefined ? loosen(named, second) : named;
  return { named: certain, ...(rest === undefined ? {} : { rest }), ...(why === undefined ? {} : { open: why }) };
}

function loosen(named: Map<string, Member>, second: Members): Map<string, Member> {
  const why = second.open ?? '';
  return new Map(
    [...named].map(([name, member]) => {
      if (second.named.has(name)) return [name, member];
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
 * Members of one of several: those that all have are certain. One that is missing from an option of which not all is known may be
 * in there as well: it is neither optional nor is its value known for that option.
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

/** What is set on an instance stays a member of its class, with all that annotations say of that. */
export function setOn(before: Member | undefined, after: Member): Member {
  if (before?.explicit === true && before.serialized === undefined) return { ...after, wire: before.wire, explicit: true };
  if (before?.serialized === undefined || before.serialized.value !== undefined) return after;
  return { ...after, wire: before.wire, explicit: before.explicit, serialized: before.serialized };
}
