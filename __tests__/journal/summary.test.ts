import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JournalEntry } from '../../src/journal/entry.js';
import { summarise } from '../../src/journal/summary.js';

let clock = 0;

/** Entries come one after the other. */
function entry(over: Partial<JournalEntry>): JournalEntry {
  clock += 1000;
  return {
    timestamp: new Date(Date.UTC(2026, 10, 21) + clock).toISOString(),
    agent: 'builder',
    tool: 'mcp__contract-engine__get_contract',
    taskId: '',
    attempt: 1,
    durationMs: 10,
    status: 'success',
    errorCode: '',
    message: '',
    ...over,
  };
}

const routed = (taskId: string, agent: string) => entry({ event: 'routed', taskId, agent, tool: '', durationMs: 0 });
const done = (taskId: string, agent: string, over: Partial<JournalEntry> = {}) =>
  entry({ event: 'done', taskId, agent, tool: '', ...over });

describe('calls', () => {
  // Shows D6
  test('are counted with their rates, by tool, agent, status and error', () => {
    const { total, tools, agents, statuses, errorCodes } = summarise([
      entry({}),
      entry({ tool: 'mcp__architect__decompose', agent: 'planner', status: 'error', errorCode: 'tool-timeout' }),
      entry({ tool: 'mcp__architect__decompose', agent: 'planner', attempt: 2 }),
      entry({ tool: 'mcp__architect__decompose', agent: 'planner' }),
    ]);

    expect(total).toMatchObject({ calls: 4, retries: 1, successes: 3, errors: 1, successRate: 0.75, errorRate: 0.25 });
    expect(tools).toMatchObject([
      { name: 'mcp__architect__decompose', calls: 3, successRate: 2 / 3 },
      { name: 'mcp__contract-engine__get_contract', calls: 1, successRate: 1 },
    ]);
    expect(agents).toMatchObject([
      { name: 'planner', calls: 3 },
      { name: 'builder', calls: 1 },
    ]);
    expect(statuses).toMatchObject([
      { name: 'success', calls: 3, errorRate: 0 },
      { name: 'error', calls: 1, errorRate: 1 },
    ]);
    expect(errorCodes).toMatchObject([{ name: 'tool-timeout', calls: 1 }]);
  });

  test.each([
    [[7], 7, 7],
    [[1, 3], 2, 3],
    [[30, 10, 20], 20, 30],
    [Array.from({ length: 100 }, (_, index) => index + 1), 50.5, 95],
  ])('of %j ms have the median %d and the 95th percentile %d', (durations, medianMs, p95Ms) => {
    expect(summarise(durations.map((durationMs) => entry({ durationMs }))).total).toMatchObject({ medianMs, p95Ms });
  });

  test('that were not even tried have no duration', () => {
    const { total } = summarise([entry({ attempt: 0, durationMs: 0, status: 'error', errorCode: 'start-failed' })]);

    expect(total).toMatchObject({ calls: 1, errors: 1, medianMs: null, p95Ms: null });
  });

  test('that there are none of have no rates', () => {
    expect(summarise([])).toMatchObject({
      total: { calls: 0, successRate: null, errorRate: null, routingAccuracy: null },
      tools: [],
    });
  });
});

describe('routing accuracy is the share of tasks done by the agent that they were passed to', () => {
  test('an agent that ends another one’s task did not get it', () => {
    const { total, agents } = summarise([
      routed('1', 'builder'),
      routed('2', 'builder'),
      done('1', 'builder'),
      done('2', 'reviewer', { status: 'error' }),
    ]);

    expect(total).toMatchObject({ tasks: 2, routedTasks: 2, rightTasks: 1, routingAccuracy: 0.5 });
    expect(agents).toMatchObject([
      { name: 'builder', routingAccuracy: 1 },
      { name: 'reviewer', routingAccuracy: 0 },
    ]);
  });

  test('an agent that calls tools for another one’s task works on it too', () => {
    const { total, tools } = summarise([routed('1', 'builder'), entry({ taskId: '1', agent: 'helper' }), done('1', 'builder')]);

    expect(total.routingAccuracy).toBe(0);
    expect(tools).toMatchObject([{ routingAccuracy: 0 }]);
  });

  test('a task that is passed on belongs to the next from then on', () => {
    const { total } = summarise([
      routed('1', 'builder'),
      entry({ taskId: '1', agent: 'builder' }),
      routed('1', 'reviewer'),
      done('1', 'reviewer'),
    ]);

    expect(total).toMatchObject({ tasks: 1, rightTasks: 1, routingAccuracy: 1 });
  });

  test('tasks without an agent do not count', () => {
    expect(summarise([done('1', 'builder')]).total).toMatchObject({ tasks: 1, routedTasks: 0, routingAccuracy: null });
  });

  test('the order of the lines does not matter, their times do', () => {
    const lines = [routed('1', 'builder'), done('1', 'builder')];

    expect(summarise([...lines].reverse())).toEqual(summarise(lines));
  });
});

test('the parts of every grouping by status add up to the whole', () => {
  const anyEntry = fc.record({
    agent: fc.constantFrom('a', 'b'),
    tool: fc.constantFrom('t', 'u'),
    status: fc.constantFrom('success' as const, 'error' as const),
    attempt: fc.nat(3),
    durationMs: fc.nat(5000),
  });
  fc.assert(
    fc.property(fc.array(anyEntry), (given) => {
      const { total, tools, agents, statuses } = summarise(given.map(entry));
      for (const groups of [tools, agents, statuses]) {
        expect(groups.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
        expect(groups.reduce((sum, { errors }) => sum + errors, 0)).toBe(total.errors);
      }
    }),
  );
});
