import type { Violation } from '../rules/rule.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import { LONGEST_CELL, table } from './matrix.js';
import { fileUrl, type Result } from './result.js';

/** Findings with links to both places: the line of code, and the line of the contract that it breaks. */
export function findingsByPlace(result: Pick<Result, 'repositoryUrl' | 'sha'>, violations: readonly Violation[]): string {
  const link = (file: string, line: number): string => {
    const label = markdownCode(shorten(`${file}:${line}`, LONGEST_CELL));
    return `[${label}](${fileUrl(result, file, line)})`;
  };
  const rows = violations.map((violation) => {
    const { file_path, line, promisedAt } = violation;
    const inContract = file_path === promisedAt.file && line === promisedAt.line;
    const text = violation.suggestion === undefined ? violation.message : `${violation.message} ${violation.suggestion}`;
    return [
      markdownCode(shorten([violation.subject, violation.status].filter((part) => part !== undefined).join(' → '), LONGEST_CELL)),
      `${markdownText(shorten(text, LONGEST_CELL))} (${violation.check})`,
      markdownCode(shorten(violation.promised ?? '', LONGEST_CELL)),
      markdownCode(shorten(violation.actual ?? '', LONGEST_CELL)),
      inContract ? '' : link(file_path, line),
      link(promisedAt.file, promisedAt.line),
    ];
  });
  return table(['Endpoint', 'Finding', 'Promised', 'Actual', 'Code', 'Contract'], rows);
}
