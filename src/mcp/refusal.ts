import { printable } from '../model/printable.js';
import { CallError, type FailureCode } from './call-failure.js';
import { ANSWER_LIMIT } from './toolsets/contract-scan.js';

/**
 * A refusal as clients are sent it, with what to do about it: as long as an answer at most, and escaped like one, because it may
 * name operations and files of a repository.
 */
export function refusal(message: string, hint?: string): string {
  return clipped(printable(hint === undefined ? message : `${message} ${hint}`));
}

/** Why arguments are refused: the lines are of this program. */
export function refusedInput(lines: string): string {
  return clipped(lines.split('\n').map(printable).join('\n'));
}

/** Halves of characters are none. */
const clipped = (text: string): string =>
  text.length <= ANSWER_LIMIT ? text : `${text.slice(0, ANSWER_LIMIT - 2).replace(/[\ud800-\udbff]$/u, '')} …`;

/** Why a call failed, of the errors that are no bugs. */
export function refusalOf(error: unknown): { readonly code: FailureCode; readonly text: string } | undefined {
  if (error instanceof CallError) return { code: error.code, text: refusal(error.message, hintIn(error.cause)) };
  // By its name: engines may hold the class twice.
  if (!(error instanceof Error) || error.name !== 'UserError') return undefined;
  return { code: 'tool-error', text: refusal(error.message, hintIn(error)) };
}

const hintIn = (error: unknown): string | undefined =>
  error instanceof Error && 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;
