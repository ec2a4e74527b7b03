import type { Location } from './location.js';

/** A mistake of the user's: one sentence, what to do about it, and where. Caught only in the doors, which exit with 2. */
export class UserError extends Error {
  readonly hint: string | undefined;
  readonly location: Location | undefined;

  constructor(message: string, options: { hint?: string | undefined; location?: Location | undefined } = {}) {
    super(message);
    this.name = 'UserError';
    this.hint = options.hint;
    this.location = options.location;
  }
}
