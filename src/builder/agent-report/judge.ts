import type { AgentId } from '../agent-names.js';
import type { ArtifactProblem } from './artifacts.js';
import { isOpen } from './breaker.js';
import type { MemoryNotes, RouterContract } from './contract.js';
import type { EvidenceResult } from './evidence.js';
import { parseRouterContract } from './parse.js';
import { asksForFix, reasonOf } from './reconcile.js';
import { checkContract, checkSpeaker, isPositive, speakerRules } from './rules.js';
import { type RemTask, remEvidenceTask, remFixTask } from './tasks.js';

/** What an agent said, and what we know besides. */
export interface Reply {
  readonly speaker: AgentId;
  /** All that it said; untrusted. */
  readonly output: string;
  /** How often it was asked again for this contract already. */
  readonly previousRetries: number;
  /** REM-FIX tasks that there are in this workflow. */
  readonly openRemFixes: number;
  /** What it claims of files, held against them; absent: not looked at. */
  readonly artifacts?: readonly ArtifactProblem[] | undefined;
  /** What its commands gave when we ran them; absent: they were not run. */
  readonly evidence?: readonly EvidenceResult[] | undefined;
}

/** What happens next, and why. */
export interface Judgement {
  /**
   * `ask-again`: the same agent says its contract anew. `rem-fix`: code is changed first. `rem-evidence`: it shows what it claims.
   * Whatever depends on it waits for all but `proceed`.
   */
  readonly next: 'proceed' | 'ask-again' | 'rem-fix' | 'rem-evidence';
  /** Sentences without a full stop. */
  readonly reasons: readonly string[];
  /** Told, but they stop nothing. */
  readonly warnings: readonly string[];
  /** STATUS is the good one. Where `next` is `proceed` and this is false, it refuses without asking for a task. */
  readonly positive: boolean;
  /** It was asked often enough; its work counts as not shown. */
  readonly nonCompliant: boolean;
  /** Of `rem-fix`: there were so many already that somebody has to say how it goes on. */
  readonly breakerOpen: boolean;
  readonly task?: RemTask | undefined;
  readonly contract?: RouterContract | undefined;
  /** Kept at the end of the workflow; empty unless `next` is `proceed`. */
  readonly memory: MemoryNotes;
}

/** So often an agent is asked for its contract again; the third one that cannot be read is the last. */
export const MOST_RETRIES = 2;
export const NO_NOTES: MemoryNotes = { learnings: [], patterns: [], verification: [] };

/** What comes of an agent's reply, in the order of seed 002: is it there, can it be read, does it block, does it hold. */
export function judgeReply(reply: Reply): Judgement {
  const parsed = parseRouterContract(reply.output);
  if (parsed.kind === 'missing') return notShown(reply, ['its answer has no router contract'], { nonCompliant: true });
  if (parsed.kind === 'malformed') return unreadable(reply, parsed.problems);
  const { contract } = parsed;
  const foreign = checkSpeaker(contract, reply.speaker).map(({ message }) => message);
  if (foreign.length > 0) return unreadable(reply, foreign, contract);
  if (stops(contract)) return blocked(reply, contract);
  const problems = checkContract(contract, reply.speaker);
  const malformed = problems.filter(({ kind }) => kind === 'malformed').map(({ message }) => message);
  if (malformed.length > 0) return unreadable(reply, malformed, contract);
  const missing = [
    ...problems.map(({ message }) => message),
    ...(reply.artifacts ?? []).filter(({ blocks }) => blocks).map(({ message }) => message),
    ...commandsMissing(contract, reply),
    ...(reply.evidence ?? []).filter(isFalse).map(({ why }) => why),
    ...nothingSeen(reply),
  ];
  if (missing.length > 0) return notShown(reply, missing, { contract });
  if (contract.CLAIMED_ARTIFACTS === undefined) return unreadable(reply, ['CLAIMED_ARTIFACTS is missing'], contract);
  if (contract.EVIDENCE_COMMANDS === undefined) return unreadable(reply, ['EVIDENCE_COMMANDS is missing'], contract);
  return { ...judged(reply, contract), next: 'proceed', reasons: refusals(reply, contract), memory: contract.MEMORY_NOTES };
}

/** A contract that stops what follows, before anything else about it is asked. What is critical is never shipped. */
function stops(contract: RouterContract): boolean {
  return asksForFix(contract) || contract.CRITICAL_ISSUES > 0;
}

function blocked(reply: Reply, contract: RouterContract): Judgement {
  const reason = reasonOf({ speaker: reply.speaker, contract });
  // The seed asks for exactly the words of the contract.
  const task = remFixTask(contract.REMEDIATION_REASON ?? reason);
  return { ...judged(reply, contract), next: 'rem-fix', reasons: [reason], breakerOpen: isOpen(reply.openRemFixes), task };
}

function unreadable(reply: Reply, problems: readonly string[], contract?: RouterContract): Judgement {
  if (reply.previousRetries >= MOST_RETRIES) return notShown(reply, problems, { contract, nonCompliant: true });
  return { ...judged(reply, contract), next: 'ask-again', reasons: problems };
}

function notShown(
  reply: Reply,
  reasons: readonly string[],
  more: { readonly contract?: RouterContract | undefined; readonly nonCompliant?: boolean },
): Judgement {
  const task = remEvidenceTask(`${reply.speaker}: ${reasons.join('; ')}`);
  const { contract, nonCompliant = false } = more;
  return { ...judged(reply, contract), next: 'rem-evidence', reasons, nonCompliant, task };
}

function judged(reply: Reply, contract: RouterContract | undefined): Omit<Judgement, 'next' | 'reasons'> {
  return {
    warnings: [
      ...(reply.artifacts ?? []).filter(({ blocks }) => !blocks).map(({ message }) => message),
      ...(reply.evidence ?? []).filter(({ outcome }) => outcome === 'not-run').map(({ why }) => why),
    ],
    positive: contract !== undefined && isPositive(contract, reply.speaker),
    nonCompliant: false,
    breakerOpen: false,
    contract,
    memory: NO_NOTES,
  };
}

/** Whoever can run commands shows which, whatever it says. */
function commandsMissing(contract: RouterContract, { speaker }: Reply): readonly string[] {
  if (!speakerRules[speaker].showsCommands || (contract.EVIDENCE_COMMANDS ?? []).length > 0) return [];
  return ['EVIDENCE_COMMANDS is empty: its word needs commands that were run'];
}

function isFalse({ outcome }: EvidenceResult): boolean {
  return outcome !== 'kept' && outcome !== 'earlier' && outcome !== 'not-run';
}

/** Whatever was so before the work was done does not show that it is done. */
function nothingSeen({ evidence = [] }: Reply): readonly string[] {
  const past = evidence.length > 0 && evidence.every(({ outcome }) => outcome === 'earlier');
  return past ? ['no command of EVIDENCE_COMMANDS shows how it is now'] : [];
}

function refusals({ speaker }: Reply, contract: RouterContract): readonly string[] {
  return isPositive(contract, speaker) ? [] : [`${speaker} says ${contract.STATUS}`];
}
