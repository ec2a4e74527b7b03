import { describe, expect, test } from '@jest/globals';
import type { ListedTask } from '../../../src/builder/backends/task-list.js';
import { judgeTeamTask, mateOf, type TeamView } from '../../../src/builder/backends/team-judge.js';
import type { Teammate } from '../../../src/builder/backends/team-session.js';

const LIMITS = { now: 1_000_000, taskMs: 100_000, idleMs: 10_000 };
const listed = (status: ListedTask['status']): ListedTask => ({
  id: '1',
  subject: 's',
  status,
  owner: '',
  blockedBy: [],
  key: 'task-1',
});
const agent = (given: Partial<Teammate>): Teammate => ({
  ...{ name: 'task-1', prompt: '', agentId: 'a', status: 'working', text: '', started: 950_000, heard: 995_000 },
  changed: () => ({ created: [], modified: [], outside: [] }),
  ...given,
});
const judge = (view: Partial<TeamView>) =>
  judgeTeamTask({ listed: undefined, agent: undefined, since: undefined, before: [], ...view }, LIMITS);

describe('A task of a team', () => {
  test('is completed when its agent has answered and the list says so, not by one alone', () => {
    expect(judge({ listed: listed('completed'), agent: agent({ status: 'resting' }) })).toEqual({ kind: 'completed' });
    expect(judge({ listed: listed('completed'), agent: agent({ status: 'working' }) })).toBeUndefined();
    expect(judge({ listed: listed('in_progress'), agent: agent({ status: 'resting' }) })).toBeUndefined();
    expect(judge({ listed: listed('completed') })).toBeUndefined();
  });

  test('fails when its agent is idle for too long without having been accepted', () => {
    expect(judge({ listed: listed('in_progress'), agent: agent({ status: 'resting', heard: 990_000 }) })).toMatchObject({
      cause: 'idle',
    });
    expect(judge({ listed: listed('in_progress'), agent: agent({ status: 'working', heard: 990_000 }) })).toBeUndefined();
  });

  test('fails with its agent', () => {
    expect(judge({ agent: agent({ status: 'failed', text: 'No\n such type' }) })).toMatchObject({
      kind: 'failed',
      why: 'Its agent failed: No such type',
    });
    expect(judge({ agent: agent({ status: 'stopped' }) })).toMatchObject({ kind: 'failed' });
  });

  test('fails with what it depends on, unless it is worked on already', () => {
    const before = [{ id: 'a', completed: false }];
    expect(judge({ before })).toMatchObject({ cause: 'dependency', why: "'a', on which it depends, failed." });
    expect(judge({ before, agent: agent({}) })).toBeUndefined();
    expect(judge({ before: [{ id: 'a', completed: true }] })).toBeUndefined();
  });

  test('takes too long from when an agent works on it', () => {
    expect(judge({ since: 900_000, agent: agent({}) })).toEqual({ kind: 'timeout' });
    expect(judge({ since: 900_000, listed: listed('in_progress') })).toEqual({ kind: 'timeout' });
    expect(judge({ since: 900_001, agent: agent({}) })).toBeUndefined();
  });
});

test('its agent is the last that was given its name or what it is told', () => {
  const [first, second] = [agent({ name: 'task-1' }), agent({ name: 'another', prompt: 'Read briefs/task-1.md.' })];
  expect(mateOf([first, second], 'task-1', 'briefs/task-1.md')).toBe(second);
  expect(mateOf([first], 'task-1', 'briefs/task-1.md')).toBe(first);
  expect(mateOf([first], 'task-2', 'briefs/task-2.md')).toBeUndefined();
});
