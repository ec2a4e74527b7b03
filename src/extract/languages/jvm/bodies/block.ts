import type { Range, TypeRef } from '../unit.js';

/** Why a statement may not run, as far as it is told: by an `if` without `else`, or by anything else (`else`, loops, `catch`). */
export type Condition = 'if' | 'other';

/** Where a statement stands: the conditional blocks around it, outermost first, each with where it begins. */
export interface Place {
  /** Index of its first token. */
  readonly index: number;
  readonly within: readonly { readonly from: number; readonly to: number; readonly condition: Condition }[];
}

/** A variable of a function. */
export interface Variable extends Place {
  readonly name: string;
  /** It is known up to here. */
  readonly to: number;
  readonly type?: TypeRef;
  readonly value?: Range;
  /** What it is an element of (`for (T x : all)`). */
  readonly over?: Range;
}

/** A statement that changes what a variable holds: `x = …`, `x.put(…)`, `x["k"] = …`. */
export interface Change extends Place {
  readonly name: string;
  /** `=`, `[]=`, or the name of the method that is called. */
  readonly how: string;
  readonly given: readonly Range[];
}

export interface Returned extends Place {
  /** Nothing between its ends: `return;` */
  readonly value: Range;
}

/** What the statements of a function say, those in nested blocks as well. */
export interface Block {
  readonly variables: readonly Variable[];
  readonly changes: readonly Change[];
  readonly returns: readonly Returned[];
}
