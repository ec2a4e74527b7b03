import { z } from 'zod';
import { BREAKER_CHOICES } from './agent-report/breaker.js';

/** The format of the log; a log in another format cannot be resumed. */
export const LOG_FORMAT = 1;

/**
 * The steps of a milestone, by agents or this program. `red` and `green` run the tests, `scan` compares the code with its
 * contracts.
 * `discovery` examines an existing folder once. `fix` and `contract-fix` are the developer's; `investigate` and `live-review`
 * only occur in fix cycles.
 */
export const STEPS = [
  'discovery',
  'analyst',
  'architect',
  'test-writer',
  'red',
  'developer',
  'green',
  'qa',
  'scan',
  'review',
  'hunt',
  'e2e',
  'investigate',
  'fix',
  'contract-fix',
  'live-review',
  'delivery',
] as const;
export type Step = (typeof STEPS)[number];

/**
 * The outcome of a task, or of a check by this program.
 *
 * - `passed`: the claim is true
 * - `refused`: QA failed, a review demands changes, tests miss their purpose, contracts are broken
 * - `blocked`: an agent demands a fix before other work (BLOCKING, REQUIRES_REMEDIATION)
 * - `malformed`: the agent report cannot be read; requested again
 * - `evidence`: a claim is wrong or unproven (REM-EVIDENCE)
 * - `failed`: no answer: the agent could not run, or ran out of time or turns
 */
export const OUTCOMES = ['passed', 'refused', 'blocked', 'malformed', 'evidence', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const reasons = z.array(z.string());

const verdict = z.object({
  outcome: z.enum(OUTCOMES),
  /** Sentences for people, and for the agent that fixes them. */
  reasons,
  /** Reported without stopping the milestone. */
  warnings: reasons.optional(),
  /** What nobody could verify: the milestone goes on, and is not ticked. */
  doubts: reasons.optional(),
  /** Of `failed`: a retry cannot help. */
  final: z.boolean().optional(),
});
/** The verdict on one part of a step. */
export type StepVerdict = z.output<typeof verdict>;

const contractReport = z.object({
  total_contracts: z.number(),
  verified_contracts: z.number(),
  violated_contracts: z.number(),
  missing_implementations: z.number(),
  violations: z.array(z.record(z.string(), z.unknown())),
  health: z.enum(['passed', 'partial', 'failed', 'unknown']),
  verified_contract_ids: z.array(z.string()),
  violated_contract_ids: z.array(z.string()),
});
/** TECH-029, with findings. */
export type BuildContractReport = z.output<typeof contractReport>;

const endpointReport = z.object({
  total_endpoints: z.number(),
  tested_endpoints: z.number(),
  passed_endpoints: z.number(),
  failed_endpoints: z.number(),
  untested_contracts: z.array(z.string()),
  health: z.enum(['passed', 'partial', 'failed', 'unknown']),
});

const at = { at: z.iso.datetime() };
const milestone = { ...at, milestone: z.string() };
const part = { ...milestone, step: z.enum(STEPS), part: z.string(), attempt: z.int().min(1) };
const files = z.array(z.string());

/** The events of a build. All its state derives from these lines. */
export const buildEvent = z.discriminatedUnion('event', [
  z.object({
    ...at,
    event: z.literal('build-started'),
    format: z.literal(LOG_FORMAT),
    plan: z.object({ file: z.string(), hash: z.string() }),
    /** Enabled checks besides tests and reviews. */
    checks: z.array(z.enum(['scan', 'e2e'])),
    /** Fingerprints of earlier findings; absent: no scan. */
    known: z.array(z.string()).optional(),
    /** Identifies the contracts before the build; absent: none. */
    promised: z.string().optional(),
    /** Identifies the settings and commits of git before the build; absent: no repository. */
    git: z.string().optional(),
    /** Milestones to build, and ids of completed requirements; absent: as the plan says now. */
    order: z.array(z.string()).optional(),
    done: z.array(z.string()).optional(),
    /** Existing code must be examined first. */
    discover: z.boolean().optional(),
  }),
  z.object({ ...at, event: z.literal('resumed'), teammates_lost: z.boolean() }),
  z.object({ ...at, event: z.literal('backend-chosen'), mode: z.enum(['agent_teams', 'cli']), why: z.string() }),
  z.object({ ...milestone, event: z.literal('milestone-started') }),
  z.object({ ...part, event: z.literal('task-started'), agent: z.string() }),
  z.object({
    ...part,
    event: z.literal('task-ended'),
    verdict,
    /** The agent's own status: `PASS`, `APPROVE`; absent: none. */
    status: z.string().optional(),
    seconds: z.number(),
    files_created: files,
    files_modified: files,
    /** The check of its report, as Markdown (002, step 3); absent: no report. */
    validation: z.string().optional(),
    /** Its findings, most severe first; absent: none. */
    findings: z.array(z.object({ severity: z.enum(['CRITICAL', 'MAJOR', 'MINOR', 'NIT']), text: z.string() })).optional(),
    /** Its requests to others (spec 001, D5). */
    next_actions: z.array(z.object({ action: z.string(), agent: z.string() })).optional(),
    /** Of `red`: the failed test commands; `script`: the package manager's script. */
    tests: z.array(z.object({ command: z.string(), folder: z.string(), script: z.string().optional() })).optional(),
    /** Of delivery: what was built, and how to start and use it; untrusted. */
    delivered: z.object({ summary: z.string(), usage: z.string(), start: z.string().optional() }).optional(),
    /** Scenarios that a verifier counted. */
    scenarios: z.object({ passed: z.number(), total: z.number() }).optional(),
  }),
  z.object({ ...at, event: z.literal('spent'), cost: z.number(), turns: z.number(), seconds: z.number() }),
  z.object({ ...milestone, event: z.literal('scanned'), report: contractReport }),
  /** The scan of a session in which no milestone was scanned; `report` is absent without contracts. */
  z.object({ ...at, event: z.literal('audited'), report: contractReport.optional(), broken: reasons, doubts: reasons }),
  /** What agents touched besides their work, and what was undone of it. */
  z.object({ ...at, event: z.literal('noticed'), notices: reasons }),
  z.object({ ...milestone, event: z.literal('endpoints-tested'), report: endpointReport }),
  z.object({
    ...milestone,
    event: z.literal('breaker-opened'),
    choice: z.enum(BREAKER_CHOICES),
    conflict: z.boolean().optional(),
  }),
  z.object({ ...milestone, event: z.literal('registered'), files }),
  z.object({
    ...milestone,
    event: z.literal('milestone-ended'),
    outcome: z.enum(['completed', 'doubtful', 'failed', 'aborted']),
    reasons,
    /** Ids of completed requirements. */
    requirements: z.array(z.string()),
  }),
  z.object({ ...at, event: z.literal('interrupted') }),
  z.object({
    ...at,
    event: z.literal('build-ended'),
    outcome: z.enum(['completed', 'doubtful', 'failed', 'aborted', 'stopped']),
    why: z.string(),
  }),
]);
export type BuildEvent = z.output<typeof buildEvent>;
export type EventOf<Name extends BuildEvent['event']> = Extract<BuildEvent, { event: Name }>;
