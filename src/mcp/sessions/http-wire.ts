import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CallError } from '../call-failure.js';
import { type HttpServer, MAX_BYTES, type SessionOptions } from './server-address.js';
import type { Wire } from './wire.js';

/** Limit for saying goodbye to a server. */
const FAREWELL_MS = 1_000;

/** A wire to a server by streamable HTTP. @throws CallError `refused`: not an HTTP address */
export function httpWire({ url, headers }: HttpServer, { maxBytes = MAX_BYTES }: SessionOptions): Wire {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new CallError('refused', 'its address is none of http or https');
  }
  return new HttpWire(parsed, headers ?? {}, maxBytes);
}

/** The SDK's transport, with bounded answers and reasons of failures. */
class HttpWire implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;

  readonly #inner: StreamableHTTPClientTransport;
  readonly #most: number;
  readonly #asked = new Set<string | number>();
  #lost: CallError | undefined;
  #ending: Promise<void> | undefined;

  constructor(url: URL, headers: Readonly<Record<string, string>>, most: number) {
    this.#most = most;
    this.#inner = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { ...headers } },
      fetch: (target, init) => this.#fetch(target, init),
      reconnectionOptions: {
        initialReconnectionDelay: 200,
        maxReconnectionDelay: 2_000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 2,
      },
    });
    this.#inner.onmessage = (message) => this.#take(message);
    this.#inner.onerror = (error) => this.onerror?.(error);
  }

  lost = (): CallError | undefined => this.#lost;
  hint = (): string => '';
  setProtocolVersion = (version: string): void => this.#inner.setProtocolVersion(version);
  start = (): Promise<void> => this.#inner.start();

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#asked.add(message.id);
    try {
      await this.#inner.send(message);
    } catch (error) {
      throw this.#lost ?? this.#reason(error);
    }
  }

  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    if (this.#lost === undefined) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FAREWELL_MS);
      });
      await Promise.race([this.#inner.terminateSession().catch(() => undefined), late]).finally(() => clearTimeout(timer));
    }
    await this.#inner.close();
    this.onclose?.();
  }

  #take(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#asked.delete(message.id);
    this.onmessage?.(message);
  }

  #lose(error: CallError): void {
    if (this.#lost !== undefined || this.#ending !== undefined) return;
    this.#lost = error;
    void this.close();
  }

  async #fetch(target: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(target, init);
    if (response.body === null) return response;
    // What a status refuses has its answer: the status says why.
    const id = init?.method === 'POST' && response.ok ? requestId(init.body) : undefined;
    const body = this.#bounded(response.body, () => {
      // Received data is still processed after this.
      setTimeout(() => this.#unanswered(id), 50).unref();
    });
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  }

  /** The same stream with a size limit. Calls `ended` however it ends. */
  #bounded(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let bytes = 0;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          bytes += value?.byteLength ?? 0;
          if (bytes > this.#most) throw this.#tooLarge(reader);
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        ended();
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  #tooLarge(reader: ReadableStreamDefaultReader<Uint8Array>): CallError {
    const error = new CallError('too-large', `it sent more than ${Math.max(1, Math.round(this.#most / 1_000_000))} MB`);
    this.#lose(error);
    void reader.cancel(error).catch(() => undefined);
    return error;
  }

  #unanswered(id: string | number | undefined): void {
    if (id === undefined || !this.#asked.has(id)) return;
    this.#lose(new CallError('connection-lost', 'its answer broke off'));
  }

  #reason(error: unknown): CallError {
    if (error instanceof StreamableHTTPError) return statusFailure(error.code ?? 0, error.message);
    if (error instanceof CallError) return error;
    const { name, message } = wordsOf(error);
    if (name === 'SyntaxError') return new CallError('protocol', `its answer is no JSON: ${message}`);
    const lost = new CallError('connection-lost', `it cannot be reached: ${message}`);
    this.#lose(lost);
    return lost;
  }
}

function statusFailure(status: number, message: string): CallError {
  const reason = message.replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/, '').slice(0, 200);
  if (status === 401 || status === 403) return new CallError('refused', `it lets us not in (${status}): ${reason}`);
  if (status === 404) return new CallError('connection-lost', `it knows no session, or there is nothing (404): ${reason}`);
  if (status === 429 || status >= 500) return new CallError('connection-lost', `it answers with ${status}: ${reason}`);
  return new CallError('protocol', status < 200 ? reason : `it answers with ${status}: ${reason}`);
}

/** The innermost cause: `fetch` itself only says that it failed. */
function wordsOf(error: unknown): { readonly name: string; readonly message: string } {
  if (typeof error !== 'object' || error === null) return { name: '', message: String(error) };
  if ('cause' in error && typeof error.cause === 'object' && error.cause !== null) return wordsOf(error.cause);
  const text = (name: 'name' | 'message' | 'code'): string => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), message: text('message') || text('code') };
}

function requestId(body: unknown): string | number | undefined {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return undefined;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : undefined;
}
