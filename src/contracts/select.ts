import { relative, sep } from 'node:path';
import type { Tracked } from '../model/tracked.js';
import { assigned } from './assigned.js';
import type { LoadedContracts } from './choose.js';
import { type ContractRequest, loadContracts } from './load.js';
import { type RegisteredFile, withRegistered } from './registered.js';
import type { ContractedService } from './services.js';
import type { TextOverrides } from './text-overrides.js';

/** Which contracts of a repository are meant: the part of what is scanned that says so. Paths are absolute. */
export interface ContractSelection {
  readonly repository: string;
  readonly dir: string;
  /** Files that a trusted person named. */
  readonly contracts?: readonly string[] | undefined;
  readonly contractLists?: ContractRequest['lists'];
  readonly findContracts?: boolean | undefined;
  readonly exceptContracts?: readonly string[] | undefined;
  readonly listedContracts?: readonly string[] | undefined;
  readonly isNewContract?: ((file: string) => Promise<boolean>) | undefined;
  readonly service?: string | undefined;
  readonly services?: readonly ContractedService[] | undefined;
  readonly sharedModels?: { readonly schemas: readonly string[] } | undefined;
  readonly tracked?: Tracked | undefined;
  readonly instead?: TextOverrides | undefined;
  /** Contracts that a registry keeps, and no file of the repository describes. */
  readonly registered?: readonly RegisteredFile[] | undefined;
}

/**
 * Loads the contracts that are meant, with the services that keep them.
 *
 * @throws UserError for a contract that is missing or broken; when there is none
 */
export async function selectContracts(request: ContractSelection): Promise<LoadedContracts> {
  const { repository, dir, contracts = [], contractLists = [], findContracts, service, services = [], tracked } = request;
  const { registered = [] } = request;
  const mayBeNone = registered.length > 0;
  const wanted: ContractRequest = {
    repository,
    dir,
    ...(contracts.length === 0 ? {} : { named: contracts }),
    ...(contractLists.length === 0 ? {} : { lists: contractLists }),
    find: findContracts === true,
    except: request.exceptContracts,
    mayBeNone,
    tracked,
    instead: request.instead,
    sharedSchemas: request.sharedModels?.schemas,
  };
  const { listedContracts: listed, isNewContract: isNew } = request;
  const first = await loadContracts(wanted);
  const added = await addedBy(first, isNew);
  const loaded = added.size === 0 ? first : await loadContracts({ ...wanted, added });
  const folder = relative(repository, dir).replaceAll(sep, '/');
  const own = await assigned(loaded, { services, folder, service, listed, isNew, areNamed: contracts.length > 0, mayBeNone });
  return withRegistered(own, registered, wanted);
}

/** Contracts that a change under review brings, where others were left out: those may be the base's. */
async function addedBy(
  { contracts, skipped }: LoadedContracts,
  isNew: ContractSelection['isNewContract'],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (isNew === undefined || skipped.length === 0) return found;
  for (const { id } of contracts) if (await isNew(id)) found.add(id);
  return found;
}
