import type { Location } from '../../model/location.js';
import type { Shape } from '../../model/shape.js';
import type { Direction, Effect } from '../rule.js';
import { compareOptions } from './options.js';
import {
  EFFECTS,
  type Findings,
  type Leniency,
  noFindings,
  type ShapeKind,
  type Side,
  SOFT,
  type Spot,
  type Walker,
  type Way,
} from './walker.js';

/** Limits for `fits`: the length of chains of alternatives, and the number of steps. */
const MAX_DEPTH = 100;
const MOST_STEPS = 1_000_000;
const NOWHERE: Location = { file: '', line: 1 };

/**
 * Compares the shapes of two versions of a contract in one direction. A pair of named schemas is compared once, however often it
 * occurs; during its comparison it counts as equal, so that recursion ends.
 */
export class ShapeComparer implements Walker {
  readonly direction: Direction;
  readonly base: Side;
  readonly head: Side;
  readonly #pairs = new Map<string, Findings>();
  readonly #linked = new Map<string, Map<string, boolean>>();
  /** Steps that are left for `fits`. */
  #left = MOST_STEPS;
  #depth = 0;
  readonly #fitting = new WeakMap<Shape, WeakMap<Shape, Map<string, boolean>>>();

  constructor(direction: Direction, base: Side, head: Side) {
    this.direction = direction;
    this.base = base;
    this.head = head;
  }

  /** The differences between two shapes, without those inside named schemas. */
  compare(base: Shape, head: Shape, baseAt: Location, headAt: Location): Findings {
    const findings = noFindings();
    this.walk(base, head, { path: '', baseAt, headAt }, findings);
    return findings;
  }

  /** The differences between two named schemas; paths start from them. */
  pair(base: string, head: string): Findings {
    const key = pairKey(base, head);
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const findings = noFindings();
    this.#pairs.set(key, findings);
    const [old, now] = [this.base.definitions.get(base), this.head.definitions.get(head)];
    if (old === undefined || now === undefined) return findings;
    const spot = { path: '', baseAt: this.base.definedAt.get(base) ?? NOWHERE, headAt: this.head.definedAt.get(head) ?? NOWHERE };
    compareOptions(old, now, spot, this, findings);
    return findings;
  }

  walk(base: Shape, head: Shape, spot: Spot, findings: Findings): void {
    if (base.kind === 'ref' && head.kind === 'ref') findings.links.push({ path: spot.path, base: base.name, head: head.name });
    else compareOptions(base, head, spot, this, findings);
  }

  fits(base: Shape, head: Shape, way: Way, leniency?: Leniency): boolean {
    const question = `${way} ${leniency ?? ''}`;
    const answers = this.#answers(base, head);
    const known = answers.get(question);
    if (known !== undefined) return known;
    if (this.#depth >= MAX_DEPTH) this.#left = 0;
    if (this.#left <= 0) return false;
    answers.set(question, true);
    const findings = noFindings();
    this.#depth++;
    this.walk(base, head, { path: '', baseAt: NOWHERE, headAt: NOWHERE }, findings);
    const result = this.#lacks(findings, way === 'kept' ? 'narrows' : 'widens', leniency);
    this.#depth--;
    answers.set(question, result);
    return result;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Cached answers for two shapes. Two references with the same names share them. */
  #answers(base: Shape, head: Shape): Map<string, boolean> {
    if (base.kind === 'ref' && head.kind === 'ref') {
      const key = pairKey(base.name, head.name);
      const answers = this.#linked.get(key) ?? new Map<string, boolean>();
      this.#linked.set(key, answers);
      return answers;
    }
    const inner = this.#fitting.get(base) ?? new WeakMap<Shape, Map<string, boolean>>();
    const answers = inner.get(head) ?? new Map<string, boolean>();
    this.#fitting.set(base, inner.set(head, answers));
    return answers;
  }

  /**
   * Whether no finding, nor any behind its references, has this effect. An unknown counts as having it, unless leniency is
   * `open`.
   */
  #lacks(findings: Findings, effect: Effect, leniency: Leniency | undefined): boolean {
    const seen = new Set<string>();
    const waiting = [findings];
    const has = (kind: ShapeKind): boolean =>
      (EFFECTS[kind] === effect || EFFECTS[kind] === 'shifts') && !(leniency === 'soft' && SOFT.has(kind));
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      this.#left -= 1 + each.changes.length;
      if (this.#left <= 0) return false;
      if ((leniency !== 'open' && each.undecided.length > 0) || each.changes.some(({ kind }) => has(kind))) return false;
      for (const { base, head } of each.links) {
        const key = pairKey(base, head);
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(this.pair(base, head));
      }
    }
    return true;
  }
}

/** One key for two names. */
export const pairKey = (base: string, head: string): string => JSON.stringify([base, head]);
