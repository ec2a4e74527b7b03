import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const LONGEST = 300;
const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);

/**
 * A message as clients are sent it: the SDK answers a request of the wrong form with an internal error that holds the issues of its
 * schema as JSON, where the protocol has a code and people read a sentence.
 */
export function withReadableError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== ErrorCode.InternalError) return message;
  const why = sentenceOf(message.error.message);
  return why === undefined ? message : { ...message, error: { code: ErrorCode.InvalidParams, message: why } };
}

function sentenceOf(text: string): string | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const found = issues.safeParse(JSON.parse(text));
    const parts = found.data?.map(({ path, message }) => `${path.join('.')}: ${message.replace(/^Invalid input: /, '')}`);
    return parts && `The request is not understood: ${parts.join('; ')}`.slice(0, LONGEST);
  } catch {
    return undefined;
  }
}
