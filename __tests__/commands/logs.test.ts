import { afterAll, describe, expect, test } from '@jest/globals';
import { logs } from '../../src/commands/logs.js';
import type { JournalEntry } from '../../src/journal/entry.js';
import { openJournal } from '../../src/journal/write.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

function repositoryWith(entries: readonly Partial<JournalEntry>[]): string {
  const repository = folderOf({ '.git/HEAD': '' });
  const journal = openJournal(repository);
  const usual = { agent: 'validate', tool: 'mcp__contract-engine__list_contracts', taskId: '', attempt: 1, durationMs: 8 };
  for (const entry of entries) {
    const timestamp = '2026-11-21T08:00:00.000Z';
    journal.write({ ...usual, timestamp, status: 'success', errorCode: '', message: '', ...entry });
  }
  return repository;
}

async function run(cwd: string, options: Record<string, string> = {}): Promise<string> {
  const io = recordedIo({ cwd });
  expect(await logs.run({ operands: [], options }, io)).toBe(0);
  return io.out();
}

describe('logs', () => {
  test('prints tables by tool, agent, status and error', async () => {
    const repository = repositoryWith([
      { event: 'routed', agent: 'builder', tool: '', taskId: '1' },
      { agent: 'builder', taskId: '1' },
      { tool: 'mcp__contract-engine__get_contract', status: 'error', errorCode: 'tool-timeout', durationMs: 60_000 },
      { tool: 'mcp__contract-engine__get_contract', attempt: 2, durationMs: 20, timestamp: '2026-11-21T08:05:00.000Z' },
    ]);

    expect(
      await run(repository),
    ).toBe(`3 calls from 2026-11-21 08:00 to 2026-11-21 08:05, in .tallystick/logs/execution.log.ndjson
67 % succeeded, 33 % failed, further attempts: 1; median 20 ms, 95 % within 60.0 s
1 task; of 1 assigned to an agent, 1 done by it alone: routing accuracy 100 %

by tool                               calls  retries  success  error  median     p95  routing
mcp__contract-engine__get_contract        2        1     50 %   50 %  30.0 s  60.0 s        -
mcp__contract-engine__list_contracts      1        0    100 %    0 %    8 ms    8 ms    100 %

by agent  calls  retries  success  error  median     p95  routing
validate      2        1     50 %   50 %  30.0 s  60.0 s        -
builder       1        0    100 %    0 %    8 ms    8 ms    100 %

by status  calls  retries  success  error  median     p95  routing
success        2        1    100 %    0 %   14 ms   20 ms    100 %
error          1        0      0 %  100 %  60.0 s  60.0 s        -

by error      calls  retries  success  error  median     p95  routing
tool-timeout      1        0      0 %  100 %  60.0 s  60.0 s        -
`);
  });

  test('gives the same as JSON', async () => {
    const given = JSON.parse(await run(repositoryWith([{}, { status: 'error', errorCode: 'empty' }]), { format: 'json' }));

    expect(given).toMatchObject({
      formatVersion: 1,
      from: '2026-11-21T08:00:00.000Z',
      unreadable: 0,
      total: { calls: 2, successRate: 0.5, errorRate: 0.5, medianMs: 8, p95Ms: 8, routingAccuracy: null },
      tools: [{ name: 'mcp__contract-engine__list_contracts', calls: 2 }],
      agents: [{ name: 'validate' }],
      statuses: [{ name: 'error' }, { name: 'success' }],
      errorCodes: [{ name: 'empty' }],
    });
  });

  test.each(['2026-11-21T07:00:00Z', '2026-11-21'])('takes what began since %s', async (since) => {
    const repository = repositoryWith([{ timestamp: '2026-11-20T23:00:00.000Z' }, {}]);

    expect(JSON.parse(await run(repository, { since, format: 'json' })).total.calls).toBe(1);
  });

  test('takes what began so long ago', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const repository = repositoryWith([{ timestamp: hoursAgo(30) }, { timestamp: hoursAgo(2) }]);

    expect(JSON.parse(await run(repository, { since: '1d', format: 'json' })).total.calls).toBe(1);
  });

  test('says so where nothing was called yet', async () => {
    expect(await run(folderOf({ '.git/HEAD': '' }))).toBe('.tallystick/logs/execution.log.ndjson has no entries yet.\n');
  });

  test('names of a hostile journal drive no terminal', async () => {
    const repository = repositoryWith([{}]);
    const line = {
      timestamp: '2026-11-21T08:00:00.000Z',
      agent: '\u001b[2J',
      tool: '::set-env::',
      taskId: '',
      status: 'success',
    };
    const { appendFileSync } = await import('node:fs');
    appendFileSync(`${repository}/.tallystick/logs/execution.log.ndjson`, `${JSON.stringify({ ...line, durationMs: 1 })}\n`);

    const out = await run(repository);

    expect(out).not.toContain('\u001b');
    expect(out).toContain('\\u001b[2J');
    expect(out).not.toMatch(/^::/m);
  });

  test.each([
    [{ format: 'jsn' }, 'logs has no format jsn.'],
    [{ since: 'yesterday' }, '--since yesterday is no time.'],
  ])('%j is a mistake', async (options, message) => {
    await expect(logs.run({ operands: [], options }, recordedIo())).rejects.toMatchObject({ name: 'UserError', message });
  });
});
