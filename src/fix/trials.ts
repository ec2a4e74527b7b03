import { type Complaint, split, suspects, type Tried } from './complaints.js';
import type { FileEdit } from './edits.js';

/** A change of documents that somebody tries. */
export interface DocumentChange extends Tried {
  readonly edits: readonly FileEdit[];
}

/** How changes are tried. */
export interface Trying<Of> {
  /** Makes edits; what takes them back, the last first. Undefined: they have no place. */
  readonly change: (edits: readonly FileEdit[]) => (() => void) | undefined;
  /** What got worse since nothing was changed, of the subjects that these changes touch. */
  readonly complaints: (tried: readonly Of[]) => Promise<readonly Complaint<Of & Tried>[]>;
  readonly refuse: (one: Of, why: string) => void;
  /** Whether there is time for another trial. */
  readonly mayTry: () => boolean;
}

const NO_PLACE = 'the contract has no place for it, or another change took it';

/**
 * Which of some changes hold together. Changes that touch no operation in common tell nothing of each other, so that one trial
 * answers for many of them: each group of those that do is tried beside all others. A group that makes something worse is divided
 * until what does so stands alone.
 */
export async function holding<Of extends DocumentChange>(changes: readonly Of[], trying: Trying<Of>): Promise<readonly Of[]> {
  const held: Of[] = [];
  let waiting: readonly (readonly Of[])[] = connected(changes);
  while (waiting.length > 0 && trying.mayTry()) {
    const { now, later } = apart(waiting);
    const made = now.map((group) => ({ group, undo: trying.change(editsOf(group)) }));
    const tried = made.flatMap(({ group, undo }) => (undo === undefined ? [] : group));
    const suspected = new Map<Of, string>();
    const found = tried.length === 0 ? [] : await trying.complaints(tried);
    for (const complaint of found)
      for (const one of suspects(complaint, tried)) if (!suspected.has(one)) suspected.set(one, complaint.why);
    // Two groups may have changed one collection: what was kept of it is right in this order alone.
    for (const { undo } of [...made].reverse()) undo?.();
    const divided: (readonly Of[])[] = [];
    for (const { group, undo } of made) {
      const [only] = group;
      const own = new Set(undo === undefined ? [] : group.filter((one) => suspected.has(one)));
      if (undo !== undefined && own.size === 0) {
        trying.change(editsOf(group));
        held.push(...group);
      } else if (group.length === 1 && only !== undefined) trying.refuse(only, suspected.get(only) ?? NO_PLACE);
      else divided.push(...split(group, own));
    }
    waiting = [...divided, ...later];
  }
  for (const group of waiting) for (const one of group) trying.refuse(one, 'there was no time left to try it');
  return held;
}

/** Several changes may need the same component. */
function editsOf(group: readonly DocumentChange[]): readonly FileEdit[] {
  return [...new Map(group.flatMap(({ edits }) => edits).map((edit) => [JSON.stringify(edit), edit])).values()];
}

/** Groups that have no subject in common. */
function connected<Of extends Tried>(changes: readonly Of[]): readonly (readonly Of[])[] {
  const groupOf = new Map<string, Of[]>();
  const groups = new Set<Of[]>();
  for (const one of changes) {
    const near = new Set([...one.touched].map((key) => groupOf.get(key)).filter((group) => group !== undefined));
    const [largest = [], ...others] = [...near].sort((a, b) => b.length - a.length);
    for (const other of others) {
      groups.delete(other);
      for (const each of other) for (const key of each.touched) groupOf.set(key, largest);
      largest.push(...other);
    }
    largest.push(one);
    for (const key of one.touched) groupOf.set(key, largest);
    groups.add(largest);
  }
  return [...groups];
}

/** Groups of which no two have a subject in common, and the others. */
function apart<Of extends Tried>(groups: readonly (readonly Of[])[]) {
  const taken = new Set<string>();
  const now: (readonly Of[])[] = [];
  const later: (readonly Of[])[] = [];
  for (const group of groups) {
    const keys = group.flatMap(({ touched }) => [...touched]);
    const isFree = keys.every((key) => !taken.has(key));
    (isFree ? now : later).push(group);
    // The order within a group stays: what waits holds up what it touches.
    for (const key of keys) taken.add(key);
  }
  return { now, later };
}
