import { z } from 'zod';
import { DIFF_FORMAT } from './json.js';

const place = z.strictObject({
  file: z
    .string()
    .describe('As the contract names it: repository-relative, with forward slashes, where it lies in a repository.'),
  line: z.int().min(1),
});
const count = z.int().min(0);

const change = z.strictObject({
  rule: z.string().describe('`tallystick explain diff` lists the rules.'),
  severity: z
    .enum(['error', 'warning', 'note'])
    .describe('`error`: it breaks consumers of the base. `warning`: it may. `note`: it is compatible.'),
  message: z.string(),
  contract: z.string(),
  subject: z.string().describe('`METHOD /path/{param}`, `publish|subscribe CHANNEL` or the name of a model.'),
  alsoIn: z.array(z.string()).describe('Further subjects that the same lines change.'),
  part: z.string().optional().describe('`response 200 application/json`; absent: the subject as a whole.'),
  field: z.string().optional().describe('Dotted, `[]` for items; absent: the whole part.'),
  before: z.string().optional(),
  after: z.string().optional(),
  baseAt: place,
  headAt: place,
  fingerprint: z.string().describe('Stable over moved lines and reworded messages.'),
});

const diffReportSchema = z.strictObject({
  formatVersion: z.literal(DIFF_FORMAT),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  base: z.string(),
  head: z.string(),
  summary: z.strictObject({
    contracts: count,
    subjects: count.describe('What the contract of the base says.'),
    errors: count,
    warnings: count,
    notes: count,
    undecided: count,
  }),
  contracts: z.array(
    z.strictObject({
      contract: z.string(),
      kind: z.string(),
      title: z.string(),
      versions: z.strictObject({ base: z.string(), head: z.string() }),
      subjects: count,
    }),
  ),
  changes: z.array(change).describe('By contract, then the gravest first; never cut.'),
  undecided: z
    .array(z.strictObject({ contract: z.string(), subject: z.string().optional(), detail: z.string(), at: place }))
    .describe('Places where the comparison could not decide whether consumers are affected.'),
});

/** The JSON Schema of the JSON report of `diff`; committed as `schema/diff.schema.json`. */
export function diffJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(diffReportSchema),
    title: 'Tallystick diff',
    description: 'What `tallystick diff BASE HEAD --format json` prints.',
  };
}
