import type { Change } from '../rules/change.js';
import type { Analysis, Status } from '../rules/judge.js';
import type { Excerpts } from './excerpt.js';

export interface ReportOptions {
  /** The maximum number of findings that text and Markdown list. */
  readonly maxViolations: number;
  /** ANSI colours, for text. */
  readonly color?: boolean;
  /** Converts a file of the repository to a path that a terminal can open; absent: relative to the repository. */
  readonly place?: (file: string) => string;
  /** Makes a place a terminal hyperlink; absent: plain text. */
  readonly hyperlink?: (place: { readonly file: string; readonly line: number }, shown: string) => string;
  /** What the text report lists. */
  readonly show?: Shown;
  /** The pages of the rules; for reports that use `rules`. */
  readonly rules?: readonly RulePage[];
  /** Lines around the places of findings; for reports that use `excerpts`. */
  readonly excerpts?: Excerpts;
  /** The current text of the file that the report will replace; for reports that use `previous`. Absent: there is none. */
  readonly previous?: string;
  /** The `https:` URL of a place; absent: none. */
  readonly link?: (place: { readonly file: string; readonly line: number }) => string | undefined;
  /** What was scanned, in a line, for readers of a file elsewhere: `owner/name at 1234567`. */
  readonly about?: string;
  /** For JSON and text: what the change did; absent: there is no change, or it is unknown for the reason in `unanswered`. */
  readonly change?: Change | undefined;
  readonly unanswered?: string | undefined;
  /** For text: the base commit, whether only the change decides, and whether the run fails. */
  readonly base?: string | undefined;
  readonly byChange?: boolean | undefined;
  readonly failed?: boolean | undefined;
  /** For SARIF: distinguishes uploads of several jobs for one commit, such as those of several services. */
  readonly category?: string;
}

/**
 * What the text report lists; absent: findings in full, causes of unverified subjects, the rest as counts. The verdict always
 * covers all.
 */
export interface Shown {
  /** Also lists verified subjects, undocumented routes and gaps. */
  readonly verbose?: boolean;
  readonly errorsOnly?: boolean;
  /** Patterns such as `CONTRACT-001` or `CONTRACT-001/extra`. */
  readonly rules?: readonly string[] | undefined;
  /** Patterns of subjects: `GET /books*`. */
  readonly only?: readonly string[] | undefined;
  readonly statuses?: readonly Status[] | undefined;
}

/** A rule with its page from `src/rules`. */
export interface RulePage {
  /** `CONTRACT-001` */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly page: string;
}

/** What a report needs besides the analysis. A report is pure: its caller reads the files. */
export type ReportSource = 'rules' | 'excerpts' | 'previous';

/** A format for an analysis. Pure and deterministic; ends with a newline unless empty. */
export interface Report {
  /** The name for `--format`. */
  readonly format: string;
  /** For help and README. */
  readonly title: string;
  readonly uses?: readonly ReportSource[];
  readonly render: (analysis: Analysis, options: ReportOptions) => string;
}
