import { basename } from 'node:path';
import { ownersOf, type ServicePlace } from '../../../model/service.js';
import type { Connection } from '../store/connection.js';

/** Files in the root of a program. */
export const SERVICE_MARKS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'manage.py',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  '*.csproj',
];
const MARKS = new Set(SERVICE_MARKS);

/** The service of a file. */
export type ServiceOf = (file: string) => string;

/**
 * By the configured services, else by folder: the nearest parent folder with a program's build file, named after the folder.
 *
 * @param known paths of all listed files
 */
export function servicesBy(repository: string, services: readonly ServicePlace[], known: Iterable<string>): ServiceOf {
  const folders = new Set<string>();
  for (const path of known) {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    if (MARKS.has(name) || name.endsWith('.csproj')) folders.add(path.slice(0, Math.max(slash, 0)));
  }
  return (file) => {
    const [owner] = ownersOf(file, services);
    if (owner !== undefined) return owner.name;
    let folder = file;
    do {
      folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
      if (folder !== '' && folders.has(folder)) return basename(folder);
    } while (folder !== '');
    return basename(repository);
  };
}

/** The services that files were registered for. */
export function assignedServices(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.all('SELECT path, service FROM assigned');
  return new Map(rows.map(({ path, service }) => [String(path), String(service)]));
}
