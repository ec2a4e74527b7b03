import type { Location } from '../model/location.js';
import { markdownText, plain, shorten, shortenToBytes } from './escape.js';
import type { CheckAnnotation, CheckOutput } from './github/check.js';
import { type Conclusion, linkedPlace } from './github/result.js';

/** The error because of which a run has no result. Untrusted text. */
export interface Mistake {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Its path is relative to the repository on GitHub. */
  readonly location?: Location | undefined;
}

/** A run without a result, for GitHub: it replaces an earlier run's result for this commit. */
export interface MistakeResult {
  /** The name of the check. */
  readonly name: string;
  readonly mistake: Mistake;
  readonly conclusion: Conclusion;
  /** The commit of the result. */
  readonly sha: string;
  /** `https://github.com/owner/name`. */
  readonly repositoryUrl: string;
  /** The URL of the workflow run. */
  readonly runUrl: string;
}

const LONGEST_TITLE = 255;
/** Longer messages are truncated: the log has the full text. */
const LONGEST_TEXT = 4_000;

/** The texts of the check run. */
export function mistakeCheck(result: MistakeResult): CheckOutput {
  return { title: shorten(plain(`No result. ${result.mistake.message}`), LONGEST_TITLE), summary: body(result), text: '' };
}

/** An annotation at the error's location, if that is a line of the repository. */
export function mistakeAnnotations({ mistake }: Pick<MistakeResult, 'mistake'>): readonly CheckAnnotation[] {
  const { message, hint, location } = mistake;
  if (location === undefined) return [];
  const text = [message, ...(hint === undefined ? [] : [hint])].map(plain).join('\n');
  return [
    {
      path: location.file,
      start_line: location.line,
      end_line: location.line,
      annotation_level: 'failure',
      title: 'Tallystick',
      message: shortenToBytes(text, LONGEST_TEXT),
      raw_details: plain(`${location.file}:${location.line}`),
    },
  ];
}

/** The comment on the pull request. */
export function mistakeComment(result: MistakeResult): string {
  const { name, sha, repositoryUrl, runUrl } = result;
  const commit = `[${sha.slice(0, 7)}](${repositoryUrl}/commit/${sha})`;
  const foot = `<sub>${markdownText(name)} · commit ${commit} · [run](${runUrl})</sub>`;
  return `## ❌ No result: nothing was checked\n\n${body(result)}\n${foot}\n`;
}

/** The part of the job summary. */
export function mistakeSummary(
  result: Pick<MistakeResult, 'mistake'> & Partial<MistakeResult>,
  published: readonly string[],
): string {
  const lines = published.map((line) => `- ${markdownText(line)}\n`).join('');
  return `# Contract compliance\n\n## ❌ No result\n\n${body(result)}${lines === '' ? '' : `\n## Published\n\n${lines}`}`;
}

/** The error, its location, and what to do. */
function body(result: Pick<MistakeResult, 'mistake'> & Partial<MistakeResult>): string {
  const { message, hint, location } = result.mistake;
  const parts = [markdownText(shorten(message, LONGEST_TEXT))];
  if (location !== undefined) {
    const place = markdownText(shorten(`${location.file}:${location.line}`, LONGEST_TEXT));
    parts.push(`At ${linkedPlace(result, location, place)}.`);
  }
  if (hint !== undefined) parts.push(markdownText(shorten(hint, LONGEST_TEXT)));
  return `${parts.join('\n\n')}\n`;
}
