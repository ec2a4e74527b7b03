import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../model/json.js';

/** JSON-RPC: invalid request. */
const INVALID = -32600;

/**
 * The messages of a parsed line: one, several (batches of revision 2025-03-26), or none when it is invalid. An invalid answer
 * becomes an error at once, so that its caller need not wait for the timeout.
 */
export function messagesOf(value: unknown): readonly JSONRPCMessage[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [] : messagesOf(item)));
  if (!isRecord(value) || value.jsonrpc !== '2.0') return [];
  const { id, method, params, result, error } = value;
  const isId = typeof id === 'string' || typeof id === 'number';
  if (typeof method === 'string') {
    const given = isRecord(params) ? { params } : {};
    return [isId ? { jsonrpc: '2.0', id, method, ...given } : { jsonrpc: '2.0', method, ...given }];
  }
  if (!isId) return [];
  if (isRecord(result)) return [{ jsonrpc: '2.0', id, result }];
  if (isRecord(error)) return [{ jsonrpc: '2.0', id, error: errorOf(error) }];
  return [{ jsonrpc: '2.0', id, error: { code: INVALID, message: 'its answer has neither a result nor an error' } }];
}

function errorOf({ code, message }: Readonly<Record<string, unknown>>): { readonly code: number; readonly message: string } {
  return { code: Number.isSafeInteger(code) ? Number(code) : INVALID, message: typeof message === 'string' ? message : '' };
}
