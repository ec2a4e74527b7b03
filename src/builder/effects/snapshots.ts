import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dropCopies, keepCopies } from '../agent-report/revert.js';
import { runFolder } from '../agent-report/run-files.js';
import { dropSnapshot, loadSnapshot, type Snapshot, saveSnapshot, takeSnapshot } from '../agent-report/snapshot.js';
import type { Duty } from '../decide.js';
import type { Step } from '../event.js';
import type { BuildState } from '../state.js';
import { planFileOf, type Site } from './site.js';

/** Who reads alone: before these steps nothing of a milestone can be taken back yet. */
const PLANNED_BY: ReadonlySet<Step> = new Set(['discovery', 'analyst']);
/** What only looks; it never has to answer for what somebody changed between two sessions. */
const LOOKING: ReadonlySet<Step> = new Set([...PLANNED_BY, 'qa', 'e2e', 'review', 'hunt', 'investigate', 'live-review']);

/**
 * A step is compared with what was there before its first attempt: what an attempt wrote that gave no answer is the work of the
 * next. It is entered once more after it has ended.
 */
function idOf({ milestone, step }: Pick<Duty, 'milestone' | 'step'>, { milestones }: BuildState): string {
  const rounds = milestones[milestone]?.done.filter((done) => done === step).length ?? 0;
  return `${milestone}-${step}-${rounds}`;
}

/** Agents began with it already: what is there now may be their work. */
export function isBegun({ workspace }: Site, duty: Duty, state: BuildState): boolean {
  return loadSnapshot(workspace, idOf(duty, state)) !== undefined;
}

/** What was there before an agent began. */
export async function snapshotBefore(site: Site, duty: Duty, state: BuildState): Promise<Snapshot> {
  const id = idOf(duty, state);
  // Where somebody removed it nothing is known of changes, and no claim of them holds.
  return site.seen.get(id) ?? loadSnapshot(site.workspace, id) ?? snapshotNow(site);
}

export function snapshotNow({ workspace, leaveOut, signal }: Site): Promise<Snapshot> {
  return takeSnapshot(workspace, { leaveOut, signal });
}

/**
 * Writes down what is there before agents begin, and before the first that writes for a milestone keeps copies of it, by which an
 * abort takes the milestone back. Where a run that was killed did so, that counts.
 */
export async function keepBefore(site: Site, duties: readonly Duty[], state: BuildState): Promise<void> {
  const { workspace } = site;
  let now: Snapshot | undefined;
  const look = async (): Promise<Snapshot> => {
    now ??= await snapshotNow(site);
    return now;
  };
  // Plans of a wave are made side by side, and its milestones one after the other: each begins with what those before it left.
  const writing = duties.filter(({ step }) => !PLANNED_BY.has(step));
  for (const milestone of new Set(writing.map((duty) => duty.milestone))) {
    if (loadSnapshot(workspace, milestone) !== undefined) continue;
    const before = withoutPlan(await look(), milestone, loadSnapshot(workspace, `${milestone}-analyst-0`));
    for (const { id, status } of Object.values(state.milestones)) if (status === 'completed') await dropCopies(workspace, id);
    await keepCopies(workspace, milestone, before);
    saveSnapshot(workspace, milestone, before);
  }
  const ids = duties.map((duty) => idOf(duty, state));
  for (const id of site.seen.keys()) if (!ids.includes(id)) site.seen.delete(id);
  for (const id of ids) {
    if (site.seen.has(id)) continue;
    const kept = loadSnapshot(workspace, id);
    if (kept === undefined) saveSnapshot(workspace, id, await look());
    // Agents may write over the file; what this process saw is what counts.
    site.seen.set(id, kept ?? (await look()));
  }
}

/** As it was before the build wrote down the milestone's plan: that is taken back with what follows. */
function withoutPlan(now: Snapshot, milestone: string, analyst: Snapshot | undefined): Snapshot {
  const plan = planFileOf(milestone);
  if (analyst === undefined || analyst.files.has(plan)) return now;
  const files = new Map([...now.files].filter(([path]) => path !== plan));
  const held = (folder: string): boolean => [...files.keys()].some((path) => path.startsWith(`${folder}/`));
  const isNew = (folder: string): boolean => plan.startsWith(`${folder}/`) && !analyst.folders.has(folder) && !held(folder);
  return { ...now, files, folders: new Set([...now.folders].filter((folder) => !isNew(folder))) };
}

/** What another build in this folder kept to compare with and to take back is not this one's. */
export function forgetBuild(workspace: string): void {
  for (const name of ['snapshots', 'copies', 'briefs'])
    rmSync(join(runFolder(workspace, 'build'), name), { recursive: true, force: true });
}

/** Before a build goes on that ended: what people did since is nobody's work, and what was taken back begins anew. */
export async function forgetEnded(workspace: string, state: BuildState): Promise<void> {
  if (state.ended === undefined) return;
  for (const { id, status, failure } of Object.values(state.milestones)) {
    if (status === 'failed' && failure !== undefined && LOOKING.has(failure.step))
      dropSnapshot(workspace, idOf({ milestone: id, step: failure.step }, state));
    if (status !== 'aborted') continue;
    await dropCopies(workspace, id);
    rmSync(join(runFolder(workspace, 'build'), 'snapshots'), { recursive: true, force: true });
  }
}
