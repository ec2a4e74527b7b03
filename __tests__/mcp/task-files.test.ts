import { expect, test } from '@jest/globals';
import { readState, readTasks, taskFileSchemas } from '../../src/mcp/task-files.js';
import { expectFresh } from '../generated.js';
import { expectQuick } from '../processor-time.js';

const file = (...tasks: readonly object[]) => JSON.stringify({ version: 'v1.0', tasks });
const one = { id: '1', title: 'Books' };

test.each(Object.keys(taskFileSchemas()))('%s is published', (name) => {
  expectFresh(`schema/${name}`, `${JSON.stringify(taskFileSchemas()[name], null, 2)}\n`);
});

test('tasks with what consumers rely on are whole', () => {
  const routed = { execution_routing: { primary_agent: 'builder' }, validation_gates: { must_pass_tests: true } };

  expect(readTasks(file(one, { id: '1.2', title: 'Shelf', dependencies: ['1'], more: 1, ...routed }))).toMatchObject({
    problems: [],
    count: 2,
    tasks: [one, { id: '1.2', more: 1, ...routed }],
  });
});

const MANY = 20_000;
const numbers = Array.from({ length: MANY - 1 }, (_, index) => index + 1);

test.each([
  ['no JSON', '{', 'it is no JSON'],
  ['no version', '{"tasks":[]}', expect.stringMatching(/^version: /)],
  ['something else in it', '{"version":"v1.0","tasks":[],"more":1}', expect.stringContaining('more')],
  ['another form of id', file({ ...one, id: 'one' }), expect.stringMatching(/^tasks\.0\.id: /)],
  ['a title that is none', file({ ...one, title: 'x' }), expect.stringMatching(/^tasks\.0\.title: /)],
  ['a gate that nobody knows', file({ ...one, validation_gates: { luck: true } }), expect.stringContaining('luck')],
  ['an id twice', file(one, one), 'there are several tasks 1'],
  ['a dependency that is not there', file({ ...one, dependencies: ['7'] }), 'task 1 depends on 7, which is not there'],
  [
    'a circle',
    file({ ...one, dependencies: ['2'] }, { id: '2', title: 'Shelf', dependencies: ['1'] }, { id: '3', title: 'Free' }),
    'tasks wait for one another: 1, 2',
  ],
  [
    'a circle that others wait for',
    file(
      { ...one, dependencies: ['2'] },
      { id: '2', title: 'Shelf', dependencies: ['1'] },
      { id: '3', title: 'Free', dependencies: ['2'] },
    ),
    'tasks wait for one another: 1, 2',
  ],
  ['a task that waits for itself', file({ ...one, dependencies: ['1'] }), 'tasks wait for one another: 1'],
  // Shows D3
])('tasks with %s have a problem', (_, text, problem) => {
  expect(readTasks(text).problems).toEqual([problem]);
});

test.each([
  ['the next', (index: number) => [`${index + 1}`]],
  ['the first, which waits for all', (index: number) => (index === 1 ? numbers.map((each) => `${each + 1}`) : ['1'])],
])('%s is waited for by thousands of tasks: that takes no longer than it should', async (_, needs) => {
  const tasks = [...numbers, MANY].map((index) => ({
    id: `${index}`,
    title: 'Shelf',
    dependencies: index === MANY ? ['1'] : needs(index),
  }));
  const text = file(...tasks);
  const read = (): readonly string[] => readTasks(text).problems;
  await expectQuick(2_000, read);
  expect(read()).toEqual([expect.stringMatching(/^tasks wait for one another: 1, 2, .* and 19990 more$/)]);
});

const state = { version: 'v1.0', current_phase: 'build', completed_tasks: ['1'], pending_tasks: ['2'] };

test.each([
  [state, []],
  [{ ...state, agent_context: { builder: { since: 1 } }, updatedAt: '2026-11-21T08:00:00Z' }, []],
  [{ ...state, pending_tasks: ['1'] }, ['both completed and pending: 1']],
  [{ ...state, current_phase: undefined }, [expect.stringMatching(/^current_phase: /)]],
])('the state %j', (given, problems) => {
  expect(readState(JSON.stringify(given)).problems).toEqual(problems);
});
