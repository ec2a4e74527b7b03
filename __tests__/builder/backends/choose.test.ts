import { afterAll, describe, expect, test } from '@jest/globals';
import { AgentTeamsBackend } from '../../../src/builder/backends/agent-teams.js';
import {
  BackendError,
  type ExecutionBackend,
  type ExecutionWave,
  type TaskResult,
} from '../../../src/builder/backends/backend.js';
import { createExecutionBackend, withFallback } from '../../../src/builder/backends/choose.js';
import { CliBackend } from '../../../src/builder/backends/cli.js';
import { removeFolders } from '../../temporary-folder.js';
import { backendOptions, task } from '../stub-claude/backend-options.js';
import { stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

const TEAMS = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' };
const absent = { claude: '/nowhere/claude' };

describe('Which backend (REQ-004)', () => {
  // Shows REQ-004; TEST-001 by builder/backends/choose.ts; TEST-014
  test('without teams it is the command line, whatever the environment says', async () => {
    const options = backendOptions(stubHome({}, TEAMS));
    expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
    expect(options.warnings).toEqual([]);
  });

  // Shows REQ-004; REQ-005 by builder/backends/choose.ts builder/backends/agent-teams.ts
  // Shows TEST-002 by builder/backends/choose.ts; TEST-016 by builder/backends/choose.ts
  test.each(['', '0', 'true'])(
    'with teams but %j in the environment it is the command line, and that is reported',
    async (value) => {
      const options = backendOptions(stubHome({}, { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: value }), { teams: { enabled: true } });
      expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
      expect(options.warnings).toEqual(['Agent teams enabled in config but env var not set']);
    },
  );

  // Shows REQ-004; REQ-005
  test('without `claude` it is the command line, and that is reported', async () => {
    const options = backendOptions(stubHome({}, TEAMS), { teams: { enabled: true }, ...absent });
    expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
    expect(options.warnings).toEqual(['Claude CLI not available, falling back to CLI']);
  });

  // Shows REQ-004 by builder/backends/choose.ts
  test('without `claude` and with no way to fall back it is an error', async () => {
    const options = backendOptions(stubHome({}, TEAMS), { teams: { enabled: true, fallback_to_cli: false }, ...absent });
    await expect(createExecutionBackend(options)).rejects.toThrow('Claude CLI required for agent teams but not found');
  });

  // Shows REQ-004; TEST-003 by builder/backends/choose.ts
  test('otherwise it is a team', async () => {
    const options = backendOptions(stubHome({}, TEAMS), { teams: { enabled: true, fallback_to_cli: false } });
    const backend = await createExecutionBackend(options);
    expect(backend).toBeInstanceOf(AgentTeamsBackend);
    expect(await backend.initialize()).toMatchObject({ mode: 'agent_teams', active: true });
  });

  // Shows REQ-009; TEST-004 by builder/backends/choose.ts; TEST-005 by builder/backends/choose.ts
  test('a team that cannot be initialised is replaced where that is allowed (REQ-009a)', async () => {
    const split = { enabled: true, teammate_display_mode: 'split' };
    const stub = stubHome({}, { ...TEAMS, WT_SESSION: '1' });
    const options = backendOptions(stub, { teams: split });
    expect(await createExecutionBackend(options)).toBeInstanceOf(CliBackend);
    expect(options.warnings).toEqual([expect.stringContaining('Windows Terminal')]);
    const strict = backendOptions(stub, { teams: { ...split, fallback_to_cli: false } });
    await expect(createExecutionBackend(strict)).rejects.toThrow(BackendError);
  });
});

test('a team has the permission mode of its settings, single agents that which was asked for', async () => {
  const teams = { enabled: true, teammate_permission_mode: 'plan' };
  const options = backendOptions(stubHome({}, TEAMS), { teams, permissionMode: 'dontAsk' });
  const modes: string[] = [];
  const maker = (given: { readonly permissionMode: string }): ExecutionBackend => {
    modes.push(given.permissionMode);
    return new CliBackend({ ...options, ...given });
  };
  await createExecutionBackend(options, { team: maker, cli: maker });
  await createExecutionBackend({ ...options, config: { ...options.config, enabled: false } }, { team: maker, cli: maker });
  expect(modes).toEqual(['plan', 'dontAsk']);
});

/** A backend that remembers its waves. */
function backend(
  name: 'agent_teams' | 'cli',
  onWave: (wave: ExecutionWave) => void = () => undefined,
): ExecutionBackend & { waves: ExecutionWave[]; ended: boolean } {
  const made = {
    waves: [] as ExecutionWave[],
    ended: false,
    initialize: async () => ({
      mode: name,
      active: true,
      teammates: [],
      completed_tasks: [],
      failed_tasks: [],
      total_messages: 0,
    }),
    executeWave: async (wave: ExecutionWave) => {
      made.waves.push(wave);
      onWave(wave);
      const task_results = wave.tasks.map(({ id }) => answer(id, name));
      return { wave_index: wave.index, task_results, all_succeeded: true, duration_seconds: 1, spent: { cost: 1, turns: 2 } };
    },
    executeTask: async ({ id }: { id: string }) => answer(id, name),
    sendContext: async () => name === 'agent_teams',
    shutdown: async () => {
      made.ended = true;
    },
    supportsPeerMessaging: () => name === 'agent_teams',
    supportsSelfClaiming: () => name === 'agent_teams',
  };
  return made;
}

function answer(id: string, output: string): TaskResult {
  return { task_id: id, status: 'completed', output, error: '', files_created: [], files_modified: [], duration_seconds: 1 };
}

describe('A wave that fails (REQ-009b)', () => {
  const [a, b] = [task({ id: 'a' }), task({ id: 'b', dependsOn: ['a'] })];

  // Shows REQ-009 by builder/backends/choose.ts; WIRE-001; INT-009
  test('it is done again by the command line, which stays; what was completed has its answer', async () => {
    const team = backend('agent_teams', ({ index }) => {
      if (index === 2) throw new BackendError('It was killed.', [answer('a', 'agent_teams')], { cost: 3, turns: 4 });
    });
    const cli = backend('cli');
    const options = backendOptions(stubHome({}));
    const both = withFallback(team, () => cli, options);
    expect((await both.executeWave({ index: 1, tasks: [a] })).task_results[0]?.output).toBe('agent_teams');
    expect(both.supportsPeerMessaging()).toBe(true);
    const second = await both.executeWave({ index: 2, tasks: [a, b] });
    expect(second.task_results.map(({ task_id, output }) => [task_id, output])).toEqual([
      ['a', 'agent_teams'],
      ['b', 'cli'],
    ]);
    expect(second).toMatchObject({ wave_index: 2, all_succeeded: true, spent: { cost: 4, turns: 6 } });
    expect(cli.waves[0]?.tasks).toEqual([{ ...b, dependsOn: [] }]);
    expect((await both.executeWave({ index: 3, tasks: [a] })).task_results[0]?.output).toBe('cli');
    expect([team.ended, team.waves.length, both.supportsPeerMessaging(), both.supportsSelfClaiming()]).toEqual([
      true,
      2,
      false,
      false,
    ]);
    expect(await both.sendContext('')).toBe(false);
    expect(await both.initialize()).toMatchObject({ mode: 'cli' });
    expect(options.warnings).toEqual(['Agent teams failed in wave 2, falling back to CLI: It was killed.']);
  });

  test('an interrupt is no reason to go on', async () => {
    const interrupt = new AbortController();
    const team = backend('agent_teams', () => {
      interrupt.abort();
      throw new BackendError('It was ended.');
    });
    const both = withFallback(team, () => backend('cli'), backendOptions(stubHome({}), { signal: interrupt.signal }));
    await expect(both.executeTask(a)).rejects.toThrow('It was ended.');
  });

  // Shows REQ-009; TEST-005
  test('with no way to fall back it is thrown (REQ-009c)', async () => {
    const stub = stubHome({ calls: [{ agent: 'tallystick-lead', do: [{ die: 'SIGKILL' }] }] }, TEAMS);
    const team = await createExecutionBackend(backendOptions(stub, { teams: { enabled: true, fallback_to_cli: false } }));
    await expect(team.executeTask(a)).rejects.toThrow(BackendError);
  });

  // Shows REQ-009; WIRE-001; INT-009
  test('a real team whose session dies is followed by a call of each agent', async () => {
    const stub = stubHome(
      { calls: [{ agent: 'tallystick-lead', do: [{ die: 'SIGKILL' }] }], otherwise: [{ say: 'Done alone.' }] },
      TEAMS,
    );
    const options = backendOptions(stub, { teams: { enabled: true } });
    const chosen = await createExecutionBackend(options);
    const { task_results } = await chosen.executeWave({ index: 1, tasks: [a, b] });
    expect(task_results.map(({ output }) => output)).toEqual(['Done alone.', 'Done alone.']);
    expect(stub.calls().map(({ agent }) => agent)).toEqual(['tallystick-lead', 'build-developer', 'build-developer']);
    expect(options.warnings).toEqual([expect.stringContaining('SIGKILL')]);
  });
});
