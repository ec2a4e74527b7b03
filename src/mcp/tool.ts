import type { z } from 'zod';

/**
 * One tool, declared once: types of clients, the embedded server, what a remote server answers, and the spec sheets in the
 * documentation are all made from it (seed 001, D1).
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** One sentence for people and agents. */
  readonly purpose: string;
  /** Parameters by their names on the wire, with their defaults and a description each. */
  readonly input: Input;
  readonly output: Output;
  /** What somebody may give, for the documentation. */
  readonly example?: z.input<Input>;
  /** What is returned when the tool gave no answer; never a verdict. */
  readonly unanswered: z.output<Output>;
  /** How it may fail, in words, other than by not being reached. */
  readonly failures: readonly string[];
  /** What is done instead when it cannot be asked. */
  readonly fallback: string;
  /** Changes nothing wherever it runs. */
  readonly readOnly: boolean;
  /** Asking twice does no more than asking once. */
  readonly idempotent: boolean;
  /** Milliseconds for one attempt; absent: what the settings of its engine say. */
  readonly timeoutMs?: number;
  /** Attempts after the first, on transient errors; absent: 3 (seed 000, REQ-026). */
  readonly retries?: number;
  /** Milliseconds before each of these attempts; absent: 1, 2 and 4 s. */
  readonly delaysMs?: readonly number[];
  /** An attempt that took too long is the last: what the tool does may still be going on (seed 000, INT-005). */
  readonly slowIsFinal?: boolean;
}

/** Tools by the names they are called by. */
export type ToolTable = Readonly<Record<string, Tool>>;

/** The tools of one server. */
export interface Toolset<Tools extends ToolTable = ToolTable> {
  /** As in `.mcp.json` and `tallystick serve`. */
  readonly id: string;
  readonly title: string;
  /** What it is for, as a server tells an agent. */
  readonly instructions: string;
  readonly tools: Tools;
}

/** What a caller gives: parameters with a default may be left out. */
export type InputOf<T extends Tool> = z.input<T['input']>;
/** What a tool is given: every default filled in. */
export type ArgumentsOf<T extends Tool> = z.output<T['input']>;
/** What a tool answers. */
export type OutputOf<T extends Tool> = z.output<T['output']>;

/** Names of the tools of a table. */
export type ToolName<Tools extends ToolTable> = keyof Tools & string;

/** Keeps the exact types of a tool while its declaration is checked. */
export function tool<Input extends z.ZodObject, Output extends z.ZodType>(declared: Tool<Input, Output>): Tool<Input, Output> {
  return declared;
}

/** Keeps the exact types of a toolset while its declaration is checked. */
export function toolset<Tools extends ToolTable>(declared: Toolset<Tools>): Toolset<Tools> {
  return declared;
}
