import { UserError } from '../model/user-error.js';
import type { Tree } from './find.js';

/** The maximum number of patterns that the braces of one glob may produce. */
const MOST_ALTERNATIVES = 100;
/** In a tree with more folders, the search stops. */
const MAX_FOLDERS = 50_000;

/** Segments of a pattern; each is a list of parts: one stands for one character, `*` for any number. */
type Pattern = readonly (readonly string[])[];

/** The result of matching lists of globs. */
export interface Matches {
  /** Paths with forward slashes, sorted. */
  readonly files: readonly string[];
  /** Globs that match no file, except those with `!`. */
  readonly unmatched: readonly string[];
}

/**
 * The files below a folder that match one of the globs of a list, and no glob of the same list that begins with `!`. `*`, `?` and
 * `[a-z]` stay within a name, `**` stands for any folders, `{a,b}` for either; a glob that names a folder means all files below
 * it. A glob must spell out a name that begins with a dot. Matching takes at most time proportional to the product of the lengths
 * of glob and path; it builds no regular expression from a configuration.
 *
 * @throws UserError for a glob that leads out of the folder, or whose braces produce too many patterns
 */
export function globLists(lists: readonly (readonly string[])[], root: string, tree: Tree): Matches {
  const requested = lists.map((globs) => globs.filter(isRequested).map((glob) => ({ glob, patterns: patterns(glob) })));
  const unrequested = lists.map((globs) => globs.filter((glob) => !isRequested(glob)).flatMap((glob) => patterns(glob.slice(1))));
  const all = requested.flat();
  const unmatched = new Set(all.map(({ glob }) => glob).filter((glob) => glob !== ''));
  const files: string[] = [];
  const open: { folder: string; names: readonly string[] }[] = [{ folder: root, names: [] }];
  for (let visited = 0, at = open.pop(); at !== undefined && visited < MAX_FOLDERS; visited += 1, at = open.pop()) {
    for (const { name, kind } of tree.list(at.folder) ?? []) {
      const names = [...at.names, name];
      const fitting = (pattern: Pattern): boolean => (kind === 'file' ? fitsPath : mayHold)(pattern, names);
      const hits = all.filter((each) => each.patterns.some(fitting));
      if (kind === 'file') {
        for (const { glob } of hits) unmatched.delete(glob);
        const isIn = (list: (typeof requested)[number], index: number): boolean =>
          list.some((each) => hits.includes(each)) && unrequested[index]?.some(fitting) !== true;
        if (hits.length > 0 && requested.some(isIn)) files.push(names.join('/'));
      } else if (name !== 'node_modules' && hits.length > 0) {
        open.push({ folder: tree.join(at.folder, name), names });
      }
    }
  }
  return { files: files.sort(), unmatched: [...unmatched] };
}

/** The other globs exclude files. */
const isRequested = (glob: string): boolean => !glob.startsWith('!');

/** Whether a path matches one of the globs and none of those that begin with `!`. UserError: as {@link globLists}. */
export function fitsGlobs(globs: readonly string[], path: string): boolean {
  const names = path.split('/');
  const fits = (glob: string): boolean => patterns(glob).some((pattern) => fitsPath(pattern, names));
  return (
    globs.some((glob) => isRequested(glob) && fits(glob)) && !globs.some((glob) => !isRequested(glob) && fits(glob.slice(1)))
  );
}

function patterns(glob: string): readonly Pattern[] {
  if (glob === '') return [];
  return alternatives(glob).map((alternative) => {
    const segments = alternative.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (alternative.startsWith('/') || segments.includes('..')) {
      throw new UserError(`The glob \`${glob}\` leads out of the repository.`, {
        hint: 'Globs of contracts start from the root of the repository.',
      });
    }
    return segments.map(parts);
  });
}

/** `a{b,c}` -> `ab`, `ac`. */
function alternatives(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const close = next.indexOf('}');
    const start = close === -1 ? -1 : next.lastIndexOf('{', close);
    if (start === -1) {
      done.push(next);
    } else {
      const [before, after] = [next.slice(0, start), next.slice(close + 1)];
      const choices = next.slice(start + 1, close).split(',');
      open.push(...choices.slice(0, MOST_ALTERNATIVES + 1).map((choice) => before + choice + after));
    }
    if (done.length + open.length > MOST_ALTERNATIVES) {
      throw new UserError(`The braces of the glob \`${glob.slice(0, 60)}\` stand for too many.`, {
        hint: 'Write several globs.',
      });
    }
  }
  return done;
}

/** `[ab]*.yaml` -> `[ab]`, `*`, `.`, `y`, `a`, `m`, `l`. */
function parts(segment: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < segment.length; ) {
    const end = segment[at] === '[' ? segment.indexOf(']', at + 2) : -1;
    found.push(end === -1 ? segment.charAt(at) : segment.slice(at, end + 1));
    at = end === -1 ? at + 1 : end + 1;
  }
  return found;
}

/** A pattern also matches everything below the folder that it names. */
function fitsPath(pattern: Pattern, names: readonly string[]): boolean {
  return fits(pattern, names, isAnyFolders, fitsName) || fits([...pattern, ['*', '*']], names, isAnyFolders, fitsName);
}

/** Whether something below this folder may match, by the literal start of the pattern. */
function mayHold(pattern: Pattern, names: readonly string[]): boolean {
  for (const [index, name] of names.entries()) {
    const segment = pattern[index];
    if (segment === undefined || isAnyFolders(segment)) return names.slice(index).every((below) => !below.startsWith('.'));
    if (!fitsName(segment, name)) return false;
  }
  return true;
}

const isAnyFolders = (segment: readonly string[]) => segment.length === 2 && segment[0] === '*' && segment[1] === '*';

function fitsName(segment: readonly string[], name: string): boolean {
  if (name.startsWith('.') && segment[0] !== '.') return false;
  return isAnyFolders(segment) || fits(segment, [...name], (part) => part === '*', fitsCharacter);
}

function fitsCharacter(part: string, character: string): boolean {
  if (part === '?') return true;
  if (part.length < 3) return part === character;
  const negated = part[1] === '!' || part[1] === '^';
  const set = part.slice(negated ? 2 : 1, -1);
  for (let at = 0; at < set.length; at += 1) {
    const isRange = set[at + 1] === '-' && at + 2 < set.length;
    const [from, to] = [set.charAt(at), set.charAt(isRange ? at + 2 : at)];
    if (from <= character && character <= to) return !negated;
    if (isRange) at += 2;
  }
  return negated;
}

/** Whether the items match the pattern. After a mismatch, only the last part that stands for any number takes one more item. */
function fits<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  isMany: (part: Part) => boolean,
  fitsOne: (part: Part, item: Item) => boolean,
): boolean {
  let [at, next, many, taken] = [0, 0, -1, 0];
  for (let item = items[next]; item !== undefined; item = items[next]) {
    const part = pattern[at];
    if (part !== undefined && isMany(part)) {
      many = at;
      taken = next;
      at += 1;
    } else if (part !== undefined && fitsOne(part, item)) {
      at += 1;
      next += 1;
    } else if (many === -1) {
      return false;
    } else {
      taken += 1;
      at = many + 1;
      next = taken;
    }
  }
  return pattern.slice(at).every(isMany);
}
