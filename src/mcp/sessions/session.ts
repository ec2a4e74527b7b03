import { secretsOf } from '../../model/secrets.js';
import { boundOf, raced } from '../bound.js';
import { CallError } from '../call-failure.js';
import type { CallOptions, Engine } from '../engine.js';
import type { InputOf, OutputOf, Tool, ToolName, Toolset, ToolTable } from '../tool.js';
import { answerOf } from './answer.js';
import { type Connection, connect, type ServerDescription } from './connection.js';
import { describedFailure } from './failure-reason.js';
import type { ServerAddress, SessionOptions } from './server-address.js';

/** A session with an external engine. */
export interface Session<Tools extends ToolTable = ToolTable> extends Engine<Tools> {
  /** Connects if necessary, and returns the server's description. @throws CallError */
  readonly open: () => Promise<ServerDescription>;
}

/**
 * A session with a server. The first call opens it, and the next call opens it again after a loss; permanent failures (a
 * foreign protocol, a refusal, a program whose first start fails) are remembered. Errors name the server in one sentence without secrets.
 */
export function openSession<Tools extends ToolTable>(
  toolset: Toolset<Tools>,
  address: ServerAddress,
  options: SessionOptions,
): Session<Tools> {
  const secrets = [...secretsOf(options.env), ...(address.kind === 'http' ? Object.values(address.headers ?? {}) : [])];
  const line = new Line(address, options);
  const telling = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof CallError ? describedFailure(toolset.id, error, secrets) : error;
    }
  };
  return {
    toolset,
    by: address.kind,
    open: () => telling(async () => (await line.connection()).description),
    call: <Name extends ToolName<Tools>>(name: Name, input: InputOf<Tools[Name]>, given?: CallOptions) =>
      telling(() => call<OutputOf<Tools[Name]>>(line, toolset, name, input, { ...given, options })),
    close: () => line.close(),
  };
}

/** The present connection of a session. */
class Line {
  readonly #address: ServerAddress;
  readonly #options: SessionOptions;
  readonly #ending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #opening: Promise<Connection> | undefined;
  #current: Connection | undefined;
  #pending = 0;
  #hopeless: CallError | undefined;
  #hasWorked = false;

  constructor(address: ServerAddress, options: SessionOptions) {
    this.#address = address;
    this.#options = options;
  }

  async connection(): Promise<Connection> {
    if (this.#hopeless !== undefined) throw this.#hopeless;
    if (this.#current?.isLost() === true) this.#drop(this.#current);
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  /** Uses the connection. After a timeout the connection is closed, and the next call opens a new one. */
  async use<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
    this.#pending += 1;
    try {
      return await work();
    } catch (error) {
      const hangs = error instanceof CallError && error.code === 'tool-timeout';
      if (connection.isLost() || (hangs && this.#pending === 1)) this.#drop(connection);
      throw error;
    } finally {
      this.#pending -= 1;
    }
  }

  async close(): Promise<void> {
    this.#hopeless ??= new CallError('cancelled', 'the session is closed');
    this.#closing.abort();
    await this.#opening?.catch(() => undefined);
    if (this.#current !== undefined) this.#drop(this.#current);
    await Promise.all(this.#ending);
  }

  async #connect(): Promise<Connection> {
    try {
      this.#current = await connect(this.#address, this.#options, this.#closing.signal);
      this.#hasWorked = true;
      return this.#current;
    } catch (error) {
      this.#opening = undefined;
      const failure = this.#isMisconfigured(error) ? new CallError(error.code, error.message, { isFinal: true }) : error;
      if (failure instanceof CallError && !failure.isTransient) this.#hopeless ??= failure;
      throw failure;
    }
  }

  /** A program whose first start fails is the wrong one: starting it again only makes people wait. */
  #isMisconfigured(error: unknown): error is CallError {
    return error instanceof CallError && this.#address.kind === 'stdio' && !this.#hasWorked;
  }

  #drop(connection: Connection): void {
    if (this.#current === connection) {
      this.#current = undefined;
      this.#opening = undefined;
    }
    const ending = connection.close().catch(() => undefined);
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }
}

interface Call extends CallOptions {
  readonly options: SessionOptions;
}

async function call<Value>(line: Line, { tools }: Toolset, name: string, input: unknown, given: Call): Promise<Value> {
  const tool: Tool | undefined = tools[name];
  if (tool === undefined) throw new CallError('unknown-tool', `${name} is none of its tools`);
  const millis = given.timeoutMs ?? tool.timeoutMs ?? given.options.toolTimeoutMs;
  const bound = boundOf(given.signal);
  try {
    const connection = await raced(line.connection(), bound.signal);
    if (connection.description.tools?.every((listed) => listed.name !== name) === true) {
      throw new CallError('unknown-tool', `it has no tool ${name}`);
    }
    bound.start(millis, `${name} did not answer within ${millis} ms`);
    const params = { name, arguments: input };
    const result = await line.use(connection, () => connection.request('tools/call', params, bound.signal));
    // The declaration has checked the value.
    return answerOf(tool, result) as Value;
  } finally {
    bound.release();
  }
}
