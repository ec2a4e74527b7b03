/**
 * The subject of a line: one attempt to call a tool, a task that was assigned to an agent, or a task that an agent ended. Spec
 * 001 has calls alone (D2, D6), so a line without `event` is a call.
 */
export type JournalEvent = 'call' | 'routed' | 'done';

/** One line of the journal. All fields of spec 001 are always present; fields that do not apply are empty, or 0. */
export interface JournalEntry {
  /** When the event began: ISO 8601, UTC. */
  readonly timestamp: string;
  /** The caller; for `routed`, the agent that gets the task; for `done`, the agent that did it. */
  readonly agent: string;
  /** `mcp__contract-engine__get_contract`; empty for tasks. */
  readonly tool: string;
  /** The task of the call; empty: no task. */
  readonly taskId: string;
  /** From 1; 0: no attempt was made. */
  readonly attempt: number;
  readonly durationMs: number;
  readonly status: 'success' | 'error';
  /** Why the call failed, as one word; empty when it did not. */
  readonly errorCode: string;
  /** One sentence without secrets. */
  readonly message: string;
  /** Absent: `call`. */
  readonly event?: JournalEvent;
}

/** Records calls and events. Never throws: a journal that cannot be written stops nothing. */
export interface Journal {
  readonly write: (entry: JournalEntry) => void;
}

/** The name of a tool for agents, and in the journal. */
export function toolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

export const noJournal: Journal = { write: () => undefined };
