import { relative, sep } from 'node:path';
import type { Tracked } from '../model/tracked.js';
import { assigned } from './assigned.js';
import type { LoadedContracts } from './choose.js';
import { type ContractList, type ContractMemory, type ContractRequest, type DocumentStates, loadContracts } from './load.js';
import { type RegisteredFile, withRegistered } from './registered.js';
import type { ContractedService } from './services.js';
import type { TextOverrides } from './text-overrides.js';

/** Which contracts of a repository are compared with the code of which folder. Paths are absolute. */
export interface ContractSelection {
  /** Root of the repository: reported paths are relative to it, and no file outside is read. */
  readonly repository: string;
  /** In the repository: the folder that is scanned. */
  readonly dir: string;
  /** Files that a trusted user named. Absent: contracts are found by name and content. */
  readonly contracts?: readonly string[] | undefined;
  readonly contractLists?: readonly ContractList[] | undefined;
  /** The lists only add to the contracts that are found by name and content. */
  readonly findContracts?: boolean | undefined;
  /** Globs of found contracts that are left out. */
  readonly exceptContracts?: readonly string[] | undefined;
  /** Globs of contracts that some service must implement. */
  readonly listedContracts?: readonly string[] | undefined;
  /** Whether a change under review adds a contract, by its file; absent: nothing is under review. */
  readonly isNewContract?: ((file: string) => Promise<boolean>) | undefined;
  /** Only the contracts of this service. */
  readonly service?: string | undefined;
  /** The services of the repository: each contract is compared with the code of its own. */
  readonly services?: readonly ContractedService[] | undefined;
  /** Which named schemas of documents are shared models (`*` for any letters), and suffixes of types that define them. */
  readonly sharedModels?: { readonly schemas: readonly string[]; readonly suffixes: readonly string[] } | undefined;
  /** Absent: git is asked. */
  readonly tracked?: Tracked | undefined;
  /** Texts of contracts that replace the content of their files, by file. */
  readonly instead?: TextOverrides | undefined;
  /** Contracts of a registry that no file of the repository describes. */
  readonly registered?: readonly RegisteredFile[] | undefined;
  /** Contracts that this process has read. */
  readonly contractMemory?: ContractMemory | undefined;
  /** See `ContractRequest.reads`. */
  readonly contractReads?: DocumentStates | undefined;
  readonly readFolder?: ContractRequest['readFolder'];
}

/**
 * Loads the requested contracts with the services that implement them.
 *
 * @throws UserError for a missing or broken contract, or if there is none
 */
export async function selectContracts(request: ContractSelection): Promise<LoadedContracts> {
  const { repository, dir, contracts = [], contractLists = [], findContracts, service, services = [], tracked } = request;
  const { registered = [] } = request;
  const mayBeNone = registered.length > 0;
  const requested: ContractRequest = {
    repository,
    dir,
    ...(contracts.length === 0 ? {} : { named: contracts }),
    ...(contractLists.length === 0 ? {} : { lists: contractLists }),
    find: findContracts === true,
    except: request.exceptContracts,
    mayBeNone,
    tracked,
    readFolder: request.readFolder,
    instead: request.instead,
    sharedSchemas: request.sharedModels?.schemas,
    memory: request.contractMemory,
    reads: request.contractReads,
  };
  const { listedContracts: listed, isNewContract: isNew } = request;
  const first = await loadContracts(requested);
  const added = await addedBy(first, isNew);
  const loaded = added.size === 0 ? first : await loadContracts({ ...requested, added });
  const folder = relative(repository, dir).replaceAll(sep, '/');
  const own = await assigned(loaded, { services, folder, service, listed, isNew, areNamed: contracts.length > 0, mayBeNone });
  return withRegistered(own, registered, requested);
}

/** Contracts that a change under review adds, if others were left out: those may be the base's. */
async function addedBy(
  { contracts, skipped }: LoadedContracts,
  isNew: ContractSelection['isNewContract'],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (isNew === undefined || skipped.length === 0) return found;
  for (const { id } of contracts) if (await isNew(id)) found.add(id);
  return found;
}
