import type { Analysis } from '../rules/judge.js';

export interface ReportOptions {
  /** Most findings that text and Markdown list. */
  readonly maxViolations: number;
  /** ANSI colours, for text. */
  readonly color?: boolean;
  /** How a file of the repository is written in text, so that a terminal can open it; absent: repository-relative. */
  readonly place?: (file: string) => string;
}

/** A way to render an analysis. Pure and deterministic; ends with a newline unless empty. */
export interface Report {
  /** As `--format` names it. */
  readonly format: string;
  /** For help and README. */
  readonly title: string;
  readonly render: (analysis: Analysis, options: ReportOptions) => string;
}
