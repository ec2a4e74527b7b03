import { isRegistered } from '../../contracts/registry/files.js';
import type { Location } from '../../model/location.js';
import { fingerprint } from '../../rules/fingerprint.js';
import type { Analysis } from '../../rules/judge.js';
import type { Severity, Violation } from '../../rules/rule.js';
import { isOfValidation, validationRules } from '../../rules/validation-rules.js';

/** Problems that only validation finds. */
type ValidationProblem = KeysOf<(typeof validationRules)[number]['problems']>;
type KeysOf<Each> = Each extends unknown ? keyof Each : never;

/** The rule of each problem, and its default severity. */
const PROBLEMS: ReadonlyMap<string, { readonly check: string; readonly severity: Severity }> = new Map(
  validationRules.flatMap(({ id: check, problems }) =>
    Object.entries(problems).map(([problem, severity]) => [problem, { check, severity }] as const),
  ),
);

/** The parts of a validation finding. */
export interface Found {
  readonly problem: ValidationProblem;
  readonly at: Location;
  readonly message: string;
  readonly contract: string;
  readonly subject: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** Distinguishes it from others at the same place; absent: not needed. */
  readonly key?: string;
}

/** A finding in the format of scans. */
export function findingOf({ problem, at, message, contract, subject, status, field, expected, actual, key }: Found): Violation {
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
    ...(expected === undefined ? {} : { promised: expected }),
    ...(actual === undefined ? {} : { actual }),
    promisedAt: { file, line },
    related: [],
    fingerprint: fingerprint({ check, contract, subject, status, field: `${field ?? ''} ${key ?? ''}`.trim(), problem }),
  };
}

/**
 * The analysis without findings that a scan of the base cannot compare: those of validation, and of contracts that only a
 * registry stores.
 *
 * @param known the rules of validation that were compared with the base as well
 */
export function comparableWithBase(analysis: Analysis, known: readonly string[]): Analysis {
  const { contracts, matrix, violations } = analysis;
  return {
    ...analysis,
    contracts: contracts.filter(({ id }) => !isRegistered(id)),
    matrix: matrix.filter(({ contract }) => !isRegistered(contract)),
    violations: violations.filter(
      ({ check, contract }) => !isRegistered(contract) && (!isOfValidation(check) || known.includes(check)),
    ),
  };
}
