import { z } from 'zod';
import { baselineEntrySchema } from '../../history/baseline.js';
import { OPEN_REASONS } from '../../model/open-reason.js';
import { REPORT_FORMAT } from '../json.js';
import { validationSchema } from './validation-schema.js';

const place = z.strictObject({
  file: z.string().describe('Repository-relative, with forward slashes.'),
  line: z.int().min(1),
});
const count = z.int().min(0);

const summary = z.strictObject({
  contracts: count,
  subjects: count,
  verified: count,
  verifiedByRoute: count
    .optional()
    .describe('How many of the verified have a route but no compared field, because the contract describes none.'),
  startUnknown: count.optional().describe('How many of the verified have a path with an unknown start. Absent: none.'),
  violated: count,
  missing: count,
  unverified: count,
  undocumented: count.describe('Routes that no contract describes.'),
  errors: count,
  warnings: count,
  notes: count,
  fieldsCompared: count,
  fieldsUnknown: count,
  fieldsByType: count
    .optional()
    .describe("How many of the compared were compared by type alone, because the code's values are unknown. Absent: none."),
  complianceRatio: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('verified / (subjects - unverified); null when nothing was decided.'),
  health: z.enum(['passed', 'partial', 'failed', 'unknown']),
});

const row = z.strictObject({
  contract: z.string(),
  kind: z.enum(['endpoint', 'event', 'model']),
  subject: z.string().describe('`METHOD /path/{param}` as the contract writes it.'),
  status: z.enum(['verified', 'violated', 'missing', 'unverified']),
  byRoute: z
    .literal(true)
    .optional()
    .describe(
      'Its route (of an event: its channel) alone verifies it. No field was compared, because the contract describes none.',
    ),
  start: z.literal('unknown').optional().describe("The start of its route's path is unknown. Only the rest of the path matches."),
  success: z.literal('unknown').optional().describe('The status of its success is unknown and may differ from the contract.'),
  served: z.literal('unknown').optional().describe('No code was found that serves the app of its route.'),
  compared: count.describe('Contract fields that were compared.'),
  byType: count
    .optional()
    .describe("How many of these were compared by type alone, because the code's values are unknown. Absent: none."),
  unknown: count.describe('Contract fields that could not be compared.'),
  promisedAt: place,
  codeAt: place.nullable(),
  note: z.string().optional(),
  reason: z.enum(OPEN_REASONS).optional().describe('The kind of the first reason why it is unverified.'),
  why: z.string().optional().describe('That reason alone, without field names and without the rest of the note.'),
  package: z.string().optional().describe('The package that declares the type, as code imports it.'),
  ignored: count
    .optional()
    .describe('How many of its findings are ignored. A subject that only ignored findings break is unverified.'),
  excused: z.literal(true).optional().describe('It is unverified because its findings are ignored.'),
});

const violation = z.strictObject({
  check: z.string().describe('The rule: `CONTRACT-001`.'),
  severity: z.enum(['error', 'warning', 'note']),
  file_path: z.string().describe('Where to fix it: the code, or the contract where there is no code.'),
  line: z.int().min(1),
  message: z.string(),
  contract: z.string(),
  subject: z.string(),
  status: z.string().optional().describe('The response, as the contract names it.'),
  field: z.string().optional().describe('Dotted, `[]` for items; absent: the whole body.'),
  problem: z.enum([
    'missing',
    'extra',
    'type',
    'optionality',
    'nullability',
    'enum',
    'format',
    'status',
    'case',
    'endpoint-missing',
    'wrong-method',
    'base-path',
    'unpublished',
    'unhandled',
    'undocumented',
    'document',
    'unclear',
    'marked',
    'response',
    'breaking',
    'may-break',
  ]),
  promised: z.string().optional(),
  actual: z.string().optional(),
  promisedAt: place,
  related: z.array(z.strictObject({ file: z.string(), line: z.int().min(1), message: z.string() })),
  fingerprint: z.string().describe('Stable over moved lines and reworded messages.'),
  suggestion: z.string().optional(),
  cause: z
    .enum(['code-changed', 'contract-ahead', 'contract-broke'])
    .optional()
    .describe(
      'Of what is new in a pull request: the code changed and the contract did not; the contract changed compatibly and the code lags; the contract itself broke.',
    ),
});

const expectation = { contract: z.string(), subject: z.string() };
const expectationAt = { ...expectation, at: place, why: z.string().optional() };
const named = z.array(z.strictObject({ fingerprint: z.string(), severity: z.enum(['error', 'warning', 'note']) }));

const change = z.strictObject({
  remaining: named.describe('Findings of the base too; what is neither here nor in `surfaced` is new.'),
  surfaced: named.describe('Findings that the base may have too, because its code could not be compared there.'),
  fixed: z.array(violation).describe('Findings of the base alone.'),
  unseen: z
    .array(violation)
    .describe('Findings of the base that are not confirmed as fixed, because the code cannot be compared there now.'),
  lost: z
    .array(z.strictObject({ ...expectationAt, fields: count.optional() }))
    .describe('Subjects that were decided at the base and no longer are. `fields`: how many of their fields.'),
  breaking: z
    .array(z.strictObject({ ...expectation, rule: z.string(), message: z.string(), at: place }))
    .describe('Differences of the contracts that break their consumers.'),
  dropped: z.array(z.strictObject(expectation)).describe('Subjects that no contract has any more.'),
  moved: z
    .array(z.strictObject({ contract: z.string(), from: z.string(), to: z.string(), operations: count }))
    .describe('Contracts that are served below another path.'),
  unproven: z
    .array(z.strictObject(expectationAt))
    .describe('Subjects that the change adds to contracts and that could not be checked.'),
  uncompared: z.array(z.strictObject(expectationAt)).describe('Parts of contracts that can no longer be compared with the base.'),
});

/** The schema of the JSON report. */
export const reportSchema = z.strictObject({
  formatVersion: z.literal(REPORT_FORMAT),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  summary,
  contracts: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      kind: z.string(),
      basePath: z.string().nullable(),
      bodies: count.optional().describe('How many of its operations have a JSON body. Absent: none.'),
      service: z.string().optional(),
    }),
  ),
  matrix: z.array(row),
  violations: z.array(violation).describe('Worst first, then by place; never cut.'),
  routes: z.array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      pathStart: z
        .enum(['likely', 'unknown'])
        .optional()
        .describe(
          'Absent: the path is known from its start. `likely`: its start is what a sample of the environment says. `unknown`: something may come before it.',
        ),
      framework: z.string(),
      file: z.string(),
      line: z.int().min(1),
      documented: z.boolean().describe('A contract describes it.'),
    }),
  ),
  gaps: z.array(z.strictObject({ reason: z.string(), detail: z.string(), file: z.string(), line: z.int().min(1) })),
  ignored: z
    .array(
      z.strictObject({
        reason: z.string(),
        suppressed_at: z.string().optional().describe('Where it is suppressed, if that is beside the code or in the contract.'),
        violation,
      }),
    )
    .optional()
    .describe(
      'Findings that the configuration, a comment or an extension of the contract takes out, with the reason. Absent: none.',
    ),
  baseline: z
    .strictObject({
      file: z.string(),
      known: z.array(violation),
      paid: z.array(baselineEntrySchema),
      strict: z.literal(true).optional(),
    })
    .optional()
    .describe(
      'Findings that are in the baseline, and in `paid` its resolved entries. With `strict` these fail the run. Absent: there is no baseline.',
    ),
  scope: z
    .strictObject({ since: z.string(), outside: count })
    .optional()
    .describe(
      '`violations` has only findings in code or contracts changed since then. `outside` counts the others. Absent: it has all.',
    ),
  notices: z.array(z.string()).optional().describe('Notes on how the findings were chosen. Absent: none.'),
  validation: validationSchema.optional(),
  minDecided: z.number().min(0).max(1).optional().describe('The share of subjects that had to be decided. Absent: any.'),
  change: change
    .optional()
    .describe('The effects of a change since its base. Absent: it is no change, or its effects are unknown.'),
  unanswered: z
    .string()
    .optional()
    .describe('Why the effects of the change are unknown. Absent: they are known, or it is no change.'),
  crashes: z.array(z.string()).describe('Internal errors. Any of them makes the run incomplete.'),
  stats: z.strictObject({ files: count, millis: z.number().min(0), cacheHits: count, inferred: count }),
});

/** The JSON Schema of the JSON report; committed as `schema/report.schema.json`. */
export function reportJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(reportSchema),
    title: 'Tallystick report',
    description: 'What `tallystick scan --format json` prints.',
  };
}
