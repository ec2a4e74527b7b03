import { markdownCode, markdownText, shorten } from '../../reports/escape.js';
import type { Judgement } from './judge.js';

const MOST_FILES = 50;
const LONGEST = 300;

/**
 * Describes the check of an agent's report (002, step 3).
 *
 * @param agent its name for people
 */
export function validationBlock(agent: string, judgement: Judgement): string {
  const { contract, warnings } = judgement;
  const value = (text: string | number | boolean | undefined): string =>
    text === undefined ? '-' : markdownText(shorten(String(text), LONGEST));
  return [
    `### Agent Validation: ${markdownText(agent)}`,
    `- Router Contract: ${contract === undefined ? 'Not found' : 'Found'}`,
    `- STATUS: ${value(contract?.STATUS)}`,
    `- BLOCKING: ${value(contract?.BLOCKING)}`,
    `- CRITICAL_ISSUES: ${value(contract?.CRITICAL_ISSUES)}`,
    `- SPEC_COMPLIANCE: ${value(contract?.SPEC_COMPLIANCE)}`,
    `- FILES_MODIFIED: ${filesOf(contract?.FILES_MODIFIED ?? [])}`,
    `- Proceeding: ${proceeding(judgement)}`,
    ...warnings.map((warning) => `- Note: ${value(warning)}`),
  ].join('\n');
}

function filesOf(files: readonly string[]): string {
  const shown = files.slice(0, MOST_FILES).map((file) => markdownCode(shorten(file, LONGEST)));
  const more = files.length > MOST_FILES ? [`and ${files.length - MOST_FILES} more`] : [];
  return shown.length === 0 ? 'none' : [...shown, ...more].join(', ');
}

function proceeding({ next, positive, reasons, breakerOpen, nonCompliant }: Judgement): string {
  const why = reasons.map((reason) => markdownText(shorten(reason, LONGEST))).join('; ');
  if (next === 'proceed') return positive ? 'Yes: what it claims holds' : `Yes: ${why}`;
  const means: Readonly<Record<typeof next, string>> = {
    'ask-again': 'it is asked for its contract again',
    'rem-fix': breakerOpen ? 'a fix is needed, and too many were tried' : 'a fix is needed first',
    'rem-evidence': nonCompliant ? 'it does not comply' : 'it has to show what it claims',
  };
  return `No: ${means[next]}: ${why}`;
}
