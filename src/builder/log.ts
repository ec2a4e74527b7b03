import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { writeWhole } from './agent-report/run-files.js';
import { type BuildEvent, buildEvent, LOG_FORMAT } from './event.js';

/** This program never writes a longer log. */
const MOST_BYTES = 64_000_000;

/** The events of a build, flushed to disk one by one. */
export interface BuildLog {
  readonly events: readonly BuildEvent[];
  /** Returns when the line is on disk. */
  readonly append: (event: BuildEvent) => void;
  /** Whether another program changed the file, which was then rewritten. */
  readonly tampered: () => boolean;
}

/** The log of builds in a workspace. */
export function logFile(workspace: string): string {
  return join(workspace, '.tallystick', 'build', 'events.ndjson');
}

/** A new log; preserves an older one beside it. */
export function newLog(file: string): BuildLog {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.last`);
  return logOn(file, []);
}

/**
 * The log of an interrupted or stopped build. An incomplete last line is ignored.
 *
 * @throws UserError when there is none, or it is foreign
 */
export function readLog(file: string): BuildLog {
  const hint = 'Begin anew: tallystick build without --resume.';
  if (!existsSync(file)) throw new UserError('There is no build to resume here.', { hint });
  if (statSync(file).size > MOST_BYTES) throw new UserError('The log of the build is too large to be ours.', { hint });
  const lines = readFileSync(file, 'utf8').split('\n');
  const whole = lines.slice(0, -1);
  const events = whole.flatMap((line, index) => {
    const event = eventOf(line);
    if (event !== undefined) return [event];
    // Cut off by the end of a process; the next one wrote after it.
    if (index === whole.length - 1) return [];
    throw new UserError(`Line ${index + 1} of the log of the build is no event.`, {
      hint,
      location: { file: '.tallystick/build/events.ndjson', line: index + 1 },
    });
  });
  if (events[0]?.event !== 'build-started')
    throw new UserError(`The log of the build does not begin as logs of form ${LOG_FORMAT} do.`, { hint });
  const text = textOf(events);
  if (text !== readFileSync(file, 'utf8')) writeWhole(file, text);
  return logOn(file, events);
}

function eventOf(line: string): BuildEvent | undefined {
  try {
    return buildEvent.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function logOn(file: string, before: readonly BuildEvent[]): BuildLog {
  const events = [...before];
  let text = textOf(events);
  let tampered = false;
  return {
    events,
    append: (event) => {
      // Agents may write anywhere, so their version of the log is replaced.
      if (contentOf(file) !== text) {
        tampered = true;
        writeWhole(file, text);
      }
      const line = textOf([event]);
      const descriptor = openSync(file, 'a', 0o600);
      try {
        writeSync(descriptor, line);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      events.push(event);
      text += line;
    },
    tampered: () => tampered,
  };
}

/** Empty: there is none. Neither reads nor writes through a link. */
function contentOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return '';
  return found.isFile() ? readFileSync(file, 'utf8') : undefined;
}

function textOf(events: readonly BuildEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
