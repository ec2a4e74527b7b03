import { describe, expect, test } from '@jest/globals';
import { type AgentTask, BackendError, type WaveResult } from '../../src/builder/backends/backend.js';
import type { Duty, Order } from '../../src/builder/decide.js';
import type { BuildEvent, Outcome } from '../../src/builder/event.js';
import type { BuildLog } from '../../src/builder/log.js';
import { type Effects, runBuild } from '../../src/builder/run.js';
import type { BuildState } from '../../src/builder/state.js';

const ORDER: Order = {
  waves: [
    { index: 1, milestones: [{ id: 'milestone-1' }, { id: 'milestone-2' }] },
    { index: 2, milestones: [{ id: 'milestone-3' }] },
  ],
};
const AT = '2026-01-01T00:00:00.000Z';
const START: BuildEvent = { at: AT, event: 'build-started', format: 1, plan: { file: 'PLAN.md', hash: 'h' }, checks: ['scan'] };

class Killed extends Error {}

/** A world that outlives kills: a log, and what agents were asked for, with how each answer is judged. */
class World {
  readonly events: BuildEvent[] = [START];
  readonly asked: string[] = [];
  /** What the next look at the surroundings finds. */
  readonly noticed: string[] = [];
  readonly #said: Readonly<Record<string, readonly Outcome[]>>;

  constructor(stated: Readonly<Record<string, readonly Outcome[]>> = {}) {
    this.#said = stated;
  }

  /** @param left events until the kill, which comes right after the last is on disk */
  log(left: number): BuildLog {
    let rest = left;
    return {
      events: [...this.events],
      append: (event) => {
        this.events.push(event);
        rest -= 1;
        if (rest === 0) throw new Killed();
      },
      tampered: () => false,
    };
  }

  /** By what is on disk: how often a part of a step has ended. */
  #outcome({ milestone, step, part }: Pick<Duty, 'milestone' | 'step' | 'part'>): Outcome {
    const before = this.events.filter(
      (each) => each.event === 'task-ended' && each.milestone === milestone && each.step === step && each.part === part,
    );
    return this.#said[`${milestone} ${step}`]?.[before.length] ?? 'passed';
  }

  effects(): Effects {
    return {
      now: () => new Date(AT),
      wait: async () => undefined,
      prepare: async () => undefined,
      taskOf: async ({ milestone, step, part, attempt }): Promise<AgentTask> => ({
        ...{ id: `${milestone} ${step} ${part} ${attempt}`, agent: 'build-qa', subject: '', prompt: '' },
        ...{ dependsOn: [], timeoutSeconds: 1 },
      }),
      execute: async ({ index, tasks }): Promise<WaveResult> => {
        this.asked.push(...tasks.map(({ id }) => id));
        const task_results = tasks.map(({ id }) => ({
          ...{ task_id: id, status: 'completed' as const, output: '', error: '' },
          ...{ files_created: [], files_modified: [], duration_seconds: 1 },
        }));
        return { wave_index: index, task_results, all_succeeded: true, duration_seconds: 1, spent: { cost: 0, turns: 0 } };
      },
      judge: async (duty) => ({ verdict: verdictOf(this.#outcome(duty)) }),
      look: async (milestone, step) => ({ verdict: verdictOf(this.#outcome({ milestone, step, part: 'own' })) }),
      choose: async () => 'abort',
      revert: async () => [],
      audit: async () => ({ broken: [], doubts: [] }),
      notices: () => this.noticed.splice(0),
      conclude: async () => ({ requirements: ['REQ-001'], events: [] }),
    };
  }

  async run(left = Number.POSITIVE_INFINITY, { signal } = new AbortController()): Promise<BuildState> {
    return runBuild({ order: ORDER, limits: {}, log: this.log(left), effects: this.effects(), signal, onEvent: () => undefined });
  }
}

function verdictOf(outcome: Outcome) {
  return { outcome, reasons: outcome === 'passed' ? [] : [outcome] };
}

/** What a build comes to, without what a kill may change: how often something was begun. */
function outcomeOf({ milestones, ended }: BuildState) {
  return { ended, milestones: Object.values(milestones).map(({ attempts: _, seconds: __, ...rest }) => rest) };
}

const TROUBLE: Readonly<Record<string, readonly Outcome[]>> = {
  'milestone-1 architect': ['failed', 'passed'],
  'milestone-1 qa': ['refused', 'passed'],
  'milestone-2 review': ['blocked', 'passed'],
  'milestone-2 developer': ['malformed', 'evidence', 'passed'],
  'milestone-3 scan': ['refused', 'passed'],
};

// Shows INT-018; TEST-083; REQ-BAP-029 by builder/run.ts
test('killed after every event in turn and resumed: the same end, and nothing is done twice that had ended', async () => {
  const whole = new World(TROUBLE);
  const expected = outcomeOf(await whole.run());
  expect(expected.ended).toEqual({ outcome: 'completed', why: '' });
  for (let left = 1; left < whole.events.length - 1; left++) {
    const world = new World(TROUBLE);
    await expect(world.run(left)).rejects.toThrow(Killed);
    const done = world.events.flatMap((each) => (each.event === 'task-ended' ? [each] : []));
    const before = world.asked.length;
    world.events.push({ at: AT, event: 'resumed', teammates_lost: false });
    expect(outcomeOf(await world.run())).toEqual(expected);
    const ended = new Set(done.map(({ milestone, step, part, attempt }) => `${milestone} ${step} ${part} ${attempt}`));
    const again = world.asked.slice(before).filter((id) => ended.has(id));
    // The same name comes back only where a step is entered anew, after its end.
    const entered = whole.asked.filter((id, index) => whole.asked.indexOf(id) !== index);
    expect(again.filter((id) => !entered.includes(id))).toEqual([]);
  }
});

test('Ctrl-C while agents work: completed work stays, interrupted work is repeated', async () => {
  const world = new World();
  const controller = new AbortController();
  const { execute, ...rest } = world.effects();
  const cutOff: Effects['execute'] = async (wave) => {
    if (!wave.tasks.some(({ id }) => id.includes('review'))) return execute(wave);
    controller.abort();
    const result = await execute(wave);
    const [first, ...others] = result.task_results;
    const lost = others.map((each) => ({ ...each, status: 'failed' as const, error: 'interrupted' }));
    return { ...result, task_results: first === undefined ? [] : [first, ...lost] };
  };
  const log = world.log(Number.POSITIVE_INFINITY);
  const effects = { ...rest, execute: cutOff };
  const state = await runBuild({ order: ORDER, limits: {}, log, effects, signal: controller.signal, onEvent: () => undefined });
  expect(state.interrupted).toBe(true);
  expect(world.events.at(-1)?.event).toBe('interrupted');
  const ended = world.events.filter((each) => each.event === 'task-ended' && each.step === 'review');
  expect(ended).toHaveLength(1);
  world.events.push({ at: AT, event: 'resumed', teammates_lost: false });
  expect((await world.run()).ended).toEqual({ outcome: 'completed', why: '' });
});

test('an agent that used up what was left of the money did not fail: the build stops there, and goes on with more', async () => {
  const world = new World();
  const { execute, ...rest } = world.effects();
  const tooDear: Effects['execute'] = async (wave) => {
    const result = await execute(wave);
    if (!wave.tasks.some(({ id }) => id.includes('architect'))) return result;
    const over = { status: 'failed' as const, error: 'over', cause: 'budget', final: true };
    return { ...result, task_results: result.task_results.map((each) => ({ ...each, ...over })), spent: { cost: 5, turns: 1 } };
  };
  const { signal } = new AbortController();
  const log = world.log(Number.POSITIVE_INFINITY);
  const effects = { ...rest, execute: tooDear };
  const state = await runBuild({ order: ORDER, limits: { cost: 5 }, log, effects, signal, onEvent: () => undefined });
  expect(state.ended).toEqual({ outcome: 'stopped', why: 'the budget of 5 US dollars is used up' });
  world.events.push({ at: AT, event: 'resumed', teammates_lost: false });
  expect((await world.run()).ended).toEqual({ outcome: 'completed', why: '' });
});

test('a task whose result is lost counts as an attempt', async () => {
  const world = new World();
  const effects: Effects = {
    ...world.effects(),
    execute: async ({ index }) => ({
      ...{ wave_index: index, task_results: [], all_succeeded: false, duration_seconds: 0 },
      spent: { cost: 0, turns: 0 },
    }),
  };
  const { signal } = new AbortController();
  const log = world.log(Number.POSITIVE_INFINITY);
  const state = await runBuild({ order: ORDER, limits: {}, log, effects, signal, onEvent: () => undefined });
  expect(state.ended).toEqual({ outcome: 'failed', why: 'milestone-1, analyst: its result was lost' });
});

test('a team that is lost: what it spent counts, what it had completed too, and the rest is done again', async () => {
  const world = new World();
  const { execute, ...rest } = world.effects();
  let isLost = false;
  const losing: Effects = {
    ...rest,
    execute: async (wave) => {
      const result = await execute(wave);
      if (isLost || wave.tasks.length < 2) return result;
      isLost = true;
      throw new BackendError('The lead is silent.', result.task_results.slice(0, 1), { cost: 0.5, turns: 7 });
    },
  };
  const { signal } = new AbortController();
  const log = world.log(Number.POSITIVE_INFINITY);
  const state = await runBuild({ order: ORDER, limits: {}, log, effects: losing, signal, onEvent: () => undefined });
  expect(state.ended?.outcome).toBe('completed');
  expect(state.spent).toMatchObject({ cost: 0.5, turns: 7 });
  const failed = world.events.flatMap((each) => (each.event === 'task-ended' && each.verdict.outcome === 'failed' ? [each] : []));
  expect(failed.map(({ verdict }) => verdict.reasons)).toEqual([['The lead is silent.']]);
});

describe('what agents touched besides their work', () => {
  test('is an event after the step in which it turned up, said once, and part of the end', async () => {
    const world = new World();
    world.noticed.push('.git/config was changed');
    const state = await world.run();
    expect(state.notices).toEqual(['.git/config was changed']);
    const kinds = world.events.map(({ event }) => event);
    expect(kinds.filter((kind) => kind === 'noticed')).toHaveLength(1);
    expect(kinds.indexOf('noticed')).toBeLessThan(kinds.indexOf('task-ended'));
  });

  test('is said before an interrupted build ends, and a build in which nothing was touched says nothing', async () => {
    const [world, quiet, ending] = [new World(), new World(), new AbortController()];
    ending.abort();
    world.noticed.push('main moved');
    await world.run(Number.POSITIVE_INFINITY, ending);
    expect(world.events.slice(1)).toMatchObject([{ event: 'noticed', notices: ['main moved'] }, { event: 'interrupted' }]);
    expect((await quiet.run()).notices).toEqual([]);
  });
});
