import type { Progress, Regression } from '../../history/progress.js';
import { markdownCode, markdownText, plain, shorten } from '../escape.js';
import { sections, table } from '../matrix.js';
import { counted, headlineText } from '../verdict.js';

const LONGEST_CELL = 300;
/** GitHub accepts 65,536 characters for an issue; this leaves room for what GitHub counts differently. */
const LARGEST_ISSUE = 60_000;
const MOST_IN_ISSUE = 200;

/** The outcome in one sentence. */
export function progressSentence({ verdict, regressions, fixed, current }: Progress): string {
  switch (verdict) {
    case 'first':
      return 'First result: later ones are compared with it.';
    case 'recovered':
      return 'Recovered: all regressions are fixed.';
    case 'steady':
      return current.errors > 0 ? `No worse than before: ${counted(current.errors, 'error')} known.` : 'No worse than before.';
    case 'worse': {
      const fresh = regressions.filter((regression) => regression.fresh).length;
      const parts = [
        ...(fresh > 0 ? [`${fresh} since the last result`] : []),
        ...(regressions.length > fresh ? [`${regressions.length - fresh} not fixed yet`] : []),
        ...(fixed > 0 ? [`${fixed} fixed`] : []),
      ];
      return `Worse than it was: ${counted(regressions.length, 'regression')} (${parts.join(', ')}).`;
    }
  }
}

/** A table of regressions, new ones first; empty text for none. */
export function regressionsTable(regressions: readonly Regression[], most: number): string {
  if (regressions.length === 0) return '';
  const shown = regressions.slice(0, most);
  const rest = regressions.length - shown.length;
  return sections([
    table(['', 'Endpoint', 'What', 'Place', 'Since'], shown.map(cells)),
    rest > 0 ? `_… and ${counted(rest, 'more regression')}._` : '',
  ]).trimEnd();
}

function cells(regression: Regression): readonly string[] {
  const { subject, what, place } = wording(regression);
  return [
    regression.fresh ? '**new**' : '',
    markdownCode(shorten(subject, LONGEST_CELL)),
    markdownText(shorten(what, LONGEST_CELL)),
    markdownCode(shorten(`${place.file}:${place.line}`, LONGEST_CELL)),
    sinceText(regression),
  ];
}

/** A regression in plain text, not escaped, and its location. */
export function wording(regression: Regression): {
  readonly subject: string;
  readonly what: string;
  readonly place: { readonly file: string; readonly line: number };
} {
  if (regression.kind === 'finding') {
    const { subject, message, file_path, line, severity } = regression.finding;
    return { subject, what: `${severity}: ${message}`, place: { file: file_path, line } };
  }
  const { subject, status, note, codeAt, promisedAt } = regression.row;
  const why = note === undefined ? '' : `: ${note}`;
  return { subject, what: `was verified, is ${status}${why}`, place: codeAt ?? promisedAt };
}

function sinceText({ since }: Regression): string {
  return `${since.at.slice(0, 10)}${since.commit === null ? '' : ` ${since.commit.slice(0, 12)}`}`;
}

/** What a GitHub issue about regressions shows. */
export interface RegressionIssue {
  readonly title: string;
  /** Markdown, within GitHub's limit; ends with the marker. */
  readonly body: string;
}

/** What an issue and its marker belong to. */
export interface IssueSource {
  /**
   * The part of the repository that the history covers, so that one repository can have several: a folder, a service; empty: all
   * of it.
   */
  readonly scope: string;
  /** URL of the workflow run; absent: not in a workflow. */
  readonly runUrl?: string | undefined;
}

/** An invisible line that identifies the issue of a scope. The scope is encoded so that it cannot end the comment. */
export function issueMarker(scope: string): string {
  return `<!-- tallystick-regression:${encodeURIComponent(scope).replaceAll('-', '%2D')} -->`;
}

/** The current text of the issue: the regressions, or that there are none any more. */
export function regressionIssue(progress: Progress, source: IssueSource): RegressionIssue {
  const { current, verdict, regressions } = progress;
  const of = source.scope === '' ? '' : ` of ${shorten(plain(source.scope), 100)}`;
  const render = (most: number): string =>
    sections([
      `**${progressSentence(progress)}**`,
      verdict === 'worse' ? regressionsTable(regressions, most) : '',
      `Compliance: ${headlineText(current)} with ${current.unverified} unverified; ${counted(current.errors, 'error')}, ${counted(current.warnings, 'warning')}.`,
      verdict === 'worse'
        ? 'Every scheduled run updates this issue and closes it when all regressions are fixed. To accept it as it is, close the issue as not planned.'
        : '',
      footer(progress, source),
      issueMarker(source.scope),
    ]);
  let most = MOST_IN_ISSUE;
  while (most > 1 && render(most).length > LARGEST_ISSUE) most = Math.floor(most / 2);
  return { title: `Contract compliance${of} got worse`, body: render(most) };
}

/** The comment on the issue about further regressions: GitHub notifies no user of an edited text. */
export function regressionComment(progress: Progress, source: IssueSource): string {
  const fresh = progress.regressions.filter((regression) => regression.fresh);
  const render = (most: number): string =>
    sections([`**${counted(fresh.length, 'more regression')}.**`, regressionsTable(fresh, most), footer(progress, source)]);
  let most = MOST_IN_ISSUE;
  while (most > 1 && render(most).length > LARGEST_ISSUE) most = Math.floor(most / 2);
  return render(most);
}

function footer({ current }: Progress, { runUrl }: IssueSource): string {
  const commit = current.commit === null ? '' : ` of ${current.commit}`;
  const scan = runUrl === undefined ? 'scan' : `[scan](${runUrl})`;
  return `<sub>By a ${scan}${commit}, ${current.at.slice(0, 16).replace('T', ' ')} UTC, tallystick ${markdownText(current.tool)}.</sub>`;
}
