import type { Change } from '../rules/change.js';
import type { Analysis, Status } from '../rules/judge.js';
import type { Excerpts } from './excerpt.js';

export interface ReportOptions {
  /** Most findings that text and Markdown list. */
  readonly maxViolations: number;
  /** ANSI colours, for text. */
  readonly color?: boolean;
  /** How a file of the repository is written in text, so that a terminal can open it; absent: repository-relative. */
  readonly place?: (file: string) => string;
  /** A place as a link of the terminal; absent: as it is. */
  readonly hyperlink?: (place: { readonly file: string; readonly line: number }, shown: string) => string;
  /** What text lists. */
  readonly show?: Shown;
  /** What the rules ask for; for reports that use `rules`. */
  readonly rules?: readonly RulePage[];
  /** Lines around the places of findings; for reports that use `excerpts`. */
  readonly excerpts?: Excerpts;
  /** The file that the report is written over, as it is; for reports that use `previous`. Absent: there is none. */
  readonly previous?: string;
  /** Where a place can be looked at in a browser, an `https:` address; absent: nowhere. */
  readonly link?: (place: { readonly file: string; readonly line: number }) => string | undefined;
  /** What was scanned, in a line for readers of a file that is looked at elsewhere: `owner/name at 1234567`. */
  readonly about?: string;
  /** For JSON and text: what the change did; absent: it is no change, or that is not known, for the reason in `unanswered`. */
  readonly change?: Change | undefined;
  readonly unanswered?: string | undefined;
  /** For text: the commit that it is a change of, whether what the change did decides, and whether the run fails. */
  readonly base?: string | undefined;
  readonly byChange?: boolean | undefined;
  readonly failed?: boolean | undefined;
  /** For SARIF: keeps uploads apart that several jobs make of one commit, such as those of several services. */
  readonly category?: string;
}

/** What text lists; absent: findings in full, causes of what is open, the rest folded. The verdict is always that of all. */
export interface Shown {
  /** What is kept, undocumented or could not be read is listed as well. */
  readonly verbose?: boolean;
  readonly errorsOnly?: boolean;
  /** Forms of `CONTRACT-001` or `CONTRACT-001/extra`. */
  readonly rules?: readonly string[] | undefined;
  /** Forms of subjects: `GET /books*`. */
  readonly only?: readonly string[] | undefined;
  readonly statuses?: readonly Status[] | undefined;
}

/** A rule as its page in `src/rules` describes it. */
export interface RulePage {
  /** `CONTRACT-001` */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly page: string;
}

/** What a report needs besides the analysis. It is pure: whoever renders it reads the files. */
export type ReportSource = 'rules' | 'excerpts' | 'previous';

/** A way to render an analysis. Pure and deterministic; ends with a newline unless empty. */
export interface Report {
  /** As `--format` names it. */
  readonly format: string;
  /** For help and README. */
  readonly title: string;
  readonly uses?: readonly ReportSource[];
  readonly render: (analysis: Analysis, options: ReportOptions) => string;
}
