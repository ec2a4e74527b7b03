import { isRecord } from '../../../../model/json.js';
import type { ProjectHost } from '../../../extractor.js';
import { parseJsonWithComments } from '../files/json-with-comments.js';

/** Longer chains of `extends` are cycles. */
const MOST_BASES = 8;

/**
 * Whether the project of a file checks for null and undefined, by the nearest `tsconfig.json` upward. A configuration that
 * extends a missing package, or does not exist, counts as not checking.
 */
export function createStrictness(host: ProjectHost): (path: string) => boolean {
  const known = new Map<string, boolean | undefined>();
  const ofFolder = (folder: string): boolean | undefined => {
    if (known.has(folder)) return known.get(folder);
    const name = folder === '' ? 'tsconfig.json' : `${folder}/tsconfig.json`;
    const text = host.read(name)?.text;
    const above = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
    const own = text === undefined ? undefined : (ofConfiguration(host, name, text, 0) ?? false);
    const strict = own ?? (folder === '' ? undefined : ofFolder(above));
    known.set(folder, strict);
    return strict;
  };
  return (path) => ofFolder(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '') ?? false;
}

function ofConfiguration(host: ProjectHost, name: string, text: string, depth: number): boolean | undefined {
  const config = parseJsonWithComments(name, text);
  if (!isRecord(config)) return undefined;
  const options = isRecord(config.compilerOptions) ? config.compilerOptions : {};
  if (typeof options.strictNullChecks === 'boolean') return options.strictNullChecks;
  if (typeof options.strict === 'boolean') return options.strict;
  const bases = (Array.isArray(config.extends) ? config.extends : [config.extends]).filter((one) => typeof one === 'string');
  for (const base of bases.reverse()) {
    const path = depth < MOST_BASES ? joined(name, base) : undefined;
    for (const file of path === undefined ? [] : [path, `${path}.json`, `${path}/tsconfig.json`]) {
      const read = host.read(file)?.text;
      const strict = read === undefined ? undefined : ofConfiguration(host, file, read, depth + 1);
      if (strict !== undefined) return strict;
    }
  }
  return undefined;
}

/** A path relative to a file; undefined for a package, and where the path leads out of the repository. */
function joined(from: string, path: string): string | undefined {
  if (!path.startsWith('.')) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
