import type { BuildReport, BuiltMilestone } from '../../model/build-report.js';
import { plain } from '../escape.js';
import type { BuildRenderer } from './build-report.js';
import { contractWords, deliveredWords, sentenceOf, spentWords } from './words.js';

const MARKS: Readonly<Record<BuiltMilestone['status'], string>> = {
  completed: '✓',
  doubtful: '?',
  'done before': '✓',
  building: '…',
  'not begun': '·',
  failed: '✗',
  aborted: '✗',
};

/** For a terminal. */
export const text: BuildRenderer = { format: 'text', render };

function render(report: BuildReport): string {
  const contracts = contractWords(report);
  const lines = [
    ...report.milestones.flatMap(milestoneLines),
    '',
    ...report.notices.map((notice) => `! ${firstLine(notice)}`),
    ...(contracts === undefined ? [] : [`Contracts: ${contracts}`]),
    ...(report.endpoints === undefined
      ? []
      : [`Endpoints: ${report.endpoints.passed} of ${report.endpoints.tested} called match the contract`]),
    `Spent:     ${spentWords(report)}`,
    `Health:    ${report.health}`,
    '',
    plain(sentenceOf(report)),
  ];
  return `${lines.join('\n')}\n`;
}

function milestoneLines(milestone: BuiltMilestone): readonly string[] {
  const { id, title, status, requirements, warnings, doubts, unresolved, failure, delivered } = milestone;
  const done = requirements.total === 0 ? '' : `, ${requirements.done} of ${requirements.total} requirements`;
  return [
    `${MARKS[status]} ${plain(id)}: ${plain(title)} (${status}${done})`,
    ...(failure === undefined
      ? []
      : failure.reasons.slice(0, 5).map((reason) => `    ${plain(failure.step)}: ${firstLine(reason)}`)),
    ...deliveredWords(delivered).map((words) => `    ${firstLine(words)}`),
    ...unresolved.map((reason) => `    open: ${firstLine(reason)}`),
    ...doubts.map((doubt) => `    ? ${firstLine(doubt)}`),
    ...warnings.filter((warning) => !doubts.includes(warning)).map((warning) => `    ! ${firstLine(warning)}`),
  ];
}

function firstLine(words: string): string {
  return plain(words.split('\n')[0] ?? '');
}
