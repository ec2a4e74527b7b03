import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { CallError } from '../../../src/mcp/call-failure.js';
import type { ServerAddress, SessionOptions } from '../../../src/mcp/sessions/server-address.js';
import { openSession, type Session } from '../../../src/mcp/sessions/session.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { until } from '../../until.js';
import { patient, serverOf, signedIn, stillRunning } from './server-folder.js';

const open: Session[] = [];

function sessionWith(address: ServerAddress, options: Partial<SessionOptions> = {}) {
  const session = openSession(contractEngine, address, { ...patient, ...options });
  open.push(session as unknown as Session);
  return session;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});
afterAll(removeFolders);

const asked = { contract_id: 'books' };

describe('a session with a server over its standard streams', () => {
  // Shows REQ-024; REQ-038 by mcp/sessions/session.ts
  test('gives what a tool answers, and ends the server with the session', async () => {
    const folder = folderOf({});
    const session = sessionWith(serverOf('works', folder));

    expect(await session.call('get_contract', asked)).toMatchObject({ id: 'books', spec: { openapi: '3.1.0' } });
    expect(stillRunning(folder)).toHaveLength(1);

    await session.close();
    expect(stillRunning(folder)).toEqual([]);
  });

  test('starts nothing before it is asked for something', async () => {
    const folder = folderOf({});

    await sessionWith(serverOf('works', folder)).close();

    expect(signedIn(folder)).toEqual([]);
  });

  test('starts one server for calls at the same time', async () => {
    const folder = folderOf({});
    const session = sessionWith(serverOf('works', folder));

    const answers = await Promise.all(Array.from({ length: 20 }, () => session.call('get_contract', asked)));

    expect(new Set(answers.map((answer) => answer?.id))).toEqual(new Set(['books']));
    expect(signedIn(folder)).toHaveLength(1);
  });

  test('tells what the server says of itself', async () => {
    const description = await sessionWith(serverOf('works', folderOf({}))).open();

    expect(description).toMatchObject({ name: 'a server', version: '1.0' });
    expect(description.tools?.map(({ name }) => name)).toEqual(['get_contract', 'list_contracts', 'create_contract']);
  });

  // Shows REQ-025 by mcp/sessions/session.ts
  test.each(['speaks-old-revision', 'answers-structured'])('understands a server that %s', async (name) => {
    const session = sessionWith(serverOf(name, folderOf({})));

    expect(await session.call('get_contract', asked)).toMatchObject({ id: 'books' });
  });

  test.each([
    ['answers-structured', 1],
    ['answers-item-by-item', 2],
  ])('takes a list from a server that %s', async (name, length) => {
    const rows = await sessionWith(serverOf(name, folderOf({}))).call('list_contracts', {});

    expect(rows).toHaveLength(length);
    expect(rows[0]).toMatchObject({ id: 'books' });
  });

  test('starts the server anew after it was lost', async () => {
    const folder = folderOf({});
    const session = sessionWith(serverOf('crashes-in-call', folder));

    await expect(session.call('get_contract', asked)).rejects.toMatchObject({ code: 'connection-lost' });
    await expect(session.call('get_contract', asked)).rejects.toMatchObject({ code: 'connection-lost' });

    expect(signedIn(folder)).toHaveLength(2);
  });

  test('is asked no more once it is closed', async () => {
    const session = sessionWith(serverOf('works', folderOf({})));
    await session.close();

    await expect(session.call('get_contract', asked)).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('is closed at once while its server still says nothing', async () => {
    const folder = folderOf({});
    const session = sessionWith(serverOf('is-silent', folder));
    const opening = session.open().catch((error: CallError) => error.code);
    await until(() => signedIn(folder).length > 0);

    await session.close();

    expect(await opening).toBe('cancelled');
    expect(stillRunning(folder)).toEqual([]);
  });

  test('is closed in the very moment in which it starts its server', async () => {
    const folder = folderOf({});
    const session = sessionWith(serverOf('works', folder));
    const opening = session.open().catch((error: CallError) => error.code);

    await session.close();

    expect(await opening).toBe('cancelled');
    expect(stillRunning(folder)).toEqual([]);
  });

  test('may have more time than a timer can count', async () => {
    const long = { startupTimeoutMs: 1e12, toolTimeoutMs: 1e12 };

    expect(await sessionWith(serverOf('works', folderOf({})), long).call('get_contract', asked)).toMatchObject({ id: 'books' });
  });

  test('gives up when the caller does', async () => {
    const folder = folderOf({});
    const caller = new AbortController();
    const session = sessionWith(serverOf('hangs-in-call', folder));
    await session.open();

    const call = session.call('get_contract', asked, { signal: caller.signal });
    caller.abort();

    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the environment of a server', () => {
  const env = {
    ...process.env,
    ANTHROPIC_API_KEY: 'sk-never',
    GITHUB_TOKEN: 'ghp-never',
    LC_ALL: 'C.UTF-8',
    SOMETHING_ELSE: 'private',
  };

  // Shows SEC-001 by mcp/sessions/environment.ts
  test('is an allow-list and its settings, none that speak of a secret', async () => {
    const settings = { DATABASE_PATH: '/data/contracts.db', CHROMA_PATH: '', SERVER_TOKEN: 'never' };
    const cwd = folderOf({});
    const session = sessionWith(serverOf('tells-environment', folderOf({}), { settings, cwd }), { env });

    const describedFailure = (await session.call('get_contract', asked))?.spec as { env: Record<string, string>; cwd: string };

    expect(describedFailure.cwd).toBe(cwd);
    expect(describedFailure.env).toMatchObject({ DATABASE_PATH: '/data/contracts.db', LC_ALL: 'C.UTF-8' });
    expect(Object.keys(describedFailure.env).map((name) => name.toUpperCase())).toContain('PATH');
    for (const name of ['ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'SOMETHING_ELSE', 'CHROMA_PATH', 'SERVER_TOKEN']) {
      expect(describedFailure.env).not.toHaveProperty(name);
    }
    expect(JSON.stringify(describedFailure.env)).not.toContain('never');
  });

  test('and its error output is reported without secrets and escapes', async () => {
    const session = sessionWith(serverOf('exits-at-once', folderOf({})), {
      env: { ...process.env, DB_TOKEN: 'hunter2-hunter2' },
    });

    const error = await session.open().catch((caught: CallError) => caught);

    expect(error).toMatchObject({
      code: 'start-failed',
      message:
        'contract-engine: it did not start: it ended with code 1: no database at \\u001b[31m/srv/db\\u001b[0m, and the token is ***',
    });
  });
});
