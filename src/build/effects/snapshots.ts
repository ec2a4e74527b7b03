import type { Duty } from '../decide.js';
import { keepCopies } from '../router-contract/revert.js';
import { loadSnapshot, type Snapshot, saveSnapshot, takeSnapshot } from '../router-contract/snapshot.js';
import type { BuildState } from '../state.js';
import type { Site } from './site.js';

/**
 * A step is compared with what was there before its first attempt: what an attempt wrote that gave no answer is the work of the
 * next. It is entered once more after it has ended.
 */
function idOf({ milestone, step }: Pick<Duty, 'milestone' | 'step'>, { milestones }: BuildState): string {
  const rounds = milestones[milestone]?.done.filter((done) => done === step).length ?? 0;
  return `${milestone}-${step}-${rounds}`;
}

/** What was there before an agent began. */
export async function snapshotBefore(site: Site, duty: Duty, state: BuildState): Promise<Snapshot> {
  // Where somebody removed it nothing is known of changes, and no claim of them holds.
  return loadSnapshot(site.workspace, idOf(duty, state)) ?? snapshotNow(site);
}

export function snapshotNow({ workspace, leaveOut, signal }: Site): Promise<Snapshot> {
  return takeSnapshot(workspace, { leaveOut, signal });
}

/**
 * Writes down what is there before agents begin, and before the first of a milestone keeps copies of it, by which an abort takes the
 * milestone back. Where a run that was killed did so, that counts.
 */
export async function keepBefore(site: Site, duties: readonly Duty[], state: BuildState): Promise<void> {
  let now: Snapshot | undefined;
  const look = async (): Promise<Snapshot> => {
    now ??= await snapshotNow(site);
    return now;
  };
  for (const milestone of new Set(duties.map((duty) => duty.milestone))) {
    if (loadSnapshot(site.workspace, milestone) !== undefined) continue;
    const before = await look();
    await keepCopies(site.workspace, milestone, before);
    saveSnapshot(site.workspace, milestone, before);
  }
  for (const duty of duties) {
    const id = idOf(duty, state);
    if (loadSnapshot(site.workspace, id) === undefined) saveSnapshot(site.workspace, id, await look());
  }
}
