import type { BuildReport, BuiltMilestone } from '../../model/build-report.js';
import { markdownCode, markdownText } from '../escape.js';
import { table } from '../matrix.js';
import type { BuildRenderer } from './build-report.js';
import { gantt } from './gantt.js';
import { contractWords, duration, sentenceOf, spentWords } from './words.js';

const MARKS: Readonly<Record<BuiltMilestone['status'], string>> = {
  completed: '✅ completed',
  'done before': '✅ done before',
  building: '⏳ building',
  'not begun': '➖ not begun',
  failed: '❌ failed',
  aborted: '❌ aborted',
};
const MOST_FINDINGS = 30;

/** For job summaries and comments. */
export const markdown: BuildRenderer = { format: 'markdown', render: (report) => `${parts(report).join('\n\n')}\n` };

function parts(report: BuildReport): readonly string[] {
  const contracts = contractWords(report);
  const chart = gantt(report);
  return [
    `## Build of ${markdownText(report.plan.title)}`,
    markdownText(sentenceOf(report)),
    milestoneTable(report),
    ...report.milestones.flatMap(remarks),
    ...(contracts === undefined ? [] : [`**Contracts:** ${contracts}.`]),
    ...findings(report),
    ...(report.endpoints === undefined
      ? []
      : [`**Endpoints:** ${report.endpoints.passed} of ${report.endpoints.tested} called answer as promised.`]),
    `**Spent:** ${spentWords(report)}. **Health:** ${report.health}.`,
    ...(chart === '' ? [] : [chart]),
  ];
}

function milestoneTable({ milestones }: BuildReport): string {
  return table(
    ['Milestone', 'Wave', 'State', 'Requirements', 'Steps', 'Time'],
    milestones.map(({ id, title, wave, status, requirements, steps }) => [
      `${markdownCode(id)} ${markdownText(title)}`,
      wave === 0 ? '' : String(wave),
      MARKS[status],
      `${requirements.done} of ${requirements.total}`,
      String(steps.length),
      duration(steps.reduce((sum, { seconds }) => sum + seconds, 0)),
    ]),
  );
}

function remarks({ id, failure, unresolved, warnings }: BuiltMilestone): readonly string[] {
  const lines = [
    ...(failure?.reasons ?? []).map((reason) => `- ❌ ${failure?.step}: ${first(reason)}`),
    ...unresolved.map((reason) => `- ❌ open: ${first(reason)}`),
    ...warnings.map((warning) => `- ⚠️ ${first(warning)}`),
  ];
  return lines.length === 0 ? [] : [`**${markdownText(id)}**\n\n${lines.join('\n')}`];
}

function findings({ contracts }: BuildReport): readonly string[] {
  const found = contracts?.violations ?? [];
  if (found.length === 0) return [];
  const rows = found
    .slice(0, MOST_FINDINGS)
    .map(({ check, file, line, message }) => [check, markdownCode(`${file}:${line}`), markdownText(message)]);
  const rest = found.length - MOST_FINDINGS;
  return [['| Rule | Where | What |', '|---|---|---|', ...rows].join('\n'), ...(rest > 0 ? [`_${rest} more._`] : [])];
}

function first(words: string): string {
  return markdownText((words.split('\n')[0] ?? '').slice(0, 300));
}
