import { type Handoff, readHandoff } from '../../mcp/handoff.js';
import { AGENT_NAMES, type AgentName } from '../agent-names.js';
import { claimedPath } from './claimed-path.js';
import type { Snapshot } from './snapshot.js';

/** An agent's checked handoff. */
export type CheckedHandoff =
  | { readonly ok: true; readonly handoff: Handoff }
  /** Sentences without a full stop. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The next agent and its task. */
export interface NextAction {
  readonly action: string;
  readonly agent: AgentName;
  readonly params: Readonly<Record<string, unknown>>;
}

const LARGEST = 256_000;
const FIELDS = ['agent', 'taskId', 'status', 'artifacts', 'next_actions'];

/**
 * The handoff in an agent's message: the last JSON block with its fields. undefined: none.
 *
 * @param output untrusted
 */
export function findHandoff(output: string): string | undefined {
  const lines = output.replaceAll('\r\n', '\n').split('\n');
  const blocks: string[] = [];
  let open: number | undefined;
  for (const [index, line] of lines.entries()) {
    const words = line.trim().toLowerCase();
    if (open === undefined && (words === '```json' || words === '```')) open = index + 1;
    else if (open !== undefined && words === '```') {
      blocks.push(lines.slice(open, index).join('\n'));
      open = undefined;
    }
  }
  const whole = output.trim();
  if (whole.startsWith('{')) blocks.push(whole);
  return blocks.reverse().find((block) => FIELDS.every((field) => block.includes(`"${field}"`)));
}

/**
 * Checks the format of a handoff (spec 001, D5), and whether its artifacts exist with that size and content.
 *
 * @param text untrusted
 * @param workspace absolute
 * @param after the present workspace
 */
export function checkHandoff(text: string, workspace: string, after: Snapshot): CheckedHandoff {
  if (Buffer.byteLength(text) > LARGEST) return { ok: false, problems: [`it has more than ${LARGEST} bytes`] };
  const read = readHandoff(text);
  if (!read.ok) return read;
  const problems = read.value.artifacts.flatMap((artifact) => artifactProblems(artifact, workspace, after));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, handoff: read.value };
}

/** The next actions of known agents; `test-writer` is `build-test-writer`. Others become warnings. */
export function nextActions({ next_actions }: Handoff): {
  readonly actions: readonly NextAction[];
  readonly unknown: readonly string[];
} {
  const known = next_actions.map(({ action, target, params = {} }) => ({ action, target, agent: agentOf(target), params }));
  return {
    actions: known.flatMap(({ action, agent, params }) => (agent === undefined ? [] : [{ action, agent, params }])),
    unknown: known.flatMap(({ target, agent }) => (agent === undefined ? [target] : [])),
  };
}

function agentOf(target: string): AgentName | undefined {
  return AGENT_NAMES.find((name) => name === target || name === `build-${target}`);
}

function artifactProblems(
  { path: claim, bytes, sha256 }: Handoff['artifacts'][number],
  workspace: string,
  { files }: Snapshot,
): readonly string[] {
  const path = claimedPath(claim, workspace);
  if (path === undefined) return [`${claim} is no path inside the workspace`];
  const state = files.get(path);
  if (state?.kind !== 'file') return [`${path} is not there`];
  return [
    ...(bytes === undefined || bytes === state.bytes ? [] : [`${path} has ${state.bytes} bytes, not ${bytes}`]),
    ...(sha256 === undefined || sha256.toLowerCase() === state.hash ? [] : [`${path} has another SHA-256`]),
  ];
}
