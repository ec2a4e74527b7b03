/** Verbs with which an agent reports its own files. */
const WROTE: ReadonlySet<string> = new Set(['created', 'saved', 'wrote', 'written', 'generated', 'stored', 'produced']);
/** Words before the verb with which an agent refers to itself. */
const SELF: ReadonlySet<string> = new Set(['i', 'we', "i've", "we've", 'have', 'also', 'and', 'then', 'successfully']);
/** The subjects of `Plan saved to …`. */
const PAPERS: ReadonlySet<string> = new Set(['plan', 'report', 'review', 'research', 'summary', 'findings', 'notes', 'document']);
/** Words between subject and verb: `The plan has been saved to …`. */
const BETWEEN: ReadonlySet<string> = new Set([
  'has',
  'been',
  'is',
  'was',
  'were',
  'are',
  'have',
  'now',
  'successfully',
  'file',
  'the',
  'a',
]);
/** Words between verb and file; others could change the meaning (`tests for …`, `types from …`). */
const TOWARDS: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'new', 'file', 'files', 'test', 'tests', 'script', 'module', 'markdown', 'at', 'to', 'as', 'following'],
  ...['plan', 'report', 'review', 'research', 'summary', 'findings', 'notes', 'document'],
]);
/** A path in backticks may contain spaces. */
const WORD = /`[^`]{1,500}`|\S{1,2000}/g;
const MOST_FILES = 50;
const MOST_WORDS = 40;

/**
 * Files that an agent reports as its own: `Created docs/plans/a.md`, `- I wrote `src/a.ts``, `Report saved to …`. Ambiguous
 * sentences are skipped (`the developer created …`, `sessions are saved to …`).
 *
 * @param narrative untrusted
 */
export function narratedFiles(narrative: string): readonly string[] {
  const found = new Set<string>();
  let fenced = false;
  for (const line of narrative.split('\n')) {
    // Output of programs, and code.
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced) for (const path of filesOf(line)) found.add(path);
    if (found.size >= MOST_FILES) break;
  }
  return [...found].slice(0, MOST_FILES);
}

function filesOf(line: string): readonly string[] {
  const words = (line.slice(0, 2_000).match(WORD) ?? []).filter(
    (word) => word !== '' && !/^(?:[-*+•]|[0-9]{1,3}[.)]|#{1,6}|✅|✓)$/u.test(word),
  );
  const bare = words.slice(0, MOST_WORDS).map((word) => bareOf(word));
  const verb = bare.findIndex((word) => WROTE.has(word.toLowerCase()));
  if (verb === -1 || !isOwn(bare.slice(0, verb).map((word) => word.toLowerCase()))) return [];
  const behind = bare.slice(verb + 1, verb + 8);
  const at = behind.findIndex(isPath);
  const path = behind.slice(0, Math.max(at, 0)).every((word) => TOWARDS.has(word.toLowerCase())) ? behind[at] : undefined;
  return path === undefined ? [] : [path];
}

/** Whether the words before a verb certainly refer to the agent. */
function isOwn(before: readonly string[]): boolean {
  if (before.every((word) => SELF.has(word))) return true;
  const paper = before.findIndex((word) => PAPERS.has(word));
  return paper !== -1 && paper <= 3 && before.slice(paper + 1).every((word) => BETWEEN.has(word));
}

/** Removes quotes, emphasis and punctuation. */
function bareOf(word: string): string {
  return word.replace(/^[`*_"'([<]{1,4}/, '').replace(/[`*_"')\]>.,:;!]{1,6}$/, '');
}

/** A file in a folder, with an extension, and not a URL. */
function isPath(word: string): boolean {
  return word.includes('/') && !word.includes('://') && /\.[A-Za-z0-9]{1,10}$/.test(word);
}
