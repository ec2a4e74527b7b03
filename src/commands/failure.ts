import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import type { Output } from './command.js';

/** Exit code of a user's mistake, and of a bug or an incomplete run. */
const MISTAKE = 2;
const BUG = 3;

/** Reports an error to the user, a bug with its stack, and returns the exit code. */
export function reportFailure(error: unknown, stderr: Output): number {
  if (error instanceof UserError) {
    const { location, hint } = error;
    const lines = [
      `tallystick: ${plain(error.message)}`,
      ...(location === undefined ? [] : [`  at    ${plain(`${location.file}:${location.line}`)}`]),
      ...(hint === undefined ? [] : [`  hint  ${plain(hint)}`]),
    ];
    stderr.write(`${lines.join('\n')}\n`);
    return failureCode(error);
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = stack.split('\n').map(plain).join('\n');
  stderr.write(`${lines}\ntallystick: This is a bug in Tallystick. Please report it with the lines above.\n`);
  return failureCode(error);
}

export function failureCode(error: unknown): number {
  return error instanceof UserError && !error.incomplete ? MISTAKE : BUG;
}
