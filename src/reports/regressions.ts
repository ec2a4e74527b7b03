import type { Progress, Regression } from '../history/progress.js';
import { markdownCode, markdownText, plain, shorten } from './escape.js';
import { sections, table } from './matrix.js';
import { counted, headlineText } from './verdict.js';

const LONGEST_CELL = 300;
/** GitHub takes 65,536 characters for an issue; room is left for what counts differently. */
const LARGEST_ISSUE = 60_000;
const MOST_IN_ISSUE = 200;

/** The outcome in one sentence. */
export function progressSentence({ verdict, regressions, mended, current }: Progress): string {
  switch (verdict) {
    case 'first':
      return 'First result: later ones are compared with it.';
    case 'recovered':
      return 'Recovered: all that had got worse is mended.';
    case 'steady':
      return current.errors > 0 ? `No worse than before: ${counted(current.errors, 'error')} known.` : 'No worse than before.';
    case 'worse': {
      const fresh = regressions.filter((regression) => regression.fresh).length;
      const parts = [
        ...(fresh > 0 ? [`${fresh} since the last result`] : []),
        ...(regressions.length > fresh ? [`${regressions.length - fresh} not mended yet`] : []),
        ...(mended > 0 ? [`${mended} mended`] : []),
      ];
      return `Worse than it was: ${counted(regressions.length, 'regression')} (${parts.join(', ')}).`;
    }
  }
}

/** A table of what got worse, new ones first; empty text for none. */
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

/** What got worse in plain words, not escaped, and where to look. */
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
  /** Markdown, below what GitHub takes; ends with the marker. */
  readonly body: string;
}

/** Where an issue and its marker belong. */
export interface IssueSource {
  /** What the history is of, so that several may live in one repository: a folder, a service; empty: all of it. */
  readonly scope: string;
  /** Address of the workflow run; absent: not in a workflow. */
  readonly runUrl?: string | undefined;
}

/** An invisible line by which the issue of a scope is found again. A scope is written so that it cannot end the comment. */
export function issueMarker(scope: string): string {
  return `<!-- tallystick-regression:${encodeURIComponent(scope).replaceAll('-', '%2D')} -->`;
}

/** The issue as it should read now: with what is worse, or that all is well again. */
export function regressionIssue(progress: Progress, source: IssueSource): RegressionIssue {
  const { current, verdict, regressions } = progress;
  const of = source.scope === '' ? '' : ` of ${shorten(plain(source.scope), 100)}`;
  const render = (most: number): string =>
    sections([
      `**${progressSentence(progress)}**`,
      verdict === 'worse' ? regressionsTable(regressions, most) : '',
      `Compliance: ${headlineText(current)} with ${current.unverified} unverified; ${counted(current.errors, 'error')}, ${counted(current.warnings, 'warning')}.`,
      verdict === 'worse'
        ? 'This issue is brought up to date by every scheduled run and closed when all of it is mended. To accept it as it is, close the issue as not planned.'
        : '',
      footer(progress, source),
      issueMarker(source.scope),
    ]);
  let most = MOST_IN_ISSUE;
  while (most > 1 && render(most).length > LARGEST_ISSUE) most = Math.floor(most / 2);
  return { title: `Contract compliance${of} got worse`, body: render(most) };
}

/** What is said below the issue when more got worse: an edit of its text alone notifies nobody. */
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
