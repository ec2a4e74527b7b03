import type { Site } from '../program.js';
import type { Questions } from './questions.js';

export interface Budget {
  /** Steps that may still run. */
  left: number;
  /** Nested steps that are running. */
  depth: number;
  /** The smallest depth of a running step that an inner step refers to; -1: a step was skipped. */
  cut: number;
  /** Results that are valid only while such a step is running. */
  readonly partial: { readonly cut: number; readonly drop: () => void }[];
}

/** The parts of a resolver that a step's result depends on. */
interface Working {
  readonly budget: Budget;
  readonly questions: Questions;
  readonly serializer: string;
  readonly writer?: string;
}

/**
 * Results of linking steps that depend only on their expression and site: many routes need the same ones. A step that reaches
 * itself while it runs refers to itself. A result that was cut short may differ the next time, so it is not stored. A later
 * caller also gets the questions of the first.
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
    const known = steps.find((one) => one.purpose === purpose && one.serializer === serializer && one.writer === writer);
    if (known !== undefined) {
      budget.cut = Math.min(budget.cut, known.cut);
      known.done?.again();
      return known.done === undefined ? itself : known.done.value;
    }
    const { depth, cut, partial } = budget;
    const before = partial.length;
    const running: Step<T> = { purpose, serializer, writer, cut: depth };
    steps.push(running);
    budget.cut = Infinity;
    try {
      const { value, again } = questions.part(make);
      // a step is complete if it refers to no running step but itself
      const own = budget.cut < depth ? budget.cut : Infinity;
      if (own >= 0) {
        running.cut = own;
        running.done = { value, again };
      }
      return value;
    } finally {
      // results that refer to this step are valid for it alone
      for (const one of partial.splice(before)) {
        if (one.cut < depth) partial.push(one);
        else one.drop();
      }
      const drop = () => void steps.splice(steps.indexOf(running), 1);
      if (running.done === undefined) drop();
      else if (running.cut < Infinity) partial.push({ cut: running.cut, drop });
      budget.cut = Math.min(cut, running.done === undefined ? -1 : running.cut);
    }
  }
}

/** A running or finished step. `cut`: the smallest depth of a step that was running when this one referred to it. */
interface Step<T> {
  readonly purpose: string;
  readonly serializer: string;
  readonly writer: string;
  cut: number;
  done?: { readonly value: T; readonly again: () => void };
}

type Table<K extends WeakKey, T> = WeakMap<K, Step<T>[]>;
const newTable = <K extends WeakKey, T>(): Table<K, T> => new WeakMap();
const newSteps = <T>(): Step<T>[] => [];

function entry<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Whether names have the same meaning at this site as anywhere in its file. */
export const isPlain = ({ types, loops, passed }: Site): boolean =>
  (types === undefined || types.size === 0) &&
  (loops === undefined || loops.size === 0) &&
  (passed === undefined || passed.size === 0);
