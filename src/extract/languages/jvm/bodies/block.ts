import type { Range, TypeRef } from '../unit.js';

/** Why a statement may not run: because of an `if` without `else`, or of anything else (`else`, loops, `catch`). */
export type Condition = 'if' | 'other';

/** The position of a statement: the conditional blocks around it, outermost first, each with its start. */
export interface Place {
  /** Index of the first token. */
  readonly index: number;
  readonly within: readonly { readonly from: number; readonly to: number; readonly condition: Condition }[];
}

/** A variable of a function. */
export interface Variable extends Place {
  readonly name: string;
  /** End of its scope. */
  readonly to: number;
  readonly type?: TypeRef;
  readonly value?: Range;
  /** The collection that it is an element of (`for (T x : all)`). */
  readonly over?: Range;
}

/** A statement that changes the value of a variable: `x = …`, `x.put(…)`, `x["k"] = …`. */
export interface Change extends Place {
  readonly name: string;
  /** `=`, `[]=`, or the name of the called method. */
  readonly how: string;
  readonly given: readonly Range[];
}

export interface Returned extends Place {
  /** Empty for `return;`. */
  readonly value: Range;
}

/** The statements of a function that matter here, including those in nested blocks. */
export interface Block {
  readonly variables: readonly Variable[];
  readonly changes: readonly Change[];
  readonly returns: readonly Returned[];
}
