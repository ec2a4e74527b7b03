import { isRegistered } from '../../contracts/registry/files.js';
import type { Location } from '../../model/location.js';
import { fingerprint } from '../../rules/fingerprint.js';
import type { Analysis } from '../../rules/judge.js';
import type { Severity, Violation } from '../../rules/rule.js';
import { isOfValidation, validationRules } from '../../rules/validation-rules.js';

/** What validation finds besides what a scan does. */
type ValidationProblem = KeysOf<(typeof validationRules)[number]['problems']>;
type KeysOf<Each> = Each extends unknown ? keyof Each : never;

/** The rule of every problem, and how grave it is unless configured otherwise. */
const PROBLEMS: ReadonlyMap<string, { readonly check: string; readonly severity: Severity }> = new Map(
  validationRules.flatMap(({ id: check, problems }) =>
    Object.entries(problems).map(([problem, severity]) => [problem, { check, severity }] as const),
  ),
);

/** What makes up a finding of validation. */
export interface Found {
  readonly problem: ValidationProblem;
  readonly at: Location;
  readonly message: string;
  readonly contract: string;
  readonly subject: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
  readonly promised?: string | undefined;
  readonly actual?: string | undefined;
  /** What tells it apart from others of the same place; absent: nothing need. */
  readonly key?: string;
}

/** A finding as the reports of a scan show it. */
export function findingOf({ problem, at, message, contract, subject, status, field, promised, actual, key }: Found): Violation {
  const { check, severity } = PROBLEMS.get(problem) ?? { check: problem, severity: 'error' };
  const { file, line } = at;
  return {
    check,
    severity,
    file_path: file,
    line,
    message,
    contract,
    subject,
    ...(status === undefined ? {} : { status }),
    ...(field === undefined || field === '' ? {} : { field }),
    problem,
    ...(promised === undefined ? {} : { promised }),
    ...(actual === undefined ? {} : { actual }),
    promisedAt: { file, line },
    related: [],
    fingerprint: fingerprint({ check, contract, subject, status, field: `${field ?? ''} ${key ?? ''}`.trim(), problem }),
  };
}

/**
 * The analysis without what a scan of the base cannot tell: whether a finding of validation is new is not known, nor is it of a contract
 * that only a registry keeps.
 */
export function comparableWithBase(analysis: Analysis): Analysis {
  const { contracts, matrix, violations } = analysis;
  return {
    ...analysis,
    contracts: contracts.filter(({ id }) => !isRegistered(id)),
    matrix: matrix.filter(({ contract }) => !isRegistered(contract)),
    violations: violations.filter(
      ({ check, contract }) => !isRegistered(contract) && (!isOfValidation(check) || check === 'VALIDATE-004'),
    ),
  };
}
