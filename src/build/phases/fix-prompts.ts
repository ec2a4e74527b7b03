import type { Speaker } from '../cast.js';
import { block, inline, MATERIAL_NOTE, paragraphs } from './blocks.js';

/** Whose findings the developer is sent to mend. */
export type FixSource = 'qa' | 'review' | 'remediation';

const ORDERS: Readonly<Record<FixSource, string>> = {
  qa: 'QA found that what was built does not work. Reproduce each failure below, write a test that fails because of it where there is none, mend the cause, and see the whole test run pass. QA looks once more, and only once: look for the same fault elsewhere before you end.',
  review:
    'Reviewers ask for changes. Mend every CRITICAL and MAJOR finding below, each with a test that failed before; MINOR ones where it is safe to; leave matters of taste. Answer each finding with what you did, or with the evidence that it is wrong. Where security and another finding pull in different directions, security wins.',
  remediation:
    'CC100X REM-FIX: something that was found stops the build until it is mended. Mend the cause of each point below, with a test that failed before. Afterwards everything is reviewed and hunted through again, so leave no loose ends.',
};

/** The developer's task when something was found (seed 003, REQ-BAP-008 and REQ-BAP-023; seed 002, REM-FIX). */
export function fixPrompt(source: FixSource, project_dir: string, findings: readonly string[]): string {
  return paragraphs(`${ORDERS[source]} You work in ${project_dir}.`, MATERIAL_NOTE, block('FINDINGS', bullets(findings)));
}

/** Asks for what was claimed and not shown (seed 002, REM-EVIDENCE). The message follows the one of the task itself. */
export function remEvidencePrompt(problems: readonly string[]): string {
  return paragraphs(
    'CC100X REM-EVIDENCE: you, or an agent before you with the same task, claimed something that does not hold when it is looked up. The work itself may be there: look at what is in the folder first. Then make the claims below true, or take them back, and end with a new router contract whose every entry you have just seen with your own eyes.',
    block('WHAT DOES NOT HOLD', bullets(problems)),
  );
}

/** Asks for the router contract again (seed 002: at most twice). The work is done and in the folder; only its end could not be read. */
export function contractAgainPrompt(speaker: Speaker, problems: readonly string[], statuses: readonly string[]): string {
  return paragraphs(
    `Your work on this task was received, and the router contract at its end could not be used. Do not do the work over: look at what is there, run again what you need as evidence, and answer with a short summary and the whole router contract of \`${speaker}\`, with all fields. STATUS is one of ${statuses.join(', ')}.`,
    block('WHAT WAS WRONG WITH IT', bullets(problems)),
  );
}

/** Said when an attempt gave no answer at all (seed 003, REQ-BAP-007). */
export function retryPrompt(attempt: number, most: number, reasons: readonly string[]): string {
  return paragraphs(
    `This is attempt ${attempt} of ${most}. The one before ended without a result; what it left in the folder may be half done: look first, then go on from there.`,
    block('HOW IT ENDED', bullets(reasons)),
  );
}

/** Said when the same step is to be done over because its result was refused. */
export function refusedPrompt(reasons: readonly string[]): string {
  return paragraphs(
    'The result of this step was refused for the reasons below. Mend that, and leave what is good as it is. Nobody answers questions: where something is open, decide it by the plainest reading and say so.',
    block('WHY IT WAS REFUSED', bullets(reasons)),
  );
}

const MOST_LINES = 100;

/** Each entry as a list item; entries may have lines of their own. */
function bullets(entries: readonly string[]): string {
  const lines = entries
    .slice(0, MOST_LINES)
    .map((entry) => (entry.includes('\n') ? `- ${entry.trim().replaceAll('\n', '\n  ')}` : `- ${inline(entry, 2_000)}`));
  const rest = entries.length - MOST_LINES;
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
