import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { outputsOf } from '../agent-report/outputs.js';
import { dropCopies, storeCopies } from '../agent-report/revert.js';
import { runFolder } from '../agent-report/run-files.js';
import { type Changes, dropSnapshot, loadSnapshot, type Snapshot, saveSnapshot, takeSnapshot } from '../agent-report/snapshot.js';
import type { Duty } from '../decide.js';
import type { Step } from '../event.js';
import { isBuilt } from '../milestone-state.js';
import type { BuildState } from '../state.js';
import { planFileOf, type Site } from './site.js';

/** Read-only steps: before their end a milestone has nothing to revert. */
const PLANNED_BY: ReadonlySet<Step> = new Set(['discovery', 'analyst']);
/** Steps that only check, and never answer for changes between two sessions. */
const LOOKING: ReadonlySet<Step> = new Set([...PLANNED_BY, 'qa', 'e2e', 'review', 'hunt', 'investigate', 'live-review']);

/**
 * A step is compared with the state before its first attempt: changes of a failed attempt belong to the next. After its end a
 * repeated step gets a new id.
 */
function idOf({ milestone, step }: Pick<Duty, 'milestone' | 'step'>, { milestones }: BuildState): string {
  const rounds = milestones[milestone]?.done.filter((done) => done === step).length ?? 0;
  return `${milestone}-${step}-${rounds}`;
}

/** Agents already began with it: present files may be their work. */
export function isBegun({ workspace }: Site, duty: Duty, state: BuildState): boolean {
  return loadSnapshot(workspace, idOf(duty, state)) !== undefined;
}

/** The snapshot before an agent began. */
export async function snapshotBefore(site: Site, duty: Duty, state: BuildState): Promise<Snapshot> {
  const id = idOf(duty, state);
  // If it was removed, changes are unknown, and no claim about them is valid.
  return site.seen.get(id) ?? loadSnapshot(site.workspace, id) ?? snapshotNow(site);
}

export function snapshotNow({ workspace, leaveOut, signal }: Site): Promise<Snapshot> {
  return takeSnapshot(workspace, { leaveOut, signal });
}

/** Whether discovery examines files with such a name. */
export const isCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|java|kt|cs|go)$/.test(path);

/** Changed code, and new files beside code. */
export function codeIn({ created, modified, deleted }: Changes, before: Snapshot): readonly string[] {
  const isOutput = outputsOf(before);
  const folders = new Set([...before.files.keys()].filter(isCode).map((path) => posix.dirname(path)));
  const added = created.filter((path) => folders.has(posix.dirname(path)));
  return [...added, ...modified, ...deleted].filter((path) => isCode(path) && !isOutput(path));
}

/**
 * Takes snapshots before agents begin, and copies before the first writing agent of a milestone, for reverts. Those of an
 * interrupted run count.
 */
export async function snapshotAgents(site: Site, duties: readonly Duty[], state: BuildState): Promise<void> {
  const { workspace } = site;
  let now: Snapshot | undefined;
  const look = async (): Promise<Snapshot> => {
    now ??= await snapshotNow(site);
    return now;
  };
  // Plans of a wave are made in parallel, but milestones are built one by one: each begins with the results of those before.
  const writing = duties.filter(({ step }) => !PLANNED_BY.has(step));
  for (const milestone of new Set(writing.map((duty) => duty.milestone))) {
    if (loadSnapshot(workspace, milestone) !== undefined) continue;
    const before = withoutPlan(await look(), milestone, loadSnapshot(workspace, `${milestone}-analyst-0`));
    for (const each of Object.values(state.milestones)) if (isBuilt(each)) await dropCopies(workspace, each.id);
    await storeCopies(workspace, milestone, before);
    saveSnapshot(workspace, milestone, before);
  }
  const ids = duties.map((duty) => idOf(duty, state));
  for (const id of site.seen.keys()) if (!ids.includes(id)) site.seen.delete(id);
  for (const id of ids) {
    if (site.seen.has(id)) continue;
    const stored = loadSnapshot(workspace, id);
    if (stored === undefined) saveSnapshot(workspace, id, await look());
    // This process's own observation counts, because agents may overwrite the file.
    site.seen.set(id, stored ?? (await look()));
  }
}

/** The state without the milestone's plan file, which a revert removes too. */
function withoutPlan(now: Snapshot, milestone: string, analyst: Snapshot | undefined): Snapshot {
  const plan = planFileOf(milestone);
  if (analyst === undefined || analyst.files.has(plan)) return now;
  const files = new Map([...now.files].filter(([path]) => path !== plan));
  const hasFiles = (folder: string): boolean => [...files.keys()].some((path) => path.startsWith(`${folder}/`));
  const isNew = (folder: string): boolean => plan.startsWith(`${folder}/`) && !analyst.folders.has(folder) && !hasFiles(folder);
  return { ...now, files, folders: new Set([...now.folders].filter((folder) => !isNew(folder))) };
}

/** Deletes snapshots and copies of another build in this folder. */
export function deleteBuildFiles(workspace: string): void {
  for (const name of ['snapshots', 'copies', 'briefs'])
    rmSync(join(runFolder(workspace, 'build'), name), { recursive: true, force: true });
}

/** Before an ended build resumes: changes of people since belong to no agent, and reverted milestones start anew. */
export async function deleteEndedFiles(workspace: string, state: BuildState): Promise<void> {
  if (state.ended === undefined) return;
  for (const { id, status, failure } of Object.values(state.milestones)) {
    if (status === 'failed' && failure !== undefined && LOOKING.has(failure.step))
      dropSnapshot(workspace, idOf({ milestone: id, step: failure.step }, state));
    if (status !== 'aborted') continue;
    await dropCopies(workspace, id);
    rmSync(join(runFolder(workspace, 'build'), 'snapshots'), { recursive: true, force: true });
  }
}
