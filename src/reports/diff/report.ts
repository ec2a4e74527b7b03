import type { VersionDiff } from '../../diff/change.js';
import type { DiffRule, DiffSeverity } from '../../diff/rule.js';

export interface DiffReportOptions {
  /** Most changes that text and Markdown list. */
  readonly most: number;
  /** The mildest changes that text and Markdown list; milder ones are counted. */
  readonly show: DiffSeverity;
  /** ANSI colours, for text. */
  readonly color?: boolean;
  /** How a file of the repository is written in text, so that a terminal can open it; absent: as it is. */
  readonly place?: (file: string) => string;
  /** The table of rules, for SARIF. */
  readonly rules?: readonly DiffRule[];
}

/** A way to render what changed between two versions. Pure and deterministic; ends with a newline. */
export interface DiffReport {
  /** As `--format` names it. */
  readonly format: string;
  readonly render: (diff: VersionDiff, options: DiffReportOptions) => string;
}
