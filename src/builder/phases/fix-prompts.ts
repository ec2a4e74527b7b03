import type { AgentId } from '../agent-names.js';
import { block, inline, paragraphs } from './blocks.js';

/** The origin of the findings to fix. */
export type FixSource = 'qa' | 'review' | 'remediation';

const ORDERS: Readonly<Record<FixSource, string>> = {
  qa: 'QA found that what was built does not work. Reproduce each failure below, write a test that fails because of it where there is none, fix the cause, and see the whole test run pass. QA looks once more, and only once: look for the same fault elsewhere before you end.',
  review:
    'Reviewers ask for changes. Fix every CRITICAL and MAJOR finding below, each with a test that failed before; MINOR ones where it is safe to; leave matters of taste. Answer each finding with what you did, or with the evidence that it is wrong. Where security and another finding pull in different directions, security wins.',
  remediation:
    'CC100X REM-FIX: something that was found stops the build until it is fixed. Fix the cause of each point below, with a test that failed before. Afterwards everything is reviewed and hunted through again, so leave no loose ends.',
};

/** The developer's task to fix findings (REQ-BAP-008, REQ-BAP-023, REM-FIX). */
export function fixPrompt(source: FixSource, project_dir: string, findings: readonly string[]): string {
  return paragraphs(`${ORDERS[source]} You work in ${project_dir}.`, block('FINDINGS', bullets(findings)));
}

/** Why a step is repeated. */
export interface Again {
  /** The end of the last attempt: no answer, an invalid report or claim, or a refused result. */
  readonly last: 'failed' | 'malformed' | 'evidence' | 'refused';
  /** Problems, as untrusted sentences. */
  readonly problems: readonly string[];
  readonly attempt: number;
  /** Limit of attempts. */
  readonly most: number;
  /** Absent: the agent has no report. */
  readonly reporter?: AgentId | undefined;
}

/** The additional text of a repeated step (REQ-BAP-007, malformed reports, REM-EVIDENCE). */
export function againText({ last, problems, attempt, most, reporter }: Again): string {
  const [title, text] = AGAIN[last];
  const asked = last === 'malformed' && reporter !== undefined ? ` It is the contract of \`${reporter}\`.` : '';
  const counted = last === 'failed' ? `This is attempt ${attempt} of ${most}. ` : '';
  return paragraphs(`${counted}${text}${asked}`, block(title, bullets(problems)));
}

const AGAIN: Readonly<Record<Again['last'], readonly [string, string]>> = {
  failed: [
    'HOW IT ENDED',
    'The attempt before ended without a result; what it left in the folder may be half done: look first, then go on from there.',
  ],
  malformed: [
    'WHAT WAS WRONG WITH IT',
    'Your work on this task was received, and the router contract at its end could not be used. Do not do the work over: look at what is there, run again what you need as evidence, and answer as before, with the whole router contract and all its fields at the end.',
  ],
  evidence: [
    'WHAT DOES NOT HOLD',
    'CC100X REM-EVIDENCE: you, or an agent before you with the same task, claimed something that does not hold when it is looked up, or did not show it. The work itself may be there: look at what is in the folder first. Then make the claims below true, or take them back, and write down only what you have just seen.',
  ],
  refused: [
    'WHY IT WAS REFUSED',
    'The result of this step was refused for the reasons below. Fix that, and leave what is good as it is. Nobody answers questions: where something is open, decide it by the plainest reading and say so.',
  ],
};

const MOST_ENTRIES = 100;

/** Each entry as a list item, its lines below each other. */
export function bullets(entries: readonly string[]): string {
  const lines = entries
    .slice(0, MOST_ENTRIES)
    .map((entry) => (entry.includes('\n') ? `- ${entry.trim().replaceAll('\n', '\n  ')}` : `- ${inline(entry, 2_000)}`));
  const rest = entries.length - MOST_ENTRIES;
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
