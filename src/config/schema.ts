import { z } from 'zod';
import { MODEL_SUFFIXES } from '../model/model-names.js';
import { PACKAGES } from './packages.js';

/** What uses an option: a sentence for the README, or that nothing uses it yet. */
export interface Effect {
  /** `since` a version, or `null`: accepted, but nothing uses it yet. */
  readonly since: string | null;
  /** What uses it. */
  readonly by: string;
}

const acts = (by: string): Effect => ({ since: '0.1.0', by });
const effects = new WeakMap<object, Effect>();

/** Documents an option: its meaning and what uses it. */
function option<Schema extends z.ZodType>(schema: Schema, description: string, effect: Effect): Schema {
  const described = schema.describe(description);
  effects.set(described, effect);
  return described;
}

/** What uses an option of the schema; sections have none. */
export function effectOf(schema: object): Effect | undefined {
  return effects.get(schema);
}

const flag = (value: boolean, description: string, effect: Effect) => option(z.boolean().default(value), description, effect);
const count = (value: number, description: string, effect: Effect) => option(z.int().min(1).default(value), description, effect);
const text = (value: string, description: string, effect: Effect) => option(z.string().default(value), description, effect);
const list = (value: string[], description: string, effect: Effect) =>
  option(z.array(z.string()).default(value), description, effect);

const BUILD = acts('build');
const TEAM = acts('build, with a team');
const ENGINE = acts('validate, build and preflight');
const CONTRACTS = acts('validate, build, serve and preflight');
const INTELLIGENCE = acts('facts with `--map`, build and preflight');
const INDEX = acts('facts with `--map`, build, serve and preflight');

const agentTeams = z.strictObject({
  enabled: flag(false, 'Build with a team of agents instead of one after the other.', BUILD),
  fallback_to_cli: flag(true, 'Build with single agents when the team cannot be started.', BUILD),
  delegate_mode: flag(true, 'The lead only assigns work and writes no code itself.', TEAM),
  max_teammates: count(5, 'Largest number of agents that work at the same time.', BUILD),
  teammate_model: text('', 'Model of the agents; empty: their default.', BUILD),
  teammate_permission_mode: text('acceptEdits', 'Permission mode the agents of a team are started with.', TEAM),
  teammate_idle_timeout: count(300, 'Seconds after which an idle agent is ended.', TEAM),
  task_completed_hook: flag(true, 'Check every task before it counts as done.', TEAM),
  wave_timeout_seconds: count(3600, 'Most seconds for one wave of tasks.', BUILD),
  task_timeout_seconds: count(1800, 'Most seconds for one task.', BUILD),
  teammate_display_mode: option(
    z.enum(['in-process', 'tmux', 'split']).default('in-process'),
    'Where the agents show what they do.',
    TEAM,
  ),
  contract_limit: count(100, 'Largest number of contracts in the prompt of an agent.', BUILD),
});

const contractEngine = z.strictObject({
  enabled: flag(false, 'Ask the Contract Engine.', ENGINE),
  mcp_command: text('python', 'Command that starts its server; without one, Tallystick uses the embedded engine.', ENGINE),
  mcp_args: list(['-m', 'src.contract_engine.mcp_server'], 'Arguments of that command.', ENGINE),
  database_path: text('', 'Its database; empty: the variable CONTRACT_ENGINE_DB.', CONTRACTS),
  validation_on_build: flag(true, 'Let agents of a build validate endpoints with it, where it is enabled.', BUILD),
  test_generation: flag(
    true,
    'Let it write contract tests, where it is enabled: into `.tallystick/tests`, or the folder of `--tests`.',
    acts('validate and build'),
  ),
  server_root: text('', 'Folder in which the command is started.', ENGINE),
  startup_timeout_ms: count(30_000, 'Most milliseconds until the server answers.', ENGINE),
  tool_timeout_ms: count(60_000, 'Most milliseconds for one call.', ENGINE),
});

const codebaseIntelligence = z.strictObject({
  enabled: flag(false, 'Ask Codebase Intelligence.', INTELLIGENCE),
  mcp_command: text('python', 'Command that starts its server; without one, Tallystick uses the embedded engine.', INTELLIGENCE),
  mcp_args: list(['-m', 'src.codebase_intelligence.mcp_server'], 'Arguments of that command.', INTELLIGENCE),
  database_path: text('', 'Its database; empty: the variable DATABASE_PATH.', INDEX),
  chroma_path: text('', 'Its vector store; empty: the variable CHROMA_PATH.', INTELLIGENCE),
  graph_path: text('', 'Its graph; empty: the variable GRAPH_PATH.', INTELLIGENCE),
  replace_static_map: flag(true, 'Use its map of the code instead of a static one.', acts('facts with `--map`, and build')),
  register_artifacts: flag(true, 'Tell it about every file a build writes.', BUILD),
  server_root: text('', 'Folder in which the command is started.', INTELLIGENCE),
  startup_timeout_ms: count(30_000, 'Most milliseconds until the server answers.', INTELLIGENCE),
  tool_timeout_ms: count(60_000, 'Most milliseconds for one call.', INTELLIGENCE),
});

/** The scans, by name. */
export const scanSchema = z.strictObject({
  endpoint_schema_scan: flag(true, 'CONTRACT-001: response bodies keep their schemas.', acts('scan')),
  missing_endpoint_scan: flag(true, 'CONTRACT-002: every endpoint of the contract has a route.', acts('scan')),
  event_schema_scan: flag(true, 'CONTRACT-003: events keep their schemas.', acts('scan')),
  shared_model_scan: flag(true, 'CONTRACT-004: shared models are the same everywhere.', acts('scan')),
  undocumented_endpoint_scan: flag(
    false,
    'CONTRACT-005: a contract describes every route. Without this rule, other routes are only counted and listed.',
    acts('scan'),
  ),
});

const sharedModels = z.strictObject({
  shared: list(
    [],
    'Named schemas of OpenAPI and AsyncAPI documents that are shared models, `*` for any letters; those with `x-shared: true` always are.',
    acts('scan'),
  ),
  suffixes: list([...MODEL_SUFFIXES], 'Endings that the name of a type may add to the name of its model.', acts('scan')),
});

const trackingDocuments = z.strictObject({
  contract_compliance_matrix: flag(true, 'Write CONTRACT_COMPLIANCE_MATRIX.md.', BUILD),
  e2e_coverage_matrix: flag(
    true,
    'Write the matrix of a build; off: CONTRACT_COMPLIANCE_MATRIX.md is not written either.',
    BUILD,
  ),
});

const override = z.strictObject({
  label: text(
    '',
    'Label that lets a red pull request pass for one commit, if a person with write access other than the author adds it; empty: none.',
    acts('the Action'),
  ),
  approvals: option(
    z.int().min(0).default(0),
    'Number of approving reviews of exactly that commit, by people with write access, that let a red pull request pass; 0: none.',
    acts('the Action'),
  ),
});

const service = z.strictObject({
  path: option(z.string().optional(), 'Its folder, from the root of the repository.', acts('scan')),
  folders: option(z.array(z.string()).optional(), 'More folders of it.', acts('scan')),
  contracts: option(
    z.array(z.string()).optional(),
    'Globs of the contracts that it implements, in place of `contracts`; absent: those in its folders.',
    acts('scan'),
  ),
  consumes: option(
    z.array(z.string()).optional(),
    'Globs of contracts of other services whose events its code uses; its code is compared with them.',
    acts('scan'),
  ),
  base_path: option(z.string().optional(), 'Its base path, in place of `base_path`.', acts('scan')),
});

/** A valid day; the published schema checks only its format. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2026-12-31')
  .refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true, 'a date such as 2026-12-31');

const ignoreEntry = z
  .strictObject({
    rule: option(
      z.string().optional(),
      'Rule (`CONTRACT-001`) or rule and problem (`CONTRACT-001/extra`); `*` stands for any characters, here and below.',
      acts('scan and validate'),
    ),
    contract: option(
      z.string().optional(),
      'The contract: its file, from the root of the repository.',
      acts('scan and validate'),
    ),
    subject: option(
      z.string().optional(),
      'What it is about, as the contract writes it: `GET /users/{id}`.',
      acts('scan and validate'),
    ),
    field: option(z.string().optional(), 'The field, such as `user.*` or `items[].id`.', acts('scan and validate')),
    reason: option(z.string().trim().min(1), 'Why; every entry needs one.', acts('scan and validate')),
    expires: option(day.optional(), 'The last day on which it applies, such as `2026-12-31`.', acts('scan and validate')),
  })
  .refine(({ rule, contract, subject, field }) => (rule ?? contract ?? subject ?? field) !== undefined, {
    error: 'an entry that names a rule, contract, subject or field',
  });

/** The severities of a finding; `off` drops it. */
const LEVELS = ['error', 'warning', 'note', 'off'] as const;

/** Everything that `.tallystick.yml` may contain: the schema documents each option. */
export const configSchema = z.strictObject({
  contracts: list([], 'Globs of the contracts, from the root of the repository; empty: found by name and content.', acts('scan')),
  services: z
    .record(z.string(), service)
    .default({})
    .describe('The services of a repository with several, by name. Each contract is compared only with the code of its service.'),
  base_path: option(
    z.string().optional(),
    'Base path of the operations in the code, if the contract does not state it.',
    acts('scan'),
  ),
  severity: option(
    z.record(z.string(), z.enum(LEVELS)).default({}),
    'How grave a finding is, by rule (`CONTRACT-001`, `VALIDATE-003`) or by rule and problem (`CONTRACT-001/extra`).',
    acts('scan and validate'),
  ),
  ignore: z
    .array(ignoreEntry)
    .default([])
    .describe('Findings that are not reported. Each entry names what it matches, and needs a reason.'),
  baseline: option(
    z.string().optional(),
    'File of known findings, from the root of the repository: only others fail. `--update-baseline` writes it.',
    acts('scan'),
  ),
  strict_baseline: flag(
    false,
    'Fail while the baseline lists findings that are resolved. Otherwise reports only name them.',
    acts('scan'),
  ),
  unanswered: option(
    z.enum(['neutral', 'fail']).default('neutral'),
    'Result of the check (neutral or failed) if the effects of a pull request are not fully known because its base or its contracts cannot be compared.',
    acts('the Action'),
  ),
  max_violations: count(100, 'Most findings that text and Markdown list; the other formats carry all.', acts('scan')),
  min_decided: option(
    z.number().min(0).max(1).optional(),
    'The least share of subjects, from 0 to 1, that must be decided (verified, violated or missing). A run that decides less fails. Absent: any.',
    acts('scan and validate'),
  ),
  packages: option(
    z.enum(PACKAGES).default('none'),
    'Whether to read the types of installed packages: `installed` reads the declaration files (`.d.ts`) in `node_modules`, so results depend on the installation.',
    acts('scan, validate and facts'),
  ),
  infer: flag(true, 'Infer what handlers send if no type is declared.', acts('scan, validate and facts')),
  compare_base: flag(
    true,
    'Scan the base of a pull request too. Without it, the effects of a change and its new findings are unknown.',
    acts('the Action'),
  ),
  scan_scope_mode: option(
    z.enum(['full', 'changed']).default('full'),
    'Report findings everywhere, or only in changed files and of changed contract operations: since the base of a pull request, else since `--changed-since` or the branch of `origin/HEAD`. Without any of these, everywhere.',
    acts('scan'),
  ),
  contract_scans: scanSchema.prefault({}).describe('Which rules run.'),
  models: sharedModels.prefault({}).describe('Models that several services share, and the names of their definitions.'),
  override: override.prefault({}).describe('Who may let a red pull request pass, for one commit.'),
  contract_engine: contractEngine.prefault({}).describe('The Contract Engine.'),
  codebase_intelligence: codebaseIntelligence.prefault({}).describe('Codebase Intelligence.'),
  agent_teams: agentTeams.prefault({}).describe('Teams of agents in milestone builds.'),
  tracking_documents: trackingDocuments.prefault({}).describe('Documents a build keeps up to date.'),
});

/** All settings, with defaults. */
export type Config = z.output<typeof configSchema>;
/** What a file, a preset or an entry point may set. */
export type PartialConfig = z.input<typeof configSchema>;
