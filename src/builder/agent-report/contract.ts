import { z } from 'zod';

/** The version that agents are asked for; later ones of the same first number are read alike. */
const CONTRACT_VERSION = '2.3';

/** Longest texts and lists that a contract may hold: what an agent writes is bounded, whatever it writes. */
const LONGEST_TEXT = 8_000;
const LONGEST_ENTRY = 2_000;
const MOST_ENTRIES = 500;

const text = z.string().max(LONGEST_TEXT);
/** "null", "none" and nothing at all say the same. */
const textOrNull = z.preprocess((value) => (isNothing(value) ? null : value), text.nullable());
const count = z.int().min(0).max(1_000_000);
/** A list; nothing at all is an empty one. */
const list = z.preprocess((value) => (isNothing(value) ? [] : value), z.array(z.string().max(LONGEST_ENTRY)).max(MOST_ENTRIES));
/** The exit code of a run, or null: it was not run. */
const exitCode = z.preprocess((value) => (isNothing(value) ? null : value), z.int().min(0).max(255).nullable());

/** What an agent wants to be remembered (seed 002, MEMORY_NOTES). */
const memoryNotes = z.preprocess(
  (value) => (isNothing(value) ? {} : value),
  z.object({ learnings: list.default([]), patterns: list.default([]), verification: list.default([]) }),
);
export type MemoryNotes = Readonly<z.output<typeof memoryNotes>>;

/**
 * What an agent says of its work in the block at its end (seed 002). All of it is a claim. The last fields belong to some speakers
 * alone; whether they must be there is a matter of the speaker's rule.
 */
export const routerContract = z.object({
  CONTRACT_VERSION: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().max(20))
    .refine((version) => version === '2' || version.startsWith('2.'), { error: `${CONTRACT_VERSION} is asked for` }),
  STATUS: z.string().max(50),
  CONFIDENCE: z.number().min(0).max(100),
  CRITICAL_ISSUES: count,
  HIGH_ISSUES: count,
  BLOCKING: z.boolean(),
  REQUIRES_REMEDIATION: z.boolean(),
  REMEDIATION_REASON: textOrNull,
  SPEC_COMPLIANCE: z.enum(['PASS', 'FAIL', 'N/A']),
  TIMESTAMP: z.string().max(40).refine(isTime, { error: 'a time of ISO 8601 is asked for' }),
  AGENT_ID: z.string().min(1).max(100),
  FILES_MODIFIED: list,
  /** Absent: the block does not have it, which is not the same as an empty list. */
  CLAIMED_ARTIFACTS: list.optional(),
  /** Absent: the block does not have it. */
  EVIDENCE_COMMANDS: list.optional(),
  DEVIATIONS_FROM_PLAN: textOrNull,
  MEMORY_NOTES: memoryNotes,
  TDD_RED_EXIT: exitCode.optional(),
  TDD_GREEN_EXIT: exitCode.optional(),
  SCENARIOS_TOTAL: count.optional(),
  SCENARIOS_PASSED: count.optional(),
  BLOCKERS: count.optional(),
  ROOT_CAUSE: textOrNull.optional(),
  EVIDENCE: textOrNull.optional(),
  VARIANTS_COVERED: count.optional(),
  PLAN_FILE: textOrNull.optional(),
  PHASES: count.optional(),
});
export type RouterContract = Readonly<z.output<typeof routerContract>>;

/** The names of all fields, as they stand in the block. */
export const CONTRACT_FIELDS: readonly string[] = Object.keys(routerContract.shape);

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 'null' || value === 'None' || value === 'none';
}

/** A date, or a date and a time, as ISO 8601 writes them. */
function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
}
