import type { At, Expression } from '../../../facts/expression.js';
import type { Fact, FileGap } from '../../../facts/fact.js';
import type { Definitions } from './definitions.js';
import type { Masked } from './mask.js';

/** One file on its way to facts. All parts of this folder write into its recorder. */
export interface Source {
  readonly path: string;
  readonly masked: Masked;
  readonly definitions: Definitions;
  /** The place of an offset. */
  readonly at: (offset: number) => At;
  readonly record: Recorder;
}

/** Collects the facts of one file. */
export interface Recorder {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Names brought by `from x import *` that were asked for. */
  readonly starred: Set<string>;
  /** Members of imported modules that types name, by how they are written. */
  readonly members: Map<string, { readonly specifier: string; readonly imported: string }>;
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
export const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
export const scalar = (type: 'string' | 'integer' | 'number' | 'boolean' | 'null', format?: string): Expression => ({
  kind: 'scalar',
  type,
  ...(format === undefined ? {} : { format }),
});
