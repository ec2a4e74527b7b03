import { posix } from 'node:path';
import type { Repository } from '../../extractor.js';

/** Kotlin: the file without a package that declares a name, which the source's own package does not declare. */
export function fileOfRootPackage(specifier: string, from: string, { declaring }: Repository): string | undefined {
  const [own = ''] = specifier.split('|');
  const name = own.slice(own.lastIndexOf('.') + 1);
  const folder = own.slice(0, -name.length - 1).replaceAll('.', '/');
  if (!from.endsWith('.kt') || folder === '' || !posix.dirname(from).endsWith(folder)) return undefined;
  const [file, ...others] = declaring(name);
  return others.length === 0 ? file : undefined;
}
