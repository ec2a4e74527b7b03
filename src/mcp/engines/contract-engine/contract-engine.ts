import { CallError } from '../../call-failure.js';
import type { Engine } from '../../engine.js';
import type { OutputOf } from '../../tool.js';
import { contractEngine } from '../../toolsets/contract-engine.js';
import { type Answers, answering } from '../answering.js';
import type { EngineContext } from '../embedded.js';
import { openStore } from '../store/store.js';
import { ContractStore } from './contract-store.js';
import { MIGRATIONS, type StoredContract } from './database.js';
import { contractDatabase } from './database-path.js';
import type { Candidate } from './responses/validate-endpoint.js';

type Tools = typeof contractEngine.tools;
type Row = OutputOf<Tools['list_contracts']>[number];

/**
 * Opens the embedded Contract Engine: contracts of the repository, updated from its files, and contracts stored with
 * `create_contract`. Modules of single tools load on demand.
 *
 * @throws CallError when its database cannot be opened
 */
export async function openContractEngine({ scan, databasePath }: EngineContext): Promise<Engine<Tools>> {
  const { repository } = scan;
  const path = databasePath ?? contractDatabase({ repository });
  const store = await openStore({ repository, path, kind: 'TSCE', migrations: MIGRATIONS });
  const contracts = new ContractStore(store, scan, () => performance.now());
  return answering(contractEngine, answersBy(contracts, scan), () => store.close());
}

function answersBy(store: ContractStore, scan: EngineContext['scan']): Answers<Tools> {
  return {
    ...reading(store, scan),
    ...judging(store, scan),
    create_contract: async (given) => {
      const { newContract } = await import('./create-contract.js');
      const { stored, spec } = newContract(given);
      const before = await store.find(stored.id);
      if (before?.from === 'repository')
        throw new CallError('tool-error', `${stored.id} is a file of the repository: change it there. Nothing was stored.`);
      const isSame = before?.hash === stored.hash && before.service === stored.service;
      const retained = isSame ? { ...stored, status: before.status, evidence: before.evidence } : stored;
      await store.put(retained, spec);
      return { ...rowOf(retained), created: before === undefined };
    },
    mark_implemented: async ({ contract_id, service_name, evidence_path }) => {
      const contract = await store.find(contract_id);
      const reason =
        contract === undefined
          ? await unknown(store, contract_id)
          : await mark(contract, { service_name, evidence_path }, store, scan);
      const own = await store.of(service_name);
      const all = own.length > 0 && own.every(({ status }) => status === 'implemented');
      const counts = { total: own.length, all_implemented: all };
      return reason === undefined ? { marked: true, ...counts } : { marked: false, ...counts, reason };
    },
  };
}

function reading(
  store: ContractStore,
  scan: EngineContext['scan'],
): Pick<Answers<Tools>, 'get_contract' | 'list_contracts' | 'get_unimplemented_contracts'> {
  return {
    get_contract: async ({ contract_id }) => {
      const contract = await store.find(contract_id);
      if (contract === undefined) return null;
      return { ...rowOf(contract), spec: await store.plainSpec(contract) };
    },
    list_contracts: async ({ service_name, type }) => {
      const all = await store.of(service_name);
      return all.filter((each) => type === undefined || each.type === type).map(rowOf);
    },
    get_unimplemented_contracts: async ({ service_name }) => {
      const all = await store.of(service_name);
      // For an unknown name, an empty list would look as if all work were done.
      if (all.length === 0 && service_name !== undefined && scan.services?.some(({ name }) => name === service_name) !== true)
        throw new CallError('tool-error', await noneOf(service_name, store));
      return all.filter(({ status }) => status !== 'implemented').map(rowOf);
    },
  };
}

type Judging = 'validate_endpoint' | 'generate_tests' | 'check_breaking_changes' | 'validate_spec';

function judging(store: ContractStore, scan: EngineContext['scan']): Pick<Answers<Tools>, Judging> {
  const comparing = once(async () => new (await import('./responses/validate-endpoint.js')).ResponseComparer());
  return {
    validate_endpoint: async ({ service_name, method, path, response_body, status_code, content_type }) => {
      const candidates = await candidatesOf(service_name, store, scan);
      if (candidates.length === 0) return { valid: false, violations: [], error: await noneOf(service_name, store) };
      const response = { method, path, status: status_code, contentType: content_type, body: response_body };
      const { violations, ...compared } = await (await comparing()).compare(response, candidates);
      return { ...compared, violations: [...violations] };
    },
    generate_tests: async ({ contract_id, framework, include_negative }) => {
      const contract = await store.find(contract_id);
      if (contract === undefined) throw new CallError('tool-error', await unknown(store, contract_id));
      const { generatedTests } = await import('./conformance/generated-tests.js');
      return generatedTests(await store.open(contract), framework, include_negative);
    },
    check_breaking_changes: async ({ contract_id, new_spec }) => {
      const contract = await store.find(contract_id);
      if (contract === undefined) throw new CallError('tool-error', await unknown(store, contract_id));
      const { breakingChanges } = await import('./breaking-changes.js');
      return [...breakingChanges((await store.open(contract)).contract, new_spec)];
    },
    validate_spec: async ({ spec, type }) => {
      const { validateSpec } = await import('./validate-spec.js');
      const { errors, warnings, ...report } = await validateSpec(spec, type);
      return { ...report, errors: [...errors], warnings: [...warnings] };
    },
  };
}

/** Marks a contract, or returns why it is not marked. */
async function mark(
  contract: StoredContract,
  { service_name, evidence_path }: { readonly service_name: string; readonly evidence_path: string },
  store: ContractStore,
  scan: EngineContext['scan'],
): Promise<string | undefined> {
  if (contract.service !== '' && contract.service !== service_name)
    return `${contract.id} is kept by ${contract.service}, not by ${service_name === '' ? 'a service without a name' : service_name}.`;
  const parts = store.partsOf(contract);
  const { evidenceFor } = await import('./mark-implemented.js');
  const evidence = await evidenceFor(contract, await store.spec(contract), evidence_path, scan);
  if (!evidence.retained) {
    if (evidence.isBroken && contract.status === 'implemented')
      await store.mark(contract, { ...contract, parts, status: 'violated' });
    return evidence.reason;
  }
  const marked = await store.mark(contract, { status: 'implemented', evidence: evidence.file, parts });
  return marked ? undefined : `${contract.id} was changed meanwhile.`;
}

/**
 * Contracts that may describe an endpoint of a service. Those of the repository come first, and among them those of the
 * service: stored contracts cannot override them.
 */
async function candidatesOf(service: string, store: ContractStore, scan: EngineContext['scan']): Promise<readonly Candidate[]> {
  const own = (await store.of(service)).filter(({ type }) => type === 'openapi' || type === 'service_table');
  const prefixes = [scan.basePath, scan.services?.find(({ name }) => name === service)?.basePath].flatMap((path) => path ?? []);
  const rankOf = (each: StoredContract): number => (each.from === 'tool' ? 2 : each.service === service ? 0 : 1);
  return Promise.all(own.map(async (each) => ({ opened: await store.open(each), prefixes, rank: rankOf(each) })));
}

async function noneOf(service: string, store: ContractStore): Promise<string> {
  const services = [...new Set((await store.all()).map((each) => each.service))].filter((name) => name !== '');
  const which = services.length === 0 ? (store.none ?? '') : `Known: ${services.slice(0, 10).join(', ')}.`;
  const whose = service === '' ? 'that names no service' : `of ${service}`;
  return `No contract ${whose} is known. ${which}`.trim();
}

async function unknown(store: ContractStore, id: string): Promise<string> {
  const known = (await store.all()).map((each) => each.id);
  const which = known.length === 0 ? (store.none ?? 'None is known.') : `Known: ${known.slice(0, 10).join(', ')}.`;
  return `There is no contract ${id}. ${which}`;
}

function rowOf({ id, type, version, service, hash, status }: StoredContract): Row {
  return { id, type, version, service_name: service, spec_hash: hash, status };
}

/** Creates a value on the first call and caches it. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
