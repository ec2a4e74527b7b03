import type { BaseUrl } from '../../live/base-url.js';
import type { GivenHeaders } from '../../live/headers.js';
import type { Bounds } from '../../live/send.js';
import type { Choice } from '../../mcp/choose.js';
import type { RepositoryContracts } from '../../mcp/engines/contract-engine/repository-contracts.js';
import type { Validation } from '../../model/validation.js';
import { foundWithoutIgnored } from '../../rules/ignore.js';
import { type Analysis, compareViolations, summaryOf } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { applySeverities } from '../../rules/severities.js';
import type { ScanRequest } from '../../scan.js';
import { ContractDesk } from './contract-desk.js';
import { contractReport } from './contract-report.js';

/** What is validated besides what a scan compares. */
export interface ValidationRequest {
  readonly scan: ScanRequest;
  readonly choice: Choice;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting `contract_engine.database_path`. */
  readonly databasePath: string;
  /** A revision whose contracts others rely on; absent: none is compared with. */
  readonly base?: string | undefined;
  /** A running service; absent: none is called. */
  readonly live?: LiveWishes | undefined;
  readonly onProgress?: ((stage: string, done: number, total: number) => void) | undefined;
}

/** How a running service is called. */
export interface LiveWishes {
  readonly base: BaseUrl;
  readonly given: GivenHeaders;
  readonly seed: number;
  readonly allowWrites: boolean;
  readonly bounds: Bounds;
}

/**
 * Validates contracts, what is marked as implemented, a running service and changes of contracts, through the Contract Engine. The
 * result is the scan's with what was found besides. An engine that cannot be asked makes nothing pass or fail: it is told.
 *
 * @throws UserError for a revision that is not there, limits of the environment that are none
 */
export async function validated(analysis: Analysis, request: ValidationRequest): Promise<Analysis> {
  const { scan, choice, env, databasePath, live } = request;
  const secrets = live?.given.secrets ?? [];
  const desk = new ContractDesk({ choice, scan, env, databasePath, secrets, agent: 'validate' });
  try {
    return await validatedBy(desk, analysis, request);
  } finally {
    await desk.close();
  }
}

async function validatedBy(desk: ContractDesk, analysis: Analysis, request: ValidationRequest): Promise<Analysis> {
  const { scan, choice, base, live } = request;
  const { readRepository } = await import('../../mcp/engines/contract-engine/repository-contracts.js');
  const { checkDocuments } = await import('./documents.js');
  const { checkImplementation } = await import('./implementation.js');
  const { contracts } = await readRepository(scan);
  const known = new Set(analysis.contracts.map(({ id }) => id));
  const own = contracts.filter(({ contract }) => known.has(contract.id));

  const documents = await checkDocuments(own, desk, scan.repository);
  const implementation = await checkImplementation(own, analysis, desk);
  const changes = await changesOf(request, own, implementation.outdated, desk);
  const answered = live === undefined ? undefined : await answersOf(live, request, own, analysis, desk);

  const validation: Validation = {
    engine: desk.name,
    unanswered: [...(choice.kind === 'embedded' && choice.why !== undefined ? [choice.why] : []), ...desk.unanswered],
    contracts: contractReport(analysis),
    implementation: implementation.states,
    documents: { checked: documents.checked, clean: documents.clean },
    ...(base === undefined
      ? {}
      : { changes: { base, breaking: changes.filter(({ problem }) => problem === 'breaking').length } }),
    ...(live === undefined || answered === undefined
      ? {}
      : {
          live: {
            baseUrl: `${live.base.origin}${live.base.path === '/' ? '' : live.base.path}`,
            seed: live.seed,
            report: answered.report,
            endpoints: answered.endpoints,
          },
        }),
  };
  const found = [...documents.violations, ...implementation.violations, ...changes, ...(answered?.violations ?? [])];
  const crashes =
    answered?.unreached === undefined
      ? []
      : [`No endpoint of ${validation.live?.baseUrl} could be tested: ${answered.unreached}.`];
  return together(analysis, found, validation, { scan, crashes, notices: implementation.notices });
}

/** The rules that were looked at: without a revision or a running service nothing is known of theirs. */
function askedRules({ changes, live }: Validation): readonly string[] {
  return ['VALIDATE-001', 'VALIDATE-002', ...(live ? ['VALIDATE-003'] : []), ...(changes ? ['VALIDATE-004'] : [])];
}

interface Besides {
  readonly scan: ScanRequest;
  readonly crashes: readonly string[];
  readonly notices: readonly string[];
}

/** The scan's result with what was found besides: with severities as configured, without what is ignored. */
function together(
  analysis: Analysis,
  found: readonly Violation[],
  validation: Validation,
  { scan: { severities = {}, ignore = [] }, crashes, notices }: Besides,
): Analysis {
  const besides = foundWithoutIgnored(applySeverities(found, severities), ignore, {
    said: analysis.notices ?? [],
    asked: askedRules(validation),
    today: new Date().toISOString().slice(0, 10),
  });
  const violations = [...analysis.violations, ...besides.violations].sort(compareViolations);
  const { contracts, undocumented } = analysis.summary;
  const ignored = [...(analysis.ignored ?? []), ...besides.ignored];
  const { notices: _said, ...rest } = analysis;
  const told = [...besides.notices, ...notices];
  return {
    ...rest,
    violations,
    summary: summaryOf(analysis.matrix, violations, { contracts, undocumented }),
    crashes: [...analysis.crashes, ...crashes],
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(told.length === 0 ? {} : { notices: told }),
    validation,
  };
}

type Own = RepositoryContracts['contracts'];

async function changesOf(
  { base, scan }: ValidationRequest,
  own: Own,
  outdated: ReadonlyMap<string, string>,
  desk: ContractDesk,
): Promise<readonly Violation[]> {
  if (base === undefined && outdated.size === 0) return [];
  const { changesSince, changesSinceEngine } = await import('./changes.js');
  const contracts = own.map(({ contract }) => contract);
  const sinceBase = base === undefined ? [] : await changesSince(base, contracts, scan);
  return [...sinceBase, ...(await changesSinceEngine(own, outdated, desk))];
}

async function answersOf(
  live: LiveWishes,
  { scan, onProgress }: ValidationRequest,
  own: Own,
  analysis: Analysis,
  desk: ContractDesk,
) {
  const { checkLive } = await import('./live.js');
  return checkLive(
    own.map(({ contract }) => contract),
    analysis,
    desk,
    {
      ...live,
      repository: scan.repository,
      basePath: scan.basePath,
      onProgress: onProgress && ((done, total) => onProgress('calling endpoints', done, total)),
    },
  );
}
