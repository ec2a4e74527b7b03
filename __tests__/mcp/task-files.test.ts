import { expect, test } from '@jest/globals';
import { readState, readTasks, taskFileSchemas } from '../../src/mcp/task-files.js';
import { expectFresh } from '../generated.js';

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
])('tasks with %s have a problem', (_, text, problem) => {
  expect(readTasks(text).problems).toEqual([problem]);
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
