import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { long } from '../../long.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { compiledSessions, startProgram } from './own-process.js';
import { noneLeft, serverOf, signedIn, stillRunning } from './server-folder.js';

/** Windows has no signals that a process can be sent and listen to. */
const onUnix = process.platform === 'win32' ? test.skip : test;

let compiled = '';

beforeAll(() => {
  compiled = compiledSessions();
});
afterAll(removeFolders);

const IMPORTS = `
import { openSession } from './src/mcp/sessions/session.js';
import { contractEngine } from './src/mcp/toolsets/contract-engine.js';
const [command, ...args] = process.argv.slice(2);
const bounds = { startupTimeoutMs: 30000, toolTimeoutMs: 30000, env: process.env };
const session = () => openSession(contractEngine, { kind: 'stdio', command, args }, bounds);
`;

/** A program that has opened a session with a server, and then does this. */
function programWith(server: string, folder: string, then: string) {
  const { command, args } = serverOf(server, folder);
  const source = `${IMPORTS}\nawait session().open();\nconsole.log('open');\n${then}`;
  return startProgram(compiled, source, [command, ...args]);
}

describe('no server outlives this process', () => {
  test.each([
    ['an exit', 'process.exit(7);', { code: 7, signal: null }],
    [
      'an error that nobody caught',
      "process.on('uncaughtException', () => process.exit(3)); throw new Error('bug');",
      { code: 3 },
    ],
    ['a rejection that nobody handled', "Promise.reject(new Error('bug'));", { code: 1 }],
  ])('that ends by %s', async (_, then, ending) => {
    const folder = folderOf({});

    // This one ends neither with its input nor when it is asked to.
    expect(await programWith('does-not-go', folder, then).ended).toMatchObject(ending);

    expect(signedIn(folder)).toHaveLength(1);
    await noneLeft(folder);
  });

  onUnix.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('that ends by %s', async (signal) => {
    const folder = folderOf({});
    const program = programWith('does-not-go', folder, 'setInterval(() => undefined, 1000);');
    await program.printed('open');

    program.kill(signal);

    expect(await program.ended).toMatchObject({ code: null, signal });
    await noneLeft(folder);
  });

  onUnix('that has its own way to end by Ctrl-C', async () => {
    const folder = folderOf({});
    const then = "process.once('SIGINT', () => process.exit(130)); console.log('ready'); setInterval(() => undefined, 1000);";
    const program = programWith('does-not-go', folder, then);
    await program.printed('ready');

    program.kill('SIGINT');

    expect(await program.ended).toMatchObject({ code: 130 });
    await noneLeft(folder);
  });

  onUnix('that is killed outright, when the server looks at its input', async () => {
    const folder = folderOf({});
    const program = programWith('works', folder, 'setInterval(() => undefined, 1000);');
    await program.printed('open');

    program.kill('SIGKILL');
    await program.ended;

    await noneLeft(folder);
    expect(signedIn(folder)).toHaveLength(1);
  });
});

test('a closed session keeps no process alive, and a signal ends the process as before', async () => {
  const folder = folderOf({});
  const { command, args } = serverOf('works', folder);
  const source = `${IMPORTS}
    const one = session();
    await one.open();
    const listening = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)).join();
    const open = listening();
    await one.close();
    console.log(open, listening());
  `;

  // One listener at the end is there from the start, of Node itself.
  expect(await startProgram(compiled, source, [command, ...args]).ended).toMatchObject({ output: '2,1,1,1 1,0,0,0\n', code: 0 });
});

const SESSIONS = long ? 200 : 40;

test('many sessions in a row leave memory, processes and handles where they were', async () => {
  const folder = folderOf({});
  const { command, args } = serverOf('works', folder);
  const source = `${IMPORTS}
    import { clientOf } from './src/mcp/clients/client.js';
    async function one() {
      const engine = session();
      const answer = await clientOf(engine, { agent: 'test' }).get_contract({ contract_id: 'books' });
      if (answer.failure) throw new Error(answer.failure.message);
      await engine.close();
    }
    const look = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      gc();
      return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length };
    };
    // What is loaded and compiled once is there after these.
    for (let i = 0; i < 20; i += 1) await one();
    const before = await look();
    for (let i = 0; i < ${SESSIONS}; i += 1) await one();
    const after = await look();
    console.log(JSON.stringify({ handles: after.handles - before.handles, bytes: after.heap - before.heap }));
  `;

  const { output, code } = await startProgram(compiled, source, [command, ...args]).ended;

  const { handles, bytes } = JSON.parse(output);
  expect({ code, handles }).toEqual({ code: 0, handles: 0 });
  expect(bytes).toBeLessThan(1_000_000);
  expect(signedIn(folder).length).toBeGreaterThan(SESSIONS);
  expect(stillRunning(folder)).toEqual([]);
});
