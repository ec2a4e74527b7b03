import { buildCheck, buildComment, buildConclusion } from '../reports/build/result.js';
import { type CheckAnnotation, type CheckOutput, checkAnnotations, checkOutput } from '../reports/check.js';
import { comment } from '../reports/comment.js';
import { type Conclusion, conclusionOf, type Result } from '../reports/result.js';
import { incompleteness } from '../reports/verdict.js';
import type { Publication } from './publisher.js';

/** What check run and comment show of a result, whatever it is of. */
export interface Shown {
  readonly annotations: readonly CheckAnnotation[];
  readonly output: CheckOutput;
  readonly conclusion: Conclusion;
  /** What the check carries of an override. */
  readonly override: string | undefined;
  /** Markdown of at most so many bytes. */
  readonly comment: (largest: number) => string;
  /** There is something to say, so that a comment is made. */
  readonly speaks: boolean;
}

export function shownOf(result: Publication['result']): Shown {
  if ('build' in result) {
    return {
      annotations: [],
      output: buildCheck(result),
      conclusion: buildConclusion(result),
      override: undefined,
      comment: (largest) => buildComment(result, largest),
      speaks: true,
    };
  }
  return {
    annotations: checkAnnotations(result.analysis.violations),
    output: checkOutput(result),
    conclusion: conclusionOf(result),
    override: result.override?.record,
    comment: (largest) => comment(result, largest),
    speaks: saysSomething(result),
  };
}

function saysSomething({ analysis, change, notes }: Result): boolean {
  const changed =
    change === undefined ? 0 : change.fixed.length + change.unseen.length + change.lost.length + change.dropped.length;
  return analysis.violations.length + changed + notes.length > 0 || incompleteness(analysis).length > 0;
}
