import { type Complaint, isNear, split, suspects, type Tried } from './complaints.js';

/** How changes are tried. */
export interface Trying<Of> {
  /** Applies changes and returns a function that reverts them (call the last one first). Undefined: their places do not exist. */
  readonly change: (group: readonly Of[]) => (() => void) | undefined;
  /** What became worse compared with the unchanged state, for the subjects that these changes touch. */
  readonly complaints: (tried: readonly Of[]) => Promise<readonly Complaint<Of & Tried>[]>;
  readonly refuse: (one: Of, why: string) => void;
  /** Whether another trial is allowed. */
  readonly mayTry: () => boolean;
}

const NO_PLACE = 'there is no place for it, or another change took it';

/**
 * Finds the changes that succeed together. Changes without a common operation are independent, so one trial judges many of them:
 * each group of dependent changes is tried together with all other groups. A group that makes something worse is divided until
 * the bad change is alone.
 */
export async function holding<Of extends Tried>(changes: readonly Of[], trying: Trying<Of>): Promise<readonly Of[]> {
  const stored: Of[] = [];
  /** Groups that are tried alone. */
  const alone = new Set<readonly Of[]>();
  let waiting: readonly (readonly Of[])[] = connected(changes);
  while (waiting.length > 0 && trying.mayTry()) {
    const { now, later } = apart(waiting, alone);
    const made = now.map((group) => ({ group, undo: trying.change(group) }));
    const tried = made.flatMap(({ group, undo }) => (undo === undefined ? [] : group));
    const suspected = new Map<Of, string>();
    const found = tried.length === 0 ? [] : await trying.complaints(tried);
    for (const complaint of found)
      for (const one of suspects(complaint, tried)) if (!suspected.has(one)) suspected.set(one, complaint.why);
    // Two groups may have changed one collection: its content is restored correctly only in this order.
    for (const { undo } of [...made].reverse()) undo?.();
    // A complaint about a subject that no change touches can come from any group, so they count as one.
    const isOne = found.some((complaint) => !isNear(complaint, tried)) && tried.length > 1;
    const divided: (readonly Of[])[] = isOne ? [...split(tried, new Set(suspected.keys()))] : [];
    for (const { group, undo } of made) {
      if (isOne && undo !== undefined) continue;
      const [only] = group;
      const own = new Set(undo === undefined ? [] : group.filter((one) => suspected.has(one)));
      if (undo !== undefined && own.size === 0) {
        trying.change(group);
        stored.push(...group);
      } else if (group.length === 1 && only !== undefined) trying.refuse(only, suspected.get(only) ?? NO_PLACE);
      else divided.push(...split(group, own));
    }
    if (isOne || now.some((group) => alone.has(group))) for (const group of divided) alone.add(group);
    waiting = [...divided, ...later];
  }
  for (const group of waiting) for (const one of group) trying.refuse(one, 'there was no time left to try it');
  return stored;
}

/** Groups that share no subject. */
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

/** Groups of which no two share a subject, and the others. */
function apart<Of extends Tried>(groups: readonly (readonly Of[])[], alone: ReadonlySet<readonly Of[]>) {
  const [first, ...rest] = groups;
  if (first !== undefined && alone.has(first)) return { now: [first], later: rest };
  const taken = new Set<string>();
  const now: (readonly Of[])[] = [];
  const later: (readonly Of[])[] = [];
  for (const group of groups) {
    const keys = group.flatMap(({ touched }) => [...touched]);
    const isFree = !alone.has(group) && keys.every((key) => !taken.has(key));
    (isFree ? now : later).push(group);
    // The order inside a group stays: an edit that waits blocks the subjects that it touches.
    for (const key of keys) taken.add(key);
  }
  return { now, later };
}
