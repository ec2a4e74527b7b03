/** Why a call has no answer. */
export type FailureCode =
  | 'start-failed' // the server cannot be started or reached
  | 'startup-timeout' // no handshake in time
  | 'protocol' // no supported version of the protocol, or a violation of it
  | 'tool-timeout' // it did not answer in time
  | 'connection-lost' // the server exited or closed the connection
  | 'unknown-tool' // the server has no such tool
  | 'tool-error' // the tool failed (`isError`)
  | 'empty' // an empty answer
  | 'not-json' // the answer is a text, but not JSON
  | 'wrong-shape' // the answer does not match the tool's schema
  | 'too-large' // the answer exceeds the limit
  | 'bad-input' // the input does not match the tool's parameters
  | 'refused' // not allowed: a command that only the repository names, a forbidden address
  | 'cancelled'; // cancelled by the caller

/** Failures that may be retried (REQ-026: OSError, TimeoutError, ConnectionError). */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['start-failed', 'startup-timeout', 'tool-timeout', 'connection-lost']);

/** Why a call has no answer, for the report beside the safe default. */
export interface CallFailure {
  readonly code: FailureCode;
  /** One sentence, without secrets and control characters. */
  readonly message: string;
  /** Number of attempts. */
  readonly attempts: number;
}

/** Thrown by engines, caught by clients. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureCode;
  /** Another attempt would fail in the same way, whatever the code. */
  readonly isFinal: boolean;

  constructor(code: FailureCode, message: string, options?: ErrorOptions & { readonly isFinal?: boolean }) {
    super(message, options);
    this.code = code;
    this.isFinal = options?.isFinal === true;
  }

  get isTransient(): boolean {
    return !this.isFinal && TRANSIENT.has(this.code);
  }
}
