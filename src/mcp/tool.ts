import type { z } from 'zod';
import type { PromptCard } from './library.js';

/**
 * The single declaration of a tool. Types of clients, the embedded server, checks of remote answers, and the documentation
 * derive from it (spec 001, D1).
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** One sentence for people and agents. */
  readonly purpose: string;
  /** Parameters by their names on the wire, with defaults and descriptions. */
  readonly input: Input;
  readonly output: Output;
  /** Its answer is for reading, and no structured content: clients show that with line breaks escaped. */
  readonly isProse?: true;
  /** An example input for the documentation. */
  readonly example?: z.input<Input>;
  /** Returned when the tool gave no answer; never a verdict. */
  readonly unanswered: z.output<Output>;
  /** Documented failures besides an unreachable server. */
  readonly failures: readonly string[];
  /** What callers do when the tool cannot be asked. */
  readonly fallback: string;
  /** Changes no data. */
  readonly readOnly: boolean;
  /** Asking twice does no more than asking once. */
  readonly idempotent: boolean;
  /** Milliseconds for one attempt; absent: the engine's setting. */
  readonly timeoutMs?: number;
  /** Retries after transient errors; absent: 3 (REQ-026). */
  readonly retries?: number;
  /** Milliseconds before each retry; absent: 1, 2 and 4 s. */
  readonly delaysMs?: readonly number[];
  /** No retry after a timeout, because the tool may still be working (INT-005). */
  readonly slowIsFinal?: boolean;
}

/** Tools by name. */
export type ToolTable = Readonly<Record<string, Tool>>;

/** The tools of one server. */
export interface Toolset<Tools extends ToolTable = ToolTable> {
  /** As in `.mcp.json` and `tallystick serve`. */
  readonly id: string;
  readonly title: string;
  /** The server's instructions for agents. */
  readonly instructions: string;
  readonly tools: Tools;
  /** By name; its engine then has a `library`. */
  readonly prompts?: Readonly<Record<string, PromptCard>>;
}

/** The caller's input: parameters with a default are optional. */
export type InputOf<T extends Tool> = z.input<T['input']>;
/** The tool's input, with all defaults. */
export type ArgumentsOf<T extends Tool> = z.output<T['input']>;
export type OutputOf<T extends Tool> = z.output<T['output']>;

export type ToolName<Tools extends ToolTable> = keyof Tools & string;

/** Checks a declaration and preserves its exact types. */
export function tool<Input extends z.ZodObject, Output extends z.ZodType>(declared: Tool<Input, Output>): Tool<Input, Output> {
  return declared;
}

/** Checks a declaration and preserves its exact types. */
export function toolset<Tools extends ToolTable>(declared: Toolset<Tools>): Toolset<Tools> {
  return declared;
}
