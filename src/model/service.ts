/** A service of a repository with several, and the location of its code. */
export interface ServicePlace {
  readonly name: string;
  /** From the root of the repository, with forward slashes; empty: the root itself. None: anywhere. */
  readonly folders: readonly string[];
  /** Folders that only a change under review adds to it: it sees their code, and no other service loses them. */
  readonly added?: readonly string[] | undefined;
  /** Only a change under review defines it: for all other services it does not exist. */
  readonly proposed?: boolean | undefined;
  /** The path below which it serves its contracts. */
  readonly basePath?: string | undefined;
  /** The base path that a change under review proposes instead of the current one (null: none). */
  readonly proposedBasePath?: string | null | undefined;
}

/**
 * The services whose folder contains a file: of nested folders the innermost, which several may share. None: it belongs to no
 * service.
 */
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
 * The services from the point of view of one of them: with the folders that only a change adds to it, and without services that
 * only a change defines. So a change that moves folders takes no code from any service, nor from the code outside all services.
 */
export function placesFor<Service extends ServicePlace>(name: string, services: readonly Service[]): readonly Service[] {
  const isProposed = services.some((each) => each.name === name && each.proposed === true);
  return services
    .filter((each) => isProposed || each.proposed !== true)
    .map((each) => (isProposed || each.name === name ? { ...each, folders: allFolders(each) } : each));
}

/** All folders of a service, whichever revision names them. */
export function allFolders({ folders, added = [] }: ServicePlace): readonly string[] {
  return [...folders, ...added];
}

/** Whether a folder contains a part of a service, or the service contains the folder. Paths as those of {@link ServicePlace}. */
export function touches(service: ServicePlace, folder: string): boolean {
  const folders = allFolders(service);
  const holds = (outer: string, inner: string): boolean => outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  return folders.length === 0 || folders.some((own) => holds(folder, own) || holds(own, folder));
}

/** The id of a contract that several services implement, or that a service consumes: the file with a suffix. */
export function contractIdOf(file: string, service: string, role: 'provider' | 'consumer'): string {
  return `${file} (${role === 'consumer' ? 'consumed by ' : ''}${service})`;
}

/** The file of a contract, by its id. */
export function fileOfContract(id: string): string {
  const at = id.endsWith(')') ? id.lastIndexOf(' (') : -1;
  return at === -1 ? id : id.slice(0, at);
}
