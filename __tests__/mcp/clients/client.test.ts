import { expect, test } from '@jest/globals';
import type { Journal, JournalEntry } from '../../../src/journal/entry.js';
import { CallError, type CallFailure, type FailureCode } from '../../../src/mcp/call-failure.js';
import { type ClientOptions, clientOf } from '../../../src/mcp/clients/client.js';
import type { Clock } from '../../../src/mcp/clients/clock.js';
import type { CallOptions, Engine } from '../../../src/mcp/engine.js';
import type { Toolset, ToolTable } from '../../../src/mcp/tool.js';
import { architect } from '../../../src/mcp/toolsets/architect.js';
import { codebaseIntelligence } from '../../../src/mcp/toolsets/codebase-intelligence.js';
import { context7 } from '../../../src/mcp/toolsets/context7.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';
import { taskMaster } from '../../../src/mcp/toolsets/task-master.js';

/** A clock on which waiting is the only thing that takes time. */
function fakeClock() {
  const waits: number[] = [];
  let now = Date.UTC(2026, 10, 21);
  const clock: Clock = {
    now: () => now,
    sleep: async (millis) => {
      waits.push(millis);
      now += millis;
    },
  };
  return { clock, waits };
}

function recorder(): Journal & { readonly entries: JournalEntry[] } {
  const entries: JournalEntry[] = [];
  return { entries, write: (entry) => void entries.push(entry) };
}

type Asked = { readonly name: string; readonly input: unknown; readonly options: CallOptions | undefined };

/** An engine elsewhere that answers as it is told: what is thrown, or a value. */
function engineOf<Tools extends ToolTable>(toolset: Toolset<Tools>, answer: (asked: Asked, calls: number) => unknown) {
  const asked: Asked[] = [];
  const engine = {
    toolset,
    by: 'stdio',
    call: async (name: string, input: unknown, options?: CallOptions) => {
      asked.push({ name, input, options });
      return answer({ name, input, options }, asked.length);
    },
    close: async () => undefined,
  } as unknown as Engine<Tools>;
  return { engine, asked };
}

function failing(code: FailureCode): () => never {
  return () => {
    throw new CallError(code, `because of ${code}`);
  };
}

/** Asks for a contract. */
async function ask(answer: (asked: Asked, calls: number) => unknown, options: Partial<ClientOptions> = {}) {
  const { clock, waits } = fakeClock();
  const journal = recorder();
  const { engine, asked } = engineOf(contractEngine, answer);
  const client = clientOf(engine, { agent: 'validate', journal, clock, ...options });
  const given = await client.get_contract({ contract_id: 'books' }, { taskId: 'T-1' });
  return { given, waits, asked, entries: journal.entries, client };
}

// Shows TEST-018 by mcp/clients/client.ts; TEST-031 by mcp/clients/client.ts
test('an answer is given as it is', async () => {
  const { given, asked } = await ask(() => ({ id: 'books' }));

  expect(given).toEqual({ value: { id: 'books' } });
  expect(asked).toHaveLength(1);
});

// Shows REQ-026 by mcp/clients/client.ts; TEST-030B by mcp/clients/client.ts; REQ-042 by mcp/clients/client.ts
// Shows D2 by mcp/clients journal
test.each<FailureCode>(['start-failed', 'startup-timeout', 'tool-timeout', 'connection-lost'])(
  '%s is tried three times more, after 1, 2 and 4 seconds; then the safe default is given, with the reason',
  async (code) => {
    const { given, waits, asked } = await ask(failing(code));

    expect(asked).toHaveLength(4);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(given).toEqual({ value: null, failure: { code, message: `because of ${code}`, attempts: 4 } });
  },
);

test.each<FailureCode>([
  ...(['protocol', 'unknown-tool', 'tool-error', 'empty', 'not-json', 'wrong-shape'] as const),
  ...(['too-large', 'bad-input', 'refused', 'cancelled'] as const),
  // Shows REQ-026; TEST-020 by mcp/clients/client.ts; TEST-030C by mcp/clients/client.ts; REQ-042
  // Shows TEST-033 by mcp/clients/client.ts; TEST-079 by mcp/clients/client.ts
])('%s is not tried again', async (code) => {
  const { given, waits, asked } = await ask(failing(code));

  expect(asked).toHaveLength(1);
  expect(waits).toEqual([]);
  expect(given.failure).toEqual({ code, message: `because of ${code}`, attempts: 1 });
});

test('what goes well at last is a success', async () => {
  const { given, waits } = await ask((_, calls) => (calls < 3 ? failing('connection-lost')() : { id: 'books' }));

  expect(given).toEqual({ value: { id: 'books' } });
  expect(waits).toEqual([1000, 2000]);
});

// Shows TEST-019 by mcp/clients/client.ts; TEST-032 by mcp/clients/client.ts
test('a defect of an engine is a failure, not an exception', async () => {
  const { given, asked } = await ask(() => {
    throw new TypeError('x is undefined');
  });

  expect(asked).toHaveLength(1);
  expect(given.failure).toEqual({ code: 'tool-error', message: 'the engine has a defect: x is undefined', attempts: 1 });
});

// Shows D2
test('every attempt is a line of the journal', async () => {
  const { entries } = await ask((_, calls) => (calls < 2 ? failing('tool-timeout')() : { id: 'books' }));

  const always = { agent: 'validate', tool: 'mcp__contract-engine__get_contract', taskId: 'T-1', durationMs: 0 };
  expect(entries).toEqual([
    {
      ...always,
      timestamp: '2026-11-21T00:00:00.000Z',
      attempt: 1,
      status: 'error',
      errorCode: 'tool-timeout',
      message: 'because of tool-timeout',
    },
    { ...always, timestamp: '2026-11-21T00:00:01.000Z', attempt: 2, status: 'success', errorCode: '', message: '' },
  ]);
});

test('the environment may ask for other bounds', async () => {
  const { asked, waits } = await ask(failing('tool-timeout'), { limits: { retries: 1, timeoutMs: 50 } });

  expect(waits).toEqual([1000]);
  expect(asked.map(({ options }) => options?.timeoutMs)).toEqual([50, 50]);
});

test('a failed call is reported to the listener, once', async () => {
  const known: [string, CallFailure][] = [];
  await ask(failing('tool-timeout'), { onFailure: (tool, failure) => known.push([tool, failure]) });

  expect(known).toEqual([
    ['mcp__contract-engine__get_contract', { code: 'tool-timeout', message: 'because of tool-timeout', attempts: 4 }],
  ]);
});

test('parameters that are left out get their defaults, and those that do not fit are not sent', async () => {
  const { engine, asked } = engineOf(contractEngine, () => '');
  const client = clientOf(engine, { agent: 'test' });

  await client.generate_tests({ contract_id: 'books' });
  const misused = await client.generate_tests({ contract_id: '' });

  expect(asked.map(({ input }) => input)).toEqual([{ contract_id: 'books', framework: 'pytest', include_negative: true }]);
  expect(misused).toMatchObject({ value: '', failure: { code: 'bad-input', attempts: 0 } });
  expect(misused.failure?.message).toContain('contract_id');
});

// Shows REQ-042; INT-005 by mcp/clients/client.ts
test('a file that is slow to register is not registered again; one that could not be sent is', async () => {
  const { clock } = fakeClock();
  const slow = engineOf(codebaseIntelligence, failing('tool-timeout'));
  const lost = engineOf(codebaseIntelligence, failing('connection-lost'));
  const file = { file_path: 'a.ts', service_name: 'shop' };

  const answers = [slow, lost].map(({ engine }) => clientOf(engine, { agent: 'test', clock }).register_artifact(file));

  expect(await Promise.all(answers)).toMatchObject([
    { value: { indexed: false }, failure: { attempts: 1 } },
    { value: { indexed: false }, failure: { attempts: 4 } },
  ]);
  expect(slow.asked[0]?.options?.timeoutMs).toBe(5000);
});

test('the sheet of a tool may lower how often, and when', async () => {
  const { clock, waits } = fakeClock();
  const { engine } = engineOf(taskMaster, failing('start-failed'));

  const answer = await clientOf(engine, { agent: 'test', clock }).parse_prd({});

  expect(answer.failure?.attempts).toBe(3);
  expect(waits).toEqual([1000, 3000]);
});

test('a server that cannot be started is not started for every call', async () => {
  const { engine, asked } = engineOf(contractEngine, failing('start-failed'));
  const journal = recorder();
  const client = clientOf(engine, { agent: 'test', journal, clock: fakeClock().clock });

  await client.list_contracts({});
  const next = await client.list_contracts({});

  expect(asked).toHaveLength(4);
  expect(next).toEqual({
    value: [],
    failure: { code: 'start-failed', message: 'not asked any more, since because of start-failed', attempts: 0 },
  });
  expect(journal.entries.at(-1)).toMatchObject({ attempt: 0, status: 'error', errorCode: 'start-failed' });
});

test('after five minutes it is tried once more, for it may be there again', async () => {
  const { clock } = fakeClock();
  const { engine, asked } = engineOf(contractEngine, (_, calls) => (calls > 2 ? [] : failing('start-failed')()));
  const client = clientOf(engine, { agent: 'test', clock, limits: { retries: 0 } });
  const reached = async () => (await client.list_contracts({})).failure === undefined;

  const first = [await reached(), await reached()];
  await clock.sleep(300_000);
  const second = [await reached(), await reached()];
  await clock.sleep(300_000);
  const third = [await reached(), await reached()];

  expect([first, second, third]).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  expect(asked).toHaveLength(4);
});

test('a server that does not answer three calls in a row is not asked any more; an answer in between is forgiven', async () => {
  const { engine, asked } = engineOf(contractEngine, (_, calls) => (calls === 3 ? [] : failing('tool-timeout')()));
  const client = clientOf(engine, { agent: 'test', clock: fakeClock().clock, limits: { retries: 0 } });

  for (let call = 0; call < 10; call += 1) await client.list_contracts({});

  expect(asked).toHaveLength(6);
});

test('a cancelled call does not wait for the next attempt', async () => {
  const caller = new AbortController();
  const { engine, asked } = engineOf(contractEngine, failing('start-failed'));
  const clock: Clock = { now: () => 0, sleep: async () => caller.abort() };

  const answer = await clientOf(engine, { agent: 'test', clock }).list_contracts({}, { signal: caller.signal });

  expect(answer.failure?.code).toBe('cancelled');
  expect(asked).toHaveLength(1);
});

test('an engine of this process is not waited for longer than a tool may take', async () => {
  const engine = {
    toolset: contractEngine,
    by: 'embedded',
    call: () => new Promise(() => undefined),
    close: async () => undefined,
  } as unknown as Engine<typeof contractEngine.tools>;

  const answer = await clientOf(engine, { agent: 'test', limits: { retries: 0, timeoutMs: 20 } }).list_contracts({});

  expect(answer).toEqual({
    value: [],
    failure: { code: 'tool-timeout', message: 'it did not answer within 20 ms', attempts: 1 },
  });
});

test('each caller gets its own default', async () => {
  const { engine } = engineOf(contractEngine, failing('tool-error'));
  const client = clientOf(engine, { agent: 'test' });
  const first = await client.list_contracts({});
  first.value.push({ id: 'made up', type: '', version: '', service_name: '', spec_hash: '', status: '' });

  expect((await client.list_contracts({})).value).toEqual([]);
});

const toolsets: readonly Toolset[] = [contractEngine, codebaseIntelligence, architect, taskMaster, context7];

// Shows TECH-013; TEST-019; TEST-020; TEST-032; TEST-033; TEST-079
test.each(toolsets.flatMap((toolset) => Object.entries(toolset.tools).map(([name, tool]) => ({ name, tool }))))(
  'the safe default of $name has the shape of an answer',
  ({ tool }) => {
    expect(tool.output.safeParse(tool.unanswered)).toEqual({ success: true, data: tool.unanswered });
  },
);
