import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Proposed } from '../config/proposed.js';
import type { Config } from '../config/schema.js';
import type { ContractedService } from '../contracts/services.js';
import { allFolders, ownersOf } from '../model/service.js';
import { serviceFolder } from './service-settings.js';

type Service = Config['services'][string];

/** The services with their folders, and notes about folders that a change configures. */
export interface PlacedServices {
  readonly services: readonly ContractedService[];
  readonly notes: readonly string[];
}

/**
 * The services with their folders, which must exist. A change may add folders that belong to no other service, and replace
 * deleted ones.
 *
 * @param repository absolute root
 * @param proposed absent: the configuration counts unchanged
 * @throws UserError for a folder that does not exist, or is outside of the repository
 */
export function placesOfServices(
  repository: string,
  services: Config['services'],
  proposed?: Proposed | undefined,
): PlacedServices {
  const place = (folder: string): string => relative(repository, serviceFolder(repository, folder)).replaceAll('\\', '/');
  const entries = Object.entries(services);
  const isNew = (name: string): boolean => proposed?.services.get(name)?.isNew === true;
  const settled = entries
    .filter(([name]) => !isNew(name))
    .map(([name, service]): Settled => {
      const requested = proposed?.services.get(name)?.folders ?? [];
      const gone = proposed === undefined ? [] : goneFolders(repository, foldersOf(service), requested.length > 0);
      const folders = foldersOf(service).filter((folder) => !gone.includes(folder));
      // The scan of the base still has them.
      const before = gone.map((folder) => relative(repository, resolve(repository, folder)).replaceAll('\\', '/'));
      return { name, folders: [...folders.map(place), ...before], gone, requested: requested.map(place) };
    });
  const grown = settled.map((each) => withAdded(each, settled));
  const placed = new Map(grown.map((each) => [each.name, each]));
  for (const { folders, added = [], gone } of grown)
    if (folders.length === gone.length && added.length === 0) gone.slice(0, 1).forEach(place);
  return {
    services: entries.map(([name, service]): ContractedService => {
      const { base_path: basePath, contracts, consumes } = service;
      const proposedBasePath = isNew(name) ? undefined : proposed?.basePath(name);
      const settings = {
        ...(contracts && { contracts }),
        ...(consumes && { consumes }),
        ...(basePath !== undefined && { basePath }),
        ...(proposedBasePath !== undefined && { proposedBasePath }),
      };
      const found = placed.get(name);
      if (found === undefined) return { name, ...settings, ...newPlaces(foldersOf(service).map(place)) };
      const { folders, added } = found;
      const change = proposed?.services.get(name);
      const more = change && { addedContracts: change.contracts, addedConsumes: change.consumes };
      return { name, folders, ...(added && { added }), ...settings, ...more };
    }),
    notes: grown.flatMap(notesOn),
  };
}

/** The absolute folder of a service that has only one inside the repository. */
export function ownFolder(
  repository: string,
  name: string | undefined,
  service: Service | undefined,
  { services }: PlacedServices,
): string | undefined {
  const place = services.find((each) => each.name === name);
  const [only, another] = (place === undefined ? [] : allFolders(place)).filter((folder) =>
    existsSync(resolve(repository, folder)),
  );
  const isOne = service?.path !== undefined && service.folders === undefined && another === undefined;
  return isOne && only !== undefined ? resolve(repository, only) : undefined;
}

/** A service of the trusted configuration, in a checkout that may have moved its folders. Folders are relative to the root. */
interface Settled {
  readonly name: string;
  readonly folders: readonly string[];
  readonly gone: readonly string[];
  /** Folders that only the change names. */
  readonly requested: readonly string[];
  readonly added?: readonly string[];
}

const foldersOf = ({ path, folders = [] }: Service): readonly string[] => [...(path === undefined ? [] : [path]), ...folders];

/** A new service shares no folder. */
function newPlaces(added: readonly string[]): Pick<ContractedService, 'folders' | 'added' | 'proposed'> {
  return { folders: [], proposed: true, ...(added.length > 0 && { added }) };
}

/** When all folders of a service are deleted, its place is unknown unless the change names one. */
function goneFolders(repository: string, folders: readonly string[], isMoved: boolean): readonly string[] {
  const gone = folders.filter((folder) => !existsSync(resolve(repository, folder)));
  return isMoved || gone.length < folders.length ? gone : [];
}

/** Adds wanted folders that belong to no other service. A service without folders has its code anywhere already. */
function withAdded(own: Settled, all: readonly Settled[]): Settled {
  if (own.folders.length === 0) return { ...own, requested: [] };
  const added = own.requested.filter((folder) => {
    const owners = ownersOf(folder, all);
    return owners.length === 0 || owners.includes(own);
  });
  return added.length === 0 ? own : { ...own, added };
}

function notesOn({ name, gone, requested, added = [] }: Settled): readonly string[] {
  return [
    ...gone.map((folder) => `The folder ${folder} of the service ${name} no longer exists.`),
    ...requested.map((folder) =>
      added.includes(folder)
        ? `This change adds the folder ${folder} to the service ${name}.`
        : `This change adds the folder ${folder} to the service ${name}, but it belongs to another service, so it is not used.`,
    ),
  ];
}
