import type { Location } from '../model/location.js';
import type { Analysis } from '../rules/judge.js';
import { type Changed, changeVerdict, concernsOf } from './change-verdict.js';

/** As a check run ends: `failure` blocks a merge, `neutral` does not and is not green either. */
export type Conclusion = 'success' | 'failure' | 'neutral';

/** A red result that somebody with the right to do so lets pass, for one commit. */
export interface Override {
  /** In words: `the label contract-exception`. Untrusted. */
  readonly by: string;
  /** What a check run carries so that later runs for the commit know of it; absent: nothing needs to. */
  readonly record?: string | undefined;
}

/** One run's result as it is shown on GitHub: what the check run, the comment and the summary are rendered from. */
export interface Result extends Changed {
  /** What this result is called beside others: the name of the check. */
  readonly name: string;
  /** Its paths are those of the repository on GitHub. */
  readonly analysis: Analysis;
  readonly base?: string | undefined;
  /** Whether the step is red by itself, before any override. */
  readonly failed: boolean;
  readonly override?: Override | undefined;
  /** Another commit was checked than `sha`: what was found there says nothing good of this one. */
  readonly elsewhere?: boolean | undefined;
  /** Foreign code may have had the making of it. */
  readonly untrusted?: boolean | undefined;
  /** What a reader must know of how the result came about: settings of the head that were not taken, ... Untrusted text. */
  readonly notes: readonly string[];
  /** The commit that the result is shown at. */
  readonly sha: string;
  /** `https://github.com/owner/name`: where links to files and commits begin. */
  readonly repositoryUrl: string;
  /** The run of the workflow. */
  readonly runUrl: string;
  /** The folder in which each rule has its page, as an address. */
  readonly rulesUrl?: string | undefined;
}

/**
 * How the check run ends. An override, and what `fail-on` lets pass, end neutral: nothing is blocked, but what is broken, was lost, or
 * was not looked at, never shows green.
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

/** Markdown that leads to a line of a file, where it is known what links lead to; `label` is Markdown, too. */
export function linkedPlace(
  { repositoryUrl, sha = '' }: Partial<Pick<Result, 'repositoryUrl' | 'sha'>>,
  { file, line }: Pick<Location, 'file' | 'line'>,
  label: string,
): string {
  return repositoryUrl === undefined || sha === '' ? label : `[${label}](${fileUrl({ repositoryUrl, sha }, file, line)})`;
}

/** A link to a line of a file at the commit of the result. Every character that could end a Markdown link is encoded. */
export function fileUrl(result: Pick<Result, 'repositoryUrl' | 'sha'>, file: string, line: number): string {
  const path = file.split('/').map(encoded).join('/');
  return `${result.repositoryUrl}/blob/${encoded(result.sha)}/${path}#L${line}`;
}

/** As `encodeURIComponent`, also what that leaves alone, and a lone half of a character, which it refuses. */
function encoded(text: string): string {
  const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(/[!'()*~]/g, percent);
}
