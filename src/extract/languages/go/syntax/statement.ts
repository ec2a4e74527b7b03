import type { Node, Span } from './node.js';

/** A statement of a function body. */
export type Statement =
  /** `a, b := f()`, `var a, b T = f()`; a `var` without values has no value yet. */
  | {
      readonly kind: 'define';
      readonly names: readonly { readonly name: string; readonly at: number }[];
      readonly type?: Node;
      readonly values: readonly Node[];
      readonly at: number;
    }
  | { readonly kind: 'assign'; readonly targets: readonly Node[]; readonly values: readonly Node[]; readonly at: number }
  | { readonly kind: 'expression'; readonly node: Node; readonly at: number }
  | { readonly kind: 'return'; readonly values: readonly Node[]; readonly at: number }
  | {
      readonly kind: 'if';
      readonly head: readonly Statement[];
      readonly yes: Span;
      readonly otherwise: readonly Statement[];
      readonly at: number;
    }
  /** `names`: the variables that a `range` clause declares. */
  | {
      readonly kind: 'for';
      readonly head: readonly Statement[];
      readonly range?: { readonly names: readonly string[]; readonly over: Node };
      readonly body: Span;
      readonly at: number;
    }
  /** Also `select`. `bound`: the variable of a type switch, `switch x := v.(type)`. */
  | {
      readonly kind: 'switch';
      readonly head: readonly Statement[];
      readonly bound?: { readonly name: string; readonly of: Node };
      readonly cases: readonly Case[];
      readonly at: number;
    }
  | { readonly kind: 'block'; readonly body: Span; readonly at: number }
  /** `go f()` and `defer f()`. */
  | { readonly kind: 'later'; readonly node: Node; readonly at: number };

/** Without values: `default`. `first`: the communication of a `select` case. */
export interface Case {
  readonly values: readonly Node[];
  readonly first: readonly Statement[];
  readonly body: Span;
}
