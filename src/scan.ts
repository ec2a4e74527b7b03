import type { Contract } from './contracts/contract.js';
import { areUnchanged, type LoadedContracts, textInside } from './contracts/load.js';
import { type RequestedModels, requestedModels } from './contracts/requested-models.js';
import { type ContractSelection, selectContracts } from './contracts/select.js';
import { type SuppressionSource, suppressionsFor } from './contracts/suppressions.js';
import type { PartStore } from './extract/cache.js';
import { type CacheSettings, cachedAnswers, cachedFacts, cachedResult } from './extract/cached-facts.js';
import { type Collection, type CollectRequest, listOf, openCollection } from './extract/collect.js';
import { ALL_ASPECTS } from './extract/extractor.js';
import { inferOpen } from './extract/infer.js';
import { languages, matchingTable } from './extract/languages/index.js';
import { shardOf } from './extract/shard.js';
import { type FolderTable, foldersOf, isRacy, looking, stateOf } from './extract/stamps.js';
import { areSame, readResult, writeResult } from './extract/stored-result.js';
import type { Codebase } from './facts/codebase.js';
import type { FactSheet } from './facts/fact-sheet.js';
import { link } from './facts/link.js';
import { allQuestions } from './facts/values/all-questions.js';
import { trackedThoughIgnored } from './git/tracked.js';
import { joinPaths } from './model/endpoint.js';
import type { Gap } from './model/gap.js';
import { SUPPRESSION } from './model/suppression.js';
import { TOOL } from './model/tool.js';
import type { Tracked } from './model/tracked.js';
import { UserError } from './model/user-error.js';
import { type IgnoreEntry, withoutIgnored } from './rules/ignore.js';
import { rules } from './rules/index.js';
import { type Analysis, describeContract, type JudgeInput, judge, type SeverityOverrides } from './rules/judge.js';
import { isSameContract, type JudgementMemory } from './rules/judgement-memory.js';
import { inferredRoutes, openQuestions } from './rules/open-questions.js';
import { type ForeignContract, foreignContracts, withoutForeign } from './rules/pairing/foreign-contracts.js';
import type { Paired } from './rules/pairing/pair.js';
import { pairServices } from './rules/pairing/pair-services.js';
import type { Violation } from './rules/rule.js';
import { isOn, type Scans } from './rules/scans.js';
import { unseenContracts } from './rules/unseen.js';

/** How contracts are paired with code, and how the pairs are judged. */
export interface JudgeOptions {
  /** Path below which the code serves the contracts, and the one that a change under review proposes; null: none. */
  readonly basePath?: string | undefined;
  readonly proposedBasePath?: string | null | undefined;
  readonly scans: Scans;
  readonly severities?: SeverityOverrides | undefined;
  readonly ignore?: readonly IgnoreEntry[] | undefined;
  /** The base revision's text of a file: suppressions that a change adds do not count. Absent: each suppression counts. */
  readonly baseText?: SuppressionSource['baseText'];
  /** The least share of contract operations and events that must be decided, from 0 to 1; absent: any. */
  readonly minDecided?: number | undefined;
}

/** Which contracts are compared with the code of which folder, and how. */
export interface AnalysisRequest extends ContractSelection, JudgeOptions {
  readonly onProgress?: ((stage: string, done: number, total: number) => void) | undefined;
}

/** The state of a process that has not scanned yet. */
export const noScan = (): LastScan => ({ judgements: {}, edited: new Set(), folders: new Map(), unmarked: new Map() });

/** The last scan of a process that scans the same folder repeatedly. */
export interface LastScan {
  readonly judgements: JudgementMemory;
  readonly edited: Set<string>;
  readonly folders: FolderTable;
  /** Path -> stamp of each file without suppressions. */
  readonly unmarked: Map<string, string>;
  of?: { readonly state: string; readonly loaded: LoadedContracts; readonly result: Scanned } | undefined;
}

export interface ScanRequest extends AnalysisRequest, CacheSettings {
  /** Its result is returned again as long as no file and no setting has changed. */
  readonly last?: LastScan | undefined;
  /** Where {@link scan} stores its result; absent: beside the cached facts. */
  readonly results?: PartStore | undefined;
  /** The repository whose installed packages' declarations are read, absolute; absent: packages are not read. */
  readonly packagesOf?: string | undefined;
  /** Whether to infer types that the code does not declare, if a contract operation needs them. Default: yes. */
  readonly infer?: boolean | undefined;
}

/** The code to collect facts from. What selects the contracts of a scan also selects the models to look for. */
export interface FactsRequest extends Pick<ScanRequest, 'repository' | 'dir'>, Partial<Omit<ScanRequest, 'repository' | 'dir'>> {
  /** Models whose definitions are looked for; absent: those of the contracts that a scan would read. */
  readonly models?: RequestedModels | undefined;
  /** From 1 to `total`. */
  readonly shard?: { readonly index: number; readonly total: number } | undefined;
}

/**
 * Compares the code of a folder with its contracts.
 *
 * @throws UserError for a missing or broken contract, a missing folder, or if all scans are off
 */
export async function scan(request: ScanRequest): Promise<Analysis> {
  const { repository, dir, contracts, service, last, packagesOf, instead, baseText, isNewContract } = request;
  const { results = cachedResult([repository, dir, contracts, service], request) } = request;
  const isOther = [last, packagesOf, instead, baseText, isNewContract].some((each) => each !== undefined);
  return results === undefined || isOther ? (await scanned(request)).analysis : scanUnlessStored(request, results);
}

/** Returns the stored analysis as long as no file and no setting has changed. */
async function scanUnlessStored(asked: ScanRequest, store: PartStore): Promise<Analysis> {
  const started = performance.now();
  const request = await withTracked(asked);
  const { repository, dir, tracked, contracts = [], registered = [] } = request;
  const listing = listOf({ repository, dir, tracked, languages });
  const { stampOf, edited } = looking(repository);
  const state = wholeState(request, stateOf(repository, listing, Date.now(), { stampOf, edited }));
  const stored = state && readResult(store, state);
  const again = ({ stats, ...analysis }: Analysis): Analysis => {
    return { ...analysis, stats: { ...stats, cacheHits: stats.files, millis: Math.round(performance.now() - started) } };
  };
  // Reading named contracts again is cheaper than loading them.
  const areNamed = contracts.length > 0 && registered.length === 0;
  if (stored && areNamed && areUnchanged(contracts, repository, stored.reads)) return again(stored.result() as Analysis);
  const reads = new Map<string, string>();
  const loaded = await contractsOf({ ...request, contractReads: reads });
  if (!areNamed) reads.set('', choiceOf(loaded));
  if (stored && areSame(reads, stored.reads)) return again(stored.result() as Analysis);
  const { analysis } = await looked(request, loaded, { listing, stampOf });
  if (state && isRepeatable(analysis)) writeResult(store, state, reads, analysis);
  return analysis;
}

/** The next run tries again what could not be read and what crashed. */
const isRepeatable = ({ gaps, crashes }: Analysis): boolean =>
  crashes.length === 0 && !gaps.some(({ reason }) => reason === 'unreadable-file' || reason === 'extractor-crash');

/** An analysis, with the contracts that the code was compared with. */
export interface Scanned {
  readonly analysis: Analysis;
  readonly contracts: readonly Contract[];
}

/** As {@link scan}, with its contracts. */
export async function scanned(asked: ScanRequest): Promise<Scanned> {
  const { last } = asked;
  const readFolder = last && foldersOf(last.folders, Date.now());
  const request = { ...(await withTracked(asked)), readFolder };
  const loaded = await contractsOf(request);
  // a newly installed version of a package would not be noticed here
  if (last === undefined || request.packagesOf !== undefined) return looked(request, loaded, {});
  const { repository, dir, tracked } = request;
  const listing = listOf({ repository, dir, tracked, languages, readFolder });
  const { stampOf, edited } = looking(repository, last.edited);
  const whole = wholeState(request, stateOf(repository, listing, Date.now(), { stampOf, edited }));
  if (last.of !== undefined && last.of.state === whole && isSame(last.of.loaded, loaded)) return last.of.result;
  const result = await looked(request, loaded, { listing, stampOf });
  last.of = whole === undefined ? undefined : { state: whole, loaded, result };
  return result;
}

/** The state of the files, the day, and all settings that may change the result. */
function wholeState(request: ScanRequest & { readonly tracked: Tracked }, state: string | undefined): string | undefined {
  const { last: _last, memory: _memory, contractMemory: _contracts, results: _results, tracked, ...settings } = request;
  return state && JSON.stringify([state, new Date().toISOString().slice(0, 10), tracked.notice, settings]);
}

function isSame(one: LoadedContracts, other: LoadedContracts): boolean {
  if (one.contracts.length !== other.contracts.length) return false;
  if (one.contracts.some((contract, index) => !isSameContract(contract, other.contracts[index]))) return false;
  return choiceOf(one) === choiceOf(other);
}

/** What loading contracts found out, besides the contracts themselves. */
const choiceOf = ({ gaps, skipped, notices }: LoadedContracts): string => JSON.stringify([gaps, skipped, notices]);

/** Cached answers of the file system. */
type Seen = Partial<Pick<CollectRequest, 'listing' | 'stampOf'>>;

async function looked(
  request: ScanRequest & { readonly tracked: Tracked },
  loaded: LoadedContracts,
  seen: Seen,
): Promise<Scanned> {
  const started = performance.now();
  const collection = await open({
    ...request,
    ...seen,
    models: request.scans.shared_model_scan ? requestedModels(loaded.contracts, request.sharedModels?.suffixes) : undefined,
    aspects: { events: request.scans.event_schema_scan && loaded.contracts.some(({ messages }) => messages.length > 0) },
  });
  const paired = (sheet: FactSheet) => compare(request, loaded, meaningOf(sheet));
  const concluded = async (input: Compared, sheet: FactSheet) => ({
    analysis: await conclude({ ...request, stampOf: seen.stampOf }, input, loaded, sheet, started),
    contracts: input.contracts,
  });
  if (request.infer === false) return concluded(paired(collection.sheet), collection.sheet);
  // The last answers raised no new question, so the comparison that showed this is the final one.
  const last = new WeakMap<FactSheet, Compared>();
  const questions = (sheet: FactSheet) => {
    const input = paired(sheet);
    last.set(sheet, input);
    return openQuestions(input);
  };
  const sheet = await inferOpen(collection, questions, answersFor(request));
  return concluded(last.get(sheet) ?? paired(sheet), sheet);
}

/** As {@link scan}, from facts that were collected before (merged from shards): it reads no code. */
export async function analyse(request: AnalysisRequest, sheet: FactSheet): Promise<Analysis> {
  return (await compared(request, sheet)).analysis;
}

/** What is known before a comparison. */
export interface Known {
  /** The meaning of the facts. */
  readonly codebase?: Codebase | undefined;
  readonly loaded?: LoadedContracts | undefined;
  /** Which subjects to judge; absent: all. */
  readonly isJudged?: ((contract: string, subject: string) => boolean) | undefined;
}

/** As {@link analyse}, with the input of the comparison. */
export async function compared(request: AnalysisRequest, sheet: FactSheet, known: Known = {}) {
  const started = performance.now();
  const tracked = await withTracked(request);
  const loaded = known.loaded ?? (await contractsOf(tracked));
  const whole = compare(request, loaded, known.codebase ?? meaningOf(sheet));
  const input = known.isJudged === undefined ? whole : { ...whole, paired: judgedAlone(whole.paired, known.isJudged) };
  const { pairings, basePaths } = input.paired;
  const analysis = await conclude(tracked, input, loaded, sheet, started);
  return { analysis, contracts: input.contracts, pairings, basePaths, types: input.codebase.types };
}

function judgedAlone(paired: Paired, isJudged: NonNullable<Known['isJudged']>): Paired {
  const some = <One extends { readonly contract: Contract; readonly subject: string }>(all: readonly One[]) =>
    all.filter(({ contract, subject }) => isJudged(contract.id, subject));
  return { ...paired, pairings: some(paired.pairings), events: some(paired.events), models: some(paired.models) };
}

/** The facts of a folder's code (or of one shard of it). */
export async function collectFacts(request: FactsRequest): Promise<FactSheet> {
  const tracked = await withTracked(request);
  const collection = await open({ ...tracked, models: request.models ?? (await modelsOf(tracked)) });
  const { shard } = request;
  const isOwn = (path: string): boolean => shard === undefined || shardOf(path, shard.total) === shard.index;
  return request.infer === false
    ? collection.sheet
    : inferOpen(collection, allQuestions(isOwn), answersFor(request), 'all routes');
}

/** What the code of a folder does, independent of contracts: types are inferred for all of its routes. */
export async function readCode(request: FactsRequest): Promise<Codebase> {
  return meaningOf(await collectFacts({ ...request, models: requestedModels([], undefined) }));
}

/** The meaning of all facts together. */
export const meaningOf = (sheet: FactSheet): Codebase => link(sheet, matchingTable);

const MODELS_ALONE = {
  endpoint_schema_scan: false,
  missing_endpoint_scan: false,
  event_schema_scan: false,
  shared_model_scan: true,
} as const;

/** The models of the contracts; none if there are no contracts, or one is broken: the comparison reports that. */
async function modelsOf({ scans = MODELS_ALONE, ...request }: FactsRequest): Promise<RequestedModels | undefined> {
  if (!scans.shared_model_scan) return undefined;
  const { suffixes } = request.sharedModels ?? {};
  try {
    return requestedModels((await contractsOf({ ...request, scans })).contracts, suffixes);
  } catch (error) {
    if (error instanceof UserError) return requestedModels([], suffixes);
    throw error;
  }
}

async function withTracked<Request extends Pick<ScanRequest, 'repository' | 'tracked'>>(request: Request) {
  return { ...request, tracked: request.tracked ?? (await trackedThoughIgnored(request.repository)) };
}

/** Answers of earlier runs; if packages are read, answers depend on more than the repository's own files. */
const answersFor = (request: FactsRequest) =>
  request.packagesOf === undefined ? cachedAnswers(request.repository, request) : undefined;

type OpenRequest = FactsRequest & { readonly tracked: Tracked } & Pick<CollectRequest, 'aspects' | 'listing' | 'stampOf'>;

function open(request: OpenRequest): Promise<Collection> {
  const { repository, dir, shard, onProgress, tracked, models, listing, stampOf, aspects = ALL_ASPECTS, packagesOf } = request;
  return openCollection({
    repository,
    dir,
    languages,
    tracked,
    models,
    aspects,
    stampOf,
    packagesOf,
    ...(shard === undefined ? {} : { shard }),
    ...(listing === undefined ? {} : { listing }),
    ...cachedFacts(repository, aspects.events ? '' : ' without events', request),
    ...(onProgress === undefined ? {} : { onProgress: (done, total) => onProgress('reading code', done, total) }),
  });
}

/**
 * The contracts that a scan compares code with.
 *
 * @throws UserError for a missing or broken contract, or if all scans are off
 */
export async function contractsOf(request: AnalysisRequest): Promise<LoadedContracts> {
  if (!Object.values(request.scans).some((on) => on)) {
    throw new UserError('Every scan is switched off.', { hint: 'Switch one on in `contract_scans`.' });
  }
  return selectContracts(await withTracked(request));
}

/** The input for judging, with the contracts that are not the service's own. */
type Compared = JudgeInput & { readonly leftOut: readonly ForeignContract[] };

/** Pairs each subject of the contracts with the code that should implement it, and selects the rules. */
function compare(request: AnalysisRequest, { contracts }: LoadedContracts, codebase: Codebase): Compared {
  const foundByLooking = [request.contracts, request.contractLists].every((named) => (named?.length ?? 0) === 0);
  const paired = pairServices(contracts, codebase, {
    basePath: request.basePath,
    proposedBasePath: request.proposedBasePath,
    services: request.services,
    modelSuffixes: request.sharedModels?.suffixes,
    foundByLooking,
  });
  const leftOut = foundByLooking ? foreignContracts(contracts, paired.pairings) : [];
  const active = rules.filter((rule) => isOn(rule.id, request.scans));
  const pairings = withoutForeign(paired.pairings, leftOut);
  return { contracts, codebase, paired: { ...paired, pairings }, rules: active, severities: request.severities, leftOut };
}

async function conclude(
  request: AnalysisRequest & Seen & Pick<ScanRequest, 'last'>,
  input: Compared,
  loaded: LoadedContracts,
  sheet: FactSheet,
  started: number,
): Promise<Analysis> {
  const { contracts, codebase, paired, leftOut } = input;
  const found = judge({ ...input, memory: request.last?.judgements });
  const suppressed = await suppressedIn(request, contracts, found.violations);
  const entries = [...(request.ignore ?? []), ...suppressed.entries];
  const judged = withoutIgnored(found, entries, new Date().toISOString().slice(0, 10));
  const unseen = unseenContracts(contracts, judged.matrix, request.scans);
  const known = [request.tracked?.notice ?? [], loaded.notices ?? []].flat();
  const notices = [...known, ...unseen.notices, ...suppressed.notices, ...judged.notices];
  return {
    tool: TOOL,
    summary: judged.summary,
    matrix: judged.matrix,
    violations: judged.violations,
    ...(judged.ignored.length === 0 ? {} : { ignored: judged.ignored }),
    ...(notices.length === 0 ? {} : { notices }),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(request.minDecided === undefined ? {} : { minDecided: request.minDecided }),
    routes: codebase.routes.map((route) => ({
      ...route,
      path: joinPaths(route.likelyPrefix ?? '', route.path),
      documented: paired.documented.has(route),
    })),
    gaps: [...loaded.gaps, ...loaded.skipped.map(skippedGap), ...codebase.gaps.filter(concerns(contracts)), ...paired.gaps],
    crashes: [...crashesOf(codebase), ...unseen.crashes, ...judged.crashes],
    contracts: contracts.map((contract) => describeContract(contract, paired.basePaths.get(contract.id) ?? null)),
    stats: { ...sheet.stats, millis: Math.round(performance.now() - started), inferred: inferredRoutes(input, sheet) },
  };
}

/** The suppressions next to findings, in the code and in the contracts. */
function suppressedIn(
  { repository, instead, baseText, last, stampOf }: AnalysisRequest & Seen & Pick<ScanRequest, 'last'>,
  contracts: readonly Contract[],
  found: readonly Violation[],
) {
  const operations = new Map(
    contracts.flatMap(({ id, operations }) => operations.map(({ subject, at }) => [`${id} ${subject}`, at] as const)),
  );
  const text = (file: string): string | undefined => {
    const stamp = stampOf?.(file);
    if (stamp !== undefined && last?.unmarked.get(file) === stamp.text) return undefined;
    const read = instead?.get(file) ?? textInside(file, repository);
    const isUnmarked = stamp !== undefined && !isRacy(stamp, Date.now()) && read?.includes(SUPPRESSION) === false;
    if (isUnmarked) last?.unmarked.set(file, stamp.text);
    return read;
  };
  const source = { text, baseText };
  return suppressionsFor(found, source, ({ contract, subject }) => operations.get(`${contract} ${subject}`));
}

/** A gap that hides only events does not matter if no contract describes any. */
function concerns(contracts: readonly Contract[]): (gap: Gap) => boolean {
  const expected = contracts.some(({ messages }) => messages.length > 0);
  return ({ hides }) => expected || typeof hides !== 'object' || !('messages' in hides);
}

function skippedGap({ file, why }: LoadedContracts['skipped'][number]): Gap {
  return { reason: 'unsupported-contract-feature', detail: why, at: { file, line: 1 } };
}

function crashesOf(codebase: Codebase): readonly string[] {
  return codebase.gaps.filter((gap) => gap.reason === 'extractor-crash').map((gap) => `${gap.at.file}: ${gap.detail}`);
}
