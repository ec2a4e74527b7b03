import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallError } from '../call-failure.js';

/** A transport of the protocol that knows why it ended. */
export interface Wire extends Transport {
  /** Why it ended without being asked to; absent while it works. */
  readonly lost: () => CallError | undefined;
  /** What may explain that nothing is answered: the server prints what is no message. */
  readonly hint: () => string;
}
