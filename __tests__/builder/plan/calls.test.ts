import fc from 'fast-check';
import type { StepVerdict } from '../../../src/builder/event.js';
import { type MilestoneState, newMilestone, partsOf } from '../../../src/builder/milestone-state.js';
import { callsOf } from '../../../src/builder/plan/calls.js';
import { concluded } from '../../../src/builder/transitions.js';

const CHECKS = [[], ['scan'], ['e2e'], ['scan', 'e2e']] as const;

/** How many agents one way through a milestone takes, by what each step comes to in turn. */
function taken(start: MilestoneState, outcomes: readonly StepVerdict['outcome'][]): number {
  let [milestone, agents] = [start, 0];
  for (let at = 0; milestone.step !== 'end' && milestone.step !== 'breaker' && milestone.step !== 'revert'; at++) {
    const { step } = milestone;
    if (step !== 'red' && step !== 'green' && step !== 'scan') agents += partsOf(step).length;
    milestone = concluded(milestone, step, [{ outcome: outcomes[at] ?? 'passed', reasons: [] }]);
  }
  return agents;
}

test.each([
  [[], 10],
  [['scan'], 10],
  [['e2e'], 11],
] as const)(
  'seven phases, three reviewers and a hunter take ten calls, and one more with endpoints to be called: %j',
  (checks, least) => {
    expect(callsOf(1, checks).least).toBe(least);
    expect(taken(newMilestone('milestone-1', checks), [])).toBe(least);
  },
);

test.each(CHECKS.map((checks) => [checks] as const))('no way through a milestone takes more: %j', (checks) => {
  const { most } = callsOf(1, checks);
  expect(most).toBeGreaterThan(40);
  const outcomes = fc.array(fc.constantFrom('passed', 'passed', 'passed', 'refused', 'blocked'), { maxLength: 120 });
  fc.assert(
    fc.property(outcomes, (all) => {
      expect(taken(newMilestone('milestone-1', checks, true), all)).toBeLessThanOrEqual(most);
    }),
  );
});

test('milestones cost the same each, but for one look at a folder that is not empty', () => {
  const [one, two, three] = [1, 2, 3].map((count) => callsOf(count, ['scan']));
  expect(three?.least).toBe(3 * (one?.least ?? 0));
  expect((three?.most ?? 0) - (two?.most ?? 0)).toBe((one?.most ?? 0) - 1);
  expect(callsOf(0, ['scan'])).toEqual({ least: 0, most: 0 });
});
