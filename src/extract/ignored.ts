import ignore, { type Ignore } from 'ignore';
import { extensionOf } from './conventions.js';

/** The rules of the `.gitignore` files from the root of a walk down to one folder, the nearest last. */
export type IgnoreRules = readonly Level[];

interface Level {
  /** The folder that contains the file; `''` is the root. */
  readonly folder: string;
  readonly folders: Ignore;
  /** Only the rules that may match a file with this extension, if there are any: most rules name folders, logs and the like. */
  readonly files: (extension: string) => Ignore | undefined;
}

/** Adds the rules of the `.gitignore` in `folder`. */
export function withRules(above: IgnoreRules, folder: string, text: string): IgnoreRules {
  const lines = text.split(/\r?\n/);
  const known = new Map<string, Ignore | undefined>();
  const files = (extension: string): Ignore | undefined => {
    if (known.has(extension)) return known.get(extension);
    const own = lines.filter((line) => mayNameFile(line, extension));
    const made = own.length === 0 ? undefined : ignore().add(own);
    known.set(extension, made);
    return made;
  };
  return [...above, { folder, folders: ignore().add(lines), files }];
}

/** False when the last part of a pattern has no wildcard and ends in another extension, or names only a folder. */
function mayNameFile(line: string, extension: string): boolean {
  const pattern = line.trimEnd();
  if (pattern === '' || pattern.startsWith('#') || pattern.endsWith('/')) return false;
  const ending = /(?:^|[^\w-])([\w-]+)$/.exec(pattern);
  if (ending === null) return true;
  const [whole, word = ''] = ending;
  if (whole.startsWith('.')) return extension === `.${word.toLowerCase()}`;
  // A wildcard may match the dot: `*ts`. Any other beginning is a name without extension: `dist`, `/build`, `!.env`.
  return /^[*?\]\\]/.test(whole);
}

/**
 * Does git ignore this path? Deeper files win over higher ones, as in gitignore(5). Callers must not pass a file below an ignored
 * folder: the walk does not enter it.
 *
 * @param path posix, relative to the root of the walk
 */
export function isIgnored(rules: IgnoreRules, path: string, folder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const level = rules[index];
    if (level === undefined) continue;
    const relative = level.folder === '' ? path : path.slice(level.folder.length + 1);
    const verdict = folder ? level.folders.test(`${relative}/`) : level.files(extensionOf(path))?.test(relative);
    if (verdict === undefined) continue;
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
