import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { ContractedService } from '../../../contracts/services.js';
import { folderOf } from '../../../model/repository-path.js';

/** A service of a repository, with the folders of its code. */
export interface RepositoryService {
  readonly name: string;
  /** From the root of the repository; empty: the root. */
  readonly folders: readonly string[];
}

/** Files that mark a folder as a package. */
const MANIFESTS = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'requirements.txt',
  'manage.py',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'go.mod',
]);

/** The analysed place. Paths are absolute. */
interface Place {
  readonly repository: string;
  readonly dir: string;
  readonly services?: readonly ContractedService[] | undefined;
}

/**
 * The services of a repository: those of the settings, else the packages that contain these files.
 *
 * @param files with the services' routes and events
 */
export function repositoryServices(
  { repository, dir, services = [] }: Place,
  files: readonly string[],
): readonly RepositoryService[] {
  const settled = services.filter(({ proposed }) => proposed !== true);
  if (settled.length > 0) return settled.map(({ name, folders }) => ({ name, folders }));
  const root = relative(repository, dir).replaceAll(sep, '/');
  const packages = new Map<string, string>();
  for (const file of files) {
    const folder = packageOf(file, repository, root, packages);
    packages.set(folderOf(file), folder);
  }
  const found = [...new Set(packages.values())].sort();
  const folders = found.length === 0 ? [root] : found;
  const taken = new Set<string>();
  return folders.map((folder) => {
    // If two packages have the same name, the path distinguishes them.
    const short = folder === '' ? basename(repository) : basename(folder);
    const name = taken.has(short) ? folder : short;
    taken.add(name);
    return { name, folders: [folder] };
  });
}

function packageOf(file: string, repository: string, root: string, known: ReadonlyMap<string, string>): string {
  for (let folder = folderOf(file); folder !== '' && folder !== root; folder = folderOf(folder)) {
    const found = known.get(folder);
    if (found !== undefined) return found;
    if (isPackage(join(repository, folder))) return folder;
  }
  return root;
}

function isPackage(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => MANIFESTS.has(name) || name.endsWith('.csproj'));
  } catch {
    return false;
  }
}
