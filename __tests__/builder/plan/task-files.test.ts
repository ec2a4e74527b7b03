import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readTaskFiles, readTaskPlan, STATE_FILE, TASKS_FILE } from '../../../src/builder/plan/task-files.js';
import { wavesOf } from '../../../src/builder/plan/waves.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

const TASKS = [
  { id: '1', title: 'Books', description: 'Books are listed.', status: 'done' as const },
  { id: '2', title: 'Loans\n## Milestone 9: not one', dependencies: ['1'], priority: 'high' as const, details: 'One book each.' },
  {
    id: '2.1',
    title: 'Reminders',
    dependencies: ['2', '2', '1'],
    research_context: { technologies: ['node:http'], key_findings: ['mail is slow'] },
    execution_routing: { tdd_requirements: { test_first: true, coverage_target: 80, test_types: ['unit'] } },
    validation_gates: { must_pass_tests: true, security_scan: false },
    status: 'blocked' as const,
  },
  { id: '3', title: 'Shelves' },
];
const STATE = { version: 'v1.0', current_phase: 'build', completed_tasks: ['3'], pending_tasks: ['2'] };

const workspace = (tasks: unknown, state?: unknown) =>
  folderOf({
    ...(tasks === undefined ? {} : { [TASKS_FILE]: JSON.stringify(tasks) }),
    ...(state === undefined ? {} : { [STATE_FILE]: JSON.stringify(state) }),
  });
const whole = (tasks: readonly object[] = TASKS) => ({ version: 'v1.0', tasks });

function refusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

describe("TaskMaster's tasks", () => {
  test('are a plan, each waiting for what it depends on', () => {
    const plan = readTaskPlan(workspace(whole(), STATE));
    expect(
      plan?.milestones.map(({ id, number, title, status, dependencies }) => [id, number, title, status, dependencies]),
    ).toEqual([
      ['task-1', 1, 'Books', 'COMPLETE', []],
      ['task-2', 2, 'Loans ## Milestone 9: not one', 'PENDING', ['task-1']],
      ['task-2.1', 3, 'Reminders', 'PENDING', ['task-2', 'task-1']],
      ['task-3', 4, 'Shelves', 'COMPLETE', []],
    ]);
    expect(plan && wavesOf(plan).map(({ milestones }) => milestones.map(({ id }) => id))).toEqual([['task-2'], ['task-2.1']]);
  });

  test('preserve their descriptions', () => {
    const plan = readTaskPlan(workspace(whole()));
    expect(plan?.milestones[1]?.text).toBe('## Task 2: Loans ## Milestone 9: not one\n\nOne book each.\n\n- Priority: high');
    expect(plan?.milestones[2]?.text.split('\n').slice(2)).toEqual([
      '- Technologies: node:http',
      '- Key findings: mail is slow',
      '- Coverage target: 80',
      '- Test types: unit',
      '- Gates: must_pass_tests',
    ]);
  });

  test('are none where there is no file, or an empty one', () => {
    expect(readTaskPlan(workspace(undefined))).toBeUndefined();
    expect(readTaskPlan(workspace(whole([])))).toBeUndefined();
  });

  test('are those of the server where it answers, else those of the file', () => {
    const folder = workspace(whole());
    const asked = readTaskPlan(folder, [{ id: '7', title: 'Asked' }]);
    expect(asked?.milestones.map(({ id }) => id)).toEqual(['task-7']);
    const unanswered = readTaskPlan(folder, undefined);
    expect(unanswered?.milestones).toHaveLength(4);
  });

  test('of the server are checked against each other as well', () => {
    const circle = [
      { id: '1', title: 'Books', dependencies: ['2'] },
      { id: '2', title: 'Loans', dependencies: ['1'] },
    ];
    expect(() => readTaskPlan(workspace(undefined), circle)).toThrow('get_tasks: tasks wait for one another: 1, 2.');
  });
});

describe("problems of TaskMaster's files", () => {
  // Shows D3 by builder/plan/task-files.ts mcp/task-files.ts
  test('are reported with file and place, and nothing is written', () => {
    const folder = workspace(
      whole([
        { id: 'one', title: 'Books' },
        { id: '2', title: 'x' },
      ]),
      { ...STATE, current_phase: 7 },
    );
    const before = readFileSync(join(folder, TASKS_FILE), 'utf8');
    const { problems, tasks } = readTaskFiles(folder);
    expect(tasks).toEqual([]);
    expect(problems.map(({ file, message }) => [file, message.split(':')[0]])).toEqual([
      [TASKS_FILE, 'tasks.0.id'],
      [TASKS_FILE, 'tasks.1.title'],
      [STATE_FILE, 'current_phase'],
    ]);
    expect(refusal(() => readTaskPlan(folder))).toMatchObject({
      message: expect.stringMatching(/^\.taskmaster\/tasks\/tasks\.json: tasks\.0\.id: .*, and 2 more\.$/),
      hint: 'Fix it with TaskMaster, because only TaskMaster writes it.',
      location: { file: TASKS_FILE, line: 1 },
    });
    expect(readFileSync(join(folder, TASKS_FILE), 'utf8')).toBe(before);
    expect(readdirSync(join(folder, '.taskmaster'))).toEqual(['state.json', 'tasks']);
  });

  test('include a state that names missing tasks', () => {
    expect(readTaskFiles(workspace(whole(), { ...STATE, completed_tasks: ['9'] })).problems).toEqual([
      { file: STATE_FILE, message: 'the completed task 9 is not there' },
    ]);
  });

  test('are none where there are no files', () => {
    expect(readTaskFiles(workspace(undefined))).toEqual({ completed: [], problems: [] });
  });

  test('are thrown where a file lies elsewhere', () => {
    const folder = folderOf({ '.taskmaster/tasks/a': '' });
    symlinkSync(join(workspace(whole()), TASKS_FILE), join(folder, TASKS_FILE));
    expect(() => readTaskFiles(folder)).toThrow(`${TASKS_FILE} lies outside of the workspace.`);
  });
});
