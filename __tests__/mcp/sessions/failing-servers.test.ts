import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { FailureCode } from '../../../src/mcp/call-failure.js';
import { clientOf } from '../../../src/mcp/clients/client.js';
import type { Clock } from '../../../src/mcp/clients/clock.js';
import type { SessionOptions, StdioServer } from '../../../src/mcp/sessions/server-address.js';
import { openSession } from '../../../src/mcp/sessions/session.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { handles, noneLeft, patient, serverOf, signedIn } from './server-folder.js';

afterAll(removeFolders);

const onUnix = process.platform === 'win32' ? test.skip : test;

/** Waits for nothing between attempts. */
const impatient: Clock = { now: () => Date.now(), sleep: async () => undefined };

interface Way {
  /** As a sentence: "a server that ...", and as a file of `servers/`. */
  readonly name: string;
  readonly code: FailureCode;
  readonly says: RegExp;
  /** With one retry. */
  readonly attempts: number;
  /** Processes that it takes. */
  readonly processes: number;
  readonly options?: Partial<SessionOptions>;
}

const soon = { startupTimeoutMs: 1_500 };
const quick = { toolTimeoutMs: 300 };
const narrow = { maxBytes: 1_000_000 };

/** Failures before the server said hello: it is started once. */
const atStart: readonly Way[] = [
  { name: 'exits-at-once', code: 'start-failed', says: /ended with code 1: no database/, attempts: 1, processes: 1 },
  {
    name: 'is-silent',
    code: 'startup-timeout',
    says: /did not say hello within 1500 ms/,
    attempts: 1,
    processes: 1,
    options: soon,
  },
  { name: 'prints-a-banner', code: 'startup-timeout', says: /no message: Listening/, attempts: 1, processes: 1, options: soon },
  { name: 'prints-without-end', code: 'protocol', says: /does nothing but print: y/, attempts: 1, processes: 1 },
  { name: 'speaks-future-revision', code: 'protocol', says: /2099-01-01/, attempts: 1, processes: 1 },
  { name: 'refuses-hello', code: 'protocol', says: /licence expired/, attempts: 1, processes: 1 },
  { name: 'greets-wrongly', code: 'protocol', says: /greeting is not understood/, attempts: 1, processes: 1 },
  { name: 'dies-after-hello', code: 'start-failed', says: /ended with code 4/, attempts: 1, processes: 1 },
];

/** Servers that go away. */
const lost: readonly Way[] = [
  { name: 'crashes-in-call', code: 'connection-lost', says: /ended with code 1/, attempts: 2, processes: 2 },
  { name: 'is-killed-in-call', code: 'connection-lost', says: /ended with (?:signal SIGKILL|code 1)/, attempts: 2, processes: 2 },
  { name: 'closes-its-output', code: 'connection-lost', says: /closed its output/, attempts: 2, processes: 2 },
  // On Windows nobody knows what a process started that is gone.
  ...(process.platform === 'win32'
    ? []
    : [{ name: 'leaves-a-child', code: 'connection-lost', says: /ended with code 5/, attempts: 2, processes: 4 } as const]),
];

/** Servers that do not answer. */
const late: readonly Way[] = [
  { name: 'hangs-in-call', code: 'tool-timeout', says: /within 300 ms/, attempts: 2, processes: 2, options: quick },
  { name: 'cannot-be-asked-to-end', code: 'tool-timeout', says: /within 300 ms/, attempts: 2, processes: 2, options: quick },
  { name: 'closes-its-input', code: 'tool-timeout', says: /within 300 ms/, attempts: 2, processes: 2, options: quick },
  { name: 'answers-somebody-else', code: 'tool-timeout', says: /within 300 ms/, attempts: 2, processes: 2, options: quick },
  { name: 'complains-without-end', code: 'tool-timeout', says: /within 300 ms/, attempts: 2, processes: 2, options: quick },
];

/** Servers that say that it did not work. */
const refused: readonly Way[] = [
  { name: 'says-the-tool-failed', code: 'tool-error', says: /table of contracts is locked/, attempts: 1, processes: 1 },
  { name: 'answers-with-an-error', code: 'tool-error', says: /division by zero/, attempts: 1, processes: 1 },
  { name: 'pretends-our-timeout', code: 'tool-error', says: /timed out/, attempts: 1, processes: 1 },
  { name: 'answers-an-error-as-value', code: 'tool-error', says: /no such contract/, attempts: 1, processes: 1 },
  { name: 'lacks-the-tool', code: 'unknown-tool', says: /has no tool get_contract/, attempts: 1, processes: 1 },
  { name: 'forgets-the-tool', code: 'unknown-tool', says: /Tool get_contract not found/, attempts: 1, processes: 1 },
  { name: 'refuses-the-parameters', code: 'bad-input', says: /must be a number/, attempts: 1, processes: 1 },
];

/** Answers that are none. */
const lies: readonly Way[] = [
  { name: 'answers-nothing', code: 'empty', says: /is empty/, attempts: 1, processes: 1 },
  { name: 'answers-a-picture', code: 'empty', says: /is empty/, attempts: 1, processes: 1 },
  { name: 'answers-prose', code: 'not-json', says: /no JSON: Sure!/, attempts: 1, processes: 1 },
  { name: 'answers-half-of-it', code: 'not-json', says: /no JSON/, attempts: 1, processes: 1 },
  { name: 'answers-another-shape', code: 'wrong-shape', says: /another shape than promised at id/, attempts: 1, processes: 1 },
  { name: 'nests-deeply', code: 'wrong-shape', says: /nested deeper than 200/, attempts: 1, processes: 1 },
  { name: 'answers-with-neither', code: 'protocol', says: /neither a result nor an error/, attempts: 1, processes: 1 },
  { name: 'answers-with-no-object', code: 'protocol', says: /neither a result nor an error/, attempts: 1, processes: 1 },
  { name: 'answers-too-much', code: 'too-large', says: /more than 1 MB/, attempts: 1, processes: 1, options: narrow },
  { name: 'floods', code: 'too-large', says: /more than 4 MB/, attempts: 1, processes: 1, options: narrow },
  { name: 'asks-without-end', code: 'too-large', says: /more than 4 MB/, attempts: 1, processes: 1, options: narrow },
];

async function ask(server: StdioServer, options: Partial<SessionOptions>) {
  const session = openSession(contractEngine, server, { ...patient, ...options });
  const client = clientOf(session, { agent: 'test', clock: impatient, limits: { retries: 1 } });
  const answer = await client.get_contract({ contract_id: 'books' });
  await session.close();
  return answer;
}

describe('a server that', () => {
  // Shows REQ-024 by mcp/sessions/session.ts; TEST-030D by mcp/sessions/session.ts; REQ-038
  // Shows TEST-078 by mcp/sessions/session.ts; TEST-090 by mcp/sessions/session.ts
  test.each([...atStart, ...lost, ...late, ...refused, ...lies])(
    '$name: $code, and nothing is left of it',
    async ({ name, code, says, attempts, processes, options = {} }) => {
      const folder = folderOf({});
      const before = await handles();

      const answer = await ask(serverOf(name, folder), options);

      expect(answer.value).toBe(null);
      expect(answer.failure).toEqual({ code, message: expect.stringMatching(says), attempts });
      expect(signedIn(folder)).toHaveLength(processes);
      await noneLeft(folder);
      expect(await handles()).toEqual(before);
    },
  );

  test('is not there: start-failed', async () => {
    const answer = await ask({ kind: 'stdio', command: 'no-such-program-of-anybody', args: [] }, {});

    expect(answer).toEqual({
      value: null,
      failure: { code: 'start-failed', message: expect.stringMatching(/ENOENT/), attempts: 1 },
    });
  });

  onUnix('may not be run: start-failed', async () => {
    const command = join(folderOf({}), 'server');
    writeFileSync(command, '#!/bin/sh\n');
    chmodSync(command, 0o644);

    const answer = await ask({ kind: 'stdio', command, args: [] }, {});

    expect(answer.failure).toMatchObject({ code: 'start-failed', message: expect.stringMatching(/EACCES|ENOENT/) });
  });

  test('is started in a folder that is not there: start-failed', async () => {
    const folder = folderOf({});

    const answer = await ask(serverOf('works', folder, { cwd: join(folder, 'nowhere') }), {});

    expect(answer.failure).toMatchObject({ code: 'start-failed', attempts: 1 });
    expect(signedIn(folder)).toEqual([]);
  });
});
