import ignore, { type Ignore } from 'ignore';

/** The rules of the `.gitignore` files from the root of a walk down to one folder, the nearest last. */
export type IgnoreRules = readonly Level[];

interface Level {
  /** The folder that the file stands in; `''` is the root. */
  readonly folder: string;
  readonly folders: Ignore;
  /** Only the rules that may speak of a file with a known extension: most name folders, logs and the like. */
  readonly files: Ignore;
}

/** Adds the rules of the `.gitignore` that stands in `folder`. `extensions` are those that files will be asked for with. */
export function withRules(above: IgnoreRules, folder: string, text: string, extensions: ReadonlySet<string>): IgnoreRules {
  const lines = text.split(/\r?\n/);
  const forFiles = lines.filter((line) => mayNameFile(line, extensions));
  return [...above, { folder, folders: ignore().add(lines), files: ignore().add(forFiles) }];
}

/** False when the last part of a pattern has no wildcard and ends in no known extension, or names a folder alone. */
function mayNameFile(line: string, extensions: ReadonlySet<string>): boolean {
  const pattern = line.trimEnd();
  if (pattern === '' || pattern.startsWith('#') || pattern.endsWith('/')) return false;
  const ending = /(?:^|[^\w-])([\w-]+)$/.exec(pattern);
  if (ending === null) return true;
  const [whole, word = ''] = ending;
  if (whole.startsWith('.')) return extensions.has(`.${word.toLowerCase()}`);
  // A wildcard may stand for the dot: `*ts`. After anything else a name without extension follows: `dist`, `/build`, `!.env`.
  return /^[*?\]\\]/.test(whole);
}

/**
 * Does git leave this path out? Deeper files win over higher ones, as in gitignore(5). A file below an ignored folder must not
 * be asked for: the walk does not enter it.
 *
 * @param path posix, relative to the root of the walk
 */
export function isIgnored(rules: IgnoreRules, path: string, folder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const level = rules[index];
    if (level === undefined) continue;
    const relative = level.folder === '' ? path : path.slice(level.folder.length + 1);
    const verdict = folder ? level.folders.test(`${relative}/`) : level.files.test(relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
