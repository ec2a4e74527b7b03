import type { Progress } from '../../history/progress.js';
import type { Result } from '../../history/result.js';
import { plain } from '../escape.js';
import { counted, headlineText } from '../verdict.js';
import { progressSentence, wording } from './regressions.js';
import { trend } from './trend.js';

/** The formats of a comparison with the history. */
export const PROGRESS_FORMATS = ['text', 'markdown', 'json'] as const;
export type ProgressFormat = (typeof PROGRESS_FORMATS)[number];

/** The maximum number of regressions that text lists; the JSON contains all. */
const MOST_LISTED = 100;

/**
 * The comparison of a result with earlier ones.
 *
 * @param results oldest first, the current one last
 * @param file where they are stored, as the reader would write it
 */
export function progressReport(format: ProgressFormat, progress: Progress, results: readonly Result[], file: string): string {
  if (format === 'markdown') return trend(progress, results);
  return format === 'json' ? progressJson(progress) : progressText(progress, results, file);
}

function progressJson({ verdict, regressions, fixed, previous, current }: Progress): string {
  const listed = regressions.map((regression) => {
    const { subject, what, place } = wording(regression);
    const { kind, fresh, since } = regression;
    return { kind, fresh, since, subject, what, file: place.file, line: place.line };
  });
  const data = { formatVersion: 1, verdict, regressions: listed, mended: fixed, previous: previous ?? null, current };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function progressText(progress: Progress, results: readonly Result[], file: string): string {
  const { regressions, current, previous } = progress;
  const shown = regressions.slice(0, MOST_LISTED).flatMap((regression) => {
    const { subject, what, place } = wording(regression);
    const mark = regression.fresh ? 'new' : regression.since.at.slice(0, 10);
    return [`  ${mark}  ${plain(subject)}  ${plain(what)}`, `      ${plain(place.file)}:${place.line}`];
  });
  const rest = regressions.length - MOST_LISTED;
  const before = (value: string, then: string | undefined): string =>
    then === undefined || then === value ? value : `${value} (before: ${then})`;
  return [
    progressSentence(progress),
    ...shown,
    ...(rest > 0 ? [`  … and ${counted(rest, 'more regression')}`] : []),
    '',
    `Compliance ${before(headlineText(current), previous && headlineText(previous))}, ${current.unverified} unverified; ${before(counted(current.errors, 'error'), previous && counted(previous.errors, 'error'))}, ${before(counted(current.warnings, 'warning'), previous && counted(previous.warnings, 'warning'))}`,
    `${counted(results.length, 'result')} in ${plain(file)}`,
    '',
  ].join('\n');
}
