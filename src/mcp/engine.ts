import type { CallFailure } from './call-failure.js';
import type { Library } from './library.js';
import type { InputOf, OutputOf, ToolName, Toolset, ToolTable } from './tool.js';

/** Limits of one call. */
export interface CallOptions {
  /** Ends the call; it then fails as `cancelled`. */
  readonly signal?: AbortSignal;
  /** For this attempt, from when the server is ready; absent: the limit of the tool, else of the engine. */
  readonly timeoutMs?: number;
}

/** Answers the tools of a toolset: an embedded engine, or a session with a server. Callers need not know which. */
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
  readonly library?: Library;
  /** Ends its processes, connections and files. Never throws; may be called twice. */
  close(): Promise<void>;
}

/** An answer; with `failure` it is the tool's safe default. */
export interface Answer<Value> {
  readonly value: Value;
  readonly failure?: CallFailure;
}

/** A call had no answer. */
export class Unanswered extends Error {}

/** The value of an answer. @throws Unanswered without one */
export function answered<Value>({ value, failure }: Answer<Value>): Value {
  if (failure !== undefined) throw new Unanswered(failure.message);
  return value;
}
