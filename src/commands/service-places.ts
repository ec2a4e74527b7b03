import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Proposed } from '../config/proposed.js';
import type { Config } from '../config/schema.js';
import type { ContractedService } from '../contracts/services.js';
import { allFolders, ownersOf } from '../model/service.js';
import { serviceFolder } from './service-settings.js';

type Service = Config['services'][string];

/** The services with their folders, and what a reader must know of those that a change names: sentences. */
export interface PlacedServices {
  readonly services: readonly ContractedService[];
  readonly notes: readonly string[];
}

/**
 * The services with their folders, all of which have to be there. What a change names is added where it takes nothing from others;
 * folders that are gone it may replace.
 *
 * @param repository absolute root
 * @param proposed absent: the configuration counts as it stands
 * @throws UserError for a folder that is not there, or is outside the repository
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
      const wanted = proposed?.services.get(name)?.folders ?? [];
      const gone = proposed === undefined ? [] : goneFolders(repository, foldersOf(service), wanted.length > 0);
      const folders = foldersOf(service).filter((folder) => !gone.includes(folder));
      // The base, which is scanned too, has them still.
      const before = gone.map((folder) => relative(repository, resolve(repository, folder)).replaceAll('\\', '/'));
      return { name, folders: [...folders.map(place), ...before], gone, wanted: wanted.map(place) };
    });
  const grown = settled.map((each) => withAdded(each, settled));
  const placed = new Map(grown.map((each) => [each.name, each]));
  for (const { folders, added = [], gone } of grown)
    if (folders.length === gone.length && added.length === 0) gone.slice(0, 1).forEach(place);
  return {
    services: entries.map(([name, service]): ContractedService => {
      const { base_path: basePath, contracts, consumes } = service;
      const proposedBasePath = isNew(name) ? undefined : proposed?.basePath(name);
      const said = {
        ...(contracts && { contracts }),
        ...(consumes && { consumes }),
        ...(basePath !== undefined && { basePath }),
        ...(proposedBasePath !== undefined && { proposedBasePath }),
      };
      const found = placed.get(name);
      if (found === undefined) return { name, ...said, ...newPlaces(foldersOf(service).map(place)) };
      const { folders, added } = found;
      const change = proposed?.services.get(name);
      const more = change && { addedContracts: change.contracts, addedConsumes: change.consumes };
      return { name, folders, ...(added && { added }), ...said, ...more };
    }),
    notes: grown.flatMap(notesOn),
  };
}

/** The folder of a service that has but one, absolute. Folders besides its own lie elsewhere. */
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

/** A service that everybody knows, in a checkout that a change may have moved about in. Folders from the root of the repository. */
interface Settled {
  readonly name: string;
  readonly folders: readonly string[];
  readonly gone: readonly string[];
  /** Those that only the change names. */
  readonly wanted: readonly string[];
  readonly added?: readonly string[];
}

const foldersOf = ({ path, folders = [] }: Service): readonly string[] => [...(path === undefined ? [] : [path]), ...folders];

/** A new service has its folders for itself alone. */
function newPlaces(added: readonly string[]): Pick<ContractedService, 'folders' | 'added' | 'proposed'> {
  return { folders: [], proposed: true, ...(added.length > 0 && { added }) };
}

/** Of a service all of whose folders are gone nobody knows where it is, unless the change says so. */
function goneFolders(repository: string, folders: readonly string[], isMoved: boolean): readonly string[] {
  const gone = folders.filter((folder) => !existsSync(resolve(repository, folder)));
  return isMoved || gone.length < folders.length ? gone : [];
}

/** With the wanted folders that are of no other service. One without folders has its code anywhere already. */
function withAdded(own: Settled, all: readonly Settled[]): Settled {
  if (own.folders.length === 0) return { ...own, wanted: [] };
  const added = own.wanted.filter((folder) => {
    const owners = ownersOf(folder, all);
    return owners.length === 0 || owners.includes(own);
  });
  return added.length === 0 ? own : { ...own, added };
}

function notesOn({ name, gone, wanted, added = [] }: Settled): readonly string[] {
  return [
    ...gone.map((folder) => `The folder ${folder} of the service ${name} is gone.`),
    ...wanted.map((folder) =>
      added.includes(folder)
        ? `The folder ${folder} counts for the service ${name} besides, as this change says.`
        : `The folder ${folder} is not taken for the service ${name}, as this change says: it is of another service.`,
    ),
  ];
}
