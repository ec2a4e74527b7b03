import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallError } from '../call-failure.js';

/** A transport of the protocol that records why it ended. */
export interface Wire extends Transport {
  /** Why it failed; absent while it works. */
  readonly lost: () => CallError | undefined;
  /** A possible explanation of missing answers: the server prints text other than messages. */
  readonly hint: () => string;
}
