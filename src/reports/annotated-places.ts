import type { Violation } from '../rules/rule.js';
import { bySeverity, codePlace, fixOf, grouped, type RootCause, rootCauses, sentenceOf, subjectsOf } from './root-cause.js';

/** A line of a file with all that was found at it. */
export interface AnnotatedPlace {
  /** The gravest finding. */
  readonly first: Violation;
  readonly causes: readonly RootCause[];
  readonly violations: readonly Violation[];
}

/** So many subjects of a cause are named. */
const MOST_SUBJECTS = 20;

/** The places of findings, each once: those of the gravest findings first. */
export function annotatedPlaces(violations: readonly Violation[]): readonly AnnotatedPlace[] {
  const places = grouped(violations, ({ file_path, line }) => `${line}:${file_path}`).flatMap(
    (own): readonly AnnotatedPlace[] => {
      const causes = rootCauses(own);
      const [gravest] = causes;
      return gravest === undefined ? [] : [{ first: gravest.first, causes, violations: own }];
    },
  );
  return bySeverity(places, ({ first }) => first.severity);
}

/** `CONTRACT-001 GET /feeds and 3 more` */
export function titleOf(causes: readonly RootCause[]): string {
  const checks = [...new Set(causes.map(({ first }) => first.check))].join(', ');
  return `${checks} ${subjectsOf({ subjects: [...new Set(causes.flatMap(({ subjects }) => subjects))] })}`;
}

/** What the code does there, what that breaks where it is more than one thing, and how to fix it. */
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
