import type { CallFailure } from './call-failure.js';
import type { InputOf, OutputOf, ToolName, Toolset, ToolTable } from './tool.js';

/** How a call may be bound. */
export interface CallOptions {
  /** Ends the call; it then fails as `cancelled`. */
  readonly signal?: AbortSignal;
  /** For this attempt, counted from when the server is there; absent: what the tool says, else the engine. */
  readonly timeoutMs?: number;
}

/**
 * Somebody who answers the tools of a toolset: an engine in this process, or a session with a server elsewhere. Which one it is,
 * is the choice of an object.
 */
export interface Engine<Tools extends ToolTable = ToolTable> {
  readonly toolset: Toolset<Tools>;
  /** `embedded`: in this process. */
  readonly by: 'embedded' | 'stdio' | 'http';
  /** One attempt. @throws CallError when there is no answer of the declared shape */
  call<Name extends ToolName<Tools>>(
    name: Name,
    input: InputOf<Tools[Name]>,
    options?: CallOptions,
  ): Promise<OutputOf<Tools[Name]>>;
  /** Ends what it started: processes, connections, files. Never throws; calling it twice does no harm. */
  close(): Promise<void>;
}

/** An answer, or what stands in for one: `failure` tells a safe default from a verdict. */
export interface Answer<Value> {
  readonly value: Value;
  readonly failure?: CallFailure;
}
