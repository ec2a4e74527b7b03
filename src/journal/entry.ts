/**
 * What a line is about: one attempt at calling a tool, a task that was handed to an agent, or a task that an agent ended.
 * Seed 001 knows calls alone (D2, D6): a line without `event` is one.
 */
export type JournalEvent = 'call' | 'routed' | 'done';

/** One line of the journal. All fields of seed 001 are always there; what does not apply is empty, or 0. */
export interface JournalEntry {
  /** When it began: ISO 8601, UTC. */
  readonly timestamp: string;
  /** Who called; of `routed`, who shall do it; of `done`, who did it. */
  readonly agent: string;
  /** `mcp__contract-engine__get_contract`; empty for tasks. */
  readonly tool: string;
  /** The task it was done for; empty: for none. */
  readonly taskId: string;
  /** From 1; 0: it was not even tried. */
  readonly attempt: number;
  readonly durationMs: number;
  readonly status: 'success' | 'error';
  /** Why it failed, as one word; empty where it did not. */
  readonly errorCode: string;
  /** One sentence without secrets. */
  readonly message: string;
  /** Absent: `call`. */
  readonly event?: JournalEvent;
}

/** Where calls and events are written down. Never throws: a journal that cannot be written stops nothing. */
export interface Journal {
  readonly write: (entry: JournalEntry) => void;
}

/** The name of a tool as agents know it, and as the journal has it. */
export function toolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** A journal that keeps nothing. */
export const noJournal: Journal = { write: () => undefined };
