import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { advance } from '../../src/builder/advance.js';
import { type Decision, decide, type Limits, type Order } from '../../src/builder/decide.js';
import { type BuildEvent, buildEvent, type EventOf, OUTCOMES, type Outcome, type Step } from '../../src/builder/event.js';
import { type MilestoneState, newMilestone } from '../../src/builder/milestone-state.js';
import { applied, type BuildState, fold } from '../../src/builder/state.js';

const AT = '2026-01-01T00:00:00.000Z';
const ONE: Order = { waves: [{ index: 1, milestones: [{ id: 'milestone-1' }] }] };
const TWO: Order = {
  waves: [
    { index: 1, milestones: [{ id: 'milestone-1' }, { id: 'milestone-2' }] },
    { index: 2, milestones: [{ id: 'milestone-3' }] },
  ],
};
const START: BuildEvent = { at: AT, event: 'build-started', format: 1, plan: { file: 'PLAN.md', hash: 'h' }, checks: ['scan'] };

type Answer = (step: Step, part: string, time: number) => Outcome;

/** Plays a build: whatever is decided is done, and comes to what `answer` says. Gives the steps, and all events. */
function play(answer: Answer, { order = ONE, limits = {}, choice = 'abort', most = 400 }: Play = {}) {
  const events: BuildEvent[] = [START];
  const steps: string[] = [];
  const times = new Map<string, number>();
  let state = applied(undefined, START);
  const say = (event: BuildEvent): void => {
    events.push(event);
    state = applied(state, event);
  };
  const ended = (milestone: string, step: Step, part: string, attempt: number): void => {
    const time = (times.get(`${milestone} ${step} ${part}`) ?? 0) + 1;
    times.set(`${milestone} ${step} ${part}`, time);
    const outcome = answer(step, part, time);
    say(taskEnded(milestone, step, part, attempt, outcome));
  };
  for (let count = 0; count < most; count++) {
    const decision = decide(order, state, limits);
    steps.push(shown(decision));
    if (decision.do === 'end') return { steps, events, state, decision };
    if (decision.do === 'start') say({ at: AT, event: 'milestone-started', milestone: decision.milestone });
    if (decision.do === 'choose') say({ at: AT, event: 'breaker-opened', milestone: decision.milestone, choice });
    if (decision.do === 'revert') say(milestoneEnded(decision.milestone, 'aborted'));
    if (decision.do === 'end-milestone') say(milestoneEnded(decision.milestone, decision.outcome));
    if (decision.do === 'look') ended(decision.milestone, decision.step, 'own', 1);
    if (decision.do === 'run')
      for (const { milestone, step, part, attempt } of decision.duties) {
        say({ at: AT, event: 'task-started', milestone, step, part, attempt, agent: 'build-qa' });
        ended(milestone, step, part, attempt);
      }
  }
  throw new Error(`no end after ${most} decisions: ${steps.slice(-20).join(', ')}`);
}

interface Play {
  readonly order?: Order;
  readonly limits?: Limits;
  readonly choice?: 'research' | 'fix' | 'skip' | 'abort';
  readonly most?: number;
}

function taskEnded(milestone: string, step: Step, part: string, attempt: number, outcome: Outcome): BuildEvent {
  const verdict = { outcome, reasons: outcome === 'passed' ? [] : [`${step} ${outcome}`] };
  return {
    ...{ at: AT, event: 'task-ended', milestone, step, part, attempt, verdict, seconds: 1 },
    ...{ files_created: [], files_modified: [] },
  } as BuildEvent;
}

function milestoneEnded(milestone: string, outcome: 'completed' | 'doubtful' | 'failed' | 'aborted'): BuildEvent {
  return { at: AT, event: 'milestone-ended', milestone, outcome, reasons: [], requirements: [] };
}

function shown(decision: Decision): string {
  if (decision.do === 'run') return [...new Set(decision.duties.map(({ step }) => step))].join('+');
  if (decision.do === 'look') return decision.step;
  return decision.do;
}

const PASSES: Answer = () => 'passed';
const PLAIN = 'start analyst architect test-writer red developer green qa scan review hunt delivery end-milestone end'.split(' ');

/** Whatever is said at the n-th time of a step; all else passes. */
function but(stated: Readonly<Record<string, readonly Outcome[]>>): Answer {
  return (step, part, time) => (stated[`${step} ${part}`] ?? stated[step])?.[time - 1] ?? 'passed';
}

describe('the order of a milestone', () => {
  // Shows REQ-BAP-005 by builder/decide.ts
  test('seven phases, tests that fail first, and checks', () => {
    expect(play(PASSES).steps).toEqual(PLAIN);
  });

  test('plans of one wave are made side by side, milestones are built one after the other, waves in order', () => {
    const { steps, state } = play(PASSES, { order: TWO });
    const rest = PLAIN.slice(2, -1);
    expect(steps).toEqual(['start', 'start', 'analyst', ...rest, ...rest, 'start', 'analyst', ...rest, 'end']);
    expect(Object.values(state.milestones).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });
});

describe('what is done over', () => {
  // Shows REQ-BAP-007 by builder/advance.ts
  test('an agent that gives no answer is tried three times, then the milestone fails by its name', () => {
    const { steps, decision } = play(but({ architect: ['failed', 'failed', 'failed'] }));
    expect(steps.filter((step) => step === 'architect')).toHaveLength(3);
    expect(decision).toEqual({ do: 'end', outcome: 'failed', why: 'milestone-1, architect: architect failed' });
  });

  test('delivery that is never shown leaves a doubt: nobody saw the service answer', () => {
    const { decision, state } = play(but({ delivery: ['failed', 'failed', 'failed'] }));
    expect(decision).toMatchObject({ outcome: 'doubtful' });
    expect(state.milestones['milestone-1']?.warnings).toEqual(['delivery failed']);
    expect(play(but({ delivery: ['failed'] })).state.milestones['milestone-1']?.status).toBe('completed');
  });

  // Shows REQ-BAP-008 by builder/transitions.ts
  test('QA fails: the developer fixes it, QA checks once more; a second failure ends the milestone', () => {
    const once = play(but({ qa: ['refused'] })).steps.join(' ');
    expect(once).toContain('green qa fix green qa scan review hunt delivery end-milestone end');
    const twice = play(but({ qa: ['refused', 'refused'] }));
    expect(twice.decision).toMatchObject({ outcome: 'failed', why: 'milestone-1, qa: qa refused' });
  });

  // Shows 002-REMEDIATION-LOOP by builder/transitions.ts
  test('a reviewer asks for changes: one fix, everything is looked at again, review and hunt before the verifier', () => {
    const { steps, state } = play(but({ 'review security-reviewer': ['refused'] }));
    expect(steps.join(' ')).toContain('review fix green review hunt qa scan delivery');
    expect(state.milestones['milestone-1']?.warnings).toEqual([]);
  });

  // Shows REQ-BAP-023 by builder/transitions.ts
  test('a reviewer that is still not content after the fix: delivery, with warnings', () => {
    const { decision, state } = play(but({ 'review quality-reviewer': ['refused', 'refused'] }));
    expect(decision).toMatchObject({ outcome: 'doubtful' });
    expect(state.milestones['milestone-1']?.warnings).toEqual(['review refused']);
  });

  // Shows 002-STEP-2-RULE-1; 002-STEP-2-RULE-2 by builder/transitions.ts
  test('one reviewer blocks and two approve: a remediation task; security is not outvoted', () => {
    const { steps } = play(but({ 'review security-reviewer': ['blocked'] }));
    expect(steps.join(' ')).toContain('review fix green review hunt qa scan delivery');
  });

  test('only the reviewer that gave no answer is asked again', () => {
    const { events } = play(but({ 'review performance-reviewer': ['failed'] }));
    const focuses = events.flatMap((each) => (each.event === 'task-started' && each.step === 'review' ? [each.part] : []));
    expect(focuses.sort()).toEqual(['performance-reviewer', 'performance-reviewer', 'quality-reviewer', 'security-reviewer']);
  });

  test('a second remediation begins with an investigator and is looked at while it is fresh', () => {
    const { steps } = play(but({ hunt: ['blocked', 'blocked'] }));
    expect(steps.join(' ')).toContain(
      'hunt fix green review hunt investigate fix live-review green review hunt qa scan delivery',
    );
  });

  test('broken contracts go to the developer twice, then the milestone fails', () => {
    expect(play(but({ scan: ['refused'] })).steps.join(' ')).toContain('scan contract-fix green qa scan review');
    expect(play(but({ scan: ['refused', 'refused', 'refused'] })).decision).toMatchObject({
      outcome: 'failed',
      why: 'milestone-1, scan: scan refused',
    });
  });

  test('tests that do not fail first are written again', () => {
    expect(play(but({ red: ['refused'] })).steps.join(' ')).toContain('test-writer red test-writer red developer');
  });

  test('tests that fail though the developer says that they pass are evidence against it', () => {
    expect(play(but({ green: ['refused'] })).steps.join(' ')).toContain('developer green developer green qa');
  });

  test('a malformed router contract is asked for twice, then it is missing evidence, then the milestone fails', () => {
    const { steps, decision } = play(but({ developer: Array(20).fill('malformed') }));
    expect(steps.filter((step) => step === 'developer')).toHaveLength(5);
    expect(decision).toMatchObject({ outcome: 'failed', why: 'milestone-1, developer: developer malformed' });
  });
});

describe('the circuit breaker', () => {
  const blocks = but({ hunt: Array(50).fill('blocked') });

  // Shows 002-STEP-2-CIRCUIT-BREAKER by builder/agent-report/breaker.ts builder/agent-report/revert.ts
  test('opens before the fourth remediation task, and reverts the milestone by default', () => {
    const { steps, decision } = play(blocks);
    expect(steps.filter((step) => step === 'fix')).toHaveLength(3);
    expect(steps.slice(-4)).toEqual(['hunt', 'choose', 'revert', 'end']);
    expect(decision).toMatchObject({ outcome: 'aborted' });
  });

  test.each(['fix', 'research'] as const)('%s goes on, but not for ever', (choice) => {
    const { steps, decision } = play(blocks, { choice });
    expect(steps.filter((step) => step === 'choose')).toHaveLength(3);
    expect(decision).toMatchObject({ outcome: 'aborted' });
  });

  test('skip goes on with what is open, as warnings', () => {
    const { decision, state } = play(but({ hunt: Array(4).fill('blocked') }), { choice: 'skip' });
    expect(decision).toMatchObject({ outcome: 'doubtful' });
    expect(state.milestones['milestone-1']?.warnings).toEqual(['hunt blocked']);
  });
});

describe('limits', () => {
  test('no agent is run when a budget is used up, and the report names the budget', () => {
    const spent: BuildEvent = { at: AT, event: 'spent', cost: 2, turns: 10, seconds: 60 };
    const state = fold([START, { at: AT, event: 'milestone-started', milestone: 'milestone-1' }, spent]) as BuildState;
    const why = (limits: Limits) => decide(ONE, state, limits);
    expect(why({ cost: 2 })).toEqual({ do: 'end', outcome: 'stopped', why: 'the budget of 2 US dollars is used up' });
    expect(why({ turns: 10 })).toMatchObject({ why: 'the budget of 10 turns is used up' });
    expect(why({ seconds: 59 })).toMatchObject({ why: 'the time of 59 seconds is used up' });
    expect(why({ cost: 2.1, turns: 11, seconds: 61 })).toMatchObject({ do: 'run' });
  });
});

describe('resuming', () => {
  const RESUMED: BuildEvent = { at: AT, event: 'resumed', teammates_lost: false };

  test('a failed milestone is tried anew where it failed, one that was taken back from its beginning', () => {
    const failed = play(but({ qa: ['refused', 'refused'] }));
    const again = fold([...failed.events, { at: AT, event: 'build-ended', outcome: 'failed', why: '' }, RESUMED]) as BuildState;
    expect(decide(ONE, again, {})).toMatchObject({ do: 'run', duties: [{ step: 'qa', attempt: 1 }] });
    const aborted = play(but({ hunt: Array(50).fill('blocked') }));
    const anew = fold([...aborted.events, RESUMED]) as BuildState;
    expect(decide(ONE, anew, {})).toMatchObject({ do: 'start' });
  });

  test('law: a build that is cut off after any event and resumed decides what it would have decided', () => {
    const { events } = play(but({ qa: ['refused'], 'review security-reviewer': ['blocked'], scan: ['refused'] }), { order: TWO });
    for (let cut = 1; cut < events.length; cut++) {
      const before = fold(events.slice(0, cut)) as BuildState;
      const after = fold([...events.slice(0, cut), RESUMED]) as BuildState;
      expect(decide(TWO, after, {})).toEqual(decide(TWO, before, {}));
    }
  });

  test('law: events read from the log are the events that were written', () => {
    const { events } = play(but({ scan: ['refused'] }));
    for (const event of events) expect(buildEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });
});

test('law: whatever agents say, a build ends, within a bounded number of steps, and passes no check that was refused last', () => {
  const outcomes = fc.array(fc.constantFrom(...OUTCOMES), { minLength: 1, maxLength: 60 });
  const choices = fc.constantFrom('research', 'fix', 'skip', 'abort' as const);
  fc.assert(
    fc.property(outcomes, choices, (stated, choice) => {
      let next = 0;
      const last = new Map<string, Outcome>();
      const { decision, state } = play(
        (step, part) => {
          const outcome = stated[next++ % stated.length] ?? 'passed';
          last.set(`${step} ${part}`, outcome);
          return outcome;
        },
        { choice, order: TWO, most: 1000 },
      );
      expect(['completed', 'doubtful', 'failed', 'aborted']).toContain(decision.do === 'end' && decision.outcome);
      const completed = Object.values(state.milestones).filter(({ status }) => status === 'completed');
      for (const { open } of completed) expect(open).toEqual([]);
      if (completed.length === 3 && choice !== 'skip')
        for (const check of ['qa', 'scan', 'green']) expect(last.get(`${check} own`)).toBe('passed');
    }),
    { numRuns: 300 },
  );
});

describe('nothing is completed that nobody looked at', () => {
  const begun = fold([{ at: AT, event: 'build-started', format: 1, plan: { file: 'P.md', hash: 'h' }, checks: ['scan'] }]);
  const audited = (broken: readonly string[], doubts: readonly string[]) =>
    begun && decide({ waves: [] }, applied(begun, { at: AT, event: 'audited', broken: [...broken], doubts: [...doubts] }), {});

  test('a plan that says that all is done is scanned before it is passed', () => {
    expect(begun && decide({ waves: [] }, begun, {})).toEqual({ do: 'audit' });
    expect(audited([], [])).toEqual({ do: 'end', outcome: 'completed', why: '' });
    expect(audited(['CONTRACT-001 a.js:3 no'], [])).toMatchObject({ outcome: 'failed', why: expect.stringContaining('a.js:3') });
    expect(audited([], ['GET /hello is not verified'])).toMatchObject({ outcome: 'doubtful', why: 'GET /hello is not verified' });
  });

  const reviewed = (outcomes: readonly (readonly [string, 'blocked' | 'passed'])[]) => {
    const one = { ...newMilestone('m', []), step: 'review' as const };
    return outcomes.reduce(
      (state: MilestoneState, [part, outcome]) =>
        advance(state, taskEnded('m', 'review', part, 1, outcome) as EventOf<'task-ended'>),
      one,
    );
  };

  test('reviewers that contradict each other are a question for a person; security is never outvoted', () => {
    const lenses = ['security-reviewer', 'performance-reviewer', 'quality-reviewer'] as const;
    const of = (security: 'blocked' | 'passed', speed: 'blocked' | 'passed') =>
      reviewed([
        [lenses[0], security],
        [lenses[1], speed],
        [lenses[2], 'passed'],
      ]);
    expect(of('passed', 'blocked')).toMatchObject({ step: 'breaker', conflict: true });
    expect(of('blocked', 'passed')).toMatchObject({ step: 'fix' });
    expect(of('blocked', 'blocked')).toMatchObject({ step: 'fix' });
    const fixed = advance(of('passed', 'blocked'), {
      at: AT,
      event: 'breaker-opened',
      milestone: 'm',
      choice: 'fix',
      conflict: true,
    });
    expect(fixed).toMatchObject({ step: 'fix', conflict: false, rework: { breakers: 0, remFix: 1 } });
  });
});
