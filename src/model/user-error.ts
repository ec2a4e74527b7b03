import type { Location } from './location.js';

/** A mistake of the user's: one sentence, what to do about it, and where. Caught only in the doors. */
export class UserError extends Error {
  readonly hint: string | undefined;
  readonly location: Location | undefined;
  /** What was asked is right, but a part of it is not there: the doors exit with 3 instead of 2. */
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
