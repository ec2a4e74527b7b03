import { printable } from '../../model/printable.js';
import { masked } from '../../model/secrets.js';
import { CallError } from '../call-failure.js';

/** Longest reason. */
const LONGEST = 400;

/** Codes of JSON-RPC. */
const RPC = { parse: -32700, invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 } as const;

/** The failure of a protocol error. `undefined`: another error. */
export function rpcFailure(error: unknown): CallError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return undefined;
  const reason = error.message.replace(/^MCP error -?\d+: /, '');
  switch (error.code) {
    case RPC.parse:
    case RPC.invalidRequest:
      return new CallError('protocol', `it does not understand the protocol: ${reason}`);
    case RPC.methodNotFound:
      return new CallError('unknown-tool', `it calls no tools: ${reason}`);
    case RPC.invalidParams:
      return /\bnot found\b|\bunknown tool\b|\bno such tool\b/i.test(reason)
        ? new CallError('unknown-tool', reason)
        : new CallError('bad-input', `it refuses the parameters: ${reason}`);
    default:
      return new CallError('tool-error', reason === '' ? `it failed with code ${error.code}` : reason);
  }
}

/** The failure for users: the server and a printable sentence without secrets. */
export function describedFailure(server: string, { code, message, isFinal }: CallError, secrets: readonly string[]): CallError {
  const sentence = printable(masked(`${server}: ${message}`, secrets).replace(/\s+/g, ' ').trim());
  return new CallError(code, sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST - 1)}…`, { isFinal });
}
