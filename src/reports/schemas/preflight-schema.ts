import { z } from 'zod';
import { CHECK_STATUSES, PREFLIGHT_FORMAT } from '../preflight.js';

const preflightSchema = z.strictObject({
  formatVersion: z.literal(PREFLIGHT_FORMAT),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  ready: z.boolean().describe('No check failed.'),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z
        .enum(CHECK_STATUSES)
        .describe('warning: it works without, or not as well as it could; skipped: not used here, so not checked.'),
      message: z.string().describe('One sentence; may hold words of the repository.'),
      hint: z.string().optional().describe('What to do about it.'),
      latencyMs: z.number().min(0).optional().describe('Milliseconds until the first answer of a server or program.'),
    }),
  ),
});

/** The JSON Schema of `preflight --json`; committed as `schema/preflight.schema.json`. */
export function preflightJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(preflightSchema),
    title: 'Tallystick preflight',
    description: 'What `tallystick preflight --json` prints.',
  };
}
