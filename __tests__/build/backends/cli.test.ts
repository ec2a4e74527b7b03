import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { BackendError } from '../../../src/build/backends/backend.js';
import { CliBackend } from '../../../src/build/backends/cli.js';
import { removeFolders } from '../../temporary-folder.js';
import { backendOptions, task } from '../stub-claude/backend-options.js';
import { CANARY, stubHome } from '../stub-claude/stub-home.js';

afterAll(removeFolders);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
};

describe('One task', () => {
  test('an agent writes files and answers; both are told', async () => {
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

  test('it dies in the middle: what it wrote before is told', async () => {
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
    expect(readFileSync(join(options.workspace, 'env.txt'), 'utf8')).not.toMatch(/canary|ghs_/);
    expect(existsSync(join(options.workspace, 'env.txt'))).toBe(true);
  });
});
