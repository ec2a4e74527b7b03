import { z } from 'zod';

/** The requested version; later ones with the same major number are compatible. */
const CONTRACT_VERSION = '2.3';

/** Limits of texts and lists in an agent's report. */
const LONGEST_TEXT = 8_000;
const LONGEST_ENTRY = 2_000;
const MOST_ENTRIES = 500;

const text = z.string().max(LONGEST_TEXT);
/** "null", "none" and an empty value are equal. */
const textOrNull = z.preprocess((value) => (isNothing(value) ? null : value), text.nullable());
const count = z.int().min(0).max(1_000_000);
/** A list; an empty value is an empty list. */
const list = z.preprocess((value) => (isNothing(value) ? [] : value), z.array(z.string().max(LONGEST_ENTRY)).max(MOST_ENTRIES));
/** The exit code of a run; null: not run. */
const exitCode = z.preprocess((value) => (isNothing(value) ? null : value), z.int().min(0).max(255).nullable());

/** Notes to remember (MEMORY_NOTES). */
const memoryNotes = z.preprocess(
  (value) => (isNothing(value) ? {} : value),
  z.object({ learnings: list.default([]), patterns: list.default([]), verification: list.default([]) }),
);
export type MemoryNotes = Readonly<z.output<typeof memoryNotes>>;

/**
 * The report block at the end of an agent's message. All of it is a claim. Only some agents need the last fields, which the
 * agent's rule checks.
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
  /** Absent: the block lacks it, unlike an empty list. */
  CLAIMED_ARTIFACTS: list.optional(),
  /** Absent: the block lacks it. */
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

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 'null' || value === 'None' || value === 'none';
}

/** A date, or a date and a time, in ISO 8601. */
function isTime(value: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
}
