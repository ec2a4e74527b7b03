import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { JournalEntry, JournalEvent } from './entry.js';
import { isOurs, journalFiles } from './place.js';

/** Of a larger file only the last part is read. */
const MOST_BYTES = 64_000_000;
const EVENTS: ReadonlySet<string> = new Set<JournalEvent>(['call', 'routed', 'done']);

/** What a journal holds. */
export interface JournalContent {
  /** In the order of the lines. */
  readonly entries: readonly JournalEntry[];
  /** Lines in another format, such as lines that a crash cut off. */
  readonly unreadable: number;
}

/**
 * Reads the journal of a repository, the rotated file first. No entries when there is none.
 *
 * @param repository absolute and real
 */
export function readJournal(repository: string): JournalContent {
  if (!isOurs(repository)) return { entries: [], unreadable: 0 };
  const { older, current } = journalFiles(repository);
  return parseJournal(`${textOf(older)}\n${textOf(current)}`);
}

/** The entries of lines of JSON; other lines are counted. */
export function parseJournal(text: string): JournalContent {
  const entries: JournalEntry[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry = entryOf(line);
    if (entry === undefined) unreadable += 1;
    else entries.push(entry);
  }
  return { entries, unreadable };
}

function entryOf(line: string): JournalEntry | undefined {
  const given = objectOf(line);
  if (given === undefined) return undefined;
  const text = (name: string): string | undefined => (typeof given[name] === 'string' ? given[name] : undefined);
  const number = (name: string): number | undefined => {
    const value = given[name];
    return typeof value === 'number' && value >= 0 ? value : undefined;
  };
  const [timestamp, agent, tool, taskId] = [text('timestamp'), text('agent'), text('tool'), text('taskId')];
  const [durationMs, status, event] = [number('durationMs'), text('status'), text('event')];
  if (timestamp === undefined || agent === undefined || tool === undefined || taskId === undefined) return undefined;
  if (durationMs === undefined || (status !== 'success' && status !== 'error')) return undefined;
  return {
    ...{ timestamp, agent, tool, taskId, durationMs, status },
    attempt: number('attempt') ?? 1,
    errorCode: text('errorCode') ?? '',
    message: text('message') ?? '',
    ...(isEvent(event) ? { event } : {}),
  };
}

function isEvent(word: string | undefined): word is JournalEvent {
  return word !== undefined && EVENTS.has(word);
}

function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8', 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    // Missing, or not readable.
    return '';
  }
}
