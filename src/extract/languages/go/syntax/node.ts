/** A range of the source; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A Go expression or type: one grammar covers both. */
export type Node = Span &
  (
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'rune' }
    | { readonly kind: 'member'; readonly of: Node; readonly name: string }
    | CallNode
    /** `x[i]`, `Generic[A, B]`. */
    | { readonly kind: 'index'; readonly of: Node; readonly keys: readonly Node[] }
    | { readonly kind: 'slice'; readonly of: Node }
    | CompositeNode
    | FunctionNode
    | { readonly kind: 'unary'; readonly operator: string; readonly of: Node }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node }
    /** `x.(T)`; without a type: `x.(type)`. */
    | { readonly kind: 'assert'; readonly of: Node; readonly type?: Node }
    /** `[]T`, `[4]T`. */
    | { readonly kind: 'list'; readonly of: Node }
    | { readonly kind: 'map'; readonly key: Node; readonly of: Node }
    | { readonly kind: 'channel'; readonly of: Node }
    /** `struct { … }` and `interface { … }`: `body` is the range between the braces. */
    | { readonly kind: 'struct'; readonly body: Span }
    | { readonly kind: 'interface'; readonly body: Span }
    /** Syntax that the parser does not support. */
    | { readonly kind: 'bad' }
  );

export interface CallNode extends Span {
  readonly kind: 'call';
  readonly of: Node;
  readonly given: readonly Node[];
  /** The last argument is spread: `f(list...)`. */
  readonly spread: boolean;
}

/** `T{…}`; without a type: an element of a list or map of composites. */
export interface CompositeNode extends Span {
  readonly kind: 'composite';
  readonly type?: Node;
  readonly elements: readonly { readonly key?: Node; readonly value: Node }[];
}

/** A function type, or a literal if it has a body. */
export interface FunctionNode extends Span {
  readonly kind: 'function';
  readonly parameters: readonly Parameter[];
  readonly results: readonly Parameter[];
  /** Between the braces. */
  readonly body?: Span;
}

export interface Parameter {
  /** Absent: the source has only the type. */
  readonly name?: string;
  readonly type: Node;
  /** `...T`. */
  readonly variadic: boolean;
  readonly at: number;
}
