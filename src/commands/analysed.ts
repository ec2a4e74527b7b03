import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resolved } from '../config/resolve.js';
import type { Analysis } from '../rules/judge.js';
import type { ScanRequest } from '../scan.js';
import { readSheets } from './merge.js';
import type { HeadScan } from './revisions/base-analysis.js';
import type { Judged } from './revisions/checkout.js';
import type { LiveOptions } from './validation/live.js';

/** Inputs of the Action that decide which analysis runs. */
export interface AnalysedInputs {
  readonly mode: string;
  readonly sheets: readonly string[];
  readonly 'base-url'?: string | undefined;
  readonly headers: readonly string[];
  readonly 'allow-writes': boolean;
  readonly seed?: number | undefined;
}

export interface AnalysedJob {
  readonly inputs: AnalysedInputs;
  readonly request: ScanRequest;
  readonly resolved: Resolved;
  /** What the event says about the code; absent: there is no event. */
  readonly judged: Judged | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** Notes for the reader are added here. */
  readonly notes: string[];
}

/** A result, with the contracts of the checkout as they were read for it; without them where others were compared as well. */
interface Analysed {
  readonly analysis: Analysis;
  readonly contracts?: HeadScan['contracts'];
  readonly documents?: HeadScan['documents'];
}

/**
 * The result of the modes scan, merge and validate.
 *
 * @throws UserError for mistakes in scan settings, sheets, addresses and headers
 */
export async function analysed(job: AnalysedJob): Promise<Analysed> {
  const { inputs, request, cwd } = job;
  const { analyse, scan, scanned } = await import('../scan.js');
  if (inputs.mode === 'merge') return { analysis: await analyse(request, await readSheets(inputs.sheets, cwd)) };
  if (inputs.mode !== 'validate') return scanned(request);
  // Wrong inputs are reported before the work begins.
  const live = await liveOf(job);
  const { documentFindings, validated } = await import('./validation/validate.js');
  const { testsTarget } = await import('./validation/generated-tests.js');
  const asked = {
    choice: await choiceOf(job),
    env: withDatabase(job.env),
    databasePath: job.resolved.config.contract_engine.database_path,
  };
  const analysis = await validated(scan, {
    ...asked,
    scan: request,
    isForeign: await foreignIn(job),
    tests: testsTarget(job.resolved.config, request.repository, undefined),
    base: await baseOf(job),
    live,
  });
  const { writeResults } = await import('./validation/results-file.js');
  const problem = await writeResults(analysis, request.repository);
  if (problem !== undefined) job.notes.push(problem);
  return { analysis, documents: (base, moved) => documentFindings(base, { ...asked, scan: moved }) };
}

async function liveOf({ inputs, env }: AnalysedJob): Promise<LiveOptions | undefined> {
  const url = inputs['base-url'];
  if (url === undefined) return undefined;
  const { baseUrlOf } = await import('../live/base-url.js');
  const { headersOf } = await import('../live/headers.js');
  const { BOUNDS } = await import('../live/send.js');
  return {
    base: baseUrlOf(url),
    given: headersOf(inputs.headers, env),
    seed: inputs.seed ?? randomInt(1_000_000_000),
    allowWrites: inputs['allow-writes'],
    bounds: BOUNDS,
  };
}

/** The configuration is trusted at this point, but its commands would still run in the change's folder. */
async function choiceOf({ resolved, judged, env, request }: AnalysedJob) {
  const { chooseEngine, commandTrust } = await import('../mcp/choose.js');
  const why = 'this event has rights that code of the change must not get.';
  const commands = judged === undefined ? commandTrust(false, env) : judged.privileged ? { why } : {};
  return chooseEngine('contract-engine', { resolved, commands, env, repository: request.repository });
}

/** Whether untrusted people may have written the checkout. */
async function foreignIn({ judged, env }: AnalysedJob): Promise<boolean> {
  if (judged !== undefined) return !judged.trusted;
  const { isForeign } = await import('../mcp/choose.js');
  return isForeign(env);
}

/** Without a configured database the default lies outside of the checkout, because a change may bring its own. */
function withDatabase(env: AnalysedJob['env']): AnalysedJob['env'] {
  const elsewhere = join(env.RUNNER_TEMP || tmpdir(), 'tallystick', 'contracts.db');
  return { ...env, CONTRACT_ENGINE_DB: env.CONTRACT_ENGINE_DB || elsewhere };
}

/** The base of a pull request, if the clone has it. */
async function baseOf({ judged, request, notes }: AnalysedJob): Promise<string | undefined> {
  const base = judged?.pullRequest === undefined ? undefined : judged.baseSha;
  if (base === undefined) return undefined;
  const { commitOf, gitPlace } = await import('../git/revisions.js');
  const place = gitPlace(request.repository);
  if (place !== undefined && (await commitOf(place, base)).ok) return base;
  notes.push(
    'Breaking changes of the contracts are not reported because the clone does not have the base (use `fetch-depth: 0`).',
  );
  return undefined;
}
