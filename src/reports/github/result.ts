import type { Location } from '../../model/location.js';
import type { Analysis } from '../../rules/judge.js';
import { type Changed, changeVerdict, concernsOf } from '../change-verdict.js';

/** The conclusion of a check run: `failure` blocks a merge; `neutral` does not, but is not green either. */
export type Conclusion = 'success' | 'failure' | 'neutral';

/** An authorised user lets a failed result pass, for one commit. */
export interface Override {
  /** In words: `the label contract-exception`. Untrusted. */
  readonly by: string;
  /** What a check run stores so that later runs for the commit know of the override; absent: nothing is needed. */
  readonly record?: string | undefined;
}

/** One run's result for GitHub: the check run, the comment and the summary are rendered from it. */
export interface Result extends Changed {
  /** The name of the check. */
  readonly name: string;
  /** Its paths are relative to the repository on GitHub. */
  readonly analysis: Analysis;
  readonly base?: string | undefined;
  /** Whether the step fails, before any override. */
  readonly failed: boolean;
  readonly override?: Override | undefined;
  /** Another commit than `sha` was checked, so the result cannot make `sha` green. */
  readonly elsewhere?: boolean | undefined;
  /** Untrusted code may have influenced the result. */
  readonly untrusted?: boolean | undefined;
  /** What a reader must know about how the result was obtained: ignored settings of the head, ... Untrusted text. */
  readonly notes: readonly string[];
  /** The commit of the result. */
  readonly sha: string;
  /** `https://github.com/owner/name`: the start of links to files and commits. */
  readonly repositoryUrl: string;
  /** The URL of the workflow run. */
  readonly runUrl: string;
  /** The URL of the folder with the rules' pages. */
  readonly rulesUrl?: string | undefined;
}

/**
 * The conclusion of the check run. An override, and what `fail-on` ignores, give `neutral`: that blocks nothing, but violated,
 * lost and unchecked subjects never show green.
 */
export function conclusionOf(
  result: Pick<Result, 'analysis' | 'failed' | 'override' | 'elsewhere' | 'untrusted' | keyof Changed>,
): Conclusion {
  if (result.failed) return result.override === undefined ? 'failure' : 'neutral';
  if (result.untrusted === true) return 'neutral';
  const { mood } = changeVerdict(result);
  return concernsOf(result).length > 0 || mood === 'bad' || mood === 'incomplete' || result.elsewhere === true
    ? 'neutral'
    : 'success';
}

/** Markdown with a link to a line of a file, if the repository is known; `label` is Markdown, too. */
export function linkedPlace(
  { repositoryUrl, sha = '' }: Partial<Pick<Result, 'repositoryUrl' | 'sha'>>,
  { file, line }: Pick<Location, 'file' | 'line'>,
  label: string,
): string {
  return repositoryUrl === undefined || sha === '' ? label : `[${label}](${fileUrl({ repositoryUrl, sha }, file, line)})`;
}

/** The URL of a line of a file at the result's commit. It encodes each character that could end a Markdown link. */
export function fileUrl(result: Pick<Result, 'repositoryUrl' | 'sha'>, file: string, line: number): string {
  const path = file.split('/').map(encoded).join('/');
  return `${result.repositoryUrl}/blob/${encoded(result.sha)}/${path}#L${line}`;
}

/** As `encodeURIComponent`, but also encodes what that leaves alone, and accepts lone surrogates. */
function encoded(text: string): string {
  const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(/[!'()*~]/g, percent);
}
