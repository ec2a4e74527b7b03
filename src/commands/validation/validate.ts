import type { Choice } from '../../mcp/choose.js';
import type { RepositoryContracts } from '../../mcp/engines/contract-engine/repository-contracts.js';
import type { Validation } from '../../model/validation.js';
import { contractReport } from '../../rules/contract-report.js';
import { foundWithoutIgnored } from '../../rules/ignore.js';
import { type Analysis, compareViolations, summaryOf } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { applySeverities } from '../../rules/severities.js';
import type { ScanRequest } from '../../scan.js';
import type { Changes } from './changes.js';
import { ContractClient } from './contract-client.js';
import type { DocumentsReport } from './documents.js';
import type { TestsTarget } from './generated-tests.js';
import type { LiveOptions, LiveReport } from './live.js';
import { asRegistered, type Registered, registeredContracts } from './registered.js';

/** What to validate besides the scan. */
export interface ValidationRequest {
  readonly scan: ScanRequest;
  readonly choice: Choice;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting `contract_engine.database_path`. */
  readonly databasePath: string;
  /** The checkout is untrusted: nothing that earlier runs stored in it counts. */
  readonly isForeign: boolean;
  /** Where tests for the contracts are written; absent: nowhere. */
  readonly tests?: TestsTarget | undefined;
  /** A revision whose contracts have users; absent: no comparison. */
  readonly base?: string | undefined;
  /** A running service; absent: none is called. */
  readonly live?: LiveOptions | undefined;
  readonly onProgress?: ((stage: string, done: number, total: number) => void) | undefined;
}

/**
 * Validates contracts, implementation marks, a running service and contract changes through the Contract Engine. The result is
 * the scan's with the new findings; contracts that only the engine stores are scanned too. An unreachable engine is reported,
 * and neither passes nor fails anything.
 *
 * @param compared scans a request
 * @throws UserError for an unknown revision, or invalid limits of the environment
 */
export async function validated(
  compared: (scan: ScanRequest) => Promise<Analysis>,
  request: ValidationRequest,
): Promise<Analysis> {
  const { scan, choice, env, databasePath, live } = request;
  const secrets = live?.given.secrets ?? [];
  const client = new ContractClient({ choice, scan, env, databasePath, secrets, agent: 'validate' });
  try {
    const registered = await registeredContracts(client, request);
    client.look(registered.scan);
    return await validatedBy(client, await compared(registered.scan), { ...request, scan: registered.scan }, registered);
  } finally {
    await client.close();
  }
}

/**
 * What is to be said of the documents of another checkout, by the same engine. `undefined`: it did not look at all of them.
 *
 * @param analysis the scan of it
 */
export async function documentFindings(
  analysis: Analysis,
  { scan, choice, env, databasePath }: Pick<ValidationRequest, 'scan' | 'choice' | 'env' | 'databasePath'>,
): Promise<readonly Violation[] | undefined> {
  const { checkDocuments } = await import('./documents.js');
  const client = new ContractClient({ choice, scan, env, databasePath, secrets: [], agent: 'validate' });
  try {
    const { own } = await contractsOf(analysis, scan, { contracts: new Map(), isWhole: true });
    const { violations, unchecked } = await checkDocuments(own, client, scan.repository);
    return unchecked > 0 ? undefined : configured(violations, scan, []).violations;
  } finally {
    await client.close();
  }
}

async function validatedBy(
  client: ContractClient,
  analysis: Analysis,
  request: ValidationRequest,
  registered: Registered,
): Promise<Analysis> {
  const { scan, choice, base, live } = request;
  const { checkDocuments } = await import('./documents.js');
  const { checkImplementation } = await import('./implementation.js');
  const { own, whole } = await contractsOf(analysis, scan, registered);

  const documents = await checkDocuments(whole, client, scan.repository);
  const implementation = await checkImplementation(own, analysis, client);
  const { violations: changes, notices: undecided } = await changesOf(request, own, implementation.outdated, client);
  const answered = live === undefined ? undefined : await answersOf(live, request, own, analysis, client);

  const validation: Validation = {
    engine: client.name,
    unanswered: [...(choice.kind === 'embedded' && choice.why !== undefined ? [choice.why] : []), ...client.unanswered],
    contracts: contractReport(analysis),
    implementation: implementation.states,
    documents: { checked: documents.checked, clean: documents.clean },
    ...(base === undefined
      ? {}
      : { changes: { base, breaking: changes.filter(({ problem }) => problem === 'breaking').length } }),
    ...(live === undefined || answered === undefined ? {} : { live: calledAs(live, answered) }),
  };
  const found = [...documents.violations, ...implementation.violations, ...changes, ...(answered?.violations ?? [])];
  const blind = notLookedAt({ documents, live: validation.live, unreached: answered?.unreached });
  const crashes = [...registered.crashes, ...blind];
  const unwritten = await testsOf(request, own, implementation.same, client);
  const notices = [...registered.notices, ...implementation.notices, ...undecided, ...unwritten];
  return together(analysis, found, validation, { scan, crashes, notices });
}

/** The scanned contracts; `whole`: those with their complete document, because saved copies lack parts. */
export async function contractsOf(
  analysis: { readonly contracts: readonly { readonly id: string }[] },
  scan: ScanRequest,
  { contracts: registered, isWhole }: Pick<Registered, 'contracts' | 'isWhole'>,
) {
  const { readRepository } = await import('../../mcp/engines/contract-engine/repository-contracts.js');
  const { contracts } = await readRepository(scan);
  const known = new Set(analysis.contracts.map(({ id }) => id));
  const looked = contracts.filter(({ contract }) => known.has(contract.id));
  const own = asRegistered(looked, registered);
  return { own, whole: isWhole ? own : own.filter(({ contract }) => !registered.has(contract.id)) };
}

async function testsOf(
  { tests: wish, scan: { repository, dir } }: ValidationRequest,
  contracts: Own,
  same: ReadonlyMap<string, string>,
  client: ContractClient,
): Promise<readonly string[]> {
  if (wish === undefined) return [];
  const { writeTests } = await import('./generated-tests.js');
  return writeTests(client, { wish, contracts, same, repository, dir });
}

function calledAs(
  { base: { origin, path }, seed }: LiveOptions,
  { report, endpoints }: LiveReport,
): NonNullable<Validation['live']> {
  return { baseUrl: `${origin}${path === '/' ? '' : path}`, seed, report, endpoints };
}

/** The rules that were checked: some need a revision or a running service. */
function askedRules({ changes, live }: Validation): readonly string[] {
  return ['VALIDATE-001', 'VALIDATE-002', ...(live ? ['VALIDATE-003'] : []), ...(changes ? ['VALIDATE-004'] : [])];
}

interface Findings {
  readonly scan: ScanRequest;
  readonly crashes: readonly string[];
  readonly notices: readonly string[];
}

/** Adds findings to the scan's result: with configured severities, without ignored ones. */
function together(
  analysis: Analysis,
  found: readonly Violation[],
  validation: Validation,
  { scan, crashes, notices }: Findings,
): Analysis {
  const besides = configured(found, scan, askedRules(validation), analysis.notices);
  const violations = [...analysis.violations, ...besides.violations].sort(compareViolations);
  const { contracts, undocumented } = analysis.summary;
  const ignored = [...(analysis.ignored ?? []), ...besides.ignored];
  const { notices: _notices, ...rest } = analysis;
  const allNotices = [...besides.notices, ...notices];
  return {
    ...rest,
    violations,
    summary: summaryOf(analysis.matrix, violations, { contracts, undocumented }),
    crashes: [...analysis.crashes, ...crashes],
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(allNotices.length === 0 ? {} : { notices: allNotices }),
    validation,
  };
}

/** Findings with severities as configured, without what is ignored. */
function configured(
  found: readonly Violation[],
  { severities = {}, ignore = [] }: ScanRequest,
  asked: readonly string[],
  stated: readonly string[] = [],
) {
  const today = new Date().toISOString().slice(0, 10);
  return foundWithoutIgnored(applySeverities(found, severities), ignore, { stated, asked, today });
}

const NOTHING_CHANGED: Changes = { violations: [], notices: [] };
type Own = RepositoryContracts['contracts'];

async function changesOf(
  { base, scan }: ValidationRequest,
  own: Own,
  outdated: ReadonlyMap<string, string>,
  client: ContractClient,
): Promise<Changes> {
  if (base === undefined && outdated.size === 0) return NOTHING_CHANGED;
  const { changesSince, changesSinceEngine } = await import('./changes.js');
  const contracts = own.map(({ contract }) => contract);
  const sinceBase = base === undefined ? NOTHING_CHANGED : await changesSince(base, contracts, scan);
  const sinceEngine = await changesSinceEngine(own, outdated, client);
  return { ...sinceBase, violations: [...sinceBase.violations, ...sinceEngine] };
}

async function answersOf(
  live: LiveOptions,
  { scan, onProgress }: ValidationRequest,
  own: Own,
  analysis: Analysis,
  client: ContractClient,
) {
  const { checkLive } = await import('./live.js');
  return checkLive(
    own.map(({ contract }) => contract),
    analysis,
    client,
    {
      ...live,
      repository: scan.repository,
      basePath: scan.basePath,
      onProgress: onProgress && ((done, total) => onProgress('calling endpoints', done, total)),
    },
  );
}

/** The requested checks and their coverage. */
interface Asked {
  readonly documents: Pick<DocumentsReport, 'unchecked' | 'checked'>;
  /** Absent: no running service was named. */
  readonly live?: Pick<NonNullable<Validation['live']>, 'baseUrl' | 'report' | 'endpoints'> | undefined;
  /** Why the service could not be reached at all. */
  readonly unreached?: string | undefined;
}

/** Why a validation is incomplete, a sentence each: without any comparison the lack of findings proves nothing. */
function notLookedAt({ documents: { checked, unchecked }, live, unreached }: Asked): readonly string[] {
  const documents = unchecked === 0 ? [] : [`No engine could validate ${unchecked} of ${checked + unchecked} contracts.`];
  return live === undefined ? documents : [...documents, ...untested(live, unreached)];
}

function untested({ baseUrl, report, endpoints }: NonNullable<Asked['live']>, unreached: string | undefined): readonly string[] {
  if (report.tested_endpoints > 0) return [];
  if (unreached !== undefined) return [`No endpoint of ${baseUrl} could be tested: ${unreached}.`];
  const why = endpoints.find((each) => each.why !== undefined)?.why;
  if (why === undefined) return [`No contract has an endpoint to call at ${baseUrl}.`];
  return [`No endpoint of ${baseUrl} could be tested; the first: ${why}.`];
}
