import { groupBy } from '../../model/multi-map.js';
import type { Violation } from '../../rules/rule.js';
import { bySeverity, codePlace, fixOf, type RootCause, rootCauses, sentenceOf, subjectsOf } from '../root-cause.js';

/** A line of a file with all findings at it. */
export interface AnnotatedPlace {
  /** The most severe finding. */
  readonly first: Violation;
  readonly causes: readonly RootCause[];
  readonly violations: readonly Violation[];
}

/** The maximum number of subjects that are named per cause. */
const MOST_SUBJECTS = 20;

/** The places of findings, each once: those of the most severe findings first. */
export function annotatedPlaces(violations: readonly Violation[]): readonly AnnotatedPlace[] {
  const byLine = groupBy(violations, ({ file_path, line }) => `${line}:${file_path}`);
  const places = [...byLine.values()].flatMap((own): readonly AnnotatedPlace[] => {
    const causes = rootCauses(own);
    const [gravest] = causes;
    return gravest === undefined ? [] : [{ first: gravest.first, causes, violations: own }];
  });
  return bySeverity(places, ({ first }) => first.severity);
}

/** `CONTRACT-001 GET /feeds and 3 more` */
export function titleOf(causes: readonly RootCause[]): string {
  const checks = [...new Set(causes.map(({ first }) => first.check))].join(', ');
  return `${checks} ${subjectsOf({ subjects: [...new Set(causes.flatMap(({ subjects }) => subjects))] })}`;
}

/** What the code does there, the subjects if it violates more than one, and how to fix it. */
export function messageOf(cause: RootCause): string {
  const { first, subjects } = cause;
  const rest = subjects.length - MOST_SUBJECTS;
  const named = `${subjects.slice(0, MOST_SUBJECTS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const { file, line } = first.promisedAt;
  return [
    sentenceOf(cause),
    ...(subjects.length > 1 ? [`Breaks ${named}.`] : []),
    `Fix: ${fixOf(first)}`,
    ...(codePlace(first) === undefined ? [] : [`Contract: ${file}:${line}.`]),
  ].join('\n');
}
