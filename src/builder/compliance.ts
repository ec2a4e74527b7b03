import { contractReport } from '../rules/contract-report.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { BuildContractReport, StepVerdict } from './event.js';

/** Limit of findings in a build's report. */
const MOST_REPORTED = 100;

/** The findings that a milestone must fix. */
export interface Accountable {
  /** Files that it wrote, relative to the repository. */
  readonly changed: ReadonlySet<string>;
  /** No later milestone could add missing operations. */
  readonly isLast: boolean;
  /** Its section of the plan. */
  readonly text: string;
  /** Fingerprints of findings from before the build. */
  readonly known: ReadonlySet<string>;
}

/** The result for contracts (TECH-029), with findings. */
export function complianceReport(analysis: Analysis): BuildContractReport {
  const report = contractReport(analysis);
  return {
    ...report,
    verified_contract_ids: [...report.verified_contract_ids],
    violated_contract_ids: [...report.violated_contract_ids],
    violations: analysis.violations.slice(0, MOST_REPORTED).map((violation) => {
      const { check, severity, file_path, line, message, contract, subject, fingerprint } = violation;
      return { check, severity, file_path, line, message, contract, subject, fingerprint };
    }),
  };
}

/**
 * The errors that a milestone must fix: those in its files; missing operations that it names, or that no later milestone can
 * add; and for the last one all new errors.
 */
export function answeredFor({ violations }: Pick<Analysis, 'violations'>, by: Accountable): readonly Violation[] {
  return violations.filter((violation) => {
    if (violation.severity !== 'error') return false;
    if (isMissing(violation)) return by.isLast || by.text.includes(violation.subject);
    if (by.changed.has(violation.file_path)) return true;
    return by.isLast && !by.known.has(violation.fingerprint);
  });
}

/** The verdict of a scan for a milestone. Subjects that could not be compared become warnings, and never pass. */
export function complianceVerdict(analysis: Analysis, by: Accountable): StepVerdict {
  const found = answeredFor(analysis, by);
  const open = analysis.matrix.filter(({ status }) => status === 'unverified').length;
  const warnings =
    open === 0 ? [] : [`${open} of ${analysis.matrix.length} promises could not be compared: nothing is known of them.`];
  if (found.length === 0) return { outcome: 'passed', reasons: [], warnings };
  return { outcome: 'refused', reasons: found.map(sentenceOf), warnings };
}

function isMissing({ problem }: Violation): boolean {
  return problem === 'endpoint-missing' || problem === 'wrong-method' || problem === 'unpublished' || problem === 'unhandled';
}

function sentenceOf({ check, file_path, line, message }: Violation): string {
  return `${check} ${file_path}:${line} ${message}`;
}
