import { rmSync } from 'node:fs';
import { posix } from 'node:path';
import type { Sources } from '../../../extract/sources.js';
import type { SourceSymbols } from '../../../extract/symbols.js';
import { CallError } from '../../call-failure.js';
import type { Engine } from '../../engine.js';
import { codebaseIntelligence } from '../../toolsets/codebase-intelligence.js';
import { type Answers, answering } from '../answering.js';
import type { EngineContext } from '../embedded.js';
import { openStore, type Store } from '../store/store.js';
import { circlesThrough, reachedFrom } from './circles.js';
import { CodeGraphs } from './code-graph.js';
import { CodeIndex } from './code-index.js';
import { MIGRATIONS } from './database.js';
import { deadSymbols } from './dead-code.js';
import { defaultExport } from './default-exports.js';
import { allSymbols, callersOf, definitionsOf, search, titleOf } from './finding.js';
import { ownPlace } from './index-place.js';
import { otherTexts } from './other-texts.js';
import { endpointOf, eventOf, hiddenOf, ServiceFacts } from './service-facts.js';
import { assignedServices, type ServiceOf, servicesBy } from './services.js';

type Tools = typeof codebaseIntelligence.tools;

/** The shared parts of the answers. */
interface Parts {
  readonly scan: EngineContext['scan'];
  readonly index: CodeIndex;
  readonly graphs: CodeGraphs;
  readonly facts: ServiceFacts;
}

/**
 * Opens the embedded Codebase Intelligence. The first question builds the index; later ones update it.
 *
 * @throws CallError when its database cannot be opened
 */
export async function openCodebaseIntelligence({ scan, databasePath }: EngineContext): Promise<Engine<Tools>> {
  const path = databasePath ?? ownPlace(scan.repository, scan.cacheDirectory);
  const store = await openIndex(scan.repository, path);
  const index = new CodeIndex(store, scan, () => performance.now());
  const parts: Parts = { scan, index, graphs: new CodeGraphs(index), facts: new ServiceFacts(scan) };
  return answering(codebaseIntelligence, { ...finding(parts), ...joining(parts) }, () => store.close());
}

type Finding = 'find_definition' | 'find_callers' | 'search_semantic' | 'register_artifact';

function finding(parts: Parts): Pick<Answers<Tools>, Finding> {
  const { index, scan } = parts;
  return {
    find_definition: async ({ symbol, language }) => {
      await index.current();
      const [found] = await index.read((connection) => definitionsOf(connection, symbol, language));
      if (found === undefined) return { ...codebaseIntelligence.tools.find_definition.unanswered };
      const { file, line, kind, signature } = found;
      return { file, line, kind, signature, found: true };
    },
    find_callers: async ({ symbol, max_results }) => {
      const sources = await index.current();
      const defined = await index.read((connection) => definitionsOf(connection, symbol));
      const files = [...new Set(defined.filter(({ owner }) => owner === '').map(({ file }) => file))];
      const isDefault = await defaultExport(defined[0]?.name ?? '', files, sources);
      const calls = await index.read((connection) => callersOf(connection, symbol, isDefault));
      const lineOf = lineReader(sources);
      return calls.slice(0, max_results).map(({ file, line, caller }) => ({ file, line, caller, text: lineOf(file, line) }));
    },
    search_semantic: async ({ query, language, service_name, n_results }) => {
      const sources = await index.current();
      const serviceOf = await servicesOf(parts, sources);
      const isRequested = (file: string): boolean => service_name === undefined || serviceOf(file) === service_name;
      const found = await index.read((connection) => search(connection, query, { language, isRequested, most: n_results }));
      return found.map(({ score, ...each }) => {
        const { file, line, kind, signature, comment } = each;
        return { file, line, symbol: titleOf(each), kind, excerpt: [signature, comment].filter(Boolean).join(' — '), score };
      });
    },
    register_artifact: async ({ file_path, service_name }) => {
      const read = await index.register(relativeTo(scan.repository, file_path), service_name);
      if (read === undefined) return { ...codebaseIntelligence.tools.register_artifact.unanswered };
      return { indexed: true, symbols_found: read.content.symbols.length, dependencies_found: modulesOf(read.content) };
    },
  };
}

type Joining = 'find_dependencies' | 'get_service_interface' | 'check_dead_code';

function joining(parts: Parts): Pick<Answers<Tools>, Joining> {
  const { index, graphs, facts, scan } = parts;
  return {
    find_dependencies: async ({ file_path }) => {
      const path = relativeTo(scan.repository, file_path);
      const { edges, packages, sources } = await graphs.current();
      const file = sources.listing.canonical(path);
      const importing = [...edges].filter(([, targets]) => targets.includes(file)).map(([from]) => from);
      return {
        imports: [...(edges.get(file) ?? []), ...(packages.get(file) ?? [])],
        imported_by: importing,
        transitive_deps: [...reachedFrom(file, edges)],
        circular_deps: circlesThrough(file, edges).map((circle) => [...circle]),
      };
    },
    get_service_interface: async ({ service_name }) => {
      const sources = await index.current();
      const serviceOf = await servicesOf(parts, sources);
      const { routes, messages, gaps } = await facts.codebase(await graphs.revision());
      const isOwn = ({ at }: { readonly at: { readonly file: string } }): boolean => serviceOf(at.file) === service_name;
      const own = messages.filter(isOwn);
      const hidden = gaps.filter(isOwn).flatMap(hiddenOf);
      return {
        endpoints: routes.filter(isOwn).map(endpointOf),
        events_published: own.filter(({ direction }) => direction === 'publish').map(eventOf),
        events_consumed: own.filter(({ direction }) => direction === 'subscribe').map(eventOf),
        ...(hidden.length === 0 ? {} : { hidden }),
      };
    },
    check_dead_code: async ({ service_name }) => {
      const graph = await graphs.current();
      const { routes, messages } = await facts.codebase(await graphs.revision());
      const serviceOf = await servicesOf(parts, graph.sources);
      const dead = deadSymbols(await index.read(allSymbols), graph, {
        served: [...routes, ...messages].map(({ at }) => at),
        otherTexts: () => otherTexts(scan.repository, scan.tracked),
      });
      return dead
        .filter(({ symbol }) => service_name === undefined || serviceOf(symbol.file) === service_name)
        .map(({ symbol, reason }) => ({
          file: symbol.file,
          line: symbol.line,
          symbol: titleOf(symbol),
          kind: symbol.kind,
          reason,
        }));
    },
  };
}

async function servicesOf({ scan, index }: Parts, { listing }: Sources): Promise<ServiceOf> {
  const assigned = await index.read(assignedServices);
  const byPlace = servicesBy(scan.repository, scan.services ?? [], listing.known);
  return (file) => assigned.get(file) ?? byPlace(file);
}

/** As in the index: from the root of the repository, with forward slashes. */
function relativeTo(repository: string, given: string): string {
  const path = given.replaceAll('\\', '/');
  const root = `${repository.replaceAll('\\', '/')}/`;
  return posix.normalize(path.startsWith(root) ? path.slice(root.length) : path);
}

/** The number of imported modules. */
function modulesOf({ imports }: SourceSymbols): number {
  const named = imports.filter(({ names, whole }) => names.length > 0 || whole === true);
  const bare = imports.filter(
    (each) => !named.includes(each) && !named.some(({ specifier }) => each.specifier.startsWith(specifier)),
  );
  return new Set([...named, ...bare].map(({ specifier }) => specifier)).size;
}

const MAX_LINE = 200;

/** Reads trimmed lines of the present files; lines of unreadable files are empty. */
function lineReader({ read }: Pick<Sources, 'read'>): (file: string, line: number) => string {
  let last: { readonly file: string; readonly lines: readonly string[] } | undefined;
  return (file, line) => {
    if (last?.file !== file) {
      const source = read(file);
      last = { file, lines: source?.kind === 'text' ? source.text.split('\n') : [] };
    }
    return (last.lines[line - 1] ?? '').trim().slice(0, MAX_LINE);
  };
}

/**
 * Opens the database of an index. It need not survive a power loss: a damaged one is deleted, because it can be rebuilt. A
 * foreign file is left alone.
 *
 * @throws CallError when it cannot be opened
 */
async function openIndex(repository: string, path: string): Promise<Store> {
  const options = { repository, path, kind: 'TSCI', migrations: MIGRATIONS, durable: false };
  try {
    return await checked(await openStore(options));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const ending of ['', '-journal']) rmSync(`${path}${ending}`, { force: true });
    return openStore(options);
  }
}

async function checked(store: Store): Promise<Store> {
  try {
    await store.read((connection) => connection.get('SELECT count(*) FROM files, state'));
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** SQLite's messages, except "file is not a database": that file may be foreign. */
const isDamaged = (error: unknown): boolean =>
  error instanceof CallError && error.message.includes('database disk image is malformed');
