import { type AgentId, REVIEW_FOCUSES } from '../agent-names.js';
import type { RouterContract } from './contract.js';
import { isPositive } from './rules.js';

/** What one of several says who looked at the same work side by side. */
export interface Voice {
  readonly speaker: AgentId;
  readonly contract: RouterContract;
}

/** What several come to together. */
export interface Reconciled {
  readonly next: 'proceed' | 'rem-fix';
  /** Some call it critical, others see nothing wrong. */
  readonly conflict: boolean;
  /** Whose word decided. */
  readonly decidedBy: readonly AgentId[];
  /** Sentences without a full stop: what has to be fixed, the graver first. */
  readonly reasons: readonly string[];
}

/**
 * What reviewers say together (seed 002, step 2, rule 2). What one calls critical is fixed, whatever the others say; where security
 * calls it so, it wins without a question. Any other conflict is one for people: nobody can be asked here, and the stricter word
 * stands.
 */
export function reconcile(voices: readonly Voice[]): Reconciled {
  const critical = voices.filter(({ contract }) => contract.CRITICAL_ISSUES > 0);
  const stopping = voices.filter((voice) => critical.includes(voice) || asksForFix(voice.contract));
  const content = voices.filter(({ contract, speaker }) => isPositive(contract, speaker));
  const security = critical.filter(({ speaker }) => speaker === 'security-reviewer');
  const ordered = [...security, ...critical, ...stopping].filter((voice, index, all) => all.indexOf(voice) === index);
  return {
    next: stopping.length > 0 ? 'rem-fix' : 'proceed',
    conflict: critical.length > 0 && content.length > 0,
    decidedBy: (security.length > 0 ? security : ordered).map(({ speaker }) => speaker),
    reasons: ordered.map(reasonOf),
  };
}

/** Says itself that nothing may follow before something is fixed. */
export function asksForFix(contract: RouterContract): boolean {
  return contract.BLOCKING || contract.REQUIRES_REMEDIATION;
}

/** What has to be fixed, in the words of whoever asks for it. */
export function reasonOf({ speaker, contract }: Voice): string {
  const { REMEDIATION_REASON, CRITICAL_ISSUES, STATUS } = contract;
  if (REMEDIATION_REASON !== null) return `${speaker}: ${REMEDIATION_REASON}`;
  const found = CRITICAL_ISSUES > 0 ? `${CRITICAL_ISSUES} critical` : 'something that stops the work';
  return `${speaker} says ${STATUS} and found ${found}, without a word of what has to be fixed: its findings say it`;
}

/** After code was changed to fix something, they look again in this order, side by side in a group; none is left out (seed 002). */
export const AFTER_FIX: readonly (readonly AgentId[])[] = [REVIEW_FOCUSES, ['hunter'], ['verifier']];
