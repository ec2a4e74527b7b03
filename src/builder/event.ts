import { z } from 'zod';
import { BREAKER_CHOICES } from './agent-report/breaker.js';

/** The form of the log; a log of another form is not resumed. */
export const LOG_FORMAT = 1;

/**
 * What is done for a milestone, by agents or by us. `red` and `green` run the tests, `scan` holds the code against its contracts.
 * `discovery` looks at a folder that is not empty, once. `fix` and `contract-fix` are the developer's, `investigate` and `live-review` belong to fix cycles alone.
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
 * What a task, or what we looked at ourselves, came to.
 *
 * - `passed`: the claim holds
 * - `refused`: QA failed, changes were asked for, tests do not say what they should, contracts are broken
 * - `blocked`: somebody says that nothing may follow before this is fixed (seed 002: BLOCKING, REQUIRES_REMEDIATION)
 * - `malformed`: the router contract cannot be read; asked for again
 * - `evidence`: what was claimed is not so, or not shown (seed 002: REM-EVIDENCE)
 * - `failed`: no answer: the agent could not be run, ran out of time or of turns
 */
export const OUTCOMES = ['passed', 'refused', 'blocked', 'malformed', 'evidence', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const reasons = z.array(z.string());

const verdict = z.object({
  outcome: z.enum(OUTCOMES),
  /** Sentences for people, and for the agent that has to mend it. */
  reasons,
  /** Whatever does not stop the milestone, and must be told. */
  warnings: reasons.optional(),
  /** Of `failed`: a repetition cannot help. */
  final: z.boolean().optional(),
});
/** What one part of a step came to. */
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
/** Seed 000, TECH-029, with what was found. */
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

/** What can happen in a build. Everything that is known of one follows from these lines. */
export const buildEvent = z.discriminatedUnion('event', [
  z.object({
    ...at,
    event: z.literal('build-started'),
    format: z.literal(LOG_FORMAT),
    plan: z.object({ file: z.string(), hash: z.string() }),
    /** Checks that are on besides tests and reviews. */
    checks: z.array(z.enum(['scan', 'e2e'])),
    /** Fingerprints of what was broken before; absent: nothing was looked at. */
    known: z.array(z.string()).optional(),
    /** By which what was promised before is known again; absent: nothing was. */
    promised: z.string().optional(),
    /** Milestones that were to be built, and ids of requirements that were done before; absent: as the plan says now. */
    order: z.array(z.string()).optional(),
    done: z.array(z.string()).optional(),
    /** There is code already, which is looked at first. */
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
    /** What the agent itself says of its state: `PASS`, `APPROVE`; absent: it says none. */
    status: z.string().optional(),
    seconds: z.number(),
    files_created: files,
    files_modified: files,
    /** What was made of its router contract, as Markdown (seed 002, step 3); absent: it speaks none. */
    validation: z.string().optional(),
    /** What its findings are, gravest first; absent: it named none. */
    findings: z.array(z.object({ severity: z.enum(['CRITICAL', 'MAJOR', 'MINOR', 'NIT']), text: z.string() })).optional(),
    /** What it asks of others (seed 001, D5). */
    next_actions: z.array(z.object({ action: z.string(), agent: z.string() })).optional(),
    /** Of `red`: how the tests were run that failed; `script`: what a package manager runs by that name. */
    tests: z.array(z.object({ command: z.string(), folder: z.string(), script: z.string().optional() })).optional(),
    /** Scenarios that a verifier counts. */
    scenarios: z.object({ passed: z.number(), total: z.number() }).optional(),
  }),
  z.object({ ...at, event: z.literal('spent'), cost: z.number(), turns: z.number(), seconds: z.number() }),
  z.object({ ...milestone, event: z.literal('scanned'), report: contractReport }),
  z.object({ ...milestone, event: z.literal('endpoints-tested'), report: endpointReport }),
  z.object({ ...milestone, event: z.literal('breaker-opened'), choice: z.enum(BREAKER_CHOICES) }),
  z.object({ ...milestone, event: z.literal('registered'), files }),
  z.object({
    ...milestone,
    event: z.literal('milestone-ended'),
    outcome: z.enum(['completed', 'failed', 'aborted']),
    reasons,
    /** Ids of requirements that are done now. */
    requirements: z.array(z.string()),
  }),
  z.object({ ...at, event: z.literal('interrupted') }),
  z.object({
    ...at,
    event: z.literal('build-ended'),
    outcome: z.enum(['completed', 'failed', 'aborted', 'stopped']),
    why: z.string(),
  }),
]);
export type BuildEvent = z.output<typeof buildEvent>;
export type EventOf<Name extends BuildEvent['event']> = Extract<BuildEvent, { event: Name }>;
