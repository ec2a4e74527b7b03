import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { jsonOf } from '../../model/json.js';
import { CallError } from '../call-failure.js';
import { LineReader } from './line-reader.js';
import { messagesOf } from './message.js';
import { MAX_BYTES, type SessionOptions, type StdioServer } from './server-address.js';
import { type ServerProcess, startServer } from './server-process.js';
import type { Wire } from './wire.js';

/** Without a pending call, this many times the largest answer counts as flooding. */
const FLOOD = 4;
/** So many lines without a message among them are no logging by mistake. */
const MOST_STRAY = 10_000;
/** The last output of an ended process may still arrive. */
const DRAIN_MS = 100;

/** Messages over the standard streams of a process, one per line. */
export class StdioWire implements Wire {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;

  readonly #server: StdioServer;
  readonly #options: Pick<SessionOptions, 'env' | 'maxBytes'>;
  readonly #largest: number;
  #starting: Promise<ServerProcess> | undefined;
  #process: ServerProcess | undefined;
  #lost: CallError | undefined;
  #ending: Promise<void> | undefined;
  #drain: NodeJS.Timeout | undefined;
  /** Bytes since the last answer. */
  #unasked = 0;
  #stray: string | undefined;
  /** Lines since the last message that are none. */
  #strays = 0;

  constructor(server: StdioServer, options: Pick<SessionOptions, 'env' | 'maxBytes'>) {
    this.#server = server;
    this.#options = options;
    this.#largest = options.maxBytes ?? MAX_BYTES;
  }

  lost = (): CallError | undefined => this.#lost;

  hint = (): string => (this.#stray === undefined ? '' : `it prints what is no message: ${this.#stray}`);

  async start(): Promise<void> {
    this.#starting = startServer(this.#server, this.#options.env);
    const server = await this.#starting;
    this.#process = server;
    const reader = new LineReader(this.#largest);
    server.stdout.on('data', (chunk: Buffer) => this.#read(reader, chunk));
    server.stdout.on('error', () => this.#lose('connection-lost', 'its output broke off'));
    server.stdin.on('error', () => this.#loseSoon('it closed its input'));
    // A process usually ends right after it closes its output, and its exit code says more.
    server.stdout.on('end', () => this.#loseSoon('it closed its output'));
    server.stdout.once('close', () => {
      void server.ended.then((how) => this.#lose('connection-lost', `it ended with ${how}`));
    });
    void server.ended.then((how) => this.#loseSoon(`it ended with ${how}`));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#process === undefined || this.#ending !== undefined) throw this.#lost ?? new Error('the connection is closed');
    // A request of the server is not an answer: otherwise it could flood without end.
    if ('method' in message) this.#unasked = 0;
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#drain);
    this.onclose?.();
    // It may be starting.
    const server = await this.#starting?.catch(() => undefined);
    await server?.end();
  }

  #loseSoon(why: string): void {
    clearTimeout(this.#drain);
    if (this.#ending === undefined) this.#drain = setTimeout(() => this.#lose('connection-lost', why), DRAIN_MS);
  }

  #read(reader: LineReader, chunk: Buffer): void {
    this.#unasked += chunk.length;
    const lines = reader.push(chunk);
    if (lines === undefined || this.#unasked > FLOOD * this.#largest) {
      this.#lose('too-large', `it sent more than ${megabytes(lines === undefined ? this.#largest : FLOOD * this.#largest)}`);
      return;
    }
    for (const line of lines) {
      if (this.#lost !== undefined) return;
      this.#take(line);
    }
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const messages = messagesOf(jsonOf(line));
    if (messages.length === 0) this.#isStray(line);
    else this.#strays = 0;
    for (const message of messages) {
      if (!('method' in message)) this.#unasked = 0;
      this.onmessage?.(message);
    }
  }

  #isStray(line: string): void {
    this.#stray ??= line.slice(0, 80);
    this.#strays += 1;
    if (this.#strays > MOST_STRAY) this.#lose('protocol', `it does nothing but print: ${line.slice(0, 80)}`);
  }

  #lose(code: 'connection-lost' | 'too-large' | 'protocol', why: string): void {
    if (this.#lost !== undefined || this.#ending !== undefined) return;
    const output = this.#process?.complaint().trim().split('\n').at(-1)?.trim() ?? '';
    this.#lost = new CallError(code, output === '' ? why : `${why}: ${output.slice(0, 200)}`);
    void this.close();
  }
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
}
