import { relative } from 'node:path';
import { knownWord } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { JOURNAL_FORMATS, journalReport } from '../reports/journal-summary.js';
import { type Arguments, type Command, type Io, textOption } from './command.js';
import { existingFolder } from './folders.js';

export const logs: Command = {
  name: 'logs',
  summary: 'Summarise tool calls: their number, results and times.',
  operands: '[dir]',
  options: [
    { flags: '--format <format>', description: `How the summary is printed: ${JOURNAL_FORMATS.join(', ')}.`, default: 'text' },
    {
      flags: '--since <time>',
      description: 'Only entries since then: a date, a date with a time, or an age (30m, 12h, 7d).',
    },
  ],
  examples: [
    { command: 'tallystick logs', does: 'tables by tool, agent, status and error' },
    { command: 'tallystick logs --since 24h --format json', does: 'those of the last day, for other programs' },
  ],
  run: async (given: Arguments, io: Io) => {
    const asked = textOption(given, 'format') ?? 'text';
    const format = knownWord(asked, JOURNAL_FORMATS, `logs has no format ${asked}.`);
    const since = sinceOf(textOption(given, 'since'), Date.now());
    const { findRepository } = await import('../config/repository.js');
    const { journalFiles } = await import('../journal/place.js');
    const { readJournal } = await import('../journal/read.js');
    const { summarise } = await import('../journal/summary.js');
    const repository = findRepository(existingFolder(io.cwd, given.operands[0] ?? '.'));
    const { entries, unreadable } = readJournal(repository);
    const chosen = since === undefined ? entries : entries.filter(({ timestamp }) => Date.parse(timestamp) >= since);
    const file = relative(io.cwd, journalFiles(repository).current).replaceAll('\\', '/');
    io.stdout.write(journalReport(format, summarise(chosen, unreadable), file));
    return 0;
  },
};

const MILLIS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970. */
function sinceOf(given: string | undefined, now: number): number | undefined {
  if (given === undefined) return undefined;
  const ago = /^(\d{1,5})([mhd])$/.exec(given);
  if (ago !== null) return now - Number(ago[1]) * (MILLIS[ago[2] ?? ''] ?? 0);
  const time = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UserError(`--since ${given} is no time.`, { hint: 'For example 2026-11-21, 2026-11-21T08:00:00Z or 24h.' });
}
