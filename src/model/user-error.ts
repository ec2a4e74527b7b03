import type { Location } from './location.js';

/** A user's mistake: one sentence, what to do about it, and its location. Only the entry points catch it. */
export class UserError extends Error {
  readonly hint: string | undefined;
  readonly location: Location | undefined;
  /** The request is valid, but a part of its input is missing: the entry points exit with 3 instead of 2. */
  readonly incomplete: boolean;

  constructor(
    message: string,
    options: { hint?: string | undefined; location?: Location | undefined; incomplete?: boolean } = {},
  ) {
    super(message);
    this.name = 'UserError';
    this.hint = options.hint;
    this.location = options.location;
    this.incomplete = options.incomplete ?? false;
  }
}

/** The first line of an error's message, without a full stop. */
export function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '');
}
