import { groupBy } from '../model/multi-map.js';
import { SEVERITIES } from '../rules/judge.js';
import type { Problem, Severity, Violation } from '../rules/rule.js';
import type { Place } from './excerpt.js';

/** Findings with one common fix: a place in the code and what it does there, with all violations that this causes. */
export interface RootCause {
  readonly severity: Severity;
  /** The finding that represents all of them. */
  readonly first: Violation;
  readonly violations: readonly Violation[];
  /** The violated subjects, each once. */
  readonly subjects: readonly string[];
}

/** Problems without a place in the code: everything of a contract that is missing has one cause. */
const ABSENT: readonly Problem[] = ['endpoint-missing', 'unpublished', 'unhandled'];

/** The causes of findings: the most severe first, then those with most violations, then in the order of their findings. */
export function rootCauses(violations: readonly Violation[]): readonly RootCause[] {
  const causes = [...groupBy(violations, keyOf).values()].flatMap((own): readonly RootCause[] => {
    const [first] = own;
    const subjects = [...new Set(own.map(({ subject }) => subject))];
    return first === undefined ? [] : [{ severity: first.severity, first, violations: own, subjects }];
  });
  return bySeverity(
    causes.sort((one, other) => other.subjects.length - one.subjects.length),
    ({ severity }) => severity,
  );
}

/** The most severe first; equal ones in their order. */
export function bySeverity<Item>(items: readonly Item[], severityOf: (item: Item) => Severity): readonly Item[] {
  return SEVERITIES.flatMap((severity) => items.filter((item) => severityOf(item) === severity));
}

export function withSeverity(violations: readonly Violation[], severity: Severity): readonly Violation[] {
  return violations.filter((violation) => violation.severity === severity);
}

/** The place in the code that a finding is about; undefined: there is none, so the finding has the contract's location. */
export function codePlace({ file_path, line, promisedAt }: Violation): Place | undefined {
  return file_path === promisedAt.file && line === promisedAt.line ? undefined : { file: file_path, line };
}

function keyOf(violation: Violation): string {
  const { severity, check, problem, file_path, line, promised: expected, actual } = violation;
  if (isAbsent(violation)) return JSON.stringify([severity, check, problem, file_path, actual]);
  return JSON.stringify([
    severity,
    check,
    problem,
    file_path,
    line,
    ownSentence(violation),
    ownName(violation),
    expected,
    actual,
  ]);
}

function isAbsent(violation: Violation): boolean {
  return codePlace(violation) === undefined && ABSENT.includes(violation.problem);
}

/** A field without its parents, which differ between responses. */
function ownName({ field = '' }: Violation): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

function ownSentence(violation: Violation): string {
  const { message, field = '' } = violation;
  return field !== '' && message.startsWith(`${field} `) ? `${ownName(violation)}${message.slice(field.length)}` : message;
}

/** What the code does there, in a sentence. */
export function sentenceOf(cause: RootCause): string {
  const { first, subjects } = cause;
  if (subjects.length > 1 && isAbsent(first))
    return `${subjects.length} contract ${first.problem === 'endpoint-missing' ? 'operations have no route' : 'events have no code'}.`;
  const { check, problem, promised: expected, actual } = first;
  // A different spelling is the most frequent finding, and two names describe it completely.
  if (check === 'CONTRACT-001' && problem === 'case' && expected !== undefined && actual !== undefined)
    return `The code sends ${actual}, but the contract says ${expected}.`;
  return isNested(cause) ? ownSentence(first) : first.message;
}

/** The field of the cause, without its parents if they differ; empty: the whole body. */
export function fieldOf(cause: RootCause): string {
  return isNested(cause) ? ownName(cause.first) : (cause.first.field ?? '');
}

function isNested({ first, violations }: RootCause): boolean {
  return violations.some(({ field }) => field !== first.field);
}

/** `GET /feeds and 3 more`. */
export function subjectsOf({ subjects }: Pick<RootCause, 'subjects'>): string {
  return `${subjects[0] ?? ''}${subjects.length > 1 ? ` and ${subjects.length - 1} more` : ''}`;
}

/** How to fix what is wrong with a response. */
const RESPONSE_FIXES: Readonly<Partial<Record<Problem, string>>> = {
  missing: 'Send it, or take it out of the contract.',
  extra: 'Stop sending it, or add it to the contract.',
  type: 'Send {promised}, or change the type in the contract.',
  optionality: 'Always send it, or make it optional in the contract.',
  nullability: 'Never send null, or allow null in the contract.',
  enum: 'Send only the values of the contract, or add this one there.',
  format: 'Send the format of the contract, or change it there.',
  status: 'Answer with {promised}, or add this status to the contract.',
  case: 'Send it under the name of the contract, or rename it there.',
};

const FIXES: Readonly<Partial<Record<Problem, string>>> = {
  'endpoint-missing': 'Add a route, or remove the operation from the contract.',
  'wrong-method': 'Serve the method of the contract, or change it there.',
  'base-path': "State the base path: in the contract's servers, with --base-path, or as base_path in .tallystick.yml.",
  unpublished: 'Publish the event, or remove it from the contract.',
  unhandled: 'Handle the event, or remove it from the contract.',
  undocumented: 'Describe it in the contract, or remove it from the code.',
  document: 'Correct the contract.',
  unclear: 'Correct the contract.',
  marked: 'Finish the code, or remove the mark.',
  response: 'Correct the service, or the contract where it is wrong.',
  breaking: 'Keep what consumers use, or publish a new version.',
  'may-break': 'Keep what consumers use, or publish a new version.',
};

/** How to fix it, in a sentence or two. */
export function fixOf({ check, problem, suggestion, promised: expected }: Violation): string {
  if (suggestion !== undefined) return `${suggestion.replace(/\.$/, '')}, or change the contract.`;
  const own = check === 'CONTRACT-001' ? RESPONSE_FIXES[problem] : undefined;
  return (
    own?.replace('{promised}', () => expected ?? 'what the contract expects') ??
    FIXES[problem] ??
    'Change the code, or the contract where it is wrong.'
  );
}
