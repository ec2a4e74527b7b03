/** Why a call gave no answer. */
export type FailureCode =
  | 'start-failed' // the server cannot be started or reached
  | 'startup-timeout' // it did not say hello in time
  | 'protocol' // it speaks no version of the protocol that we know, or breaks its rules
  | 'tool-timeout' // it did not answer in time
  | 'connection-lost' // it went away
  | 'unknown-tool' // it has no such tool
  | 'tool-error' // it says that the tool failed (`isError`)
  | 'empty' // it answered with nothing
  | 'not-json' // it answered with a text that is no JSON
  | 'wrong-shape' // it answered with something else than the tool promises
  | 'too-large' // it answered with more than is read
  | 'bad-input' // what was asked does not fit the tool's parameters
  | 'refused' // we may not ask it: a command that only the repository names, a forbidden address
  | 'cancelled'; // we gave up ourselves

/** What is worth another attempt (seed 000, REQ-026: OSError, TimeoutError, ConnectionError). */
const TRANSIENT: ReadonlySet<FailureCode> = new Set(['start-failed', 'startup-timeout', 'tool-timeout', 'connection-lost']);

/** Why a call gave no answer, kept for the report beside the safe default. */
export interface CallFailure {
  readonly code: FailureCode;
  /** One sentence, without secrets and control characters. */
  readonly message: string;
  /** How often it was tried. */
  readonly attempts: number;
}

/** Thrown by engines, caught by clients. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get isTransient(): boolean {
    return TRANSIENT.has(this.code);
  }
}
