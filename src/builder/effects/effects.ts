import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionBackend, ExecutionWave, WaveResult } from '../backends/backend.js';
import { E2E_RESULTS_FILE } from '../phases/contract-e2e.js';
import type { Effects } from '../run.js';
import { concluded, reverted } from './closing.js';
import { type Inputs, inputsNow, returnInputs } from './inputs.js';
import { judged } from './judging.js';
import { testsBefore, testsLooked } from './looking.js';
import { audited, contractsLooked } from './scanning.js';
import type { Site } from './site.js';
import { isBegun, snapshotAgents } from './snapshots.js';
import { taskOf } from './tasks.js';

/** What agents wrote where a build neither looks nor takes anything back. Their shells can do so unseen. */
function outsideOf({ tasks }: ExecutionWave, { task_results }: WaveResult): readonly string[] {
  return task_results.flatMap(({ task_id, files_outside = [] }) => {
    const { agent = task_id } = tasks.find(({ id }) => id === task_id) ?? {};
    return files_outside.map((file) => `${agent} wrote ${file}, outside of the folder that is built: nothing takes that back.`);
  });
}

/** The effects of a build on a site, with these agents. */
export function effectsOf(site: Site, backend: Pick<ExecutionBackend, 'executeWave'>): Effects {
  let inputs: Inputs = new Map();
  return {
    now: site.now,
    wait: site.wait,
    prepare: async (duties, state) => {
      for (const duty of duties) if (!isBegun(site, duty, state)) await testsBefore(site, duty, state);
      await snapshotAgents(site, duties, state);
      inputs = inputsNow(site);
      // Results of an earlier round do not count for this one.
      if (duties.some(({ step }) => step === 'e2e')) rmSync(join(site.workspace, E2E_RESULTS_FILE), { force: true });
    },
    taskOf: (duty, state) => taskOf(site, duty, state),
    execute: async (wave) => {
      try {
        const done = await backend.executeWave(wave);
        for (const notice of outsideOf(wave, done)) site.notice(notice);
        return done;
      } finally {
        for (const file of returnInputs(site, inputs))
          site.notice(`Agents changed ${file}, which says what is to be done: it is again what it was.`);
      }
    },
    judge: (duty, result, state) => judged(site, duty, result, state),
    look: (milestone, step, state) =>
      step === 'scan' ? contractsLooked(site, milestone, state) : testsLooked(site, milestone, step, state),
    choose: async (milestone, state) => {
      const { ask, onBreaker } = site.options;
      const { unresolved = [], conflict = false } = state.milestones[milestone] ?? {};
      if (ask !== undefined) return ask(milestone, unresolved, conflict);
      return conflict ? 'fix' : onBreaker;
    },
    audit: () => audited(site),
    notices: site.notices,
    revert: (milestone, state) => reverted(site, milestone, state),
    conclude: (milestone, state) => concluded(site, milestone, state),
  };
}
