import type { ContractChange, ContractDiff } from '../../diff/change.js';
import { markdownCode, markdownText } from '../escape.js';
import { counted } from '../verdict.js';
import type { DiffReport } from './report.js';
import { diffVerdict, emptiness, listedChanges } from './verdict.js';

const MARKS = { error: '❌', warning: '⚠️', note: '✅' } as const;

/** Tables for a comment, a job summary or a page. */
export const diffMarkdown: DiffReport = {
  format: 'markdown',
  render: (diff, { show, most }) => {
    const { listed, milder, cut } = listedChanges(diff, show, most);
    const parts = [
      `# Changes from ${markdownText(diff.base)} to ${markdownText(diff.head)}`,
      `**${markdownText(diffVerdict(diff).sentence)}**`,
      ...emptiness(diff).map(markdownText),
      ...diff.diffs.flatMap((each) => contractParts(each, listed)),
      ...(milder > 0 ? [`_${counted(milder, 'milder change')} not listed._`] : []),
      ...(cut > 0 ? [`_${counted(cut, 'change')} more._`] : []),
    ];
    return `${parts.join('\n\n')}\n`;
  },
};

function contractParts(diff: ContractDiff, listed: ReadonlySet<ContractChange>): readonly string[] {
  const { base, head } = diff.versions;
  const changes = diff.changes.filter((change) => listed.has(change));
  const rows = changes.map(row);
  const open = diff.undecided.map(
    ({ subject, detail, at }) =>
      `- ${markdownCode(`${at.file}:${at.line}`)} ${subject === undefined ? '' : `${markdownCode(subject)}: `}${markdownText(detail)}`,
  );
  return [
    `## ${markdownText(diff.title)} ${markdownText(base === head ? head : `${base} → ${head}`)}`.trim(),
    ...(rows.length === 0
      ? []
      : [['| | Subject | Change | Before | After | Place |', '|---|---|---|---|---|---|', ...rows].join('\n')]),
    ...(open.length === 0 ? [] : [`### ${counted(open.length, 'place')} that could not be compared\n\n${open.join('\n')}`]),
  ];
}

function row({ severity, subject, alsoIn, part, message, rule, before, after, headAt }: ContractChange): string {
  const also = alsoIn.length === 0 ? '' : ` and ${alsoIn.length} more`;
  const cells = [
    MARKS[severity],
    `${markdownCode(subject)}${also}${part === undefined ? '' : `<br>${markdownText(part)}`}`,
    `${markdownText(message)}<br>${markdownCode(rule)}`,
    before === undefined ? '' : markdownCode(before),
    after === undefined ? '' : markdownCode(after),
    markdownCode(`${headAt.file}:${headAt.line}`),
  ];
  return `| ${cells.join(' | ')} |`;
}
