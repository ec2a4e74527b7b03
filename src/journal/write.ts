import { closeSync, constants, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { printable } from '../model/printable.js';
import { masked } from '../model/secrets.js';
import type { Journal, JournalEntry } from './entry.js';
import { isOurs, journalFiles, makeFolders } from './place.js';

/** Beyond this size the journal is rotated, so two files take at most twice as much. */
const LARGEST = 10_000_000;
/** Longest texts of fields; a whole line stays below a page, which file systems append in one piece. */
const LONGEST = { message: 500, other: 200 } as const;

export interface JournalOptions {
  /** Values that must not be written. */
  readonly secrets?: readonly string[];
  /** Called once, with a sentence, when the journal cannot be written. */
  readonly onProblem?: (why: string) => void;
  /** Size in bytes at which the file is rotated; default 10 MB. */
  readonly largest?: number;
}

/**
 * Opens `.tallystick/logs/execution.log.ndjson`, one JSON object per line. Several processes may write at once, because one
 * call appends one line. A line that a crash cut off is ended before the next is written.
 *
 * @param repository absolute and real
 */
export function openJournal(repository: string, options: JournalOptions = {}): Journal {
  const { secrets = [], onProblem, largest = LARGEST } = options;
  let reported = false;
  return {
    write: (entry) => {
      try {
        append(repository, `${JSON.stringify(bounded(entry, secrets))}\n`, largest);
      } catch (error) {
        if (!reported) onProblem?.(`The journal cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
        reported = true;
      }
    },
  };
}

function bounded(entry: JournalEntry, secrets: readonly string[]): JournalEntry {
  const shown = (text: string, longest: number): string => printable(masked(text, secrets)).slice(0, longest);
  const { timestamp, agent, tool, taskId, attempt, durationMs, status, errorCode, message, event } = entry;
  return {
    timestamp,
    agent: shown(agent, LONGEST.other),
    tool: shown(tool, LONGEST.other),
    taskId: shown(taskId, LONGEST.other),
    attempt,
    durationMs: Math.round(durationMs),
    status,
    errorCode: shown(errorCode, LONGEST.other),
    message: shown(message, LONGEST.message),
    ...(event === undefined ? {} : { event }),
  };
}

function append(repository: string, line: string, largest: number): void {
  if (!isOurs(repository)) throw new Error('`.tallystick/logs` leads elsewhere, or is no folder');
  makeFolders(repository);
  const { current, older } = journalFiles(repository);
  // Never through a link, not even one created at this moment. Windows has no such flag.
  const file = openSync(current, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0), 0o600);
  let size = 0;
  try {
    ({ size } = fstatSync(file));
    writeSync(file, size > 0 && !endsLine(file, size) ? `\n${line}` : line);
  } finally {
    closeSync(file);
  }
  if (size >= largest) renameSync(current, older);
}

function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
