import { z } from 'zod';

const place = z.strictObject({ file: z.string(), line: z.int().min(1) });
const count = z.int().min(0);
const health = z.enum(['passed', 'partial', 'failed', 'unknown']);
const difference = z.strictObject({ field: z.string(), expected: z.string(), actual: z.string() });

const endpoint = z.strictObject({
  contract: z.string(),
  subject: z.string(),
  at: place,
  outcome: z.enum(['passed', 'failed', 'untested']),
  target: z.string().optional().describe('Requested path and query. Absent: nothing was sent.'),
  status: z.int().optional(),
  millis: z.number().min(0).optional(),
  why: z.string().optional(),
  violations: z.array(difference),
});

/** What validation adds to the JSON report. */
export const validationSchema = z
  .strictObject({
    engine: z.string().describe('The engine that answered, in words.'),
    unanswered: z.array(z.string()).describe('Calls without an answer. Their results are unknown.'),
    contracts: z.strictObject({
      total_contracts: count,
      verified_contracts: count,
      violated_contracts: count,
      missing_implementations: count,
      health,
      verified_contract_ids: z.array(z.string()),
      violated_contract_ids: z.array(z.string()),
    }),
    implementation: z.array(
      z.strictObject({ contract: z.string(), at: place, marked: z.boolean(), found: z.enum(['kept', 'broken', 'open']) }),
    ),
    documents: z.strictObject({ checked: count, clean: count }),
    changes: z.strictObject({ base: z.string(), breaking: count }).optional(),
    live: z
      .strictObject({
        baseUrl: z.string(),
        seed: count,
        report: z.strictObject({
          total_endpoints: count,
          tested_endpoints: count,
          passed_endpoints: count,
          failed_endpoints: count,
          untested_contracts: z.array(z.string()),
          health,
        }),
        endpoints: z.array(endpoint),
      })
      .optional()
      .describe('Absent: no running service was named.'),
  })
  .describe('What `tallystick validate` adds to a scan. Absent: it was a scan alone.');
