import type { Progress } from '../../history/progress.js';
import type { ContractResult, Result } from '../../history/result.js';
import { markdownCode, markdownText, shorten } from '../escape.js';
import { sections, table } from '../matrix.js';
import { headlineRatio, headlineText } from '../verdict.js';
import { progressSentence, regressionsTable } from './regressions.js';
import { xyChart } from './xy-chart.js';

/** The maximum number of results in a chart, and in a row of blocks. */
const MOST_POINTS = 60;
const MOST_BLOCKS = 20;
const MOST_CONTRACTS = 100;
const MOST_REGRESSIONS = 100;
const LONGEST_NAME = 200;

const BLOCKS = '▁▂▃▄▅▆▇█';

/**
 * The results over time, as Markdown for a job summary: regressions, charts of compliance and of findings, a table of the
 * contracts. Its size is limited.
 *
 * @param progress absent: results could not be compared, and a note says why
 * @param results oldest first, the current one last
 * @param notes sentences for the reader, the program's own or escaped
 */
export function trend(progress: Progress | undefined, results: readonly Result[], notes: readonly string[] = []): string {
  return sections([
    '# Contract compliance over time',
    progress === undefined ? '**Not compared.**' : `**${progressSentence(progress)}**`,
    notes.map((note) => `- ${note}`).join('\n'),
    progress === undefined ? '' : regressionsTable(progress.regressions, MOST_REGRESSIONS),
    ratioChart(results),
    findingsChart(results),
    contractsTable(results),
  ]);
}

function ratioChart(results: readonly Result[]): string {
  const decided = results.filter((result) => headlineRatio(result) !== undefined).slice(-MOST_POINTS);
  // A single point draws no line.
  if (decided.length < 2) return '';
  const left = results.slice(-MOST_POINTS).filter((result) => headlineRatio(result) === undefined).length;
  const chart = xyChart({
    title: 'Compliance in percent',
    xTitle: xTitle(decided),
    yTitle: 'percent',
    top: 100,
    lines: [{ color: 'blue', values: decided.map(({ complianceRatio }) => Math.round((complianceRatio ?? 0) * 1000) / 10) }],
  });
  return left === 0
    ? chart
    : `${chart}\n\n_Left out: ${left === 1 ? 'a result that' : `${left} results that`} decided too little._`;
}

function findingsChart(results: readonly Result[]): string {
  const shown = results.slice(-MOST_POINTS);
  if (shown.length < 2) return '';
  return xyChart({
    title: 'Errors (red) and warnings (blue)',
    xTitle: xTitle(shown),
    yTitle: 'findings',
    // A smaller maximum would give ticks at halves.
    top: 10,
    lines: [
      { color: 'blue', values: shown.map(({ warnings }) => warnings) },
      { color: 'red', values: shown.map(({ errors }) => errors) },
    ],
  });
}

function xTitle(results: readonly Result[]): string {
  const day = (result: Result | undefined): string => (result?.at ?? '').slice(0, 10);
  return `results from ${day(results[0])} to ${day(results.at(-1))}`;
}

function contractsTable(results: readonly Result[]): string {
  const [current, previous] = [results.at(-1), results.at(-2)];
  const contracts = current?.contracts ?? [];
  if (contracts.length === 0) return '';
  const rows = contracts.slice(0, MOST_CONTRACTS).map((contract) => {
    const before = previous?.contracts.find((candidate) => candidate.contract === contract.contract);
    return [
      markdownCode(shorten(contract.contract, LONGEST_NAME)),
      headlineText(contract),
      ratioChange(contract, before),
      `${contract.verified} of ${contract.subjects}`,
      String(contract.unverified),
      countChange(contract.errors, before?.errors),
      countChange(contract.warnings, before?.warnings),
      blocks(results, contract.contract),
    ];
  });
  const rest = contracts.length - rows.length;
  const heads = ['Contract', 'Compliance', 'Change', 'Verified', 'Unverified', 'Errors', 'Warnings', 'Trend'];
  const gone = (previous?.contracts ?? []).filter(
    ({ contract }) => !contracts.some((candidate) => candidate.contract === contract),
  );
  return sections([
    '## By contract',
    table(heads, rows),
    rest > 0 ? `_… and ${rest} more._` : '',
    goneSentence(gone.map(({ contract }) => contract)),
  ]).trimEnd();
}

/** Subjects that left the contracts are neither verified nor violated, but a reader must know that they are gone. */
function goneSentence(gone: readonly string[]): string {
  if (gone.length === 0) return '';
  const names = gone.slice(0, 10).map((name) => markdownCode(shorten(name, LONGEST_NAME)));
  return `_In the last result, but not in this one: ${names.join(', ')}${gone.length > 10 ? ' and others' : ''}._`;
}

function ratioChange(contract: ContractResult, before: ContractResult | undefined): string {
  if (before === undefined) return 'new';
  const [now, then] = [headlineRatio(contract), headlineRatio(before)];
  if (now === undefined || then === undefined) return '';
  const points = Math.round((now - then) * 100);
  return points === 0 ? '±0' : signed(points);
}

function countChange(count: number, before: number | undefined): string {
  return before === undefined || before === count ? String(count) : `${count} (${signed(count - before)})`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : `−${-value}`;
}

/** The compliance of one contract over the last results, a block each; a dot if too little was decided. */
function blocks(results: readonly Result[], contract: string): string {
  const drawn = results.slice(-MOST_BLOCKS).map((result) => {
    const own = result.contracts.find((candidate) => candidate.contract === contract);
    const ratio = own && headlineRatio(own);
    return ratio === undefined ? '·' : (BLOCKS[Math.floor(ratio * (BLOCKS.length - 1))] ?? '·');
  });
  return markdownText(drawn.join(''));
}
