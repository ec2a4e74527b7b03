import { type AgentId, REVIEW_FOCUSES } from '../agent-names.js';
import type { RouterContract } from './contract.js';
import { isPositive } from './rules.js';

/** The report of one of several parallel agents. */
export interface ReviewerReport {
  readonly reporter: AgentId;
  readonly contract: RouterContract;
}

/** The combined result. */
export interface Reconciled {
  readonly next: 'proceed' | 'rem-fix';
  /** One reports a critical issue, another none. */
  readonly conflict: boolean;
  /** The deciding agents. */
  readonly decidedBy: readonly AgentId[];
  /** Sentences without a full stop: the required fixes, most severe first. */
  readonly reasons: readonly string[];
}

/**
 * Combines the reports of reviewers (002, step 2, rule 2). A critical issue of one is fixed, whatever the others report;
 * security decides alone. Other conflicts need a person, who cannot be asked here, so the stricter report counts.
 */
export function reconcile(reports: readonly ReviewerReport[]): Reconciled {
  const critical = reports.filter(({ contract }) => contract.CRITICAL_ISSUES > 0);
  const stopping = reports.filter((report) => critical.includes(report) || asksForFix(report.contract));
  const content = reports.filter(({ contract, reporter }) => isPositive(contract, reporter));
  const security = critical.filter(({ reporter }) => reporter === 'security-reviewer');
  const ordered = [...security, ...critical, ...stopping].filter((report, index, all) => all.indexOf(report) === index);
  return {
    next: stopping.length > 0 ? 'rem-fix' : 'proceed',
    conflict: critical.length > 0 && content.length > 0,
    decidedBy: (security.length > 0 ? security : ordered).map(({ reporter }) => reporter),
    reasons: ordered.map(reasonOf),
  };
}

/** Whether the report demands a fix before other work. */
export function asksForFix(contract: RouterContract): boolean {
  return contract.BLOCKING || contract.REQUIRES_REMEDIATION;
}

/** The required fix, in the words of the report. */
export function reasonOf({ reporter, contract }: ReviewerReport): string {
  const { REMEDIATION_REASON, CRITICAL_ISSUES, STATUS } = contract;
  if (REMEDIATION_REASON !== null) return `${reporter}: ${REMEDIATION_REASON}`;
  const found = CRITICAL_ISSUES > 0 ? `${CRITICAL_ISSUES} critical` : 'something that stops the work';
  return `${reporter} says ${STATUS} and found ${found}, without a word of what has to be fixed: its findings say it`;
}

/** After a fix these agents check again in this order, a group in parallel; none is left out. */
export const AFTER_FIX: readonly (readonly AgentId[])[] = [REVIEW_FOCUSES, ['hunter'], ['verifier']];
