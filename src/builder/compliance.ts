import { contractReport } from '../rules/contract-report.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { BuildContractReport, StepVerdict } from './event.js';

/** Findings that are written into the report of a build. */
const MOST_REPORTED = 100;

/** Whose findings a milestone answers for. */
export interface Accountable {
  /** Files that it wrote, relative to the repository. */
  readonly changed: ReadonlySet<string>;
  /** Nothing comes after it that could still bring what is missing. */
  readonly isLast: boolean;
  /** Its section of the plan. */
  readonly text: string;
  /** Fingerprints of what was broken before the build. */
  readonly known: ReadonlySet<string>;
}

/** What the contracts come to (seed 000, TECH-029), with what was found. */
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
 * The errors that a milestone has to mend: those in files that it wrote; what is missing, where it is named in the milestone or
 * nothing comes after; and at the end all that was not broken before the build.
 */
export function answeredFor({ violations }: Pick<Analysis, 'violations'>, by: Accountable): readonly Violation[] {
  return violations.filter((violation) => {
    if (violation.severity !== 'error') return false;
    if (isMissing(violation)) return by.isLast || by.text.includes(violation.subject);
    if (by.changed.has(violation.file_path)) return true;
    return by.isLast && !by.known.has(violation.fingerprint);
  });
}

/** What a scan means for a milestone. What could not be compared is told, and is no pass of anything. */
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
