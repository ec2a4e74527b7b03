import type { Violation } from '../rules/rule.js';
import { problemWords } from './problem-words.js';

/** One test of a suite, as CI servers show it. */
export interface Case {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Why it did not pass, in one line. */
  readonly message: string;
  readonly kind: string;
  /** Lines. */
  readonly details: readonly string[];
  /** Lines besides the outcome: notes on a test that passed. */
  readonly output: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly contract: string;
  readonly cases: readonly Case[];
}

/** A test for findings that belong together: errors fail it, all others are its output. */
export function caseOfFindings(
  { name, file }: { readonly name: string; readonly file: string },
  violations: readonly Violation[],
): Case {
  const [first] = violations;
  const failed = violations.some(({ severity }) => severity === 'error');
  const lines = violations.map(findingLine);
  return {
    name,
    file,
    line: first?.line ?? 1,
    outcome: failed ? 'failure' : 'passed',
    kind: first?.check ?? '',
    message: first?.message ?? '',
    details: failed ? lines : [],
    output: failed ? [] : lines,
  };
}

/** A finding in one line. */
export function findingLine(violation: Violation): string {
  const { severity, check, field, status, message, promised: expected, actual, promisedAt, suggestion } = violation;
  const response = status === undefined ? '' : ` in response ${status}`;
  const sides =
    expected === undefined && actual === undefined ? [] : [`expected ${expected ?? 'nothing'}, actual ${actual ?? 'nothing'}`];
  return [
    `${severity} ${check} ${field === undefined ? '' : `${field}: `}${problemWords(violation)}${response}`,
    `at ${violation.file_path}:${violation.line}, expected by ${promisedAt.file}:${promisedAt.line}`,
    ...sides,
    message,
    ...(suggestion === undefined ? [] : [suggestion]),
  ].join('; ');
}
