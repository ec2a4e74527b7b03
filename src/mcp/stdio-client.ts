import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../model/json.js';
import { LineReader } from './sessions/line-reader.js';

/** Limit of one message. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A client on two streams, one message per line. Unlike the SDK's transport it answers invalid messages as JSON-RPC 2.0 (5.1)
 * demands, so that no client waits forever, and reads long lines in linear time.
 */
export class StdioClient implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #reader: LineReader;
  #isClosed = false;

  /** @param largest bytes of one message */
  constructor(input: Readable, output: Writable, largest = MAX_BYTES) {
    this.#input = input;
    this.#output = output;
    this.#reader = new LineReader(largest);
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('error', this.#tell);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    this.#input.off('error', this.#tell);
    this.#input.pause();
    this.onclose?.();
  }

  readonly #tell = (error: Error): void => this.onerror?.(error);

  readonly #read = (chunk: Buffer): void => {
    const lines = this.#reader.push(chunk);
    if (lines !== undefined) {
      for (const line of lines) this.#take(line);
      return;
    }
    this.#refuse(null, ErrorCode.InvalidRequest, 'it is longer than is read');
    void this.close();
  };

  #take(line: string): void {
    if (this.#isClosed || line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#refuse(null, ErrorCode.ParseError, `it is no JSON: ${error instanceof Error ? error.message : ''}`);
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) this.onmessage?.(message.data);
    else if (Array.isArray(value))
      this.#refuse(null, ErrorCode.InvalidRequest, 'it is a batch, and one message is taken at a time');
    else this.#refuse(value, ErrorCode.InvalidRequest, 'it is none of JSON-RPC 2.0');
  }

  /** Reports an error to the client, unless the message may be an answer, which must not be answered. */
  #refuse(value: unknown, code: ErrorCode, why: string): void {
    this.onerror?.(new Error(why));
    const { id, result, error }: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
    if (result !== undefined || error !== undefined) return;
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    void this.#write({ jsonrpc: '2.0', id: known, error: { code, message: `The message was not understood: ${why}` } });
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }
}
