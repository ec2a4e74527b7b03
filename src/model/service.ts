/** A service of a repository that holds several, and where its code lies. */
export interface ServicePlace {
  readonly name: string;
  /** From the root of the repository, with forward slashes; empty: the root itself. None: anywhere. */
  readonly folders: readonly string[];
  /** Path below which it serves what its contracts promise. */
  readonly basePath?: string | undefined;
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

/** Whether a folder holds some of a service, or a service all of the folder. Paths as those of {@link ServicePlace}. */
export function touches({ folders }: ServicePlace, folder: string): boolean {
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
