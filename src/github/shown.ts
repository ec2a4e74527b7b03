import { buildCheck, buildComment, buildConclusion } from '../reports/builder/result.js';
import { concernsOf } from '../reports/change-verdict.js';
import { type CheckAnnotation, type CheckOutput, checkAnnotations, checkOutput } from '../reports/github/check.js';
import { comment } from '../reports/github/comment.js';
import { type Conclusion, conclusionOf, type Result } from '../reports/github/result.js';
import { mistakeAnnotations, mistakeCheck, mistakeComment } from '../reports/mistake.js';
import { bySeverity } from '../reports/root-cause.js';
import { incompleteness } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';
import type { Publication } from './publisher.js';

/** What check run and comment show of any kind of result. */
export interface Shown {
  readonly annotations: readonly CheckAnnotation[];
  readonly output: CheckOutput;
  readonly conclusion: Conclusion;
  /** The check run's record of an override. */
  readonly override: string | undefined;
  /** Markdown of at most this number of bytes. */
  readonly comment: (largest: number) => string;
  /** There is something to report, so a comment is created. */
  readonly speaks: boolean;
}

/** The maximum number of annotations: more help no reader, and 50 of them cost one request of the repository's 1,000 per hour. */
const MOST_ANNOTATIONS = 500;

const known = new WeakMap<Publication['result'], Shown>();

export function shownOf(result: Publication['result']): Shown {
  const shown = known.get(result) ?? render(result);
  known.set(result, shown);
  return shown;
}

function render(result: Publication['result']): Shown {
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
  if ('mistake' in result) {
    return {
      annotations: mistakeAnnotations(result),
      output: mistakeCheck(result),
      conclusion: result.conclusion,
      override: undefined,
      comment: () => mistakeComment(result),
      speaks: true,
    };
  }
  const places = checkAnnotations(worstFirst(result));
  const annotations = places.slice(0, MOST_ANNOTATIONS);
  const output = checkOutput(result);
  const rest = `_${annotations.length} of ${places.length} places with findings are annotated, the worst first. The reports have all of them._\n`;
  return {
    annotations,
    output: annotations.length === places.length ? output : { ...output, summary: `${output.summary}\n${rest}` },
    conclusion: conclusionOf(result),
    override: result.override?.record,
    comment: (largest) => comment(result, largest),
    speaks: saysSomething(result),
  };
}

type Violation = Analysis['violations'][number];

/** The findings in the order of annotation: if there are too many, the most severe first, and among those new ones. */
function worstFirst({ analysis: { violations }, change }: Result): readonly Violation[] {
  if (violations.length <= MOST_ANNOTATIONS) return violations;
  const added = new Set(change?.added);
  const isNew = (one: Violation): boolean => added.has(one);
  const newFirst = [...violations.filter(isNew), ...violations.filter((one) => !isNew(one))];
  return bySeverity(newFirst, ({ severity }) => severity);
}

function saysSomething(result: Result): boolean {
  const { analysis, change, notes } = result;
  const gone = change === undefined ? 0 : change.fixed.length + change.unseen.length;
  const found = analysis.violations.length + concernsOf(result).length + gone + notes.length;
  return found > 0 || incompleteness(analysis).length > 0;
}
