import { isTest } from '../../../extract/conventions.js';
import type { Location } from '../../../model/location.js';
import { append } from '../../../model/multi-map.js';
import type { CodeGraph } from './code-graph.js';
import type { FoundSymbol } from './finding.js';

/** Evidence of use besides the index. */
export interface Uses {
  /** Places of routes and events, whose code frameworks call. */
  readonly served: readonly Location[];
  /** Other files that may name code for tools: configuration, templates. */
  readonly otherTexts: () => Iterable<string>;
}

/** An unused symbol. */
export interface DeadSymbol {
  readonly symbol: FoundSymbol;
  readonly reason: string;
}

/** Kinds of symbols that other files import, or name. */
const LISTED = new Set(['function', 'class', 'record', 'struct', 'interface', 'enum', 'type', 'object', 'constant', 'method']);

/** Entry points of programs and packages, and files whose exports tools use. */
const ENTRY =
  /(?:^|\/)(?:main|index|server|app|cli|bin|manage|wsgi|asgi|settings|urls|admin|apps|conftest|setup|startup|program|mod|lambda|handler|instrumentation|middleware|proxy|worker|plugin|\w{1,60}\.config|\w{1,60}\.d)\.\w{1,5}$|(?:^|\/)(?:migrations?|seeds?|scripts?|bin|alembic|management\/commands|versions|examples?)\//i;

/** Files whose exports web frameworks call (Next.js, Nuxt, SvelteKit, Remix), by path or name. */
const PAGES = /(?:^|\/)(?:pages|routes|server\/api)\//i;
const PAGE =
  /(?:^|\/)\+?(?:page|layout|route|template|loading|error|not-found|default|sitemap|robots|manifest|opengraph-image|icon)(?:\.server)?\.[jt]sx?$/i;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Names that frameworks call. */
const BY_NAME =
  /^(?:default|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|handler|handle|loader|action|meta|links|config|metadata|generate\w{1,40}|get(?:ServerSideProps|StaticProps|StaticPaths)|register|setup|teardown|up|down|upgrade|downgrade|lambda_handler|create_app|application)$/;

/**
 * Exported symbols that the repository names only in their definition. A mention in any text counts as use, because code may
 * look names up. Symbols that only tests use are reported. Symbols that a framework, an entry point or outside code may use
 * are left out.
 */
export function deadSymbols(
  candidates: readonly FoundSymbol[],
  graph: CodeGraph,
  { served, otherTexts }: Uses,
): readonly DeadSymbol[] {
  const mentions = mentionsOf(graph);
  const definitions = countBy(
    candidates.filter(({ file }) => !isTest(file)),
    ({ name }) => name,
  );
  const open = openFiles(graph);
  const servedLines = linesOf(served);
  const unused = candidates.filter((each) => {
    if (!each.exported || each.retained || !LISTED.has(each.kind) || BY_NAME.test(each.name)) return false;
    if (isTest(each.file) || ENTRY.test(each.file) || isPage(each.file) || open.has(each.file)) return false;
    const lines = servedLines.get(each.file) ?? [];
    if (lines.some((line) => line >= each.line && line <= each.endLine)) return false;
    return (mentions.get(each.name)?.code ?? 0) <= (definitions.get(each.name) ?? 0);
  });
  const named = namedElsewhere(new Set(unused.map(({ name }) => name)), otherTexts);
  return unused
    .filter(({ name }) => !named.has(name))
    .map((symbol) => ({ symbol, reason: reasonFor(mentions.get(symbol.name)?.tests ?? 0) }));
}

const isPage = (file: string): boolean => SCRIPT.test(file) && (PAGES.test(file) || PAGE.test(file));

function reasonFor(tests: number): string {
  return tests === 0 ? 'Nothing in the repository names it.' : 'Only tests name it.';
}

interface Mentions {
  code: number;
  tests: number;
}

/** How often each word occurs in code and in tests. */
function mentionsOf({ files }: CodeGraph): ReadonlyMap<string, Mentions> {
  const all = new Map<string, Mentions>();
  for (const { path, words } of files) {
    const part = isTest(path) ? 'tests' : 'code';
    for (const [word, count] of words) {
      const known = all.get(word);
      if (known === undefined) all.set(word, { code: 0, tests: 0, [part]: count });
      else known[part] += count;
    }
  }
  return all;
}

/** Symbols of one name share its mentions: each definition is one mention. */
function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/** Files that another file imports as a whole, so that any export may be used. */
function openFiles({ files, imports: { resolve } }: CodeGraph): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { path, language, imports } of files) {
    if (language !== 'typescript' && language !== 'python') continue;
    for (const { specifier, names, whole } of imports) {
      const isSpace = language === 'typescript' && names.some(({ imported }) => imported === '*');
      const target = whole === true || isSpace ? resolve(specifier, path) : undefined;
      if (target !== undefined) open.add(target);
    }
  }
  return open;
}

function linesOf(served: readonly Location[]): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const { file, line } of served) append(lines, file, line);
  return lines;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** The names that occur in other kinds of files. */
function namedElsewhere(names: ReadonlySet<string>, texts: () => Iterable<string>): ReadonlySet<string> {
  const named = new Set<string>();
  if (names.size === 0) return named;
  for (const text of texts()) for (const [word] of text.matchAll(WORD)) if (names.has(word)) named.add(word);
  return named;
}
