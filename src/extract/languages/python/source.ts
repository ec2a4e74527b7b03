import type { At, Expression } from '../../../facts/expression.js';
import type { Callable, Fact, FileGap } from '../../../facts/fact.js';
import type { Definitions } from './definitions.js';
import type { Parameter, Scope } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import type { Node } from './syntax/syntax.js';

/** One file on its way to facts. All parts of this folder write into its recorder. */
export interface Source {
  readonly path: string;
  readonly masked: MaskedText;
  readonly definitions: Definitions;
  /** The place of an offset. */
  readonly at: (offset: number) => At;
  readonly record: Recorder;
  /** What calls that a library understands give; undefined: it is none of them. */
  readonly special: SpecialCall;
}

export type SpecialCall = (
  source: Source,
  scope: Scope,
  call: Extract<Node, { kind: 'call' }>,
  inner: (of: Node | undefined) => Expression,
) => Expression | undefined;

/** What the variable of a loop stands for, where the loop begins, and its lines. */
export interface LoopElement {
  readonly over: Expression;
  readonly start: number;
  readonly lines: { readonly from: number; readonly to: number };
}

/** Collects the facts of one file. */
export interface Recorder {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Names brought by `from x import *` that were asked for. */
  readonly starred: Set<string>;
  /** Members of imported modules that types name, by how they are written. */
  readonly members: Map<string, { readonly specifier: string; readonly imported: string }>;
  /** What functions give that are read in a way of their own, by their facts. */
  readonly given: Map<string, () => Expression>;
  /** What paths give parameters of their handlers, see `noteParameters`. */
  readonly routed: Map<Parameter, Expression>;
  /** What functions send that are handlers, or that handlers leave sending to, by their facts. */
  readonly sends: Map<string, () => Pick<Callable, 'sends' | 'forwards' | 'incomplete'>>;
  /** Loops whose variables were asked for, by the facts that stand for an element. */
  readonly loops: Map<string, LoopElement>;
  /** Methods that are given their instance as a value as well, with its place. */
  readonly selves: Map<string, number>;
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
export const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
export const scalar = (type: 'string' | 'integer' | 'number' | 'boolean' | 'null', format?: string): Expression => ({
  kind: 'scalar',
  type,
  ...(format === undefined ? {} : { format }),
});
/** A number with fractions, which Python sends as `9.0` even where it is whole. */
export const FLOAT = scalar('number', 'double');
