import type { CodeRoute } from '../facts/codebase.js';
import type { Gap } from '../model/gap.js';
import type { Violation } from './rule.js';

export type Status = 'verified' | 'violated' | 'missing' | 'unverified';

export interface MatrixRow {
  readonly contract: string;
  readonly kind: 'endpoint' | 'event' | 'model';
  readonly subject: string;
  readonly status: Status;
  readonly compared: number;
  readonly unknown: number;
  readonly promisedAt: { readonly file: string; readonly line: number };
  readonly codeAt: { readonly file: string; readonly line: number } | null;
  /** Why it is unverified, or what else a reader should know. */
  readonly note?: string;
}

export type Health = 'passed' | 'partial' | 'failed' | 'unknown';

export interface Summary {
  readonly contracts: number;
  readonly subjects: number;
  readonly verified: number;
  readonly violated: number;
  readonly missing: number;
  readonly unverified: number;
  /** Routes that no contract promises. */
  readonly undocumented: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly fieldsCompared: number;
  readonly fieldsUnknown: number;
  /** verified / (subjects - unverified); null when nothing was decided. */
  readonly complianceRatio: number | null;
  readonly health: Health;
}

/** All that a report sees. */
export interface Analysis {
  readonly tool: { readonly name: string; readonly version: string };
  readonly summary: Summary;
  readonly matrix: readonly MatrixRow[];
  /** Worst first, then by place. Never cut. */
  readonly violations: readonly Violation[];
  /** All routes of the code; `documented`: a contract promises it. */
  readonly routes: readonly (CodeRoute & { readonly documented: boolean })[];
  readonly gaps: readonly Gap[];
  /** What went wrong inside (a crashed extractor or rule, a missing shard): one sentence each; any makes the run incomplete (exit 3). */
  readonly crashes: readonly string[];
  readonly contracts: readonly {
    readonly id: string;
    readonly title: string;
    readonly version: string;
    readonly kind: string;
    readonly basePath: string | null;
  }[];
  readonly stats: { readonly files: number; readonly millis: number; readonly cacheHits: number; readonly inferred: number };
}
