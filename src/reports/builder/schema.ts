import { z } from 'zod';
import { BUILD_FORMAT } from './json.js';

const count = z.int().min(0);
const time = z.string().max(40).describe('ISO 8601.');
const sentences = z.array(z.string());
const health = z.enum(['passed', 'partial', 'failed', 'unknown']);

const step = z.strictObject({
  name: z.string().describe('`developer`, `review (security-reviewer)`.'),
  attempt: z.int().min(1),
  startedAt: time,
  seconds: z.number().min(0),
  outcome: z.enum(['passed', 'refused', 'blocked', 'malformed', 'evidence', 'failed', 'interrupted']),
  reasons: sentences,
  validation: z.string().optional().describe("How the agent's report was checked, as Markdown. Absent: it gave none."),
});

const milestone = z.strictObject({
  id: z.string(),
  title: z.string(),
  wave: count.describe('From 1; 0: it is in none, since it was done before.'),
  status: z.enum(['not begun', 'building', 'completed', 'doubtful', 'failed', 'aborted', 'done before']),
  requirements: z.strictObject({ done: count, total: count }),
  steps: z.array(step).describe('In the order in which they began.'),
  warnings: sentences.describe('Known problems that do not prevent delivery.'),
  doubts: sentences.describe('What could not be verified. No box of the milestone is ticked.'),
  unresolved: sentences.describe('What remediation tasks are open for.'),
  failure: z.strictObject({ step: z.string(), reasons: sentences }).optional(),
  files: z.array(z.string()),
  delivered: z
    .strictObject({ summary: z.string(), usage: z.string(), start: z.string().optional() })
    .optional()
    .describe('What was built, and how to start and use it, in the words of an agent. Absent: not yet delivered.'),
});

const violation = z.strictObject({ check: z.string(), file: z.string(), line: count, message: z.string() });

/** The JSON report of a build. */
export const buildReportSchema = z.strictObject({
  formatVersion: z.literal(BUILD_FORMAT),
  plan: z.strictObject({ title: z.string(), file: z.string() }),
  outcome: z
    .enum(['building', 'interrupted', 'completed', 'doubtful', 'failed', 'aborted', 'stopped'])
    .describe(
      '`doubtful`: built, and not all of it could be verified; `stopped`: a budget was used up; `interrupted`: by somebody. Both can be resumed.',
    ),
  why: z.string().describe('Empty where it completed.'),
  health: health.describe('The worse of the ratios of requirements and contracts.'),
  mode: z.enum(['agent_teams', 'cli', 'none']).describe('What ran the agents.'),
  milestones: z.array(milestone),
  contracts: z
    .strictObject({ total: count, verified: count, violated: count, missing: count, violations: z.array(violation) })
    .optional(),
  endpoints: z.strictObject({ tested: count, passed: count, total: count }).optional(),
  notices: sentences.describe('What agents touched besides their work, and what was undone of it.'),
  registered: count.describe('Files that an index was told of.'),
  spent: z.strictObject({
    cost: z.number().min(0).describe('US dollars.'),
    turns: count,
    seconds: z.number().min(0).describe('In which agents worked.'),
  }),
  startedAt: time,
  endedAt: time,
});

/** The JSON Schema of `build --format json`; committed as `schema/build.schema.json`. */
export function buildJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(buildReportSchema),
    title: 'Tallystick build',
    description: 'What `tallystick build --format json` prints.',
  };
}
