import type { Repository } from '../../extractor.js';
import { SAME_PACKAGE } from './names.js';

/**
 * The file that declares what a specifier names: `.#User` of the same package, `example.com/app/users#User` of another, by the
 * `module` lines of the repository's go.mod files. See https://go.dev/ref/mod#go-mod-file-module.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  const cut = specifier.indexOf('#');
  if (cut < 0) return undefined;
  const path = specifier.slice(0, cut);
  const name = specifier.slice(cut + 1);
  const folders = path === SAME_PACKAGE ? [folderOf(from)] : foldersOf(path, repository);
  if (folders.length === 0) return undefined;
  return repository.declaring(name).find((file) => folders.includes(folderOf(file)));
}

/** Folders that an import path may lead to, of the longest module first. */
function foldersOf(path: string, { configuration }: Repository): readonly string[] {
  const found: { readonly module: string; readonly folder: string }[] = [];
  for (const { facts } of configuration.values()) {
    for (const fact of facts) {
      if (fact.kind !== 'setting' || fact.key !== 'package' || typeof fact.value !== 'object') continue;
      const { module } = fact.value;
      if (typeof module !== 'string' || (path !== module && !path.startsWith(`${module}/`))) continue;
      const rest = path.slice(module.length + 1);
      found.push({ module, folder: [fact.scope, rest].filter((part) => part !== '').join('/') });
    }
  }
  return found.sort((a, b) => b.module.length - a.module.length).map(({ folder }) => folder);
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
