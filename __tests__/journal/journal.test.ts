import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type JournalEntry, toolName } from '../../src/journal/entry.js';
import { journalFiles } from '../../src/journal/place.js';
import { parseJournal, readJournal } from '../../src/journal/read.js';
import { openJournal } from '../../src/journal/write.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const call: JournalEntry = {
  timestamp: '2026-11-21T08:00:00.000Z',
  agent: 'validate',
  tool: toolName('contract-engine', 'get_contract'),
  taskId: '',
  attempt: 1,
  durationMs: 12,
  status: 'success',
  errorCode: '',
  message: '',
};

const currentOf = (repository: string) => journalFiles(repository).current;

describe('the journal', () => {
  // Shows D6 by journal commands/logs.ts
  test('is a line of JSON for each entry, with the fields of the requirement, and is read as it was written', () => {
    const repository = folderOf({});
    const done: JournalEntry = { ...call, tool: '', taskId: '1.2', event: 'done' };
    const journal = openJournal(repository);

    journal.write(call);
    journal.write(done);

    const [first] = readFileSync(join(repository, '.tallystick/logs/execution.log.ndjson'), 'utf8').split('\n');
    expect(Object.keys(JSON.parse(first ?? ''))).toEqual([
      ...['timestamp', 'agent', 'tool', 'taskId', 'attempt', 'durationMs', 'status', 'errorCode', 'message'],
    ]);
    expect(readJournal(repository)).toEqual({ entries: [call, done], unreadable: 0 });
  });

  test('keeps the folder of runs out of git, unless that has a .gitignore', () => {
    const [fresh, own] = [folderOf({}), folderOf({ '.tallystick/.gitignore': 'logs/\n' })];
    for (const repository of [fresh, own]) openJournal(repository).write(call);

    expect(readFileSync(join(fresh, '.tallystick/.gitignore'), 'utf8')).toBe('*\n');
    expect(readFileSync(join(own, '.tallystick/.gitignore'), 'utf8')).toBe('logs/\n');
  });

  test('is readable by its owner alone', () => {
    const repository = folderOf({});
    openJournal(repository).write(call);

    expect(statSync(currentOf(repository)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  test('holds no secrets, no control characters, and no more than a page a line', () => {
    const repository = folderOf({});
    const message = `token ghp_0123456789 refused\u001b[2J\n${'x'.repeat(10_000)}`;

    openJournal(repository, { secrets: ['ghp_0123456789'] }).write({ ...call, message, agent: 'a\n{"agent":"b"}' });

    const [line = ''] = readFileSync(currentOf(repository), 'utf8').split('\n');
    expect(line.length).toBeLessThan(4096);
    expect(readJournal(repository).entries).toMatchObject([
      { agent: 'a\\u000a{"agent":"b"}', message: expect.stringMatching(/^token \*\*\* refused\\u001b\[2J\\u000axxx/) },
    ]);
  });

  test('cut off anywhere by a crash it keeps every line before, and those that come after', () => {
    const line = `${JSON.stringify(call)}\n`;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: line.length * 3 }), (cut) => {
        const repository = folderOf({});
        const journal = openJournal(repository);
        journal.write(call);
        writeFileSync(currentOf(repository), line.repeat(3).slice(0, cut));

        journal.write({ ...call, taskId: 'after' });

        const { entries, unreadable } = readJournal(repository);
        // A line that lacks nothing but its end is whole.
        const whole = Math.floor((cut + 1) / line.length);
        expect(entries.map(({ taskId }) => taskId)).toEqual([...Array.from({ length: whole }, () => ''), 'after']);
        expect(unreadable).toBe(cut === whole * line.length || cut === whole * line.length - 1 ? 0 : 1);
      }),
      { numRuns: 50 },
    );
  });

  test('is begun anew when it is large, and the older part is still read', () => {
    const repository = folderOf({});
    const journal = openJournal(repository, { largest: 500 });

    for (let task = 1; task <= 10; task += 1) journal.write({ ...call, taskId: String(task) });

    expect(existsSync(journalFiles(repository).older)).toBe(true);
    expect(statSync(journalFiles(repository).older).size).toBeLessThan(1200);
    expect(readJournal(repository).entries.map(({ taskId }) => taskId)).toEqual(['5', '6', '7', '8', '9', '10']);
  });

  test('is not there: nothing was called', () => {
    expect(readJournal(folderOf({}))).toEqual({ entries: [], unreadable: 0 });
  });

  test('of others is taken line by line: what is none of ours is counted', () => {
    const { entries, unreadable } = parseJournal(
      [
        '{"timestamp":"2025-08-10T10:00:00Z","agent":"a","tool":"t","taskId":"1","status":"success","durationMs":5,"errorCode":"","message":""}',
        '{"agent":"a"}',
        '[]',
        'null',
        '{"timestamp":"x","agent":"a","tool":"t","taskId":"1","status":"maybe","durationMs":5}',
        '{"timestamp":"x","agent":"a","tool":"t","taskId":"1","status":"error","durationMs":-5}',
        'not JSON',
        '',
      ].join('\n'),
    );

    expect(entries).toEqual([{ ...call, timestamp: '2025-08-10T10:00:00Z', agent: 'a', tool: 't', taskId: '1', durationMs: 5 }]);
    expect(unreadable).toBe(6);
  });
});

describe('a journal that cannot be written', () => {
  test.each(['.tallystick', '.tallystick/logs', '.tallystick/logs/execution.log.ndjson'])(
    'because %s is a link of the repository stops nothing, is told once, and nothing is written through it',
    (place) => {
      const elsewhere = folderOf({ 'precious.txt': 'precious' });
      const repository = folderOf({});
      const known: string[] = [];
      mkdirSync(join(repository, dirname(place)), { recursive: true });
      symlinkSync(place.endsWith('.ndjson') ? join(elsewhere, 'precious.txt') : elsewhere, join(repository, place));
      const journal = openJournal(repository, { onProblem: (why) => known.push(why) });

      journal.write(call);
      journal.write(call);

      expect(known).toEqual(['The journal cannot be written: `.tallystick/logs` leads elsewhere, or is no folder.']);
      expect(readFileSync(join(elsewhere, 'precious.txt'), 'utf8')).toBe('precious');
      expect(existsSync(join(elsewhere, 'logs'))).toBe(false);
      expect(readJournal(repository).entries).toEqual([]);
    },
  );

  test('because a file is in its way is reported once', () => {
    const known: string[] = [];

    openJournal(folderOf({ '.tallystick': '' }), { onProblem: (why) => known.push(why) }).write(call);

    expect(known).toHaveLength(1);
  });
});

test('lines of several processes that write at once are all there, and whole', async () => {
  const repository = folderOf({});
  openJournal(repository).write(call);
  const line = `${JSON.stringify({ ...call, message: 'x'.repeat(500) })}\\n`;
  const script = `const fs = require('fs'); for (let i = 0; i < 300; i++) fs.appendFileSync(process.argv[1], '${line}');`;
  const others = Array.from({ length: 3 }, () => {
    const child = spawn(process.execPath, ['-e', script, currentOf(repository)]);
    return new Promise((resolve) => child.once('exit', resolve));
  });
  const journal = openJournal(repository);
  let written = 1;
  let running = true;
  const ended = Promise.all(others).then(() => {
    running = false;
  });

  while (running && written < 2000) {
    journal.write(call);
    written += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;

  const { entries, unreadable } = readJournal(repository);
  expect({ entries: entries.length, unreadable }).toEqual({ entries: 900 + written, unreadable: 0 });
});

test('a line of another hand without its end is ended first', () => {
  const repository = folderOf({});
  openJournal(repository).write(call);
  appendFileSync(currentOf(repository), '{"half":');

  openJournal(repository).write(call);

  expect(readJournal(repository)).toEqual({ entries: [call, call], unreadable: 1 });
});
