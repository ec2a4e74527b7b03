import type { Command } from '../github/runner.js';

/** What a runner keeps of what a step says, after the public source of actions/runner. */

const MOST_ANNOTATIONS_OF_A_LEVEL = 10;
const LONGEST_MESSAGE = 4096;
const LARGEST_SUMMARY = 1024 * 1024;

const LEVELS = ['error', 'warning', 'notice'];

/** The annotations that reach the page, in the order of the log. */
export function shownAnnotations(commands: readonly Command[]): readonly Command[] {
  const seen = new Map<string, number>();
  return commands.flatMap((command) => {
    if (!LEVELS.includes(command.name)) return [];
    const count = (seen.get(command.name) ?? 0) + 1;
    seen.set(command.name, count);
    return count > MOST_ANNOTATIONS_OF_A_LEVEL ? [] : [{ ...command, message: command.message.slice(0, LONGEST_MESSAGE) }];
  });
}

/** The summary, or nothing and an error where it is larger than 1 MiB. */
export function retainedSummary(text: string): { readonly text: string; readonly complaints: readonly Command[] } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= LARGEST_SUMMARY) return { text, complaints: [] };
  const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.ceil(bytes / 1024)}k.`;
  return { text: '', complaints: [{ name: 'error', properties: {}, message }] };
}
