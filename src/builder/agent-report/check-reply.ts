import type { AgentId } from '../agent-names.js';
import { type ArtifactProblem, checkArtifacts } from './artifacts.js';
import { type EvidenceOptions, type EvidenceResult, readEvidence, runEvidence } from './evidence.js';
import { type CheckedHandoff, checkHandoff, findHandoff } from './handoff.js';
import { type Judgement, judgeReply } from './judge.js';
import { narrativeOf, parseRouterContract } from './parse.js';
import { type Changes, compare, type Snapshot, takeSnapshot } from './snapshot.js';

/** An agent's last words, and where to look whether they hold. */
export interface CheckedReply extends EvidenceOptions {
  readonly speaker: AgentId;
  readonly output: string;
  readonly previousRetries: number;
  readonly openRemFixes: number;
  /** The workspace before the agent began. */
  readonly before: Snapshot;
  /** Run the commands again that it names. */
  readonly rerun: boolean;
  /** Files and folders that are ours. */
  readonly leaveOut?: readonly string[] | undefined;
  readonly reviewsAsked?: boolean | undefined;
  /** Files by which its work is measured, written by somebody else. */
  readonly held?: readonly string[] | undefined;
}

/** A judgement, and what was seen on the way to it. */
export interface Checked extends Judgement {
  readonly artifacts: readonly ArtifactProblem[];
  readonly evidence: readonly EvidenceResult[];
  /** What happened to the files while the agent worked, whatever it says. */
  readonly changes: Changes;
  /** What it hands on, held against the files; absent: nothing. What is wrong with it stands among the warnings. */
  readonly handoff?: CheckedHandoff | undefined;
}

/** Holds an agent's words against what it left. Commands are run last, and only where everything else holds. */
export async function checkReply(input: CheckedReply): Promise<Checked> {
  const { speaker, output, previousRetries, openRemFixes, before, leaveOut, signal, workspace } = input;
  const parsed = parseRouterContract(output);
  const after = await takeSnapshot(workspace, { leaveOut, signal });
  const payload = findHandoff(output);
  const handoff = payload === undefined ? undefined : checkHandoff(payload, workspace, after);
  const reply = { speaker, output, previousRetries, openRemFixes };
  const checked = (
    judgement: Judgement,
    artifacts: readonly ArtifactProblem[],
    evidence: readonly EvidenceResult[],
  ): Checked => ({
    ...{ ...judgement, warnings: [...judgement.warnings, ...wrongOf(handoff)] },
    ...{ artifacts, evidence, changes: compare(before, after), handoff },
  });
  if (parsed.kind !== 'found') return checked(judgeReply(reply), [], []);
  const { contract } = parsed;
  const artifacts = checkArtifacts({ ...input, contract, narrative: narrativeOf(output), after });
  const first = judgeReply({ ...reply, artifacts });
  if (first.next !== 'proceed') return checked(first, artifacts, []);
  const entries = contract.EVIDENCE_COMMANDS ?? [];
  const failuresAreEarlier = speaker === 'builder';
  const evidence = input.rerun ? await runEvidence(entries, { ...input, failuresAreEarlier }) : readEvidence(entries);
  return checked(judgeReply({ ...reply, artifacts, evidence }), artifacts, evidence);
}

function wrongOf(handoff: CheckedHandoff | undefined): readonly string[] {
  return handoff === undefined || handoff.ok ? [] : handoff.problems.map((problem) => `what it hands on: ${problem}`);
}
