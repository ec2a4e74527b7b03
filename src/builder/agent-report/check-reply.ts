import type { AgentId } from '../agent-names.js';
import { type ArtifactProblem, changesOfEvidence, checkArtifacts } from './artifacts.js';
import { type EvidenceOptions, type EvidenceResult, readEvidence, runEvidence } from './evidence.js';
import { type CheckedHandoff, checkHandoff, findHandoff } from './handoff.js';
import { type Judgement, judgeReply } from './judge.js';
import { narrativeOf, parseRouterContract } from './parse.js';
import { type Changes, compare, type Snapshot, takeSnapshot } from './snapshot.js';

/** An agent's final message, and the data to check it. */
export interface CheckedReply extends EvidenceOptions {
  readonly reporter: AgentId;
  readonly output: string;
  readonly previousRetries: number;
  readonly openRemFixes: number;
  /** The workspace before the agent began. */
  readonly before: Snapshot;
  /** Run its evidence commands again. */
  readonly rerun: boolean;
  /** Files and folders of this program. */
  readonly leaveOut?: readonly string[] | undefined;
  readonly reviewsRequested?: boolean | undefined;
  /** Files of others that measure its work. */
  readonly protectedFiles?: readonly string[] | undefined;
}

/** A judgement with its observations. */
export interface Checked extends Judgement {
  readonly artifacts: readonly ArtifactProblem[];
  readonly evidence: readonly EvidenceResult[];
  /** The actual changes of files during the agent's work. */
  readonly changes: Changes;
  /** Its checked handoff; absent: none. Problems are among the warnings. */
  readonly handoff?: CheckedHandoff | undefined;
}

/** Checks an agent's report against its files. Runs evidence commands last, and only when everything else is valid. */
export async function checkReply(input: CheckedReply): Promise<Checked> {
  const { reporter, output, previousRetries, openRemFixes, before, leaveOut, signal, workspace } = input;
  const parsed = parseRouterContract(output);
  const after = await takeSnapshot(workspace, { leaveOut, signal });
  const payload = findHandoff(output);
  const handoff = payload === undefined ? undefined : checkHandoff(payload, workspace, after);
  const reply = { reporter, output, previousRetries, openRemFixes };
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
  const failuresAreEarlier = reporter === 'builder';
  if (!input.rerun || entries.length === 0) {
    const evidence = readEvidence(entries);
    return checked(judgeReply({ ...reply, artifacts, evidence }), artifacts, evidence);
  }
  const evidence = await runEvidence(entries, { ...input, failuresAreEarlier });
  const later = await takeSnapshot(workspace, { leaveOut, signal });
  const all = [...artifacts, ...changesOfEvidence(after, later)];
  return { ...checked(judgeReply({ ...reply, artifacts: all, evidence }), all, evidence), changes: compare(before, later) };
}

function wrongOf(handoff: CheckedHandoff | undefined): readonly string[] {
  return handoff === undefined || handoff.ok ? [] : handoff.problems.map((problem) => `what it hands on: ${problem}`);
}
