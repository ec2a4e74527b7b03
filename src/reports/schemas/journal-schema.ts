import { z } from 'zod';
import { JOURNAL_FORMAT } from '../journal-summary.js';

const count = z.int().min(0);
const rate = z.number().min(0).max(1).nullable();
const millis = z.number().min(0).nullable();

const figures = {
  calls: count.describe('Attempts at calling a tool.'),
  retries: count.describe('Those of them that were not the first.'),
  successes: count,
  errors: count,
  successRate: rate.describe('null: nothing was called.'),
  errorRate: rate,
  medianMs: millis.describe('Milliseconds of the attempts that were really made; null: none was.'),
  p95Ms: millis,
  tasks: count.describe('Tasks that were worked on: that a tool was called for, or that were ended.'),
  routedTasks: count.describe('Those of them that were assigned to an agent.'),
  rightTasks: count.describe('Those of these that only that agent worked on.'),
  routingAccuracy: rate.describe('rightTasks of routedTasks.'),
};
const named = z.array(z.strictObject({ name: z.string(), ...figures }));

const journalSchema = z.strictObject({
  formatVersion: z.literal(JOURNAL_FORMAT),
  from: z.string().optional().describe('Time of the first line, ISO 8601; absent: there is none.'),
  until: z.string().optional(),
  unreadable: count.describe('Unreadable lines.'),
  total: z.strictObject(figures),
  tools: named.describe('By the tool that was called, most calls first; likewise below.'),
  agents: named,
  statuses: named,
  errorCodes: named.describe('By why it failed.'),
});

/** The JSON Schema of the JSON of `logs`; committed as `schema/logs.schema.json`. */
export function journalJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(journalSchema),
    title: 'Tallystick logs',
    description: 'What `tallystick logs --format json` prints.',
  };
}
