import { advance } from '../../../src/build/advance.js';
import { type MilestoneState, newMilestone, partsOf } from '../../../src/build/milestone-state.js';
import { callsOf, callsOfAll } from '../../../src/build/plan/calls.js';
import { concluded, MOST_EVIDENCE } from '../../../src/build/transitions.js';

/** What we look at ourselves calls nobody. */
const agentsOf = ({ step }: MilestoneState): number =>
  step === 'red' || step === 'green' || step === 'scan' || step === 'breaker' || step === 'revert' || step === 'end'
    ? 0
    : partsOf(step).length;

/** Where a milestone can be next, and how many agents it takes to get there. */
function nextOf(milestone: MilestoneState): readonly (readonly [agents: number, MilestoneState])[] {
  const { step, rework, id } = milestone;
  if (step === 'end' || step === 'revert') return [];
  if (step === 'breaker')
    return [[0, advance(milestone, { event: 'breaker-opened', at: '2026-01-01T00:00:00Z', milestone: id, choice: 'abort' })]];
  const agents = agentsOf(milestone);
  const outcomes = (['passed', 'refused', 'blocked'] as const).map(
    (outcome) => [agents, concluded(milestone, step, [{ outcome, reasons: [] }])] as const,
  );
  if (agents === 0 || rework.remEvidence >= MOST_EVIDENCE) return outcomes;
  // One of them claims what is not so, and is asked again.
  return [...outcomes, [1, { ...milestone, rework: { ...rework, remEvidence: rework.remEvidence + 1 } }]];
}

const BEFORE_CODE: ReadonlySet<string> = new Set(['discovery', 'analyst', 'architect', 'test-writer', 'red']);

/** Without what changes no step any more: what was said on the way, and what was done over before there was code. */
function bare(milestone: MilestoneState): MilestoneState {
  const { step, rework } = milestone;
  const counts = BEFORE_CODE.has(step) ? rework : { ...rework, clarifications: 0, red: 0 };
  return { ...milestone, rework: counts, done: [], warnings: [], reasons: [], unresolved: [] };
}

/** The longest way to the end of a milestone. */
function longest(milestone: MilestoneState, known: Map<string, number>): number {
  const { step, open, reviewed, rework, writer, tripped } = milestone;
  const key = JSON.stringify([step, open, reviewed, rework, writer, tripped]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const most = Math.max(0, ...nextOf(milestone).map(([agents, next]) => agents + longest(bare(next), known)));
  known.set(key, most);
  return most;
}

function shortest(milestone: MilestoneState): number {
  const { step } = milestone;
  if (step === 'end') return 0;
  const [passed] = nextOf(milestone);
  return passed === undefined ? 0 : passed[0] + shortest(passed[1]);
}

test.each([[[]], [['scan']], [['e2e']], [['scan', 'e2e']]] as const)(
  'a milestone with %j is done with so many calls of agents',
  (checks) => {
    const milestone = newMilestone('milestone-1', checks);
    expect(callsOf(checks)).toEqual({ least: shortest(milestone), most: longest(milestone, new Map()) });
  },
);

test('a folder that is not empty takes one more, once', () => {
  const [first, other] = [newMilestone('milestone-1', [], true), newMilestone('milestone-2', [])];
  const known = new Map<string, number>();
  expect(callsOfAll(2, [])).toEqual({
    least: 2 * shortest(other),
    most: longest(first, known) + longest(other, known),
  });
  expect(callsOfAll(0, ['scan'])).toEqual({ least: 0, most: 0 });
});
