import { isTest } from '../../../extract/conventions.js';
import type { Location } from '../../../model/location.js';
import type { CodeGraph } from './code-graph.js';
import type { FoundSymbol } from './finding.js';

/** What besides the index tells that something is used. */
export interface Uses {
  /** Where routes and events are: a framework calls what stands there. */
  readonly served: readonly Location[];
  /** Files of other kinds that may name what a tool calls: configuration, templates. */
  readonly otherTexts: () => Iterable<string>;
}

/** Something that nothing uses. */
export interface DeadSymbol {
  readonly symbol: FoundSymbol;
  readonly reason: string;
}

/** Kinds that others import, or name. */
const LISTED = new Set(['function', 'class', 'record', 'struct', 'interface', 'enum', 'type', 'object', 'constant', 'method']);

/** Programs and packages begin in such files, and tools look for what they export. */
const ENTRY =
  /(?:^|\/)(?:main|index|server|app|cli|bin|manage|wsgi|asgi|settings|urls|admin|apps|conftest|setup|startup|program|mod|lambda|handler|instrumentation|middleware|proxy|worker|plugin|\w{1,60}\.config|\w{1,60}\.d)\.\w{1,5}$|(?:^|\/)(?:migrations?|seeds?|scripts?|bin|alembic|management\/commands|versions|examples?)\//i;

/** Files that frameworks of pages call (Next.js, Nuxt, SvelteKit, Remix), by their place or name. */
const PAGES = /(?:^|\/)(?:pages|routes|server\/api)\//i;
const PAGE =
  /(?:^|\/)\+?(?:page|layout|route|template|loading|error|not-found|default|sitemap|robots|manifest|opengraph-image|icon)(?:\.server)?\.[jt]sx?$/i;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** What frameworks call by its name. */
const BY_NAME =
  /^(?:default|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|handler|handle|loader|action|meta|links|config|metadata|generate\w{1,40}|get(?:ServerSideProps|StaticProps|StaticPaths)|register|setup|teardown|up|down|upgrade|downgrade|lambda_handler|create_app|application)$/;

/**
 * What is seen outside of its file and named nowhere in the repository but where it is defined; being named in a text counts as use,
 * since it may be looked up by it. What is only used by tests is told. What a framework, an entry point or somebody outside may use is left out.
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
    if (!each.exported || each.kept || !LISTED.has(each.kind) || BY_NAME.test(each.name)) return false;
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

/** How often each word stands in code and in tests. */
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

/** Symbols of one name share its mentions: each definition is one of them. */
function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/** Files all of whose exports somebody takes at once: who knows which of them. */
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
  for (const { file, line } of served) lines.set(file, [...(lines.get(file) ?? []), line]);
  return lines;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Which of these names stand in files of other kinds. */
function namedElsewhere(names: ReadonlySet<string>, texts: () => Iterable<string>): ReadonlySet<string> {
  const named = new Set<string>();
  if (names.size === 0) return named;
  for (const text of texts()) for (const [word] of text.matchAll(WORD)) if (names.has(word)) named.add(word);
  return named;
}
