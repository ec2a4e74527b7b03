import type { At, Expression } from '../../../facts/expression.js';
import type { Callable, Fact, FileGap } from '../../../facts/fact.js';
import type { Definitions } from './definitions.js';
import type { Parameter, Scope } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import type { Node } from './syntax/syntax.js';

/** One file during analysis. All parts of this folder write to its recorder. */
export interface Source {
  readonly path: string;
  readonly masked: MaskedText;
  readonly definitions: Definitions;
  /** Line and column of an offset. */
  readonly at: (offset: number) => At;
  readonly record: Recorder;
  /** Results of calls that a library extractor knows; undefined: an unknown call. */
  readonly special: SpecialCall;
}

export type SpecialCall = (
  source: Source,
  scope: Scope,
  call: Extract<Node, { kind: 'call' }>,
  inner: (of: Node | undefined) => Expression,
) => Expression | undefined;

/** The value of a loop variable, the start of the loop, and its lines. */
export interface LoopElement {
  readonly over: Expression;
  readonly start: number;
  readonly lines: { readonly from: number; readonly to: number };
}

/** Collects the facts of one file. */
export interface Recorder {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Requested names that a `from x import *` provides. */
  readonly starred: Set<string>;
  /** Members of imported modules that types name, by written form. */
  readonly members: Map<string, { readonly specifier: string; readonly imported: string }>;
  /** Results of functions with special handling, by fact name. */
  readonly given: Map<string, () => Expression>;
  /** Types that paths give to handler parameters, see `noteParameters`. */
  readonly routed: Map<Parameter, Expression>;
  /** What handlers send, and functions to which they delegate, by fact name. */
  readonly sends: Map<string, () => Pick<Callable, 'sends' | 'forwards' | 'incomplete'>>;
  /** Loops whose variables are used, by the name of the element's fact. */
  readonly loops: Map<string, LoopElement>;
  /** Methods that also get their instance as a value, with its position. */
  readonly selves: Map<string, number>;
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
export const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
export const scalar = (type: 'string' | 'integer' | 'number' | 'boolean' | 'null', format?: string): Expression => ({
  kind: 'scalar',
  type,
  ...(format === undefined ? {} : { format }),
});
/** A float, which Python sends as `9.0` even if it is whole. */
export const FLOAT = scalar('number', 'double');
