/** A service of a repository that holds several, and where its code lies. */
export interface ServicePlace {
  readonly name: string;
  /** From the root of the repository, with forward slashes; empty: the root itself. None: anywhere. */
  readonly folders: readonly string[];
  /** Folders that only a change under review names for it: it sees them besides, and nobody loses them. */
  readonly added?: readonly string[] | undefined;
  /** Only a change under review names it: to all other services it is not there. */
  readonly proposed?: boolean | undefined;
  /** Path below which it serves what its contracts promise. */
  readonly basePath?: string | undefined;
  /** What a change under review says instead of the base path that counts for it (null: none). */
  readonly proposedBasePath?: string | null | undefined;
}

/** The services in whose folder a file lies: of nested folders the innermost, which several may share. None: anybody's. */
export function ownersOf<Service extends ServicePlace>(file: string, services: readonly Service[]): readonly Service[] {
  let [owners, depth]: [Service[], number] = [[], -1];
  for (const service of services) {
    for (const folder of service.folders) {
      const isInside = folder === '' || file === folder || file.startsWith(`${folder}/`);
      if (!isInside || folder.length < depth) continue;
      if (folder.length > depth) [owners, depth] = [[], folder.length];
      if (!owners.includes(service)) owners.push(service);
    }
  }
  return owners;
}

/**
 * The services as one of them knows them: with the folders that only a change names for it, and without the services that only
 * a change names. So a change that moves folders about takes no code from anybody, nor from what may be anybody's.
 */
export function placesFor<Service extends ServicePlace>(name: string, services: readonly Service[]): readonly Service[] {
  const isProposed = services.some((each) => each.name === name && each.proposed === true);
  return services
    .filter((each) => isProposed || each.proposed !== true)
    .map((each) => (isProposed || each.name === name ? { ...each, folders: allFolders(each) } : each));
}

/** All folders of a service, whoever names them. */
export function allFolders({ folders, added = [] }: ServicePlace): readonly string[] {
  return [...folders, ...added];
}

/** Whether a folder holds some of a service, or a service all of the folder. Paths as those of {@link ServicePlace}. */
export function touches(service: ServicePlace, folder: string): boolean {
  const folders = allFolders(service);
  const holds = (outer: string, inner: string): boolean => outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  return folders.length === 0 || folders.some((own) => holds(folder, own) || holds(own, folder));
}

/** The id of a contract that a service has to keep besides others, or that it relies on: the file's with words behind it. */
export function contractIdOf(file: string, service: string, role: 'provider' | 'consumer'): string {
  return `${file} (${role === 'consumer' ? 'consumed by ' : ''}${service})`;
}

/** The file of a contract, by its id. */
export function fileOfContract(id: string): string {
  const at = id.endsWith(')') ? id.lastIndexOf(' (') : -1;
  return at === -1 ? id : id.slice(0, at);
}
