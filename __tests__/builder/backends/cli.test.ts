import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { BackendError, type ExecutionBackend } from '../../../src/builder/backends/backend.js';
import { CliBackend } from '../../../src/builder/backends/cli.js';
import { removeFolders } from '../../temporary-folder.js';
import { until } from '../../until.js';
import { backendOptions, task } from '../stub-claude/backend-options.js';
import { ManualClock } from '../stub-claude/manual-clock.js';
import { CANARY, stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // Ended, but not yet asked for.
    return !existsSync(`/proc/${pid}/stat`) || !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
};

describe('One task', () => {
  // Shows REQ-001; REQ-003 by builder/backends/cli.ts; TECH-001 by builder/backends/backend.ts
  // Shows REQ-BAP-003 by builder/backends/backend.ts; REQ-BAP-004; REQ-BAP-006 by builder/backends/agent-call.ts; REQ-BAP-013
  // Shows TEST-BAP-003e by builder/backends/claude-arguments.ts; TEST-BAP-004b
  test('an agent writes files and answers; both are reported', async () => {
    const steps = [
      { write: { file: 'src/app.ts', text: 'one\n' } },
      { write: { file: 'old.ts', text: 'new\n' } },
      { edit: { file: 'src/app.ts', from: 'one', to: 'two' } },
      { edit: { file: 'absent.ts', from: 'a', to: 'b' } },
      { say: 'All is written.' },
      { result: { cost: 0.25, turns: 7 } },
    ];
    const stub = stubHome({ calls: [{ agent: 'build-developer', do: steps }] });
    const options = backendOptions(stub);
    writeFileSync(join(options.workspace, 'old.ts'), 'old\n');
    const result = await new CliBackend(options).executeWave({ index: 1, tasks: [task()] });
    expect(result).toMatchObject({ wave_index: 1, all_succeeded: true, spent: { cost: 0.25, turns: 7 } });
    expect(result.task_results).toEqual([
      {
        task_id: 'milestone-1/developer/1',
        status: 'completed',
        output: 'All is written.',
        error: '',
        files_created: ['src/app.ts'],
        files_modified: ['old.ts'],
        duration_seconds: expect.any(Number),
      },
    ]);
    expect(readFileSync(join(options.workspace, 'src/app.ts'), 'utf8')).toBe('two\n');
    expect(options.activities.map(({ doing }) => doing)).toContain(`Write ${join(options.workspace, 'src/app.ts')}`);
    expect(options.entries.map(({ event, agent, taskId, status }) => [event, agent, taskId, status])).toEqual([
      ['routed', 'build-developer', 'milestone-1/developer/1', 'success'],
      ['call', 'build-developer', 'milestone-1/developer/1', 'success'],
      ['done', 'build-developer', 'milestone-1/developer/1', 'success'],
    ]);
  });

  test('what ends it says why, whether a repetition can help, and what to do', async () => {
    const failed = { result: { text: 'Not logged in · Please run /login', is_error: true } };
    const stub = stubHome({ otherwise: [failed] });
    const result = await new CliBackend(backendOptions(stub)).executeTask(task());
    expect(result).toMatchObject({ status: 'failed', cause: 'signed-out', final: true, output: '' });
    expect(result.error).toContain('ANTHROPIC_API_KEY');
  });

  test('a key that is not accepted is not tried for minutes', async () => {
    const stub = stubHome({
      otherwise: [
        { retry: { attempt: 1, status: 401, error: 'authentication_failed' } },
        { retry: { attempt: 2, status: 401, error: 'authentication_failed' } },
        { hang: true },
      ],
    });
    const result = await new CliBackend(backendOptions(stub)).executeTask(task());
    expect(result).toMatchObject({ status: 'failed', cause: 'invalid-key', final: true });
  });

  test('it dies in the middle: earlier files are reported', async () => {
    const stub = stubHome({ otherwise: [{ write: { file: 'a.ts', text: '' } }, { die: 'SIGKILL' }] });
    const result = await new CliBackend(backendOptions(stub)).executeTask(task());
    expect(result).toMatchObject({ status: 'failed', cause: 'killed', files_created: ['a.ts'] });
    expect(result.final).toBe(false);
  });

  test('it ends without a word', async () => {
    const stub = stubHome({ otherwise: [{ exit: 0 }] });
    expect(await new CliBackend(backendOptions(stub)).executeTask(task())).toMatchObject({
      status: 'failed',
      cause: 'no-result',
    });
  });

  test('lines that are none, half a character and a flood do no harm', async () => {
    const stub = stubHome({
      otherwise: [
        { line: 'Warning: no JSON' },
        { line: '[]' },
        { line: '{"type":"assistant","message":7}' },
        { flood: 20_000_000 },
        { say: 'Schön ✓' },
      ],
    });
    expect(await new CliBackend(backendOptions(stub)).executeTask(task())).toMatchObject({
      status: 'completed',
      output: 'Schön ✓',
    });
  });

  test('a program that is not there is a failure with advice', async () => {
    const stub = stubHome({});
    const options = backendOptions(stub, { claude: join(stub.home, 'nothing') });
    expect(await new CliBackend(options).executeTask(task())).toMatchObject({
      status: 'failed',
      cause: 'not-found',
      final: true,
    });
    await expect(new CliBackend(options).initialize()).rejects.toThrow(BackendError);
  });

  // Shows TEST-BAP-004h
  test('a name that leads out of the folder of agents is refused, and nothing is started', async () => {
    const stub = stubHome({});
    const agent = '../../elsewhere' as 'build-qa';
    expect(await new CliBackend(backendOptions(stub)).executeTask(task({ agent }))).toMatchObject({
      cause: 'unknown-agent',
      final: true,
    });
    expect(stub.calls()).toEqual([]);
  });
});

describe('Time', () => {
  test('a task that takes too long is ended with all that it started, also what ignores signals', async () => {
    const stub = stubHome({
      otherwise: [
        { ignoreTerm: true },
        { grandchild: 'grandchild' },
        { write: { file: 'a.ts', text: '' } },
        { signal: 'ready' },
        { hang: true },
      ],
    });
    const options = backendOptions(stub, {
      clock: {
        now: () => Date.now(),
        sleep: async (_, signal) =>
          void (await Promise.race([
            stub.signalled('ready'),
            new Promise((resolve) => signal?.addEventListener('abort', resolve)),
          ])),
      },
    });
    const result = await new CliBackend(options).executeTask(task({ timeoutSeconds: 5 }));
    expect(result).toMatchObject({ status: 'timeout', cause: 'timeout', files_created: ['a.ts'] });
    const pids = [Number(readFileSync(stub.path('grandchild'), 'utf8')), ...stub.calls().map(({ pid }) => pid)];
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

describe('Environment', () => {
  test('the key is in no variable of what agents start, and nothing else of the environment is passed', async () => {
    const stub = stubHome(
      { otherwise: [{ bash: 'env > env.txt' }] },
      { GITHUB_TOKEN: 'ghs_0123456789', OTHER: 'x', CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9' },
    );
    const options = backendOptions(stub);
    await new CliBackend(options).executeTask(task());
    const [call] = stub.calls();
    expect(call?.secret).toBe(CANARY);
    expect(Object.keys(call?.env ?? {})).not.toContain('OTHER');
    expect(call?.env).toMatchObject({ TALLYSTICK_ALONE: '1' });
    expect(readFileSync(join(options.workspace, 'env.txt'), 'utf8')).not.toMatch(/canary|ghs_/);
    expect(existsSync(join(options.workspace, 'env.txt'))).toBe(true);
  });
});

describe('Waves', () => {
  const wait = (name: string) => ({ agent: name, do: [{ signal: `${name}-began` }, { wait: `${name}-may-end` }, { say: name }] });
  const allow = (stub: { path: (name: string) => string }, name: string): void => writeFileSync(stub.path(`${name}-may-end`), '');

  // Shows REQ-003
  test('tasks start when what they depend on is completed, and not before', async () => {
    const stub = stubHome({ calls: [wait('build-test-writer'), { agent: 'build-developer', do: [{ say: 'Passing.' }] }] });
    const tasks = [task({ id: 'b', dependsOn: ['a'] }), task({ id: 'a', agent: 'build-test-writer' })];
    const wave = new CliBackend(backendOptions(stub)).executeWave({ index: 1, tasks });
    await stub.signalled('build-test-writer-began');
    expect(stub.calls().map(({ agent }) => agent)).toEqual(['build-test-writer']);
    allow(stub, 'build-test-writer');
    const { task_results, all_succeeded } = await wave;
    expect([all_succeeded, ...task_results.map(({ task_id }) => task_id)]).toEqual([true, 'b', 'a']);
    expect(stub.calls().map(({ agent }) => agent)).toEqual(['build-test-writer', 'build-developer']);
  });

  test('as many at once as `max_teammates` says', async () => {
    const stub = stubHome({ calls: [wait('build-qa'), wait('build-reviewer'), { agent: 'build-hunter', do: [] }] });
    const tasks = (['build-qa', 'build-reviewer', 'build-hunter'] as const).map((agent) => task({ id: agent, agent }));
    const backend = new CliBackend(backendOptions(stub, { teams: { max_teammates: 2 } }));
    const wave = backend.executeWave({ index: 1, tasks });
    await Promise.all([stub.signalled('build-qa-began'), stub.signalled('build-reviewer-began')]);
    expect(stub.calls()).toHaveLength(2);
    expect((await backend.initialize()).teammates).toEqual(['build-qa', 'build-reviewer']);
    for (const name of ['build-qa', 'build-reviewer']) allow(stub, name);
    expect((await wave).all_succeeded).toBe(true);
    expect((await backend.initialize()).teammates).toEqual([]);
  });

  // Shows TECH-003 by builder/backends/backend.ts
  test('what depends on a failed task fails unseen, and so on', async () => {
    const stub = stubHome({ calls: [{ agent: 'build-test-writer', do: [{ exit: 1 }] }] });
    const tasks = [
      task({ id: 'c', dependsOn: ['b'] }),
      task({ id: 'b', dependsOn: ['a'] }),
      task({ id: 'a', agent: 'build-test-writer' }),
      task({ id: 'd', agent: 'build-qa' }),
    ];
    const options = backendOptions(stub);
    const backend = new CliBackend(options);
    const { task_results } = await backend.executeWave({ index: 1, tasks });
    expect(task_results.map(({ status, cause }) => cause ?? status)).toEqual(['dependency', 'dependency', 'failed', 'completed']);
    expect(stub.calls()).toHaveLength(2);
    expect(await backend.initialize()).toMatchObject({ completed_tasks: ['d'] });
  });

  test('a task that depends on nothing known, or on itself, can never start', async () => {
    const tasks = [
      task({ id: 'a', dependsOn: ['b'] }),
      task({ id: 'b', dependsOn: ['a'] }),
      task({ id: 'c', dependsOn: ['elsewhere'] }),
    ];
    const stub = stubHome({});
    const { task_results } = await new CliBackend(backendOptions(stub)).executeWave({ index: 1, tasks });
    expect(task_results.map(({ cause, final }) => [cause, final])).toEqual([
      ['dependency', true],
      ['dependency', true],
      ['dependency', true],
    ]);
    expect(stub.calls()).toEqual([]);
  });

  test('a wave has its time too', async () => {
    const clock = new ManualClock();
    const stub = stubHome({ otherwise: [{ signal: 'began' }, { hang: true }] });
    const backend = new CliBackend(backendOptions(stub, { clock, teams: { wave_timeout_seconds: 10, max_teammates: 1 } }));
    const wave = backend.executeWave({ index: 1, tasks: [task({ id: 'a' }), task({ id: 'b' })] });
    await stub.signalled('began');
    clock.advance(10);
    expect((await wave).task_results.map(({ status }) => status)).toEqual(['timeout', 'timeout']);
    expect(stub.calls()).toHaveLength(1);
  });

  test('interrupted, what runs ends, and nothing starts any more', async () => {
    const interrupt = new AbortController();
    const stub = stubHome({ otherwise: [{ signal: 'began' }, { hang: true }] });
    const backend = new CliBackend(backendOptions(stub, { signal: interrupt.signal, teams: { max_teammates: 1 } }));
    const wave = backend.executeWave({ index: 1, tasks: [task({ id: 'a' }), task({ id: 'b' })] });
    const pid = await stub.signalled('began');
    interrupt.abort();
    expect((await wave).task_results.map(({ cause, final }) => [cause, final])).toEqual([
      ['interrupted', true],
      ['interrupted', true],
    ]);
    expect([stub.calls().length, isAlive(pid)]).toEqual([1, false]);
  });

  // Shows REQ-001 by builder/backends/backend.ts; REQ-003; TEST-014 by builder/backends/cli.ts builder/backends/choose.ts
  test('shut down, nothing of it is left, and it can do nothing that a team can', async () => {
    const stub = stubHome({ otherwise: [{ signal: 'began' }, { hang: true }] });
    const backend: ExecutionBackend = new CliBackend(backendOptions(stub));
    const state = await backend.initialize();
    expect(state).toMatchObject({ mode: 'cli', active: true });
    const running = backend.executeTask(task());
    const pid = await stub.signalled('began');
    expect(await backend.sendContext('Something new.')).toBe(false);
    await backend.shutdown();
    expect([(await running).cause, isAlive(pid), state.active]).toEqual(['interrupted', false, false]);
    expect([backend.supportsPeerMessaging(), backend.supportsSelfClaiming()]).toEqual([false, false]);
  });
});

describe('What is asked of `claude`', () => {
  // Shows REQ-BAP-004; REQ-BAP-013 by builder/backends/agent-call.ts builder/backends/claude-arguments.ts
  test('the agent, its model, its bounds and its tools; the prompt by itself', async () => {
    const stub = stubHome({});
    const options = backendOptions(stub, { permissionMode: 'bypassPermissions', userId: 0, toolsOf: () => ['Read', 'Bash'] });
    await new CliBackend(options).executeTask(
      task({ agent: 'build-qa', prompt: '-x\nVerify.', maxTurns: 25, maxCostUsd: 2, model: 'opus' }),
    );
    expect(stub.calls()[0]?.args).toEqual([
      ...['--agent', 'build-qa', '--permission-mode', 'acceptEdits', '--allowedTools', 'Read,Bash'],
      ...['--model', 'opus', '--max-turns', '25', '--max-budget-usd', '2'],
      ...['--strict-mcp-config', '--output-format', 'stream-json', '--verbose', '-p', '\n-x\nVerify.'],
    ]);
    expect(stub.calls()[0]?.cwd).toBe(options.workspace);
  });

  // Shows TEST-BAP-003h; TEST-BAP-003k
  test('a prompt of any length and any characters arrives', async () => {
    const prompt = `"$(rm -rf /)" \`x\` %PATH% ✓\n${'long '.repeat(60_000)}`;
    const stub = stubHome({});
    await new CliBackend(backendOptions(stub)).executeTask(task({ prompt }));
    await new CliBackend(backendOptions(stub)).executeTask(task({ prompt: prompt.slice(0, 50) }));
    expect(stub.calls().map((call) => call.prompt)).toEqual([prompt, prompt.slice(0, 50)]);
  });

  // Shows REQ-BAP-015
  test('a model for all agents, unless a task has its own', async () => {
    const stub = stubHome({});
    await new CliBackend(backendOptions(stub, { teams: { teammate_model: 'sonnet' } })).executeTask(task());
    expect(stub.calls()[0]?.args).toEqual(expect.arrayContaining(['--model', 'sonnet']));
  });
});

describe('Failures of the real one', () => {
  test.each([
    [
      'max-turns',
      false,
      [{ result: { subtype: 'error_max_turns', text: 'Reached maximum number of turns (1)', reason: 'max_turns', cost: 0.3 } }],
    ],
    [
      'budget',
      true,
      [{ result: { subtype: 'error_max_budget_usd', text: 'Reached maximum budget ($1)', reason: 'budget_exhausted' } }],
    ],
    ['unknown-agent', true, [{ stderr: "--agent 'x' not found. Available agents: claude" }, { exit: 1 }]],
    ['overloaded', false, [{ result: { text: 'API Error: 529 Overloaded', is_error: true, status: 529 } }]],
    ['context-too-long', true, [{ result: { text: 'Prompt is too long', is_error: true, reason: 'prompt_too_long' } }]],
  ])('%s (final: %s)', async (cause, final, steps) => {
    const result = await new CliBackend(backendOptions(stubHome({ otherwise: steps }))).executeTask(task());
    expect(result).toMatchObject({ status: 'failed', cause, final });
  });

  test('a connection that is lost for too long is reported', async () => {
    const clock = new ManualClock();
    const stub = stubHome({
      otherwise: [
        { retry: { error: 'unknown', status: 0 } },
        { bash: 'true' },
        { retry: { error: 'unknown', status: 0 } },
        { hang: true },
      ],
    });
    const options = backendOptions(stub, { clock });
    const result = new CliBackend(options).executeTask(task({ timeoutSeconds: 60 }));
    const waits = (): number => options.activities.filter(({ doing }) => doing.startsWith('waits')).length;
    await until(() => waits() >= 2);
    clock.advance(60);
    expect(await result).toMatchObject({ status: 'timeout', cause: 'network', final: false });
  });

  test('reported results are durable, however the process ends', async () => {
    const stub = stubHome({ otherwise: [{ say: 'Done.' }, { result: {} }, { die: 'SIGKILL' }] });
    expect(await new CliBackend(backendOptions(stub)).executeTask(task())).toMatchObject({
      status: 'completed',
      output: 'Done.',
    });
  });

  test('what goes on after a result and is cut off is not', async () => {
    const stub = stubHome({ otherwise: [{ result: {} }, { bash: 'true' }, { die: 'SIGKILL' }] });
    expect(await new CliBackend(backendOptions(stub)).executeTask(task())).toMatchObject({ status: 'failed', cause: 'killed' });
  });

  test('nothing is started for no money', async () => {
    const stub = stubHome({});
    expect(await new CliBackend(backendOptions(stub)).executeTask(task({ maxCostUsd: 0 }))).toMatchObject({
      cause: 'budget',
      final: true,
    });
    expect(stub.calls()).toEqual([]);
  });

  test('a result that is followed by nothing ends the call, though the process stays', async () => {
    const clock = new ManualClock();
    const stub = stubHome({ otherwise: [{ say: 'Done.' }, { result: {} }, { hang: true }] });
    const options = backendOptions(stub, { clock });
    const result = new CliBackend(options).executeTask(task());
    await clock.slept(10);
    clock.advance(10);
    expect(await result).toMatchObject({ status: 'completed', output: 'Done.' });
  });

  test('no secret is in a result, an activity or the journal, whatever an agent says', async () => {
    const stub = stubHome({
      otherwise: [
        { bash: `echo ${CANARY}` },
        { say: `The key is ${CANARY}.` },
        { result: { is_error: true, text: `${CANARY} is refused` } },
      ],
    });
    const options = backendOptions(stub);
    const result = await new CliBackend(options).executeTask(task());
    expect(JSON.stringify([result, options.activities, options.entries])).not.toContain(CANARY);
    expect(result.output).toBe('The key is ***.');
  });
});
