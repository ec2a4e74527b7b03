import type { Site } from '../program.js';
import type { Questions } from './questions.js';

export interface Budget {
  /** Steps that may still be taken. */
  left: number;
  /** Steps under way within each other. */
  depth: number;
  /** The least depth of a step under way that one within it refers to; -1: one was not taken. */
  cut: number;
  /** Results that hold only while such a step is under way. */
  readonly partial: { readonly cut: number; readonly drop: () => void }[];
}

/** What of a resolver decides what a step gives. */
interface Working {
  readonly budget: Budget;
  readonly questions: Questions;
  readonly serializer: string;
  readonly writer?: string;
}

/**
 * What steps of linking gave that depend on nothing but where they stand: many routes ask for the same. A step that is reached again
 * while it is under way refers to itself. One that was cut short may give another the next time, and is not kept. Who comes later has
 * the questions of the first.
 */
export class Memo<K extends WeakKey, T> {
  #files = new Map<string, Table<K, T>>();
  #sites = new WeakMap<Site, Table<K, T>>();

  clear(): void {
    this.#files = new Map();
    this.#sites = new WeakMap();
  }

  during(working: Working, of: K, site: Site, purpose: string, make: () => T, itself: T): T {
    const { serializer, writer = '', budget, questions } = working;
    const all = isPlain(site) ? entry(this.#files, site.file, newTable<K, T>) : entry(this.#sites, site, newTable<K, T>);
    const steps = entry(all, of, newSteps<T>);
    const key = `${purpose} ${serializer} ${writer}`;
    const known = steps.get(key);
    if (known !== undefined) {
      budget.cut = Math.min(budget.cut, known.cut);
      known.done?.again();
      return known.done === undefined ? itself : known.done.value;
    }
    const { depth, cut, partial } = budget;
    const before = partial.length;
    steps.set(key, { cut: depth });
    budget.cut = Infinity;
    let step: Step<T> | undefined;
    try {
      const { value, again } = questions.part(make);
      // what refers to nothing under way but this very step is whole
      const own = budget.cut < depth ? budget.cut : Infinity;
      if (own >= 0) step = { cut: own, done: { value, again } };
      return value;
    } finally {
      // what refers to this step was worked out for it alone
      for (const one of partial.splice(before)) {
        if (one.cut < depth) partial.push(one);
        else one.drop();
      }
      steps.delete(key);
      if (step !== undefined) steps.set(key, step);
      if (step !== undefined && step.cut < Infinity) partial.push({ cut: step.cut, drop: () => steps.delete(key) });
      budget.cut = Math.min(cut, step?.cut ?? -1);
    }
  }
}

/** Under way, or done. `cut`: the least depth of what was still under way when it was referred to. */
interface Step<T> {
  readonly cut: number;
  readonly done?: { readonly value: T; readonly again: () => void };
}

type Table<K extends WeakKey, T> = WeakMap<K, Map<string, Step<T>>>;
const newTable = <K extends WeakKey, T>(): Table<K, T> => new WeakMap();
const newSteps = <T>(): Map<string, Step<T>> => new Map();

function entry<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Whether names mean there what they mean anywhere in its file. */
export const isPlain = ({ types, loops, passed }: Site): boolean =>
  (types === undefined || types.size === 0) &&
  (loops === undefined || loops.size === 0) &&
  (passed === undefined || passed.size === 0);
