import { z } from 'zod';
import { type JsonReading, readJson } from './json-text.js';

/** An agent's final message (spec 001, D5): its artifacts, its result, and the next agents. */
const handoff = z.strictObject({
  agent: z.string().describe('Who ended.'),
  taskId: z.string(),
  status: z.enum(['success', 'partial', 'failed']),
  summary: z.string().optional(),
  artifacts: z
    .array(
      z.looseObject({
        path: z.string(),
        bytes: z.number().min(0).optional(),
        sha256: z.string().optional(),
        kind: z.string().optional(),
      }),
    )
    .describe('What it made. A claim, to be held against the files.'),
  evidence: z.array(z.string()).optional(),
  next_actions: z
    .array(
      z.looseObject({
        action: z.string(),
        target: z.string().describe('Who does it: the name of an agent.'),
        params: z.looseObject({}).optional(),
      }),
    )
    .describe('What is done next, in this order.'),
});

export type Handoff = Readonly<z.infer<typeof handoff>>;

/**
 * Reads an agent's handoff. Paths in it are claims, names of agents are not looked up.
 *
 * @param text untrusted
 */
export function readHandoff(text: string): JsonReading<Handoff> {
  return readJson(handoff, text);
}

/** The JSON Schema of handoffs; committed as `schema/handoff.schema.json`, for hooks that ask agents for one. */
export function handoffJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(handoff, { io: 'input' }),
    title: 'Subagent Handoff Payload',
    description: 'What an agent hands on when it ends.',
  };
}
