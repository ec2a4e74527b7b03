import type { VersionDiff } from '../../diff/change.js';
import type { DiffRule, DiffSeverity } from '../../diff/rule.js';

export interface DiffReportOptions {
  /** The maximum number of changes that text and Markdown list. */
  readonly most: number;
  /** The mildest changes that text and Markdown list; milder ones are counted. */
  readonly show: DiffSeverity;
  /** ANSI colours, for text. */
  readonly color?: boolean;
  /** Converts a file of the repository to a path that a terminal can open; absent: unchanged. */
  readonly place?: (file: string) => string;
  /** The table of rules, for SARIF. */
  readonly rules?: readonly DiffRule[];
}

/** A format for the differences of two versions. Pure and deterministic; ends with a newline. */
export interface DiffReport {
  /** The name for `--format`. */
  readonly format: string;
  readonly render: (diff: VersionDiff, options: DiffReportOptions) => string;
}
