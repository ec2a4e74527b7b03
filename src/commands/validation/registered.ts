import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import { readerFor } from '../../contracts/load.js';
import { openContract } from '../../contracts/open.js';
import type { RegisteredFile } from '../../contracts/registered.js';
import { DOCUMENTS_FOLDER, writeDocuments } from '../../contracts/registry/files.js';
import { type OfRepository, type OwnContract, ofRepository } from '../../contracts/registry/of-repository.js';
import { exactJson } from '../../contracts/registry/python-json.js';
import { ServiceContractRegistry } from '../../contracts/registry/registry.js';
import type { ServiceContract } from '../../contracts/registry/service-contract.js';
import type { ContractSource } from '../../contracts/registry/source.js';
import { makeRunFolder, RUN_FOLDER } from '../../journal/run-folder.js';
import type { Choice } from '../../mcp/choose.js';
import type { RepositoryContract, RepositoryContracts } from '../../mcp/engines/contract-engine/repository-contracts.js';
import { engineSource, loadRegistry, type RegistryOrigin, tableSource } from '../../mcp/registry-source.js';
import { fileOfContract, touches } from '../../model/service.js';
import { UserError } from '../../model/user-error.js';
import type { ScanRequest } from '../../scan.js';
import type { ContractClient } from './contract-client.js';

/** The contracts of a registry for a validation. */
export interface Registered {
  /** With contracts that only the registry has. */
  readonly scan: ScanRequest;
  /** By the path of their temporary file, from the root of the repository. */
  readonly contracts: ReadonlyMap<string, ServiceContract>;
  /** They come from the engine, not from saved copies. */
  readonly isWhole: boolean;
  /** Sentences with untrusted words. */
  readonly notices: readonly string[];
  /** What should have been compared and could not: sentences. */
  readonly crashes: readonly string[];
}

/** The registry, and how much of the checkout is trusted. */
export interface RegistryRequest {
  readonly scan: ScanRequest;
  readonly choice: Choice;
  /** The checkout is untrusted: nothing stored in it counts. */
  readonly isForeign: boolean;
}

const CACHE = 'CONTRACTS.json';

/**
 * Contracts that the Contract Engine stores and the repository does not: from the engine, else saved copies, else the tables
 * of services (REQ-029, REQ-055, INT-001). Skipped when the user named contracts, or the engine is off.
 */
export async function registeredContracts(client: ContractClient, request: RegistryRequest): Promise<Registered> {
  const { scan, choice, isForeign } = request;
  const nothing: Registered = { scan, contracts: new Map(), isWhole: true, notices: [], crashes: [] };
  if (choice.kind === 'off' || (scan.contracts ?? []).length > 0) return nothing;
  // The checkout may contain the database of the embedded engine.
  if (choice.kind === 'embedded' && isForeign && choice.why === undefined) return nothing;
  const { readRepository } = await import('../../mcp/engines/contract-engine/repository-contracts.js');
  const own = await readRepository(scan);
  const registry = new ServiceContractRegistry();
  const folder = join(scan.repository, RUN_FOLDER);
  const documents = join(scan.repository, DOCUMENTS_FOLDER);
  if (isLinkOut(scan.repository, join(folder, CACHE)) || isLinkOut(scan.repository, documents))
    return {
      ...nothing,
      notices: [`${RUN_FOLDER} is a link to another place, so contracts of the Contract Engine were not checked.`],
    };
  const local = isForeign ? undefined : join(folder, CACHE);
  const origin = await loadRegistry(registry, await sourceOf(client, choice), local, tableOf(own, scan.repository));
  const fallbackNotice = originNotice(origin);
  if (origin.from === 'nothing' && own.contracts.length === 0) throw temporaryFolder(origin);
  const found = ofRepository(registry.contracts, own.contracts.map(asOwn), namesOf(scan));
  try {
    if (origin.from === 'source') {
      makeRunFolder(scan.repository);
      registry.saveCache(join(folder, CACHE));
    }
    const added = written(scan, found, documents);
    return { ...added, isWhole: origin.from === 'source', notices: [...fallbackNotice, ...found.notices] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const crashes = found.contracts.map(({ contract }) => unreadOf(contract, error));
    return { ...nothing, notices: crashes.length > 0 ? fallbackNotice : [...fallbackNotice, error.message], crashes };
  }
}

/** The answering engine; a server that may not be started has no contracts. */
async function sourceOf(client: ContractClient, choice: Choice): Promise<ContractSource> {
  if (choice.kind !== 'embedded' || choice.why === undefined) return engineSource(await client.chosen());
  const { why } = choice;
  return { name: 'the Contract Engine', contracts: () => Promise.reject(new Error(why)) };
}

function tableOf({ contracts }: RepositoryContracts, repository: string): ContractSource | undefined {
  const table = contracts.find(({ contract }) => contract.kind === 'service-table');
  const file = table && fileOfContract(table.contract.id);
  return file === undefined ? undefined : tableSource(readFileSync(join(repository, file), 'utf8'), file);
}

function originNotice({ from, why }: RegistryOrigin): readonly string[] {
  if (why === undefined) return [];
  const reason = sentence(why);
  if (from === 'local') return [`${reason} Tallystick uses its copies in ${RUN_FOLDER}/${CACHE}.`];
  return [
    `${reason} ${from === 'nothing' ? 'Only' : 'The table of services and'} what the repository itself describes is checked.`,
  ];
}

function temporaryFolder({ why }: RegistryOrigin): UserError {
  return new UserError(`No contract was found in the repository. ${sentence(why ?? '')}`.trim(), {
    hint: 'Name one with `--contract FILE`, or make the engine answer: `tallystick preflight`.',
  });
}

const sentence = (text: string): string =>
  text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

/** Services whose code is scanned. */
function namesOf({ services = [], service, repository, dir }: ScanRequest): readonly string[] {
  const looked = relative(repository, dir).replaceAll(sep, '/');
  return services
    .filter((each) => (service === undefined ? touches(each, looked) : each.name === service))
    .map(({ name }) => name);
}

function asOwn({ contract, stored }: RepositoryContract): OwnContract {
  return { id: stored.id, type: stored.type, title: contract.title, service: stored.service, hash: stored.hash };
}

type Written = Pick<Registered, 'scan' | 'contracts' | 'crashes'>;

/** An unreadable contract would fail the whole scan, and users could not fix it. */
function written(scan: ScanRequest, { contracts }: OfRepository, folder: string): Written {
  const files = writeDocuments(
    contracts.map(({ contract }) => contract),
    folder,
  );
  const registered: RegisteredFile[] = [];
  const byFile = new Map<string, ServiceContract>();
  const crashes: string[] = [];
  for (const { contract, service } of contracts) {
    const file = files.get(contract.contract_id) ?? '';
    const name = relative(scan.repository, file).replaceAll(sep, '/');
    try {
      const { path, read } = readerFor(name, scan.repository);
      // Files beside it are the repository's, not those of the engine.
      if (openContract(path, read).files.size > 1)
        throw new UserError('it refers to other files, which the engine does not give.');
      registered.push({ file, service });
      byFile.set(name, contract);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      crashes.push(unreadOf(contract, error));
    }
  }
  return { scan: registered.length === 0 ? scan : { ...scan, registered }, contracts: byFile, crashes };
}

function unreadOf({ contract_id }: ServiceContract, { message }: UserError): string {
  return `${contract_id.slice(0, 80)} of the Contract Engine could not be compared: ${message}`;
}

/** Restores the engine's contracts: its own ids and whole documents. */
export function asRegistered(
  contracts: readonly RepositoryContract[],
  registered: ReadonlyMap<string, ServiceContract>,
): readonly RepositoryContract[] {
  return contracts.map((each) => {
    const known = registered.get(each.contract.id);
    if (known === undefined) return each;
    const { contract_id: id, provider_service: service, spec_hash: hash } = known;
    return {
      contract: service === '' ? each.contract : { ...each.contract, service },
      stored: { ...each.stored, id, service, hash },
      spec: exactJson(known.spec),
    };
  });
}
