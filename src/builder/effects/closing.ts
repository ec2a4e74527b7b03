import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRequirements } from '../../contracts/requirements/requirements.js';
import { UserError } from '../../model/user-error.js';
import { storeAborted } from '../agent-report/memory.js';
import { revertTo } from '../agent-report/revert.js';
import { isBuilt } from '../milestone-state.js';
import { withChecked, withReviewCycles, withStatus } from '../plan/checklist.js';
import type { Plan } from '../plan/milestone.js';
import type { Unstamped } from '../run.js';
import type { BuildState } from '../state.js';
import type { Convergence } from '../state-file.js';
import { writeWholeFile } from '../whole-file.js';
import { scanned } from './scanning.js';
import { milestoneOf, type Site } from './site.js';

/** Completes a built milestone: ticks requirements, writes the matrix, marks contracts, registers files. */
export async function concluded(site: Site, milestone: string, state: BuildState) {
  const requirements = tick(site, milestone, state);
  await writeMatrix(site);
  const files = state.milestones[milestone]?.files ?? [];
  await site.mark();
  const taken = await site.register(files.filter((file) => !state.registered.includes(file)));
  const events: readonly Unstamped[] = taken.length === 0 ? [] : [{ event: 'registered', milestone, files: [...taken] }];
  return { requirements, events };
}

/**
 * Ticks a milestone's requirements and counts one more review. The milestone is built, tested, reviewed and scanned; with
 * doubts nothing is ticked.
 */
function tick(site: Site, id: string, state: BuildState): readonly string[] {
  const milestone = milestoneOf(site, id);
  const { unresolved = [], doubts = [] } = state.milestones[id] ?? {};
  if (unresolved.length + doubts.length > 0) return [];
  const ids = milestone.requirements.map((requirement) => requirement.id);
  change(site, site.plan.file, (text) => withStatus(text, id, 'COMPLETE'));
  for (const file of new Set(milestone.requirements.map((requirement) => requirement.file))) {
    const own = milestone.requirements.filter((each) => each.file === file).map((each) => each.id);
    change(site, file, (before) => {
      // An interrupted run has counted its ticked requirements already.
      const open = parseRequirements(before).requirements.flatMap(({ id, done }) => (done ? [] : [id]));
      const counting = own.filter((each) => open.includes(each));
      return counting.reduce((text, requirement) => withReviewCycles(text, requirement), withChecked(before, own));
    });
  }
  return ids;
}

function change({ workspace, warn }: Site, file: string, changed: (text: string) => string): void {
  const path = join(workspace, file);
  try {
    const before = readFileSync(path, 'utf8');
    const after = changed(before);
    if (after !== before) writeWholeFile(path, after);
  } catch (error) {
    warn(`${file} could not be ticked: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * How many requirements of a plan are done: earlier ones, and those that the build ticked, not ticks of agents. Without a
 * checklist milestones count.
 *
 * @param plan from the start of the build
 */
export function convergenceOf({ milestones }: Pick<Plan, 'milestones'>, state: BuildState): Convergence {
  const all = milestones.flatMap(({ id, requirements }) => requirements.map((each) => ({ ...each, milestone: id })));
  if (all.length === 0) {
    const built = milestones.filter(({ id, status }) => status === 'COMPLETE' || state.milestones[id]?.status === 'completed');
    return { done: built.length, total: milestones.length };
  }
  const ticked = all.filter((each) => each.done || state.milestones[each.milestone]?.requirements.includes(each.id));
  return { done: ticked.length, total: all.length };
}

/** Writes `CONTRACT_COMPLIANCE_MATRIX.md` if enabled (WIRE-016). */
async function writeMatrix(site: Site): Promise<void> {
  const { tracking_documents: tracking } = site.config;
  if (!tracking.contract_compliance_matrix || !tracking.e2e_coverage_matrix) return;
  try {
    const { analysis } = await scanned(site);
    const { matrix } = await import('../../reports/compliance-matrix.js');
    const text = matrix.render(analysis, { maxViolations: site.config.max_violations, color: false });
    writeWholeFile(join(site.workspace, '.tallystick', 'CONTRACT_COMPLIANCE_MATRIX.md'), text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/** Reverts a milestone's files (abort). */
export async function reverted(site: Site, milestone: string, state: BuildState): Promise<readonly string[]> {
  const { problems } = await revertTo(site.workspace, milestone);
  const rest = site.plan.milestones.filter(({ id }) => !isBuilt(state.milestones[id])).map(({ id }) => id);
  storeAborted(site.workspace, { reason: state.milestones[milestone]?.unresolved.join('; ') ?? '', remaining: rest });
  return problems.length === 0 ? ['what it wrote was taken back'] : ['what it wrote was not wholly taken back', ...problems];
}
