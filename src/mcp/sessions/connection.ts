import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { TOOL } from '../../model/tool.js';
import { LONGEST_MS, raced } from '../bound.js';
import { CallError } from '../call-failure.js';
import { rpcFailure } from './failure-reason.js';
import type { ServerAddress, SessionOptions } from './server-address.js';
import { type ListedTool, listTools } from './tool-list.js';
import type { Wire } from './wire.js';

/** A server's description of itself. */
export interface ServerDescription {
  readonly name: string;
  readonly version: string;
  /** Absent: the server does not list them. */
  readonly tools?: readonly ListedTool[];
}

/** A server after its handshake. */
export interface Connection {
  readonly description: ServerDescription;
  /** Sends a request. Throws the signal's reason when it is aborted. @throws CallError */
  readonly request: (
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** The connection has failed. */
  readonly isLost: () => boolean;
  /** Never throws. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a connection: starts or reaches the server, negotiates the protocol's version, and lists the tools. Ends what it
 * started when that fails.
 *
 * @param closing ends the attempt
 * @throws CallError `start-failed`, `startup-timeout`, `protocol`, `refused`, `cancelled`
 */
export async function connect(address: ServerAddress, options: SessionOptions, closing: AbortSignal): Promise<Connection> {
  const { startupTimeoutMs } = options;
  const limit = new AbortController();
  const wire = await wireTo(address, options);
  const late = new CallError('startup-timeout', `it did not say hello within ${startupTimeoutMs} ms`);
  // The SDK's own timer cannot be switched off, so it gets the longest time.
  const timer = setTimeout(() => limit.abort(late), Math.min(startupTimeoutMs, LONGEST_MS));
  const stop = (): void => limit.abort(new CallError('cancelled', 'the session is closed'));
  closing.addEventListener('abort', stop, { once: true });
  if (closing.aborted) stop();
  try {
    return await greet(wire, limit.signal);
  } catch (error) {
    await wire.close();
    throw startFailure(error, wire);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', stop);
  }
}

async function wireTo(address: ServerAddress, options: SessionOptions): Promise<Wire> {
  if (address.kind === 'stdio') return new (await import('./stdio-wire.js')).StdioWire(address, options);
  return (await import('./http-wire.js')).httpWire(address, options);
}

async function greet(wire: Wire, signal: AbortSignal): Promise<Connection> {
  const { Client: SdkClient } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new SdkClient({ name: TOOL.name, version: TOOL.version }, { capabilities: {} });
  // Errors of single messages show in their answers.
  client.onerror = () => undefined;
  await raced(client.connect(wire, { signal, timeout: LONGEST_MS }), signal);
  const request = requester(client, wire);
  const tools = await listTools((params) => request('tools/list', params, signal));
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  return {
    description: { name, version, ...(tools === undefined ? {} : { tools }) },
    request,
    isLost: () => wire.lost() !== undefined || client.transport === undefined,
    close: () => wire.close(),
  };
}

function requester(client: Client, wire: Wire): Connection['request'] {
  return async (method, params, signal) => {
    const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    try {
      return await raced(client.request({ method, params }, ResultSchema, { signal, timeout: LONGEST_MS }), signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw wire.lost() ?? (error instanceof CallError ? error : undefined) ?? rpcFailure(error) ?? unexpected(error);
    }
  };
}

function unexpected(error: unknown): CallError {
  return new CallError('protocol', error instanceof Error ? error.message : String(error), { cause: error });
}

function startFailure(error: unknown, wire: Wire): CallError {
  const why = wire.lost() ?? error;
  if (!(why instanceof CallError)) {
    // Any other code means an invalid answer to the greeting.
    return new CallError('protocol', `its greeting is not understood: ${why instanceof Error ? why.message : String(why)}`);
  }
  if (why.code === 'connection-lost') return new CallError('start-failed', `it did not start: ${why.message}`);
  const hint = wire.hint();
  return why.code === 'startup-timeout' && hint !== '' ? new CallError(why.code, `${why.message}; ${hint}`) : why;
}
