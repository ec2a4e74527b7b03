import type { Figures, JournalSummary, NamedFigures } from '../journal/summary.js';
import { plain, shorten } from './escape.js';
import { counted, percent } from './verdict.js';

/** The formats of a summary of the journal. */
export const JOURNAL_FORMATS = ['text', 'json'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/** Version of the JSON; a reader of one version cannot read a higher one. */
export const JOURNAL_FORMAT = 1;
/** The maximum number of rows per table; the JSON contains all. */
const MOST_ROWS = 50;
const LONGEST_NAME = 60;

/**
 * The summary of the journal: tables for people, or JSON.
 *
 * @param file its path, as the reader would write it
 */
export function journalReport(format: JournalFormat, summary: JournalSummary, file: string): string {
  return format === 'json'
    ? `${JSON.stringify({ formatVersion: JOURNAL_FORMAT, ...summary }, null, 2)}\n`
    : journalText(summary, file);
}

function journalText(summary: JournalSummary, file: string): string {
  const { total, tools, agents, statuses, errorCodes, unreadable, from = '', until = '' } = summary;
  const cutOff = unreadable === 0 ? [] : [`${counted(unreadable, 'line')} could not be read.`];
  if (from === '') return `${[`${plain(file)} has no entries yet.`, ...cutOff].join('\n')}\n`;
  const tables = [
    table('by tool', tools),
    table('by agent', agents),
    table('by status', statuses),
    table('by error', errorCodes),
  ].filter((lines) => lines.length > 0);
  const head = [
    `${counted(total.calls, 'call')} from ${moment(from)} to ${moment(until)}, in ${plain(file)}`,
    totalLine(total),
    ...routingLine(total),
    ...cutOff,
  ];
  return `${[head, ...tables].map((lines) => `${lines.join('\n')}\n`).join('\n')}`;
}

function totalLine({ successRate, errorRate, medianMs, p95Ms, retries }: Figures): string {
  if (successRate === null) return 'No tool was called.';
  return `${percent(successRate)} succeeded, ${percent(errorRate ?? 0)} failed, further attempts: ${retries}; median ${time(medianMs)}, 95 % within ${time(p95Ms)}`;
}

function routingLine({ tasks, routedTasks, rightTasks, routingAccuracy }: Figures): readonly string[] {
  if (routingAccuracy === null) return tasks === 0 ? [] : [`${counted(tasks, 'task')}, none of them assigned to an agent`];
  return [
    `${counted(tasks, 'task')}; of ${routedTasks} assigned to an agent, ${rightTasks} done by it alone: routing accuracy ${percent(routingAccuracy)}`,
  ];
}

const COLUMNS = ['calls', 'retries', 'success', 'error', 'median', 'p95', 'routing'] as const;

function table(title: string, groups: readonly NamedFigures[]): readonly string[] {
  if (groups.length === 0) return [];
  const rows = groups.slice(0, MOST_ROWS).map((group) => [shorten(plain(group.name), LONGEST_NAME), ...cells(group)]);
  const all = [[title, ...COLUMNS], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return groups.length <= MOST_ROWS ? lines : [...lines, `… and ${groups.length - MOST_ROWS} more`];
}

function cells({ calls, retries, successRate, errorRate, medianMs, p95Ms, routingAccuracy }: Figures): readonly string[] {
  const rate = (value: number | null): string => (value === null ? '-' : percent(value));
  return [String(calls), String(retries), rate(successRate), rate(errorRate), time(medianMs), time(p95Ms), rate(routingAccuracy)];
}

function time(millis: number | null): string {
  if (millis === null) return '-';
  return millis < 10_000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`;
}

/** `2026-11-21 07:50`, UTC. */
function moment(timestamp: string): string {
  return plain(timestamp.slice(0, 16).replace('T', ' '));
}
