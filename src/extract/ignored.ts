import ignore, { type Ignore } from 'ignore';

/** The rules of the `.gitignore` files from the root of a walk down to one folder, the nearest last. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

/** Adds the rules of the `.gitignore` that stands in `folder` (`''`: the root). A pattern that cannot be compiled ignores nothing. */
export function withRules(above: IgnoreRules, folder: string, text: string): IgnoreRules {
  return [...above, { folder, rules: ignore({ allowRelativePaths: false }).add(text) }];
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
    const verdict = level.rules.test(folder ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
