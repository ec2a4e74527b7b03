import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Excerpt } from '../../../src/builder/agent-report/excerpt.js';
import { type Ran, type RunOptions, runCommand } from '../../../src/builder/agent-report/run-command.js';
import { compiled } from '../../compiled.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? describe.skip : describe;
const run = (command: string, more: Partial<RunOptions> = {}): Promise<Ran> =>
  runCommand(command, { workspace: folderOf({ 'a.txt': 'a' }), env: process.env, timeoutSeconds: 30, ...more });
/** Looks until there is something to see. */
async function until<Value>(look: () => Value): Promise<Value> {
  for (let seen = look(); ; seen = look()) {
    if (seen) return seen;
    await turn();
  }
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // Dead ones that nobody has asked for yet are no processes any more.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

posix('a command of the workspace', () => {
  test('runs there, and tells what it printed and how it ended', async () => {
    expect(await run('cat a.txt; echo b >&2; exit 3')).toEqual({
      how: 'ended',
      exit: 3,
      output: expect.stringMatching(/^(ab\n)$/),
    });
  });

  test('that a signal ends gives what a shell would say', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ how: 'ended', exit: 137 });
  });

  test('is asked nothing: it has no input', async () => {
    expect(await run('cat')).toMatchObject({ how: 'ended', exit: 0, output: '' });
  });

  test('is told no secret, and what it knows of one is not shown', async () => {
    const env = { ...process.env, GITHUB_TOKEN: 'canary-1234', ANTHROPIC_API_KEY: 'canary-5678', NODE_OPTIONS: '--bad' };
    const { output } = await run('env; echo canary-1234', { env });
    expect(output).not.toContain('canary');
    expect(output).not.toContain('NODE_OPTIONS');
    expect(output).toContain('CI=true');
    expect(output.trimEnd().endsWith('***')).toBe(true);
  });

  test('that does not end is ended, with all that it started', async () => {
    const workspace = folderOf({});
    const ran = await run(`trap "" TERM; sleep 1000 & echo $! > child; echo $$ > self; wait; sleep 1000`, {
      workspace,
      timeoutSeconds: 0.5,
    });
    expect(ran).toMatchObject({ how: 'timeout', exit: null });
    const pids = ['child', 'self'].map((name) => Number(readFileSync(join(workspace, name), 'utf8')));
    expect(pids.map(isAlive)).toEqual([false, false]);
  });

  test('that leaves something in the background leaves nothing', async () => {
    const workspace = folderOf({});
    const ran = await run('sleep 1000 & echo $! > child', { workspace });
    expect(ran).toMatchObject({ how: 'ended', exit: 0 });
    expect(isAlive(Number(readFileSync(join(workspace, 'child'), 'utf8')))).toBe(false);
  });

  (process.platform === 'linux' ? test : test.skip)('that leaves something in a session of its own leaves nothing', async () => {
    const workspace = folderOf({});
    await run('setsid sh -c "echo \\$\\$ > child; exec tail -f /dev/null" & while ! test -s child; do :; done', { workspace });
    expect(isAlive(Number(readFileSync(join(workspace, 'child'), 'utf8')))).toBe(false);
  });

  test('ends when we are killed', async () => {
    const sources = compiled('builder/agent-report', 'builder/backends/keeper.ts', 'mcp/sessions', 'model');
    const workspace = folderOf({});
    const script = `
      const { runCommand } = await import('${join(sources, 'builder/agent-report/run-command.js')}');
      await runCommand('echo $$ > self; tail -f /dev/null', { workspace: '${workspace}', env: process.env, timeoutSeconds: 100 });`;
    const ours = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const self = join(workspace, 'self');
    const pid = await until(() => (existsSync(self) ? Number(readFileSync(self, 'utf8')) : 0));
    expect(isAlive(pid)).toBe(true);
    ours.kill('SIGKILL');
    expect(await until(() => !isAlive(pid))).toBe(true);
  });

  test('waits for others of its workspace', async () => {
    const workspace = folderOf({});
    const once = 'mkdir lock && rmdir lock';
    const all = await Promise.all(Array.from({ length: 8 }, () => run(once, { workspace })));
    expect(all.map(({ exit }) => exit)).toEqual(Array.from({ length: 8 }, () => 0));
  });

  test('is ended with the build', async () => {
    const controller = new AbortController();
    const running = run('sleep 1000', { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ how: 'interrupted', exit: null });
    expect(await run('echo a', { signal: controller.signal })).toMatchObject({ how: 'interrupted', output: '' });
  });

  test('that prints without end shows its beginning and its end', async () => {
    const { output, exit } = await run('echo first; yes | head -c 3000000; echo last');
    expect(exit).toBe(0);
    expect(output.length).toBeLessThan(120_000);
    expect([output.startsWith('first\ny\n'), output.endsWith('y\nlast\n'), output.includes('\n…\n')]).toEqual([true, true, true]);
  });

  test('in a folder that is not there cannot be started', async () => {
    expect(await runCommand('echo a', { workspace: '/nowhere', env: process.env, timeoutSeconds: 5 })).toMatchObject({
      how: 'not-started',
    });
  });
});

test('what fits is shown whole, however it comes', () => {
  const excerpt = new Excerpt();
  const text = 'abcdefg\n'.repeat(5_000);
  for (let at = 0; at < text.length; at += 7) excerpt.add(Buffer.from(text.slice(at, at + 7)));
  expect(excerpt.text()).toBe(text);
});
