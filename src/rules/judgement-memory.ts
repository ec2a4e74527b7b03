import type { Contract } from '../contracts/contract.js';
import type { Definitions, Shape } from '../model/shape.js';
import type { Judgement } from './judge-subject.js';
import type { Pairing } from './rule.js';

/** The judgements of the last run, for a process that judges the same service repeatedly. */
export interface JudgementMemory {
  last?: LastRun | undefined;
}

interface LastRun {
  /** The enabled rules and their severities. */
  readonly by: string;
  readonly types: Definitions;
  /** By contract and subject. */
  readonly retained: ReadonlyMap<string, Retained>;
  /** The judgement iterated over all types: none of them may have changed. */
  readonly usesAll: boolean;
}

interface Retained {
  readonly pairing: Pairing;
  /** The type names that the judgement looked up. */
  readonly looked: readonly string[];
  readonly judgement: Judgement;
}

/** What is judged, and all settings that influence it, besides the pairings themselves. */
interface Judged {
  readonly by: string;
  readonly types: Definitions;
  readonly pairings: readonly Pairing[];
}

/**
 * Judges pairings, and reuses the last run's judgement if a pairing and the types that its judgement looked up are unchanged.
 * Rules are pure, so the judgement would be the same.
 */
export function remembered(
  memory: JudgementMemory,
  { by, types, pairings }: Judged,
  judge: (pairing: Pairing, types: Definitions) => Judgement,
): readonly Judgement[] {
  const same = equality();
  const last = usable(memory.last, by, types, same);
  const isSameType = (name: string): boolean => same(types.get(name), last?.types.get(name));
  const recorded = new RecordedTypes(types);
  const retained = new Map<string, Retained>();
  const judgements = pairings.map((pairing) => {
    const key = `${pairing.contract.id}\n${pairing.subject}`;
    const before = last?.retained.get(key);
    const isRetained = before !== undefined && isSamePairing(pairing, before.pairing, same) && before.looked.every(isSameType);
    const now = isRetained ? { ...before, pairing } : judgedAnew(pairing, recorded, judge);
    retained.set(key, now);
    return now.judgement;
  });
  memory.last = { by, types, retained, usesAll: recorded.usesAll || last?.usesAll === true };
  return judgements;
}

/** A run with other settings is unusable, and so is one that iterated over all types if any type has changed. */
function usable(last: LastRun | undefined, by: string, types: Definitions, same: Same): LastRun | undefined {
  if (last === undefined || last.by !== by) return undefined;
  return last.usesAll && !same([...types], [...last.types]) ? undefined : last;
}

function judgedAnew(
  pairing: Pairing,
  recorded: RecordedTypes,
  judge: (pairing: Pairing, types: Definitions) => Judgement,
): Retained {
  recorded.looked = new Set();
  const judgement = judge(pairing, recorded);
  return { pairing, looked: [...recorded.looked], judgement };
}

type Same = (one: unknown, other: unknown) => boolean;

function isSamePairing({ contract, ...one }: Pairing, { contract: before, ...other }: Pairing, same: Same): boolean {
  return isSameContract(contract, before) && same(one, other);
}

/** A contract that was not loaded again consists of identical objects. */
export function isSameContract(one: Contract, other: Contract | undefined): boolean {
  if (one === other) return true;
  const parts = Object.entries(other ?? {});
  const own = new Map<string, unknown>(Object.entries(one));
  return parts.length === own.size && parts.every(([key, value]) => own.get(key) === value);
}

/** More deeply nested types count as changed. */
const MOST_DEEP = 200;

/** A deep equality test for plain data; objects that many values share are compared once. */
function equality(): Same {
  const known = new Map<object, object>();
  const same = (one: unknown, other: unknown, depth: number): boolean => {
    if (one === other) return true;
    if (!isObject(one) || !isObject(other) || depth > MOST_DEEP) return false;
    if (known.get(one) === other) return true;
    const keys = Object.keys(one);
    const isEqual =
      Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
      !(one instanceof Map || one instanceof Set) &&
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key], depth + 1));
    if (isEqual) known.set(one, other);
    return isEqual;
  };
  return (one, other) => same(one, other, 0);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A map of types that records which of them are looked up. */
class RecordedTypes implements ReadonlyMap<string, Shape> {
  looked = new Set<string>();
  usesAll = false;
  readonly #types: Definitions;

  constructor(types: Definitions) {
    this.#types = types;
  }

  get size(): number {
    return this.#all().size;
  }

  get(name: string): Shape | undefined {
    this.looked.add(name);
    return this.#types.get(name);
  }

  has(name: string): boolean {
    this.looked.add(name);
    return this.#types.has(name);
  }

  forEach(each: (shape: Shape, name: string, types: Definitions) => void): void {
    this.#all().forEach(each);
  }

  entries(): MapIterator<[string, Shape]> {
    return this.#all().entries();
  }

  keys(): MapIterator<string> {
    return this.#all().keys();
  }

  values(): MapIterator<Shape> {
    return this.#all().values();
  }

  [Symbol.iterator](): MapIterator<[string, Shape]> {
    return this.#all()[Symbol.iterator]();
  }

  #all(): Definitions {
    this.usesAll = true;
    return this.#types;
  }
}
