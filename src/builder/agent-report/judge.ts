import type { AgentId } from '../agent-names.js';
import type { ArtifactProblem } from './artifacts.js';
import { isOpen } from './breaker.js';
import type { MemoryNotes, RouterContract } from './contract.js';
import type { EvidenceResult } from './evidence.js';
import { parseRouterContract } from './parse.js';
import { checkContract, checkReporter, isPositive, reporterRules } from './rules.js';
import { type RemTask, remEvidenceTask, remFixTask } from './tasks.js';

/** An agent's message, with the observations about it. */
export interface Reply {
  readonly reporter: AgentId;
  /** The whole message; untrusted. */
  readonly output: string;
  /** Earlier requests to repeat this report. */
  readonly previousRetries: number;
  /** REM-FIX tasks of this workflow. */
  readonly openRemFixes: number;
  /** Problems with claimed files; absent: not checked. */
  readonly artifacts?: readonly ArtifactProblem[] | undefined;
  /** Results of its repeated commands; absent: not run. */
  readonly evidence?: readonly EvidenceResult[] | undefined;
}

/** The next step, and why. */
export interface Judgement {
  /**
   * `ask-again`: the agent repeats its report. `rem-fix`: code must change first. `rem-evidence`: it must prove its claims.
   * Dependent work waits for all but `proceed`.
   */
  readonly next: 'proceed' | 'ask-again' | 'rem-fix' | 'rem-evidence';
  /** Sentences without a full stop. */
  readonly reasons: readonly string[];
  /** Reported, but not blocking. */
  readonly warnings: readonly string[];
  /** STATUS is the positive value. With `proceed` and false the agent refuses without a task. */
  readonly positive: boolean;
  /** It failed to answer too often; its work counts as unproven. */
  readonly nonCompliant: boolean;
  /** Of `rem-fix`: after this many fixes a person must decide. */
  readonly breakerOpen: boolean;
  readonly task?: RemTask | undefined;
  readonly contract?: RouterContract | undefined;
  /** Stored at the end of the workflow; empty unless `next` is `proceed`. */
  readonly memory: MemoryNotes;
}

/** Requests to repeat an unreadable report; the next unreadable one is final. */
export const MOST_RETRIES = 2;
export const NO_NOTES: MemoryNotes = { learnings: [], patterns: [], verification: [] };

/** Judges an agent's message in the specified order: is the report present, readable, blocking, true. */
export function judgeReply(reply: Reply): Judgement {
  const parsed = parseRouterContract(reply.output);
  if (parsed.kind === 'missing') return unproven(reply, ['its answer has no router contract'], { nonCompliant: true });
  if (parsed.kind === 'malformed') return unreadable(reply, parsed.problems);
  const { contract } = parsed;
  const foreign = checkReporter(contract, reply.reporter).map(({ message }) => message);
  if (foreign.length > 0) return unreadable(reply, foreign, contract);
  if (stops(contract)) return blocked(reply, contract);
  const problems = checkContract(contract, reply.reporter);
  const malformed = problems.filter(({ kind }) => kind === 'malformed').map(({ message }) => message);
  if (malformed.length > 0) return unreadable(reply, malformed, contract);
  const missing = [
    ...problems.map(({ message }) => message),
    ...(reply.artifacts ?? []).filter(({ blocks }) => blocks).map(({ message }) => message),
    ...commandsMissing(contract, reply),
    ...(reply.evidence ?? []).filter(isFalse).map(({ why }) => why),
    ...nothingSeen(reply),
  ];
  if (missing.length > 0) return unproven(reply, missing, { contract });
  if (contract.CLAIMED_ARTIFACTS === undefined) return unreadable(reply, ['CLAIMED_ARTIFACTS is missing'], contract);
  if (contract.EVIDENCE_COMMANDS === undefined) return unreadable(reply, ['EVIDENCE_COMMANDS is missing'], contract);
  return { ...judged(reply, contract), next: 'proceed', reasons: refusals(reply, contract), memory: contract.MEMORY_NOTES };
}

/** A report that blocks, before any other check. Critical issues are never shipped. */
function stops(contract: RouterContract): boolean {
  return contract.BLOCKING || contract.REQUIRES_REMEDIATION || contract.CRITICAL_ISSUES > 0;
}

function blocked(reply: Reply, contract: RouterContract): Judgement {
  const reason = reasonOf(reply.reporter, contract);
  // The specification demands the exact words of the report.
  const task = remFixTask(contract.REMEDIATION_REASON ?? reason);
  return { ...judged(reply, contract), next: 'rem-fix', reasons: [reason], breakerOpen: isOpen(reply.openRemFixes), task };
}

function unreadable(reply: Reply, problems: readonly string[], contract?: RouterContract): Judgement {
  if (reply.previousRetries >= MOST_RETRIES) return unproven(reply, problems, { contract, nonCompliant: true });
  return { ...judged(reply, contract), next: 'ask-again', reasons: problems };
}

function unproven(
  reply: Reply,
  reasons: readonly string[],
  more: { readonly contract?: RouterContract | undefined; readonly nonCompliant?: boolean },
): Judgement {
  const task = remEvidenceTask(`${reply.reporter}: ${reasons.join('; ')}`);
  const { contract, nonCompliant = false } = more;
  return { ...judged(reply, contract), next: 'rem-evidence', reasons, nonCompliant, task };
}

function judged(reply: Reply, contract: RouterContract | undefined): Omit<Judgement, 'next' | 'reasons'> {
  return {
    warnings: [
      ...(reply.artifacts ?? []).filter(({ blocks }) => !blocks).map(({ message }) => message),
      ...(reply.evidence ?? []).filter(({ outcome }) => outcome === 'not-run').map(({ why }) => why),
    ],
    positive: contract !== undefined && isPositive(contract, reply.reporter),
    nonCompliant: false,
    breakerOpen: false,
    contract,
    memory: NO_NOTES,
  };
}

/** The required fix, in the words of the report. */
function reasonOf(reporter: AgentId, { REMEDIATION_REASON, CRITICAL_ISSUES, STATUS }: RouterContract): string {
  if (REMEDIATION_REASON !== null) return `${reporter}: ${REMEDIATION_REASON}`;
  const found = CRITICAL_ISSUES > 0 ? `${CRITICAL_ISSUES} critical` : 'something that stops the work';
  return `${reporter} says ${STATUS} and found ${found}, without a word of what has to be fixed: its findings say it`;
}

/** Agents with a shell must name evidence commands. */
function commandsMissing(contract: RouterContract, { reporter }: Reply): readonly string[] {
  if (!reporterRules[reporter].showsCommands || (contract.EVIDENCE_COMMANDS ?? []).length > 0) return [];
  return ['EVIDENCE_COMMANDS is empty: its word needs commands that were run'];
}

function isFalse({ outcome }: EvidenceResult): boolean {
  return outcome !== 'kept' && outcome !== 'earlier' && outcome !== 'not-run';
}

/** A state from before the work proves nothing. */
function nothingSeen({ evidence = [] }: Reply): readonly string[] {
  const past = evidence.length > 0 && evidence.every(({ outcome }) => outcome === 'earlier');
  return past ? ['no command of EVIDENCE_COMMANDS shows how it is now'] : [];
}

function refusals({ reporter }: Reply, contract: RouterContract): readonly string[] {
  return isPositive(contract, reporter) ? [] : [`${reporter} says ${contract.STATUS}`];
}
