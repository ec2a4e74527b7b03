import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AgentTeamsBackend } from '../../../src/builder/backends/agent-teams.js';
import { BackendError } from '../../../src/builder/backends/backend.js';
import { removeFolders } from '../../temporary-folder.js';
import { until } from '../../until.js';
import { backendOptions, task } from '../stub-claude/backend-options.js';
import { ManualClock } from '../stub-claude/manual-clock.js';
import { CANARY, type StubStep, stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

const TESTER = task({ id: 'm/test-writer', agent: 'build-test-writer', prompt: 'Write tests.' });
const BUILDER = task({ id: 'm/developer', prompt: 'Make them pass.', dependsOn: ['m/test-writer'] });
const WAVE = { index: 2, tasks: [TESTER, BUILDER] };
const LISTED: readonly StubStep[] = [
  { list: { id: '1', key: 'task-1', status: 'in_progress', owner: 'task-1' } },
  { list: { id: '2', key: 'task-2', blockedBy: ['1'] } },
];
const done = (id: string): StubStep => ({ list: { id, key: `task-${id}`, status: 'completed' } });

/** A lead that hears of its wave and does this. */
const lead = (...steps: readonly StubStep[]) =>
  stubHome({ calls: [{ agent: 'tallystick-lead', do: [{ hear: 'Wave 2' }, ...steps] }] });

describe('A wave', () => {
  // Shows REQ-002 by builder/backends/agent-teams.ts; REQ-007; TECH-002; TECH-012A
  test('tasks are worked on by agents of one session, and each has its own answer and files', async () => {
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1', do: [{ write: { file: 'a.test.ts', text: '1' } }, { say: 'Tests fail.' }] } },
      done('1'),
      {
        agent: {
          name: 'task-2',
          do: [
            { write: { file: 'a.ts', text: '1' } },
            { edit: { file: 'a.test.ts', from: '1', to: '2' } },
            { say: 'Tests pass.' },
          ],
        },
      },
      done('2'),
      { turn: { cost: 0.5 } },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub);
    const backend = new AgentTeamsBackend(options);
    const result = await backend.executeWave(WAVE);
    expect(result).toMatchObject({ wave_index: 2, all_succeeded: true, spent: { cost: 0.5 } });
    expect(result.task_results).toMatchObject([
      { task_id: 'm/test-writer', status: 'completed', output: 'Tests fail.', files_created: ['a.test.ts'], files_modified: [] },
      {
        task_id: 'm/developer',
        status: 'completed',
        output: 'Tests pass.',
        files_created: ['a.ts'],
        files_modified: ['a.test.ts'],
      },
    ]);
    expect(options.activities).toContainEqual({ task: 'm/developer', doing: `Write ${join(options.workspace, 'a.ts')}` });
    expect(await backend.initialize()).toMatchObject({
      mode: 'agent_teams',
      active: true,
      completed_tasks: ['m/test-writer', 'm/developer'],
    });
  });

  // Shows REQ-006 by builder/backends/agent-teams.ts
  test('the session is a lead that may only delegate, with the task list, the model of its agents and no secret in a variable', async () => {
    const stub = lead(...LISTED, { hear: 'nothing more' });
    const options = backendOptions(stub, {
      teams: { teammate_model: 'sonnet' },
      toolsOf: () => ['Read', 'Bash'],
      userId: 0,
      permissionMode: 'bypassPermissions',
    });
    const backend = new AgentTeamsBackend(options);
    const wave = backend.executeWave(WAVE);
    await until(() => stub.calls().length > 0);
    await backend.shutdown();
    await wave;
    const [call] = stub.calls();
    const flagged = (flag: string): string => call?.args[(call?.args.indexOf(flag) ?? 0) + 1] ?? '';
    expect(call?.env).toMatchObject({
      CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1',
      CLAUDE_CODE_ENABLE_TASKS: '1',
      CLAUDE_CODE_SUBAGENT_MODEL: 'sonnet',
    });
    expect(call?.env.CLAUDE_CODE_TASK_LIST_ID).toMatch(/^tallystick-.*-2$/);
    expect(JSON.stringify(call?.env)).not.toContain(CANARY);
    const { tools } = JSON.parse(flagged('--agents'))['tallystick-lead'];
    for (const tool of ['Write', 'Edit', 'Bash']) expect(tools).not.toContain(tool);
    // An agent of a hook has the tools of its session, and looks at what was done.
    expect(tools).toEqual(expect.arrayContaining(['Read', 'Grep', 'Glob']));
    expect(flagged('--permission-mode')).toBe('acceptEdits');
    expect(flagged('--allowedTools').split(',')).toEqual(expect.arrayContaining(['TaskCreate', 'Agent', 'Read', 'Bash']));
  });

  test('the list and what agents were told are gone afterwards', async () => {
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1' } },
      done('1'),
      { agent: { name: 'task-2' } },
      done('2'),
      { turn: true },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub);
    await new AgentTeamsBackend(options).executeWave(WAVE);
    expect(readdirSync(join(options.workspace, '.tallystick/build/briefs'))).toEqual([]);
    expect(readdirSync(join(stub.home, '.claude/tasks'))).toEqual([]);
  });
});

describe('The task list', () => {
  test('is looked at every 30 seconds, also when nothing is heard (REQ-007)', async () => {
    const clock = new ManualClock();
    const stub = lead(
      { list: { id: '1', key: 'task-1', status: 'in_progress' } },
      { agent: { name: 'task-1' } },
      { bash: 'true' },
      { wait: 'go' },
      done('1'),
      { signal: 'marked' },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub, { clock });
    let over = false;
    const wave = new AgentTeamsBackend(options).executeWave({ index: 2, tasks: [TESTER] }).finally(() => {
      over = true;
    });
    await until(() => options.activities.some(({ doing }) => doing === 'Bash true'));
    await clock.slept(30);
    writeFileSync(stub.path('go'), '');
    await stub.signalled('marked');
    clock.advance(29);
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    clock.advance(1);
    expect((await wave).all_succeeded).toBe(true);
  });

  test('may refuse a task: its agent is sent on, and its last answer counts', async () => {
    const stub = lead(
      { list: { id: '1', key: 'task-1', status: 'in_progress' } },
      { agent: { name: 'task-1', do: [{ say: 'Half done.' }] } },
      { resume: { name: 'task-1', do: [{ say: 'Really done.' }] } },
      done('1'),
      { turn: true },
      { hear: 'nothing more' },
    );
    const { task_results } = await new AgentTeamsBackend(backendOptions(stub)).executeWave({ index: 2, tasks: [TESTER] });
    expect(task_results).toMatchObject([{ status: 'completed', output: 'Really done.' }]);
  });

  test('may be of other tasks, and the stream may say anything: it changes nothing', async () => {
    const lines = [
      { type: 'system', subtype: 'task_notification', tool_use_id: 'toolu_unknown', status: 'completed' },
      { type: 'system', subtype: 'task_started', tool_use_id: 7, task_id: {} },
      { type: 'assistant', parent_tool_use_id: 'toolu_unknown', message: { content: [{ type: 'text', text: 'I am task-1.' }] } },
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 'x', name: 'Agent', input: null }] } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'x', content: { a: 1 } }] } },
      { type: 'user', parent_tool_use_id: 'x', message: 'text' },
      { type: 'control_response', response: { subtype: 'error' } },
    ];
    const stub = lead(
      ...lines.map((line) => ({ line: JSON.stringify(line) })),
      { list: { id: '9', key: '__proto__', status: 'completed' } },
      { agent: { name: 'task-1', do: [{ say: 'Really done.' }] } },
      done('1'),
      { turn: true },
      { hear: 'nothing more' },
    );
    const { task_results } = await new AgentTeamsBackend(backendOptions(stub)).executeWave({ index: 2, tasks: [TESTER] });
    expect(task_results).toMatchObject([{ status: 'completed', output: 'Really done.' }]);
  });
});

describe('Failures', () => {
  // Shows TECH-011 by builder/backends/team-wave.ts
  test('an agent that fails takes with it what depends on it', async () => {
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1', do: [{ say: 'I cannot.' }], status: 'failed' } },
      { hear: 'nothing more' },
    );
    const { task_results, all_succeeded } = await new AgentTeamsBackend(backendOptions(stub)).executeWave(WAVE);
    expect(all_succeeded).toBe(false);
    expect(task_results).toMatchObject([
      { status: 'failed', output: 'I cannot.', error: 'Its agent failed: I cannot.' },
      { status: 'failed', cause: 'dependency' },
    ]);
  });

  // Shows TECH-011
  test('an agent that cannot be started is a failure', async () => {
    const stub = lead(...LISTED, { agent: { name: 'task-1', refused: 'Agent type not found' } }, { hear: 'nothing more' });
    const { task_results } = await new AgentTeamsBackend(backendOptions(stub)).executeWave(WAVE);
    expect(task_results[0]).toMatchObject({ status: 'failed', error: expect.stringContaining('Agent type not found') });
  });

  // Shows REQ-007 by builder/backends/team-wave.ts
  test('a task that takes too long is stopped and reported; the others go on', async () => {
    const clock = new ManualClock();
    const other = { ...task({ id: 'm/qa', agent: 'build-qa' }) };
    const stub = lead(
      { list: { id: '1', key: 'task-1', status: 'in_progress' } },
      { list: { id: '2', key: 'task-2' } },
      { agent: { name: 'task-1', do: [{ write: { file: 'half.ts', text: '' } }, { bash: 'true' }], status: 'working' } },
      { hear: 'Given up' },
      { agent: { name: 'task-2', do: [{ say: 'Verified.' }] } },
      done('2'),
      { turn: true },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub, { clock, teams: { task_timeout_seconds: 100 } });
    const wave = new AgentTeamsBackend(options).executeWave({ index: 2, tasks: [TESTER, other] });
    // A file is written when its result was told, which is before the next call.
    await until(() => options.activities.some(({ doing }) => doing.startsWith('Bash')));
    clock.advance(101);
    const { task_results } = await wave;
    expect(task_results).toMatchObject([
      { status: 'timeout', cause: 'timeout', files_created: ['half.ts'] },
      { status: 'completed', output: 'Verified.' },
    ]);
  });

  // Shows REQ-007; TECH-002 by builder/backends/wave.ts builder/backends/backend.ts
  test('a wave that takes too long ends with what there is', async () => {
    const clock = new ManualClock();
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1', do: [{ say: 'Tests.' }] } },
      done('1'),
      { agent: { name: 'task-2', do: [{ write: { file: 'half.ts', text: '' } }], status: 'working' } },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub, { clock, teams: { wave_timeout_seconds: 20 } });
    const wave = new AgentTeamsBackend(options).executeWave(WAVE);
    await until(() => options.activities.some(({ doing }) => doing.includes('half.ts')));
    clock.advance(21);
    const { task_results, all_succeeded } = await wave;
    expect(all_succeeded).toBe(false);
    expect(task_results.map(({ status }) => status)).toEqual(['completed', 'timeout']);
  });

  // Shows INT-009
  test('a session that is killed is lost, with what was completed', async () => {
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1', do: [{ say: 'Tests.' }] } },
      done('1'),
      { turn: { cost: 0.2 } },
      { wait: 'go' },
      { die: 'SIGKILL' },
    );
    const options = backendOptions(stub);
    const wave = new AgentTeamsBackend(options).executeWave(WAVE);
    const settled = wave.catch((error: unknown) => error);
    await until(() => options.entries.some(({ event, taskId }) => event === 'done' && taskId === 'm/test-writer'));
    writeFileSync(stub.path('go'), '');
    const error = await settled;
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toMatchObject({ completed: [{ task_id: 'm/test-writer', output: 'Tests.' }], spent: { cost: 0.2 } });
  });

  test('a lead that ends its work early is reminded twice, then given up', async () => {
    const clock = new ManualClock();
    const stub = lead(
      { turn: true },
      { hear: 'neither completed nor worked on: task-1, task-2' },
      { turn: true },
      { hear: 'neither' },
      { turn: true },
      { signal: 'twice' },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub, { clock, teams: { teammate_idle_timeout: 1e9, wave_timeout_seconds: 1e9 } });
    const wave = new AgentTeamsBackend(options).executeWave(WAVE).catch((error: unknown) => error);
    let over = false;
    void wave.finally(() => {
      over = true;
    });
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1);
    }
    expect(await wave).toMatchObject({ message: expect.stringContaining('ended its work') });
    expect(existsSync(stub.path('twice'))).toBe(true);
  });

  test('over its budget, a wave ends for good, and nothing takes its place', async () => {
    const stub = lead(...LISTED, {
      result: { subtype: 'error_max_budget_usd', text: 'Reached maximum budget ($1)', reason: 'budget_exhausted' },
    });
    const { task_results } = await new AgentTeamsBackend(backendOptions(stub)).executeWave(WAVE);
    expect(task_results).toMatchObject([
      { cause: 'budget', final: true },
      { cause: 'budget', final: true },
    ]);
  });
});

describe('While it runs', () => {
  // Shows REQ-008 by builder/backends/agent-teams.ts; WIRE-003; WIRE-003A; REQ-062
  test('context goes to the lead, and its shutdown to all who work', async () => {
    const stub = lead(
      ...LISTED,
      { agent: { name: 'task-1', do: [{ bash: 'true' }], status: 'working' } },
      { hear: 'The port is 8080.' },
      { signal: 'heard' },
      { hear: 'shutdown_request' },
      { signal: 'shut' },
      { hear: 'nothing more' },
    );
    const options = backendOptions(stub);
    const backend = new AgentTeamsBackend(options);
    expect(await backend.sendContext('Nobody is there.')).toBe(false);
    const wave = backend.executeWave(WAVE);
    await until(() => options.activities.length > 0);
    expect(await backend.sendContext('The port is 8080.')).toBe(true);
    await stub.signalled('heard');
    await until(() => options.activities.some(({ doing }) => doing === 'Bash true'));
    await backend.shutdown();
    await stub.signalled('shut');
    expect((await wave).task_results).toMatchObject([
      { cause: 'interrupted', final: true },
      { cause: 'interrupted', final: true },
    ]);
    const state = await new AgentTeamsBackend(backendOptions(stub)).initialize();
    expect(state.active).toBe(true);
  });

  // Shows REQ-001; TECH-003; TEST-015 by builder/backends/agent-teams.ts
  test('it says what teams can do', () => {
    const backend = new AgentTeamsBackend(backendOptions(stubHome({})));
    expect([backend.supportsPeerMessaging(), backend.supportsSelfClaiming()]).toEqual([true, true]);
  });
});

describe('Known limits (INT-009)', () => {
  // Shows INT-009 by builder/backends/README.md builder/backends/choose.ts
  test('no session is resumed: each wave begins its own, with a list of its own', async () => {
    const stub = stubHome({
      calls: [
        {
          agent: 'tallystick-lead',
          do: [{ hear: 'Wave' }, ...LISTED, { agent: { name: 'task-1' } }, done('1'), { turn: true }, { hear: 'nothing more' }],
        },
      ],
    });
    const backend = new AgentTeamsBackend(backendOptions(stub));
    for (const index of [1, 2]) await backend.executeWave({ index, tasks: [TESTER] });
    const [first, second] = stub.calls();
    expect([first?.args, second?.args].flat().join(' ')).not.toMatch(/--resume|--continue|--session-id/);
    expect(first?.env.CLAUDE_CODE_TASK_LIST_ID).not.toBe(second?.env.CLAUDE_CODE_TASK_LIST_ID);
  });

  test('what agents may do is fixed when the session starts: all that any of the wave may', async () => {
    const stub = lead(...LISTED, { agent: { name: 'task-1', status: 'failed' } }, { hear: 'nothing more' });
    const toolsOf = (agent: string): readonly string[] => (agent === 'build-developer' ? ['Write'] : ['Read']);
    await new AgentTeamsBackend(backendOptions(stub, { toolsOf })).executeWave(WAVE);
    const { args = [] } = stub.calls()[0] ?? {};
    expect(args[args.indexOf('--allowedTools') + 1]?.split(',')).toEqual(expect.arrayContaining(['Read', 'Write']));
  });

  // Shows REQ-005
  test('split panes are not for Windows Terminal', async () => {
    const stub = stubHome({}, { WT_SESSION: 'a' });
    const backend = new AgentTeamsBackend(backendOptions(stub, { teams: { teammate_display_mode: 'split' } }));
    await expect(backend.initialize()).rejects.toThrow("set teammate_display_mode to 'in-process'");
  });
});

// Shows TEST-084 by builder/backends/agent-teams.ts
test('an agent of a team asks the Contract Engine about its endpoints, and that is seen (TEST-084)', async () => {
  const tool = {
    name: 'mcp__contract-engine__validate_endpoint',
    input: { path: '/users' },
    result: '{"valid":true,"violations":[]}',
  };
  const stub = lead(
    ...LISTED,
    { agent: { name: 'task-1', do: [{ tool }] } },
    done('1'),
    { turn: true },
    { hear: 'nothing more' },
  );
  const options = backendOptions(stub, { mcpConfig: 'servers.json', toolsOf: () => [tool.name] });
  await new AgentTeamsBackend(options).executeWave({ index: 2, tasks: [TESTER] });
  expect(options.activities).toContainEqual({ task: 'm/test-writer', doing: `${tool.name} /users` });
  const { args = [] } = stub.calls()[0] ?? {};
  expect(args[args.indexOf('--mcp-config') + 1]).toBe('servers.json');
  expect(args[args.indexOf('--allowedTools') + 1]?.split(',')).toContain(tool.name);
});
