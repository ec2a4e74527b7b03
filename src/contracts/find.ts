import ignore, { type Ignore } from 'ignore';
import type { Tracked } from '../model/tracked.js';
import { type DetectedFormat, detectFormat, FORMAT_KEYS } from './detect-format.js';

/** A file or folder in a folder. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/** The file system as the search uses it. Paths are absolute, with the system's separators. */
export interface Tree {
  /** Real files and folders; links only if they stay inside the repository. `undefined`: unreadable. */
  readonly list: (folder: string) => readonly TreeEntry[] | undefined;
  /** The first kilobytes. */
  readonly head: (file: string) => string | undefined;
  /**
   * The whole text of a file that contains one of these words after its first kilobytes; undefined: it has none, or is too large.
   */
  readonly whole: (file: string, words: readonly string[]) => string | undefined;
  /** The text of a `.gitignore`. */
  readonly text: (file: string) => string | undefined;
  readonly join: (folder: string, name: string) => string;
  /** Takes absolute paths. Absent: every file counts that no `.gitignore` excludes. */
  readonly tracked?: Tracked;
}

/** A file whose content looks like a contract. */
export interface Candidate {
  readonly path: string;
  /** Found by a usual name or folder, or only by its content. */
  readonly by: 'name' | 'content';
}

export interface Found {
  /**
   * Most likely first: usual names before others, short names before longer ones, upper folders before lower ones, YAML before
   * JSON.
   */
  readonly candidates: readonly Candidate[];
  /** Files of kinds that are not read, with the kind. */
  readonly others: readonly { readonly path: string; readonly kind: 'json-schema' | 'empty' | 'no-version' }[];
  readonly unreadable: readonly string[];
  /** Requirements files, which may contain tables of services: upper folders before lower ones. */
  readonly tables: readonly string[];
}

const USUAL_NAME =
  /^(?:apis?|api-?docs?|api-?spec|oas)$|(?:^|[-_.])(?:asyncapi|openapi|swagger|oas)(?:[-_.\d]|$)|[-_.]api(?:-?docs?|-?spec)?$/;
/** The usual full names of a contract; a copy has something added. */
const PLAIN_NAME = /^(?:api|asyncapi|oas|openapi|swagger)$/;
const USUAL_FOLDERS = new Set(
  'api apis asyncapi contract contracts doc docs events oas openapi schema schemas spec specs swagger'.split(' '),
);
const MODEL_FOLDERS = new Set('contract contracts model models shared shared-models shared-schemas'.split(' '));
/** `x-shared: true` */
const MARKED = /["']?x-shared(?:-model)?["']?\s?:\s?true/;
const REQUIREMENTS = /^requirements\.md$/i;
/** A top-level key that only documents of operations have. */
const PATHS = /^["']?paths["']?[ \t]*:/m;
const EXTENSION = /\.(?:ya?ml|json)$/;
/** Generated, third-party or sample files: not this service's contracts. */
const SKIPPED_FOLDERS = new Set(
  [
    'node_modules bower_components jspm_packages vendor vendored third_party third-party external site-packages pods',
    'dist build out target bin obj coverage venv __pycache__',
    'test tests __tests__ e2e cypress fixtures __fixtures__ fixture testdata test-data mocks __mocks__ mock snapshots __snapshots__',
  ].flatMap((names) => names.split(' ')),
);
/** In a tree with more folders, the search stops. */
const MAX_FOLDERS = 50_000;

interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}
interface Visit {
  readonly folder: string;
  readonly names: readonly string[];
  readonly ignored: readonly Rules[];
  /** A `.gitignore` names it, or a folder above it. */
  readonly isIgnored: boolean;
}

/** Searches a folder for contracts and respects `.gitignore`. @param above the folders from the repository's root down to it */
export function findContracts(folder: string, above: readonly string[], tree: Tree): Found {
  const files: { readonly path: string; readonly names: readonly string[] }[] = [];
  const unreadable: string[] = [];
  const tables: string[] = [];
  const outer = above.reduce((rules, each) => withRules(rules, each, tree), [] as readonly Rules[]);
  const waiting: Visit[] = [{ folder, names: [], ignored: outer, isIgnored: false }];
  for (let visited = 0; visited < waiting.length && visited < MAX_FOLDERS; visited++) {
    const visit = waiting[visited];
    const listed = visit && tree.list(visit.folder);
    if (visit === undefined) break;
    if (listed === undefined) unreadable.push(visit.folder);
    const hasRules = listed?.some(({ name }) => name === '.gitignore') === true;
    const ignored = hasRules ? withRules(visit.ignored, visit.folder, tree) : visit.ignored;
    for (const { name, kind } of listed ?? []) {
      const path = tree.join(visit.folder, name);
      const names = [...visit.names, name];
      if (kind === 'folder') {
        if (!isSearched(name)) continue;
        const left = visit.isIgnored || isIgnored(path, true, ignored);
        if (!left || tree.tracked?.folder(path) === true) waiting.push({ folder: path, names, ignored, isIgnored: left });
      } else if (EXTENSION.test(name.toLowerCase()) || REQUIREMENTS.test(name)) {
        const left = visit.isIgnored || isIgnored(path, false, ignored);
        if (left && tree.tracked?.file(path) !== true) continue;
        if (REQUIREMENTS.test(name)) tables.push(path);
        else files.push({ path, names });
      }
    }
  }
  return { ...sorted(files, tree), unreadable, tables };
}

function sorted(
  files: readonly { readonly path: string; readonly names: readonly string[] }[],
  tree: Tree,
): Omit<Found, 'unreadable' | 'tables'> {
  const candidates: (Candidate & { readonly rank: readonly (number | string)[] })[] = [];
  const others: Found['others'][number][] = [];
  for (const { path, names } of files) {
    const head = tree.head(path);
    const kind = head === undefined ? undefined : kindOfFile(path, head, tree);
    if (kind === undefined) {
      // The file was meant as a contract: without a report the user would search for the reason.
      if (USUAL_NAME.test(bareName(names))) {
        if (head?.trim() === '') others.push({ path, kind: 'empty' });
        else if (PATHS.test(tree.whole(path, ['paths']) ?? head ?? '')) others.push({ path, kind: 'no-version' });
      }
      continue;
    }
    if (kind === 'json-schema' && !isOfModels(names) && !MARKED.test(head ?? '')) {
      others.push({ path, kind });
      continue;
    }
    const by = isUsual(names) ? 'name' : 'content';
    candidates.push({
      path,
      by,
      rank: [
        by === 'name' ? 0 : 1,
        PLAIN_NAME.test(bareName(names)) ? 0 : 1,
        names.length,
        path.toLowerCase().endsWith('.json') ? 1 : 0,
        path,
      ],
    });
  }
  candidates.sort((a, b) => compare(a.rank, b.rank));
  others.sort((a, b) => compare([a.path], [b.path]));
  return { candidates: candidates.map(({ path, by }) => ({ path, by })), others };
}

/** A tool that sorts keys may put the format's key anywhere in the file. */
function kindOfFile(path: string, head: string, tree: Tree): DetectedFormat | undefined {
  const kind = detectFormat(head);
  if (kind === 'openapi' || kind === 'asyncapi') return kind;
  const whole = tree.whole(path, FORMAT_KEYS);
  return (whole === undefined ? undefined : detectFormat(whole)) ?? kind;
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** @param names of the folders below the searched one, and of the file */
function isUsual(names: readonly string[]): boolean {
  const lower = names.map((name) => name.toLowerCase());
  return USUAL_NAME.test(bareName(names)) || lower.slice(0, -1).some((name) => USUAL_FOLDERS.has(name));
}

/** Folders for what services share: schemas elsewhere belong to configurations, requests and tools. */
const isOfModels = (names: readonly string[]) => names.slice(0, -1).some((name) => MODEL_FOLDERS.has(name.toLowerCase()));

const bareName = (names: readonly string[]) => (names.at(-1) ?? '').toLowerCase().replace(EXTENSION, '');
const isSearched = (name: string) => !name.startsWith('.') && !SKIPPED_FOLDERS.has(name.toLowerCase());

function withRules(rules: readonly Rules[], folder: string, tree: Tree): readonly Rules[] {
  const text = tree.text(tree.join(folder, '.gitignore'));
  return text === undefined ? rules : [...rules, { folder, rules: ignore().add(text) }];
}

/** The nearest `.gitignore` with a rule for the path decides. */
function isIgnored(path: string, isFolder: boolean, all: readonly Rules[]): boolean {
  for (const { folder, rules } of all.toReversed()) {
    const inside = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '');
    const { ignored, unignored } = rules.test(isFolder ? `${inside}/` : inside);
    if (ignored || unignored) return ignored;
  }
  return false;
}
