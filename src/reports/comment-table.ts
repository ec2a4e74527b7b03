import type { Violation } from '../rules/rule.js';
import { CAUSE_WORDS } from './cause-words.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import type { Place } from './excerpt.js';
import { LONGEST_CELL, table } from './matrix.js';
import { fileUrl, type Result } from './result.js';

/** Findings, promised and actual side by side, each with a link to its line: of the contract, and of the code. */
export function findingsByPlace(result: Pick<Result, 'repositoryUrl' | 'sha'>, violations: readonly Violation[]): string {
  const side = (said: string | undefined, place: Place | undefined): string =>
    [markdownCode(shorten(said ?? '', LONGEST_CELL)), place === undefined ? '' : linkTo(result, place)]
      .filter((part) => part !== '')
      .join(' <br> ');
  const rows = violations.map((violation) => {
    const { file_path, line, promisedAt } = violation;
    const inContract = file_path === promisedAt.file && line === promisedAt.line;
    const { message, suggestion, cause } = violation;
    const text = [message, suggestion, cause && CAUSE_WORDS[cause]].filter((part) => part !== undefined).join(' ');
    return [
      markdownCode(shorten([violation.subject, violation.status].filter((part) => part !== undefined).join(' → '), LONGEST_CELL)),
      `${markdownText(shorten(text, LONGEST_CELL))} (${violation.check})`,
      side(violation.promised, promisedAt),
      side(violation.actual, inContract ? undefined : { file: file_path, line }),
    ];
  });
  return table(['Endpoint', 'Finding', 'Promised', 'Actual'], rows);
}

/** The name of the file alone is shown: a table of GitHub's breaks no line inside a path, and would not fit the page. */
function linkTo(result: Pick<Result, 'repositoryUrl' | 'sha'>, { file, line }: Place): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return `[${markdownCode(shorten(`${name}:${line}`, LONGEST_CELL))}](${fileUrl(result, file, line)})`;
}
