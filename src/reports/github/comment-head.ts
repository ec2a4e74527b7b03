import type { Analysis } from '../../rules/judge.js';
import { changeSections } from '../change-sections.js';
import { type Changed, changeVerdict } from '../change-verdict.js';
import { markdownCode, markdownText, shorten } from '../escape.js';
import { LONGEST_CELL, table } from '../matrix.js';
import { noticesOf } from '../notices.js';
import { asManyAsFit } from '../truncate.js';
import {
  compliance,
  counted,
  fieldCounts,
  findingCounts,
  incompleteness,
  type Mood,
  nextSteps,
  statusCounts,
} from '../verdict.js';
import type { Result } from './result.js';

/** Longer notes are truncated. */
const LONGEST_NOTE = 500;
/** Bytes for notes, and for the reasons of an incomplete run: they always stay, but not thousands of them. */
const ROOM = 8_000;

const SIGNS: Readonly<Record<Mood, string>> = { good: '✅', bad: '❌', incomplete: '⚠️', open: '❔' };

/** The verdict in a line, with its symbol. It says so if all violations of the base are certainly resolved. */
export function headline(result: Changed & Pick<Partial<Result>, 'failed' | 'untrusted'>): string {
  const { analysis, change, untrusted } = result;
  const { mood, sentence } = changeVerdict(result);
  const isFixed = change !== undefined && change.fixed.length > 0 && change.unseen.length + change.lost.length === 0;
  const resolved = isFixed && analysis.violations.length === 0 && mood !== 'bad' && mood !== 'incomplete';
  const sign = SIGNS[mood === 'good' && untrusted === true ? 'open' : mood];
  return `${sign} ${resolved ? 'Resolved. ' : ''}${markdownText(sentence)}`;
}

/** The lines below the verdict that always stay: an override, the change since the base, and notes. */
export function standing(
  result: Omit<Result, 'name' | 'repositoryUrl' | 'runUrl'> & Partial<Pick<Result, 'repositoryUrl'>>,
): string {
  const { analysis } = result;
  return [
    overrideLine(result),
    changeLine(result),
    changeSections(result),
    [...listed(incompleteness(analysis), '- Incomplete: ', '\n'), ...listed(noticesOf(analysis), '- ', '\n')].join('\n'),
    ...listed(result.notes, '> ', '\n>\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The counts, and what to do next. They come after the violations, which a reader looks for first. */
export function standingCounts({ analysis, change }: Pick<Changed, 'analysis' | 'change'>): string {
  const steps = nextSteps(analysis, true).map((step) => `- ${step}`);
  // The line about the change has counted the findings.
  const found = change === undefined ? `${findingCounts(analysis)}; ` : '';
  const counts = `${statusCounts(analysis)}: ${compliance(analysis)}. ${found}${fieldCounts(analysis)}.`;
  return [counts, ...(steps.length > 0 ? [steps.join('\n')] : [])].join('\n\n');
}

/** Untrusted sentences, each on a line that begins with `mark`, as many as fit; empty for none. */
function listed(sentences: readonly string[], mark: string, between: string): readonly string[] {
  if (sentences.length === 0) return [];
  // More sentences cannot fit, however short they are.
  const lines = sentences.slice(0, ROOM).map((sentence) => `${mark}${markdownText(shorten(sentence, LONGEST_NOTE))}`);
  const list = asManyAsFit(lines.length, (shown) => {
    const rest = sentences.length - shown;
    return [...lines.slice(0, shown), ...(rest > 0 ? [`${mark}_… and ${rest} more._`] : [])].join(between);
  });
  return [list.within(ROOM)];
}

function changeLine(result: Pick<Result, 'change' | 'base'>): string {
  const sentence = changeSentence(result);
  return markdownText(sentence);
}

/** The user who overrides a failed result; empty if there is none. */
function overrideLine({ override, failed, sha }: Pick<Result, 'override' | 'failed' | 'sha'>): string {
  if (override === undefined || !failed) return '';
  return `**Let pass by ${markdownText(shorten(override.by, LONGEST_CELL))}** for commit ${markdownText(sha.slice(0, 7))} alone.`;
}

/**
 * What changed since the base, in a sentence; empty if no base is known. What one side could not compare is neither new nor
 * fixed.
 */
export function changeSentence({ change, base }: Pick<Result, 'change' | 'base'>): string {
  if (change === undefined) return '';
  const { added, surfaced, remaining, fixed, unseen } = change;
  const doubtful = [
    [surfaced, 'of unknown age (the base could not be compared there)'],
    [unseen, 'no longer checked (not confirmed as fixed)'],
  ] as const;
  const others = doubtful.filter(([found]) => found.length > 0).map(([found, words]) => `, ${found.length} ${words}`);
  const answers = [
    [change.lost, 'lost operation'],
    [change.breaking, 'breaking change'],
    [change.dropped, 'dropped operation'],
  ] as const;
  const more = answers.filter(([found]) => found.length > 0).map(([found, noun]) => `, ${counted(found.length, noun)}`);
  const compared = base === undefined ? 'the base' : `the base ${base.slice(0, 7)}`;
  return `Compared with ${compared}: ${counted(added.length, 'new finding')}${more.join('')}, ${fixed.length} fixed, ${remaining.length} from before${others.join('')}.`;
}

/** One row per contract: how many of its subjects have which status. A single contract has the same counts as the result. */
export function contractsTable(analysis: Pick<Analysis, 'contracts' | 'matrix'>): string {
  const rows = analysis.contracts.map((contract) => {
    const own = analysis.matrix.filter((row) => row.contract === contract.id);
    const count = (status: string): string => String(own.filter((row) => row.status === status).length);
    const title = markdownText(shorten(`${contract.title} ${contract.version}`.trim(), LONGEST_CELL));
    const routed = own.filter(({ byRoute }) => byRoute === true).length;
    return [
      `${title} (${markdownCode(shorten(contract.id, LONGEST_CELL))})`,
      `${count('verified')}${routed === 0 ? '' : ` (${routed} by route alone)`}`,
      ...['violated', 'missing', 'unverified'].map(count),
    ];
  });
  return rows.length < 2 ? '' : table(['Contract', 'Verified', 'Violated', 'Missing', 'Unverified'], rows);
}
