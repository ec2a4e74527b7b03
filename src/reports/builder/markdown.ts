import type { BuildReport, BuiltMilestone } from '../../model/build-report.js';
import { markdownCode, markdownText, shorten } from '../escape.js';
import { table } from '../matrix.js';
import { counted } from '../verdict.js';
import type { BuildRenderer } from './build-report.js';
import { gantt } from './gantt.js';
import { contractWords, deliveredWords, duration, sentenceOf, spentWords } from './words.js';

const MARKS: Readonly<Record<BuiltMilestone['status'], string>> = {
  completed: '✅ completed',
  doubtful: '❓ doubtful',
  'done before': '✅ done before',
  building: '⏳ building',
  'not begun': '➖ not begun',
  failed: '❌ failed',
  aborted: '❌ aborted',
};
const MOST_FINDINGS = 30;
const MOST_REASONS = 3;
/** The maximum number of lines of one check. */
const MOST_CHECKED = 30;
/** The longest sentence, in characters. */
const LONGEST = 500;

/** For readers: what the command line prints. */
export const markdown: BuildRenderer = {
  format: 'markdown',
  render: (report) => {
    const { milestones } = report;
    const parts = [head(report), milestoneTable(milestones), ending(report), remarksPart(report), gantt(report), details(report)];
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  },
};

/** The part that is never left out: what was built, and the outcome. */
export function head(report: BuildReport): string {
  const title = markdownText(shorten(report.plan.title, LONGEST));
  return `## Build of ${title}\n\n${markdownText(shorten(sentenceOf(report), LONGEST))}`;
}

/** The result in numbers. */
export function ending(report: BuildReport): string {
  const { endpoints, health } = report;
  const contracts = contractWords(report);
  return [
    ...(contracts === undefined ? [] : [`**Contracts:** ${contracts}.`]),
    ...(endpoints === undefined ? [] : [`**Endpoints:** ${endpoints.passed} of ${endpoints.tested} called match the contract.`]),
    `**Spent:** ${spentWords(report)}. **Health:** ${health}.`,
  ].join('\n\n');
}

/** What failed, and which contract subjects are violated; empty: nothing. */
export function remarksPart(report: BuildReport): string {
  return [...report.milestones.flatMap(remarks), ...touched(report), ...findings(report)].join('\n\n');
}

/** What a reader must know about how the result was obtained; empty: nothing. */
export function notesPart(notes: readonly string[]): string {
  return notes.map((note) => `> ${markdownText(shorten(note, LONGEST))}`).join('\n>\n');
}

/** Each step with its attempts, in a collapsed block per milestone; empty: no step ran. */
export function details({ milestones }: BuildReport): string {
  return milestones.flatMap(stepsOf).join('\n\n');
}

function stepsOf({ id, steps }: BuiltMilestone): readonly string[] {
  if (steps.length === 0) return [];
  const rows = steps.map(({ name, attempt, outcome, seconds, reasons }) => [
    markdownText(name),
    String(attempt),
    `${outcome === 'passed' ? '✅' : '❌'} ${outcome}`,
    duration(seconds),
    reasons.slice(0, MOST_REASONS).map(first).join('<br>'),
  ]);
  // GitHub renders no Markdown inside this tag, so it contains no untrusted text.
  const name = `**${markdownText(shorten(id, 100))}**`;
  const summary = `<summary>${counted(steps.length, 'step')}</summary>`;
  const checked = steps.flatMap(({ validation }) => (validation === undefined ? [] : [checkedLines(validation)]));
  const parts = [summary, table(['Step', 'Attempt', 'Outcome', 'Time', 'Why'], rows), ...checked, '</details>'];
  return [`${name}\n\n<details>\n${parts.join('\n\n')}`];
}

/** The check of a report, as a list. It is Markdown, and may come from a log with untrusted text: it is escaped again. */
function checkedLines(validation: string): string {
  const lines = validation.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, MOST_CHECKED)
    .map((line) => line.replace(/\\([^\w\s])/g, '$1').replace(/^(?:#{1,6}|-) /, ''))
    .map((line, index) => `${index === 0 ? '- ' : '  - '}${markdownText(shorten(line, LONGEST))}`)
    .join('\n');
}

/** A line for each milestone. */
export function milestoneTable(milestones: BuildReport['milestones']): string {
  return table(
    ['Milestone', 'Wave', 'State', 'Requirements', 'Steps', 'Time'],
    milestones.map(({ id, title, wave, status, requirements, steps }) => [
      `${markdownCode(shorten(id, 100))} ${markdownText(shorten(title, 200))}`,
      wave === 0 ? '' : String(wave),
      MARKS[status],
      `${requirements.done} of ${requirements.total}`,
      String(steps.length),
      duration(steps.reduce((sum, { seconds }) => sum + seconds, 0)),
    ]),
  );
}

function remarks({ id, failure, unresolved, warnings, doubts, delivered }: BuiltMilestone): readonly string[] {
  const lines = [
    ...deliveredWords(delivered).map((words) => `- ${first(words)}`),
    ...(failure?.reasons ?? []).map((reason) => `- ❌ ${first(failure?.step ?? '')}: ${first(reason)}`),
    ...unresolved.map((reason) => `- ❌ open: ${first(reason)}`),
    ...doubts.map((doubt) => `- ❓ not verified: ${first(doubt)}`),
    ...warnings.filter((warning) => !doubts.includes(warning)).map((warning) => `- ⚠️ ${first(warning)}`),
  ];
  return lines.length === 0 ? [] : [`**${markdownText(shorten(id, 100))}**\n\n${lines.join('\n')}`];
}

function touched({ notices }: BuildReport): readonly string[] {
  return notices.length === 0 ? [] : [notices.map((notice) => `- ⚠️ ${first(notice)}`).join('\n')];
}

function findings({ contracts }: BuildReport): readonly string[] {
  const found = contracts?.violations ?? [];
  if (found.length === 0) return [];
  const rows = found
    .slice(0, MOST_FINDINGS)
    .map(({ check, file, line, message }) => [first(check), markdownCode(shorten(`${file}:${line}`, LONGEST)), first(message)]);
  const rest = found.length - MOST_FINDINGS;
  return [table(['Rule', 'Where', 'What'], rows), ...(rest > 0 ? [`_${rest} more._`] : [])];
}

function first(words: string): string {
  return markdownText((words.split('\n')[0] ?? '').slice(0, 300));
}
