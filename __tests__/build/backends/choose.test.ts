import { AgentTeamsBackend } from '../../../src/build/backends/agent-teams.js';
import {
  type AgentTask,
  BackendError,
  type ExecutionBackend,
  type ExecutionWave,
  type TaskResult,
  type WaveResult,
} from '../../../src/build/backends/backend.js';
import { type BackendMakers, createExecutionBackend } from '../../../src/build/backends/choose.js';
import { CliBackend } from '../../../src/build/backends/cli.js';
import { detectAgentTeamsAvailable, verifyClaude } from '../../../src/build/backends/verify.js';
import { removeFolders } from '../../temporary-folder.js';
import { backendOptions, task } from '../stub-claude/backend-options.js';
import { ManualClock } from '../stub-claude/manual-clock.js';
import { type StubScenario, stubHome } from '../stub-claude/stub-home.js';

afterEach(removeFolders);

const TEAMS = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' };
const NOBODY = { HOME: '/nonexistent', PATH: '/nonexistent', ...TEAMS };

const on = (scenario: StubScenario, teams: object = {}) =>
  backendOptions(stubHome(scenario, TEAMS), { teams: { enabled: true, ...teams } });

describe('which backend runs agents', () => {
  test('the command line, where teams are not enabled', async () => {
    const options = backendOptions(stubHome({}, TEAMS));
    const backend = await createExecutionBackend(options);
    expect(backend).toBeInstanceOf(CliBackend);
    expect([backend.supportsPeerMessaging(), backend.supportsSelfClaiming()]).toEqual([false, false]);
    expect(options.warnings).toEqual([]);
  });

  test.each([undefined, '', '0', 'true'])('the command line, with a warning, where the environment says %j', async (value) => {
    const stub = stubHome({}, value === undefined ? {} : { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: value });
    const options = backendOptions(stub, { teams: { enabled: true } });
    expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
    expect(options.warnings).toEqual(['Agent teams enabled in config but env var not set']);
  });

  test('the command line, with a warning, where there is no claude', async () => {
    const options = { ...on({}), env: NOBODY };
    expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
    expect(options.warnings).toEqual(['Claude CLI not available, falling back to CLI']);
  });

  test('none, where there is no claude and nothing may take its place', async () => {
    const options = { ...on({}, { fallback_to_cli: false }), env: NOBODY };
    await expect(createExecutionBackend(options)).rejects.toThrow('Claude CLI required for agent teams but not found');
  });

  test('a team, where all is there', async () => {
    const options = on({}, { fallback_to_cli: false });
    const backend = await createExecutionBackend(options);
    expect(backend).toBeInstanceOf(AgentTeamsBackend);
    expect(await backend.initialize()).toMatchObject({ mode: 'agent_teams', active: true });
    const mayFall = await createExecutionBackend(on({}));
    expect([mayFall.supportsPeerMessaging(), mayFall.supportsSelfClaiming()]).toEqual([true, true]);
  });
});

/** Backends that do as they are told, and note which waves they were given. */
function makers(team: Partial<ExecutionBackend>): BackendMakers & { readonly waves: string[] } {
  const waves: string[] = [];
  const result = ({ id }: AgentTask): TaskResult => ({
    ...{
      task_id: id,
      status: 'completed',
      output: 'done',
      error: '',
      files_created: [],
      files_modified: [],
      duration_seconds: 1,
    },
  });
  const completed =
    (by: string) =>
    async (wave: ExecutionWave): Promise<WaveResult> => {
      waves.push(`${by} ${wave.index}: ${wave.tasks.map(({ id, dependsOn }) => [id, ...dependsOn].join('<')).join(' ')}`);
      const task_results = wave.tasks.map(result);
      return { wave_index: wave.index, task_results, all_succeeded: true, duration_seconds: 1, spent: { cost: 1, turns: 1 } };
    };
  const backend = (by: 'cli' | 'agent_teams', given: Partial<ExecutionBackend> = {}): ExecutionBackend => ({
    initialize: async () => ({ mode: by, active: true, teammates: [], completed_tasks: [], failed_tasks: [], total_messages: 0 }),
    executeWave: completed(by),
    executeTask: async (one) => result(one),
    sendContext: async () => by === 'agent_teams',
    shutdown: async () => {
      waves.push(`${by} ended`);
    },
    supportsPeerMessaging: () => by === 'agent_teams',
    supportsSelfClaiming: () => by === 'agent_teams',
    ...given,
  });
  return { waves, team: () => backend('agent_teams', team), cli: () => backend('cli') };
}

const WAVE: ExecutionWave = {
  index: 2,
  tasks: [task({ id: 'a' }), task({ id: 'b', dependsOn: ['a'] }), task({ id: 'c', dependsOn: ['b'] })],
};
const failing = (error: Error): Partial<ExecutionBackend> => ({ executeWave: () => Promise.reject(error) });

describe('a team that cannot be started', () => {
  const broken: Partial<ExecutionBackend> = { initialize: () => Promise.reject(new BackendError('No room.')) };

  test('gives way to the command line, with a warning', async () => {
    const options = on({});
    const backend = await createExecutionBackend(options, makers(broken));
    expect(backend.supportsPeerMessaging()).toBe(false);
    expect(options.warnings).toEqual(['Agent teams could not be started, falling back to CLI: No room.']);
  });

  test('is an error, where nothing may take its place', async () => {
    await expect(createExecutionBackend(on({}, { fallback_to_cli: false }), makers(broken))).rejects.toThrow('No room.');
  });
});

describe('a wave in which the team is lost', () => {
  test('is done again by the command line, without what was completed, and so are all that follow', async () => {
    const done: TaskResult = {
      ...{ task_id: 'a', status: 'completed', output: 'of the team', error: '' },
      ...{ files_created: ['a.ts'], files_modified: [], duration_seconds: 3 },
    };
    const made = makers(failing(new BackendError('It was killed.', [done], { cost: 2, turns: 5 })));
    const options = on({});
    const backend = await createExecutionBackend(options, made);
    expect(backend.supportsPeerMessaging()).toBe(true);
    const result = await backend.executeWave(WAVE);
    expect(result.task_results.map(({ task_id, output }) => [task_id, output])).toEqual([
      ['a', 'of the team'],
      ['b', 'done'],
      ['c', 'done'],
    ]);
    expect(result).toMatchObject({ wave_index: 2, all_succeeded: true, spent: { cost: 3, turns: 6 } });
    await backend.executeWave({ index: 3, tasks: [task({ id: 'd' })] });
    expect(made.waves).toEqual(['agent_teams ended', 'cli 2: b c<b', 'cli 3: d']);
    expect(backend.supportsPeerMessaging()).toBe(false);
    expect(options.warnings).toEqual(['Agent teams failed in wave 2, falling back to CLI: It was killed.']);
  });

  test('is an error, where nothing may take its place', async () => {
    const made = makers(failing(new BackendError('It was killed.')));
    const backend = await createExecutionBackend(on({}, { fallback_to_cli: false }), made);
    await expect(backend.executeWave(WAVE)).rejects.toThrow('It was killed.');
    expect(made.waves).toEqual([]);
  });

  test('is not done again when somebody ended the build', async () => {
    const over = new AbortController();
    const made = makers({
      executeWave: () => {
        over.abort();
        return Promise.reject(new BackendError('It was ended.'));
      },
    });
    const backend = await createExecutionBackend({ ...on({}), signal: over.signal }, made);
    await expect(backend.executeWave(WAVE)).rejects.toThrow('It was ended.');
    expect(made.waves).toEqual([]);
  });
});

describe('whether claude can be run', () => {
  test('is what `claude --version` says by its exit code', async () => {
    expect(await verifyClaude(on({}))).toBe(true);
    expect(await verifyClaude(on({ version: [{ stderr: 'broken' }, { exit: 1 }] }))).toBe(false);
    expect(await verifyClaude({ ...on({}), env: NOBODY })).toBe(false);
  });

  test('is no after ten seconds', async () => {
    const clock = new ManualClock();
    const stub = stubHome({ version: [{ signal: 'asked' }, { hang: true }] }, TEAMS);
    const answer = verifyClaude(backendOptions(stub, { clock }));
    await stub.signalled('asked');
    await clock.slept(10);
    clock.advance(10);
    expect(await answer).toBe(false);
  });
});

describe('whether a team can work', () => {
  const available = (env: Record<string, string>, teams: object = {}) =>
    detectAgentTeamsAvailable(backendOptions(stubHome({}, env), { teams }));

  test('needs the variable and claude', async () => {
    expect(await available(TEAMS)).toBe(true);
    expect(await available({})).toBe(false);
    expect(await detectAgentTeamsAvailable({ ...on({}), env: NOBODY })).toBe(false);
  });

  test('needs a terminal with split panes, where agents are to be shown in some', async () => {
    const windows = { ...TEAMS, WT_SESSION: 'a' };
    expect(await available(windows)).toBe(true);
    expect(await available(windows, { teammate_display_mode: 'split' })).toBe(false);
    expect(await available(windows, { teammate_display_mode: 'tmux' })).toBe(false);
    expect(await available(TEAMS, { teammate_display_mode: 'split' })).toBe(true);
  });
});
